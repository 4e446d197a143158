"""As much of MessagePack as Neovim speaks. Strings are text; extension values are (type, bytes)."""

import struct


def pack(value):
    """The bytes of a value made of None, bool, int, float, str, list, tuple and dict."""
    if value is None:
        return b"\xc0"
    if value is True or value is False:
        return b"\xc3" if value else b"\xc2"
    if isinstance(value, int):
        return b"\xd3" + struct.pack(">q", value)
    if isinstance(value, float):
        return b"\xcb" + struct.pack(">d", value)
    if isinstance(value, str):
        body = value.encode("utf-8", "surrogateescape")
        return b"\xdb" + struct.pack(">I", len(body)) + body
    if isinstance(value, (list, tuple)):
        return b"\xdd" + struct.pack(">I", len(value)) + b"".join(map(pack, value))
    if isinstance(value, dict):
        pairs = b"".join(pack(key) + pack(part) for key, part in value.items())
        return b"\xdf" + struct.pack(">I", len(value)) + pairs
    raise TypeError(f"no MessagePack for {type(value)}")


class Unpacker:
    """Reads values from a function that returns exactly the number of bytes it is asked for."""

    def __init__(self, read):
        self.read = read

    def number(self, form, size):
        return struct.unpack(">" + form, self.read(size))[0]

    def text(self, size):
        return self.read(size).decode("utf-8", "surrogateescape")

    def array(self, size):
        return [self.value() for _ in range(size)]

    def map(self, size):
        return {self.value(): self.value() for _ in range(size)}

    def extension(self, size):
        return (self.number("b", 1), self.read(size))

    def value(self):
        first = self.read(1)[0]
        if first < 0x80:
            return first
        if first < 0x90:
            return self.map(first & 0x0F)
        if first < 0xA0:
            return self.array(first & 0x0F)
        if first < 0xC0:
            return self.text(first & 0x1F)
        if first >= 0xE0:
            return first - 0x100
        numbers = {
            0xCA: ("f", 4), 0xCB: ("d", 8), 0xCC: ("B", 1), 0xCD: ("H", 2), 0xCE: ("I", 4),
            0xCF: ("Q", 8), 0xD0: ("b", 1), 0xD1: ("h", 2), 0xD2: ("i", 4), 0xD3: ("q", 8),
        }
        if first in numbers:
            return self.number(*numbers[first])
        if first in (0xC0, 0xC2, 0xC3):
            return {0xC0: None, 0xC2: False, 0xC3: True}[first]
        if 0xD4 <= first <= 0xD8:
            return self.extension(1 << (first - 0xD4))
        sized = {
            0xC4: (self.read, "B", 1), 0xC5: (self.read, "H", 2), 0xC6: (self.read, "I", 4),
            0xC7: (self.extension, "B", 1), 0xC8: (self.extension, "H", 2),
            0xC9: (self.extension, "I", 4), 0xD9: (self.text, "B", 1), 0xDA: (self.text, "H", 2),
            0xDB: (self.text, "I", 4), 0xDC: (self.array, "H", 2), 0xDD: (self.array, "I", 4),
            0xDE: (self.map, "H", 2), 0xDF: (self.map, "I", 4),
        }
        take, form, size = sized[first]
        return take(self.number(form, size))
