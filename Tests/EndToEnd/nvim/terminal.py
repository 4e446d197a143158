"""What a terminal shows of the bytes that a program writes to it: cells, their attributes, the cursor."""

import codecs
import re
import unicodedata

CONTROL = re.compile(
    r"\x1b\[([?>=!]*)([\d;:]*)[ $]?([@-~])"  # CSI
    r"|\x1b[P\]_^].*?(?:\x07|\x1b\\)"  # strings
    r"|\x1b[()*+].|\x1b[^\[P\]_^()*+]", re.DOTALL)

ALONE = re.compile(r"\x1b(?:\[[^@-~]*|[P\]_^].{0,4000}|[()*+]?)?$", re.DOTALL)


def cells(character):
    """How many cells a character takes."""
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


class TerminalScreen:
    """A grid with scroll margins. `answer` is called with what the terminal replies."""

    def __init__(self, width, height, answer):
        self.answer = answer
        self.decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self.held = ""
        self.resize(width, height)

    def resize(self, width, height):
        self.width, self.height = width, height
        self.cells = [[(" ", "")] * width for _ in range(height)]
        self.cursor = (0, 0)
        self.style = ""
        self.margins = [0, height - 1, 0, width - 1]

    def take(self, data):
        text = self.held + self.decode(data)
        self.held = ""
        at = 0
        while at < len(text):
            if text[at] != "\x1b":
                self.put(text[at])
                at += 1
                continue
            found = CONTROL.match(text, at)
            if not found and ALONE.match(text, at):
                self.held = text[at:]
                return
            if found:
                self.control(found)
            at = found.end() if found else at + 1

    def put(self, character):
        row, column = self.cursor
        if character == "\r":
            self.cursor = (row, 0)
        elif character == "\n":
            self.down()
        elif character == "\b":
            self.cursor = (row, max(0, column - 1))
        elif ord(character) >= 32:
            self.draw(character, row, column)

    def draw(self, character, row, column):
        before = column - 1
        while before > 0 and self.cells[row][before][0] == "":
            before -= 1
        joined = before >= 0 and self.cells[row][before][0].endswith("\u200d")
        width = 0 if joined else cells(character)
        if width == 0:
            if before >= 0:
                text, style = self.cells[row][before]
                self.cells[row][before] = (text + character, style)
            return
        if column + width > self.width:
            self.cursor = (row, 0)
            self.down()
            row, column = self.cursor
        self.cells[row][column] = (character, self.style)
        if width == 2:
            self.cells[row][column + 1] = ("", self.style)
        self.cursor = (row, column + width)

    def down(self):
        row, column = self.cursor
        if row == self.margins[1]:
            self.scroll(1)
        else:
            self.cursor = (min(self.height - 1, row + 1), column)

    def up(self):
        row, column = self.cursor
        if row == self.margins[0]:
            self.scroll(-1)
        else:
            self.cursor = (max(0, row - 1), column)

    def scroll(self, count, top=None):
        """Moves the lines within the margins up; down where the count is negative."""
        first, last, left, right = self.margins
        first = first if top is None else top
        kept = [self.cells[row][left:right + 1] for row in range(first, last + 1)]
        for row in range(first, last + 1):
            source = row - first + count
            blank = [(" ", self.style)] * (right - left + 1)
            self.cells[row][left:right + 1] = kept[source] if 0 <= source < len(kept) else blank

    def erase(self, row, first, last):
        self.cells[row][first:last] = [(" ", self.style)] * (last - first)

    def control(self, found):
        private, numbers, kind = found.groups()
        if kind is None:
            if found.group() == "\x1bM":
                self.up()
            elif found.group() in ("\x1bD", "\x1bE"):
                self.down()
            return
        given = [int(number) if number.isdigit() else 0 for number in numbers.split(";")]
        count = max(1, given[0])
        row, column = self.cursor
        if kind == "m":
            self.paint(numbers)
        elif private:
            if kind == "h" and 1049 in given:
                self.resize(self.width, self.height)
            elif kind == "l" and 69 in given:
                self.margins[2:] = [0, self.width - 1]
        elif kind in "Hf":
            second = given[1] if len(given) > 1 else 1
            self.cursor = (min(self.height, count) - 1, min(self.width, max(1, second)) - 1)
        elif kind in "ABCDGd":
            self.cursor = {
                "A": (max(0, row - count), column), "B": (min(self.height - 1, row + count), column),
                "C": (row, min(self.width - 1, column + count)), "D": (row, max(0, column - count)),
                "G": (row, min(self.width, count) - 1), "d": (min(self.height, count) - 1, column),
            }[kind]
        elif kind == "K":
            first, last = {0: (column, self.width), 1: (0, column + 1)}.get(
                given[0], (0, self.width))
            self.erase(row, first, last)
        elif kind == "J":
            rows = range(row + 1, self.height) if given[0] == 0 else range(self.height)
            if given[0] == 0:
                self.erase(row, column, self.width)
            for each in rows:
                self.erase(each, 0, self.width)
        elif kind == "X":
            self.erase(row, column, min(self.width, column + count))
        elif kind == "b":
            for _ in range(count):
                self.draw(self.cells[row][column - 1][0], *self.cursor)
        elif kind == "P":
            line = self.cells[row]
            line[column:] = line[column + count:] + [(" ", self.style)] * count
        elif kind == "@":
            line = self.cells[row]
            line[column:] = ([(" ", self.style)] * count + line[column:])[:self.width - column]
        elif kind in "ST":
            self.scroll(count if kind == "S" else -count)
        elif kind in "LM":
            self.scroll(count if kind == "M" else -count, top=row)
        elif kind in "rs":
            place = 0 if kind == "r" else 2
            limit = (self.height, self.width)[place // 2]
            last = given[1] if len(given) > 1 and given[1] else limit
            self.margins[place:place + 2] = [count - 1, min(limit, last) - 1]
            self.cursor = (0, 0)
        elif kind == "n" and given[0] == 5:
            self.answer(b"\x1b[0n")
        elif kind == "c":
            self.answer(b"\x1b[?62c")

    def paint(self, numbers):
        """Keeps the attributes as they were given since the last reset."""
        if numbers in ("", "0"):
            self.style = ""
        else:
            self.style = (self.style if not numbers.startswith("0;") else "") + f"[{numbers}]"

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

    def styled(self, style):
        """The text of all cells whose attributes have the words, row by row."""
        rows = ("".join(text for text, worn in line if style in worn) for line in self.cells)
        return [row for row in rows if row]
