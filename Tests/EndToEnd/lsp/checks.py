"""What is typed, and what must stand in the buffer afterwards."""

CHECKS = []
ALL = ("debian", "current", "emacs")
NEOVIMS = ("debian", "current")


def check(*editors):
    """Registers a check for those editors; its docstring says what it shows."""
    def register(function):
        function.editors = editors or ALL
        CHECKS.append(function)
        return function
    return register


def equal(found, expected, what):
    if found != expected:
        raise AssertionError(f"{what}: expected {expected!r}, found {found!r}")


def true(found, what):
    if not found:
        raise AssertionError(what)


def completes(bench, name, before, typed, menu, after, start="", searches=1):
    """Types, waits for the menu, accepts the first row, and looks at the buffer."""
    editor = bench.start(name, before)
    editor.type(start)
    editor.complete_after(typed)
    if menu:
        editor.until_menu(menu)
        editor.accept()
    editor.until_text(after)
    if searches is not None:
        equal(bench.searches(), searches, "searches")
    true(editor.is_quiet(), "the message area shows an error")
    return editor


@check(*NEOVIMS)
def mention(bench):
    """@oct becomes a mention, for one search"""
    completes(bench, "notes.md", "", "@oct", "octocat", "@octocat", "i")


@check("emacs")
def mention_in_emacs(bench):
    """@octoca becomes the one mention that it can be, for one search"""
    completes(bench, "notes.md", "", "thanks @octoca", None, "thanks @octocat")


@check(*NEOVIMS)
def over_the_hyphen(bench):
    """@octo-la is completed over its hyphen"""
    completes(bench, "notes.md", "", "@octo-la", "octo-labs", "@octo-labs", "i", None)


@check("emacs")
def over_the_hyphen_in_emacs(bench):
    """@octo-lab is completed over its hyphen"""
    completes(bench, "notes.md", "", "@octo-lab", None, "@octo-labs", "", None)


# Neovim 0.7 drops by itself what does not begin with what was typed.
@check("current")
def inside_the_label(bench):
    """@lantern finds who has it inside the login"""
    completes(bench, "notes.md", "", "@lantern", "octo-lantern[bot]", "@octo-lantern[bot]", "i")


@check("emacs")
def inside_the_label_in_emacs(bench):
    """@lantern finds who has it inside the login: what they have in common is inserted"""
    editor = bench.start("notes.md")
    editor.complete_after("@lantern")
    editor.until_text("@lantern[bot]")
    true(editor.is_quiet(), "the message area shows an error")


@check()
def sign_alone(bench):
    """@ alone asks nothing, and nobody is told of an error"""
    editor = bench.start("notes.md")
    if "Emacs" not in type(editor).__name__:
        editor.type("i")
    editor.complete_after("thanks @")
    editor.until_text("thanks @")
    equal(bench.searches(), 0, "searches")
    true(editor.is_quiet(), "the message area shows an error")


@check(*NEOVIMS)
def trailer(bench):
    """Co-authored-by: @oct becomes a whole trailer"""
    completes(bench, "COMMIT_EDITMSG", "Subject\n\n", "Co-authored-by: @oct", "octocat",
              "Co-authored-by: ", "Go")
    bench.editor.until_text("octocat@users.noreply.")
    equal(bench.editor.text().count("@oct "), 0, "what was typed is gone")


@check(*NEOVIMS)
def hover(bench):
    """a hover on a mention shows who that is"""
    editor = bench.start("notes.md", "thanks @octocat\n")
    editor.go(1, 8)
    editor.hover()
    editor.until("The Octocat")
    true(editor.is_quiet(), "the message area shows an error")


@check(*NEOVIMS)
def hover_on_a_trailer(bench):
    """a hover on the address of a trailer shows who that is"""
    host = bench.sandbox.url.split("//")[1].split(":")[0]
    editor = bench.start(
        "COMMIT_EDITMSG",
        f"S\n\nCo-authored-by: O <583231+octocat@users.noreply.{host}>\n")
    editor.go(3, 30)
    editor.hover()
    editor.until("The Octocat")


@check(*NEOVIMS)
def link_action(bench):
    """an action writes a mention as a link"""
    editor = bench.start("notes.md", "thanks @octocat\n")
    editor.go(1, 8)
    editor.act("Write as a link")
    editor.until_text("thanks [@octocat](http")
    true(editor.is_quiet(), "the message area shows an error")


@check(*NEOVIMS)
def co_author_action(bench):
    """an action adds a co-author behind the trailers"""
    editor = bench.start("COMMIT_EDITMSG", "S\n\nthanks @octocat\n\nAcked-by: a <a@b.example>\n")
    editor.go(3, 8)
    editor.act("Add Co-authored-by")
    editor.until_text("Acked-by: a <a@b.example>\nCo-authored-by: The Octocat <583231+octocat@")
    true(editor.is_quiet(), "the message area shows an error")


@check(*NEOVIMS)
def complete_action(bench):
    """an action completes a trailer that has a name alone"""
    editor = bench.start("COMMIT_EDITMSG", "S\n\nReviewed-by: octocat\n")
    editor.go(3, 3)
    editor.act("Complete")
    editor.until_text("Reviewed-by: The Octocat <583231+octocat@")


@check(*NEOVIMS)
def follow_action(bench):
    """an action follows somebody, and says so"""
    editor = bench.start("notes.md", "thanks @octocat\n")
    editor.go(1, 8)
    editor.act("Follow octocat")
    editor.wait(lambda: "follow" in editor.lua("return vim.fn.execute('messages')"), "it is told")


@check(*NEOVIMS)
def carriage_returns(bench):
    """a file with CRLF is completed in its place"""
    completes(bench, "notes.md", "one\r\ntwo\r\n", "@octoca", "octocat", "two\n@octocat", "Go", None)


@check("current")
def encodings(bench):
    """emoji and Hangul before a mention, counted in bytes, units and characters"""
    for encoding in ("utf-8", "utf-16", "utf-32"):
        editor = bench.start("notes.md", "", encoding=encoding)
        editor.type("i가나 👩‍💻 ")
        editor.complete_after("@octoca")
        editor.until_menu("octocat")
        editor.accept()
        editor.until_text("가나 👩‍💻 @octocat")
        editor.close()


@check(*NEOVIMS)
def large_document(bench):
    """a Markdown file of 10 MB is completed in"""
    line = "Some words that stand in a line of a long document, and nobody in them.\n"
    completes(bench, "notes.md", line * (10_000_000 // len(line)), "@octoca", "octocat", "@octocat",
              "Go")


@check(*NEOVIMS)
def code_is_quiet(bench):
    """in a program an annotation asks nothing"""
    editor = bench.start("Box.java", "class Box {\n}\n")
    editor.type("o")
    editor.complete_after("@Over")
    editor.until_text("@Over")
    equal(bench.searches(), 0, "searches")
