"""Runs the command where something is scarce: limits, environments, folders, disks."""
import contextlib
import json
import os
import resource
import subprocess
import tempfile

from client import BINARY, TOKEN, clean_environment


class Skipped(Exception):
    """Says why a check cannot be made on this machine."""


def lines(*calls):
    """Requests, one a line: pairs of a method and its params, numbered from 1."""
    return "".join(
        json.dumps({"jsonrpc": "2.0", "id": i, "method": method, "params": params}) + "\n"
        for i, (method, params) in enumerate(calls, 1)).encode()


def run(*arguments, stdin=b"", environment=None, limits=None, timeout=60, **more):
    """Runs the command to its end under `limits` (pairs of a resource and its number)."""
    def scarce():
        for name, number in limits or ():
            resource.setrlimit(name, (number, number))
    more = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
    return subprocess.run([BINARY, *arguments], input=stdin, timeout=timeout, preexec_fn=scarce,
                          env=clean_environment() if environment is None else environment, **more)


def answers(output):
    """The answers in an output of one message a line, by their ids."""
    messages = [json.loads(line) for line in output.splitlines()]
    return {m["id"]: m for m in messages if "id" in m}


@contextlib.contextmanager
def settings_file(url, **more):
    """A file with settings for a server at that address."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "settings.json")
        with open(path, "w") as file:
            json.dump({"github": {"baseUrl": url, "token": TOKEN}, **more}, file)
        yield path


@contextlib.contextmanager
def disk(size):
    """A file system of its own of that size, in memory; skips where mounting is not allowed."""
    with tempfile.TemporaryDirectory() as folder:
        mount = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder],
                               capture_output=True, text=True)
        if mount.returncode:
            raise Skipped(f"no file system can be mounted: {mount.stderr.strip()}")
        try:
            yield folder
        finally:
            subprocess.run(["umount", "-l", folder], check=True)
