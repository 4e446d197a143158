"""What is typed into every editor, and what must stand in its buffer afterwards: the table."""

from dataclasses import dataclass, field, replace

EDITORS = ("debian", "current", "emacs", "vim")


def equal(found, expected, what):
    if found != expected:
        raise AssertionError(f"{what}: expected {expected!r}, found {found!r}")


@dataclass(frozen=True)
class Case:
    """`but` has what differs in an editor by its own doing, as fields, with `why`."""
    name: str
    file: str = "notes.md"
    text: str = ""
    after: str = None
    """What the buffer ends with; `{host}` is the sandbox's."""
    saved: str = None
    """What the file has once it is saved."""
    searches: int = 0
    encoding: str = None
    history: bool = False
    editors: tuple = EDITORS
    why: str = ""
    but: dict = field(default_factory=dict)

    @property
    def is_large(self):
        return len(self.text) > 9999

    def of(self, editor):
        return replace(self, **self.but.get(editor, {}))

    def start(self, make, program, bench):
        if self.history:
            bench.commit()
        path = bench.file(self.file, self.text.replace("{host}", bench.host))
        return make(program, path, bench, self.encoding)

    def run(self, editor, bench):
        self.work(editor, bench)
        if self.after is not None:
            expected = self.after.replace("{host}", bench.host).replace("{url}", bench.sandbox.url)
            editor.wait(lambda: editor.tail().removesuffix("\n")[-len(expected):] == expected,
                        lambda: f"{expected!r} in the buffer, now {editor.tail()!r}")
            if not self.is_large:
                equal(editor.tail().removesuffix("\n"), expected, "the buffer")
        if self.saved is not None:
            editor.save()
            expected = self.saved.replace("{host}", bench.host)
            editor.wait(lambda: bench.read(self.file) == expected,
                        lambda: f"{expected!r} in the file, now {bench.read(self.file)!r}")
        equal(bench.searches(), self.searches, "searches")
        equal(editor.trouble(), [], "errors in the message area")
        equal(bench.complaints(), [], "errors in the server's log")


@dataclass(frozen=True)
class Completion(Case):
    typed: str = ""
    before: str = None
    """Before which words it is typed; None: at the very end."""
    row: str = None
    """The row of the menu that is chosen; None: no menu comes."""
    searches: int = 1
    asked: int = 1
    """How often the client asks at most; exactly so often where it is asked for by hand."""

    def work(self, editor, bench):
        editor.insert(self.before)
        editor.complete(self.typed)
        if self.row:
            editor.choose(self.row)
        else:
            editor.wait(lambda: bench.sent()["textDocument/completion"], "completion is asked for")
            editor.until_answered()

    def run(self, editor, bench):
        super().run(editor, bench)
        asked = bench.sent()["textDocument/completion"]
        if editor.ASKS_BY_ITSELF:
            equal(asked <= len(self.typed), True, f"{asked} requests for {len(self.typed)} keys")
        else:
            equal(asked, self.asked, "requests for completion")


@dataclass(frozen=True)
class Hover(Case):
    at: str = ""
    shows: str = ""

    def work(self, editor, bench):
        editor.go(self.at)
        editor.hover()
        editor.until(self.shows)


@dataclass(frozen=True)
class Action(Case):
    at: str = ""
    title: str = ""
    shows: str = None
    """What a command tells when it is done."""

    def work(self, editor, bench):
        editor.go(self.at)
        editor.act(self.title)
        if self.shows:
            editor.until(self.shows)


@dataclass(frozen=True)
class Diagnostics(Case):
    at: str = ""
    shows: str = ""

    def work(self, editor, bench):
        editor.go(self.at)
        editor.check()
        editor.until(self.shows)


OCTOCAT = "<583231+octocat@users.noreply.{host}>"
# Emacs inserts what all have in common first, and asks again for the list.
TWICE = dict(searches=2, asked=2)
KEEPS_SIGN = dict(after="S\n\nCo-authored-by: @octocat " + OCTOCAT,
                  why="the editor replaces its own word alone, and @ is none of it")
LINE = "Some words that stand in a line of a long document, and nobody in them.\n"

