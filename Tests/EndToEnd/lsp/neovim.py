"""Neovim's own client, with no more configuration than editors/lsp/README.md has."""

from editor import TerminalEditor


class Neovim(TerminalEditor):
    ASKS_BY_ITSELF = False
    BEFORE = ["set hidden cmdheight=4 completeopt=menuone,noinsert shortmess+=c"]

    def __init__(self, program, path, bench, encoding=None):
        super().__init__(program, before=self.BEFORE, is_installed=True)
        self.call("nvim_command", "edit " + path)
        self.attach(bench.command, bench.settings, encoding)
        self.wait(lambda: self.client("c.initialized"), "the client is attached")
        if encoding and self.client("c.offset_encoding") != encoding:
            raise AssertionError(f"the server does not count in {encoding}")

    def wait(self, condition, what, seconds=30):
        return super().wait(condition, what, seconds)

    def client(self, expression):
        """What an expression gives for the client `c`."""
        return self.lua(f"""
          local _, c = next((vim.lsp.get_clients or vim.lsp.get_active_clients)())
          return c and {expression}""")

    def go(self, words):
        """Puts the cursor on the first of the words."""
        self.lua("vim.fn.cursor(1, 1) vim.fn.search('\\\\V' .. ..., 'cW')", words)

    def insert(self, words=None):
        """Begins to insert, before the words or at the very end."""
        if words:
            self.go(words)
        ends = self.lua("local last = vim.fn.line('$') return last > 1 and vim.bo.eol and vim.fn.getline(1) ~= ''")
        self.type("i" if words else "Go" if ends else "GA")

    def tail(self):
        return "\n".join(self.call("nvim_buf_get_lines", 0, -20, -1, False))

    def until_answered(self):
        self.wait(lambda: self.client("next(c.requests) == nil"), "nothing is asked any more")

    def choose(self, row):
        self.wait(lambda: self.call("nvim_call_function", "pumvisible", [])
                  and self.screen.find(row), f"{row} in the menu")
        self.type("<C-y>")

    def hover(self):
        self.lua("vim.lsp.buf.hover()")

    def act(self, title):
        """Chooses the action of that title."""
        self.lua("vim.lsp.buf.code_action()")
        self.wait(lambda: self.screen.find(title), f"{title} is offered")
        row, _ = self.screen.find(title)
        self.type(self.screen.row(row).split(":")[0].strip() + "<CR>")

    def save(self):
        self.type("<Esc>:w<CR>")

    def check(self):
        """Has the diagnostics shown."""

    def trouble(self):
        """What messages speak of an error."""
        said = self.lua("return vim.fn.execute('messages')").splitlines()
        return [line for line in said if "rror" in line or line.startswith("E")]


class CurrentNeovim(Neovim):
    """`vim.lsp.completion` asks by itself behind its trigger characters, and while its menu is open."""

    ASKS_BY_ITSELF = True

    def attach(self, command, settings, encoding):
        self.lua("""
          local command, settings, encoding = ...
          local capabilities = vim.lsp.protocol.make_client_capabilities()
          if encoding ~= vim.NIL then capabilities.general.positionEncodings = { encoding } end
          vim.diagnostic.config({ virtual_text = true })
          vim.lsp.start({
            name = 'gitexplorer', cmd = command,
            root_dir = vim.fn.expand('%:p:h'), init_options = settings, capabilities = capabilities,
            on_attach = function(client, buffer)
              vim.lsp.completion.enable(true, client.id, buffer, { autotrigger = true })
            end,
          })""", command, settings, encoding)

    def complete(self, text):
        self.type(text)


class OldNeovim(Neovim):
    """Neovim 0.7 asks when `<C-x><C-o>` is typed."""

    def attach(self, command, settings, _encoding):
        self.lua("""
          local command, settings = ...
          local id = vim.lsp.start_client({
            name = 'gitexplorer', cmd = command,
            root_dir = vim.fn.expand('%:p:h'), init_options = settings,
          })
          vim.lsp.buf_attach_client(0, id)
          vim.bo.omnifunc = 'v:lua.vim.lsp.omnifunc'""", command, settings)

    def complete(self, text):
        self.type(text + "<C-x><C-o>")
