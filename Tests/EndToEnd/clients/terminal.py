"""A program in a terminal of its own: typed into, and read until words appear."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time


class Terminal:
    def __init__(self, argv, environment, columns=90, lines=24):
        self.process, self.file = pty.fork()
        if self.process == 0:
            os.execvpe(argv[0], argv, {**os.environ, **environment, "TERM": "xterm"})
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.raw = b""
        self.status = None

    def text(self, since=0):
        """What was written, without the controls."""
        plain = re.sub(rb"\x1b(\[[0-9;?]*[a-zA-Z]|\([A-Z])", b"", self.raw[since:])
        return plain.decode("utf-8", "replace")

    def mark(self):
        return len(self.raw)

    def type(self, keys):
        os.write(self.file, keys.encode())

    def until(self, words, since=0, seconds=10):
        """Waits until the words have been written after the mark."""
        end = time.monotonic() + seconds
        while words not in self.text(since):
            self.receive(end, f"“{words}”")

    def finish(self, seconds=10):
        """Waits for the end; returns the exit status."""
        end = time.monotonic() + seconds
        while self.status is None:
            self.receive(end, "the end")
        return self.status

    def receive(self, end, what):
        left = end - time.monotonic()
        if left <= 0 or self.status is not None:
            raise AssertionError(f"{what} did not come:\n{self.text()}")
        ready, _, _ = select.select([self.file], [], [], left)
        if not ready:
            return
        try:
            data = os.read(self.file, 65536)
        except OSError:
            data = b""
        self.raw += data
        if not data:
            self.status = os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])

    def close(self):
        if self.status is None:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
        os.close(self.file)