CASES = [
    Completion("@oct becomes a mention", typed="@oct", row="octocat", after="@octocat", but={"emacs": TWICE}),
    Completion("@octo-la is completed over its hyphen", typed="@octo-la", row="octo-labs", after="@octo-labs",
               but={"vim": dict(row=None, after="@octo-la", why="ALE takes the letters alone for a word")}),
    Completion("@lantern finds who has it inside the login", typed="@lantern", row="octo-lantern[bot]",
               after="@octo-lantern[bot]",
               but={"emacs": dict(row=None, after="@lantern[bot]",
                                  why="Emacs inserts what it takes for common where there is one row"),
                    "debian": dict(row=None, after="@lantern",
                                   why="Neovim 0.7 drops what does not begin with what was typed"),
                    "vim": dict(row=None, after="@lantern",
                                why="ALE drops what does not begin with what was typed")}),
    Completion("@ alone asks nobody where nobody is near", typed="thanks @", after="thanks @", searches=0),
    Completion("@ alone offers who has worked here, and asks nobody", typed="thanks @", row="octopine",
               after="thanks @octopine", searches=0, history=True),
    Completion("Co-authored-by: @oct becomes a whole trailer", file="COMMIT_EDITMSG", text="S\n\n",
               typed="Co-authored-by: @oct", row="octocat", after="S\n\nCo-authored-by: octocat " + OCTOCAT,
               but={"emacs": TWICE, "debian": KEEPS_SIGN, "vim": KEEPS_SIGN}),
    Completion("a name of the history becomes a whole trailer", file="COMMIT_EDITMSG", text="S\n\n",
               typed="Co-authored-by: Lant", row="Lantern Bearer", history=True,
               after="S\n\nCo-authored-by: Lantern Bearer <bearer@lanterns.example>"),
    Completion("a file with CRLF is completed in its place", text="one\r\ntwo\r\n", typed="@octoca",
               row="octocat", after="one\ntwo\n@octocat", saved="one\r\ntwo\r\n@octocat\r\n"),
    Completion("emoji and Hangul before a mention are counted", typed="가나 👩‍💻 @octoca", row="octocat",
               after="가나 👩‍💻 @octocat"),
    Completion("a mention between emoji and Hangul is completed in its place",
               text="가나 👩‍💻  und 다라 👩‍💻", before=" und", typed="@octoca", row="octocat",
               after="가나 👩‍💻 @octocat und 다라 👩‍💻",
               but={"vim": dict(row=None, after="가나 👩‍💻 @octoca und 다라 👩‍💻", searches=0,
                                why="ALE counts positions in bytes")}),
    *[Completion(f"a mention between emoji and Hangul is counted in {encoding}", encoding=encoding,
                 text="가나 👩‍💻  und 다라 👩‍💻", before=" und", typed="@octoca", row="octocat",
                 after="가나 👩‍💻 @octocat und 다라 👩‍💻", editors=("current",))
      for encoding in ("utf-8", "utf-16", "utf-32")],
    Completion("a Markdown file of 10 MB is completed in", text=LINE * (10_000_000 // len(LINE)),
               typed="@octoca", row="octocat", after=LINE + "@octocat"),
    Completion("in a program an annotation asks nothing", file="Box.java", text="class Box {\n}\n",
               typed="@Over", after="class Box {\n}\n@Over", searches=0),
    Hover("a hover on a mention shows who that is", text="thanks @octocat\n", at="octocat",
          shows="The Octocat"),
    Hover("a hover on the address of a trailer shows who that is", file="COMMIT_EDITMSG",
          text="S\n\nCo-authored-by: O <583231+octocat@users.noreply.{host}>\n", at="+octocat",
          shows="The Octocat"),
    Action("an action writes a mention as a link", text="thanks @octocat\n", at="octocat",
           title="Write as a link", after="thanks [@octocat]({url}/octocat)"),
    Action("an action adds a co-author behind the trailers", file="COMMIT_EDITMSG",
           text="S\n\nthanks @octocat\n\nAcked-by: a <a@b.example>\n", at="octocat",
           title="Add Co-authored-by", after="S\n\nthanks @octocat\n\nAcked-by: a <a@b.example>\nCo-authored-by: The Octocat " + OCTOCAT),
    Action("an action adds a co-author to a message with CRLF", file="COMMIT_EDITMSG",
           text="S\r\n\r\nthanks @octocat\r\n", at="octocat", title="Add Co-authored-by",
           after="S\n\nthanks @octocat\n\nCo-authored-by: The Octocat " + OCTOCAT,
           saved="S\r\n\r\nthanks @octocat\r\n\r\nCo-authored-by: The Octocat " + OCTOCAT + "\r\n"),
    Action("an action completes a trailer that has a name alone", file="COMMIT_EDITMSG",
           text="S\n\nReviewed-by: octocat\n", at="Reviewed", title="Complete",
           after="S\n\nReviewed-by: The Octocat " + OCTOCAT, searches=1),
    Action("an action follows somebody, and says so", text="thanks @octocat\n", at="octocat",
           title="Follow octocat", shows="You follow octocat."),
    Diagnostics("an owner that does not exist is a warning in CODEOWNERS", file="CODEOWNERS",
                text="* @octocat\n/docs/ @nobody-at-all-here\n", at="@nobody", shows="no user nobody-at-all-here"),
]
