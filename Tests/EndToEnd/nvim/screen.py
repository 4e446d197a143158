"""What Neovim draws, kept up from its redraw events: characters, highlight groups, the cursor."""


class Screen:
    def __init__(self):
        self.width = self.height = 0
        self.cells = []
        self.groups = {0: ()}
        self.cursor = (0, 0)

    def take(self, batch):
        """Applies one `redraw` notification."""
        for name, *calls in batch:
            act = getattr(self, "on_" + name, None)
            if act:
                for arguments in calls:
                    act(*arguments)

    def on_grid_resize(self, grid, width, height):
        self.width, self.height = width, height
        self.on_grid_clear(grid)

    def on_grid_clear(self, _grid):
        self.cells = [[(" ", 0)] * self.width for _ in range(self.height)]

    def on_grid_line(self, _grid, row, column, cells, *_):
        highlight = 0
        for text, *rest in cells:
            if rest:
                highlight = rest[0]
            for _ in range(rest[1] if len(rest) > 1 else 1):
                self.cells[row][column] = (text, highlight)
                column += 1

    def on_grid_scroll(self, _grid, top, bottom, left, right, rows, _columns):
        order = range(top, bottom - rows) if rows > 0 else range(bottom - 1, top - rows - 1, -1)
        for row in order:
            self.cells[row][left:right] = self.cells[row + rows][left:right]

    def on_grid_cursor_goto(self, _grid, row, column):
        self.cursor = (row, column)

    def on_hl_attr_define(self, number, _rgb, _cterm, info):
        self.groups[number] = tuple(
            part.get("hi_name") or part.get("ui_name") or "" for part in info)

    def row(self, number):
        return "".join(text for text, _ in self.cells[number])

    def rows(self):
        return [self.row(number) for number in range(self.height)]

    def text(self):
        return "\n".join(row.rstrip() for row in self.rows())

    def find(self, words):
        """The row and column where the words begin first; None where they are not."""
        for number, row in enumerate(self.rows()):
            if words in row:
                return number, self.column(number, row.index(words))
        return None

    def column(self, number, index):
        """The cell of the row's character `index`; wide characters take two."""
        passed = 0
        for column, (text, _) in enumerate(self.cells[number]):
            if passed >= index and text:
                return column
            passed += len(text)
        return self.width

    def groups_at(self, row, column):
        return self.groups.get(self.cells[row][column][1], ())

    def groups_of(self, words):
        """The highlight groups of the first cell of the words; None where they are not."""
        place = self.find(words)
        return None if place is None else self.groups_at(*place)
