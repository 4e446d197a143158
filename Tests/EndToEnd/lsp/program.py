"""A program in a terminal of its own: keys are bytes, and what is looked at is what it shows."""

import fcntl
import os
import pty
import signal
import struct
import subprocess
import tempfile
import termios
import threading
import time

from editor import typed
from terminal import TerminalScreen


class Program:
    COLUMNS, LINES = 100, 30

    def __init__(self, argv, folder, environment):
        self.changed = threading.Condition()
        self.home = tempfile.TemporaryDirectory()
        self.keyboard, side = pty.openpty()
        fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", self.LINES, self.COLUMNS, 0, 0))
        self.screen = TerminalScreen(
            self.COLUMNS, self.LINES, lambda data: os.write(self.keyboard, data))
        self.process = subprocess.Popen(
            argv, stdin=side, stdout=side, stderr=side, cwd=folder, start_new_session=True,
            env={**os.environ, "HOME": self.home.name, "LC_ALL": "C.UTF-8", **environment},
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        os.close(side)
        threading.Thread(target=self.look, daemon=True).start()

    def look(self):
        while True:
            try:
                data = os.read(self.keyboard, 65536)
            except OSError:
                data = b""
            with self.changed:
                if data:
                    self.screen.take(data)
                self.changed.notify_all()
            if not data:
                return

    def wait(self, condition, what, seconds=30):
        """Waits until the condition holds and returns its value; looks whenever something is drawn."""
        end = time.monotonic() + seconds
        while True:
            value = condition()
            if value:
                return value
            if time.monotonic() > end or self.process.poll() is not None:
                what = what() if callable(what) else what
                raise AssertionError(f"{what}: not within {seconds} s\n{self.screen.text()}")
            with self.changed:
                # What changes inside the editor without being drawn is looked for now and then.
                self.changed.wait(0.05)

    def type(self, keys):
        os.write(self.keyboard, typed(keys))

    def until(self, words):
        return self.wait(lambda: self.screen.find(words), f"“{words}” on the screen")

    def close(self):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.keyboard)
        self.home.cleanup()
