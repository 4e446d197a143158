"""Descriptors, memory, disks, pipes, environments: what is scarce has its sentence."""
import json
import os
import resource
import subprocess
import tempfile

from client import Sandbox, clean_environment
from scarce import BINARY, answers, disk, lines, run, settings_file

SEARCH = lines(("search/query", {"query": "octo"}))
MANY = lines(("profile/get", {"login": "octocat"}),
             *(("search/query", {"query": q}) for q in ("tom", "ann", "kim", "lee", "max")))


def fill(folder):
    """Takes all the room that is left on a disk."""
    with open(os.path.join(folder, "filler"), "wb", buffering=0) as file:
        try:
            while True:
                file.write(b"x" * 4096)
        except OSError:
            pass


def whole(t, done, count, what, status=0):
    """Checks that every request was answered with a result, and how the server ended."""
    found = answers(done.stdout)
    errors = [m["error"]["message"] for m in found.values() if "error" in m]
    t.equal((len(found), errors), (count, []), f"answers {what}")
    t.equal(done.returncode, status, f"the status {what}")


def sixteen_descriptors_are_enough(t):
    with Sandbox() as sandbox, settings_file(sandbox.url) as path:
        done = run("serve", "--config", path, stdin=MANY, limits=[(resource.RLIMIT_NOFILE, 16)])
        whole(t, done, 6, "with 16 descriptors")
        t.equal(done.stderr, b"", "standard error")


def fewer_descriptors_end_in_a_sentence(t):
    with Sandbox() as sandbox, settings_file(sandbox.url, deadlineMilliseconds=2000) as path:
        for number in (14, 12):
            done = run("serve", "--config", path, stdin=MANY,
                       limits=[(resource.RLIMIT_NOFILE, number)])
            found = answers(done.stdout)
            t.equal((done.returncode, len(found)), (0, 6), f"{number} descriptors: answers")
            for message in found.values():
                error = message.get("error", {"message": "."})["message"]
                t.check(error.endswith("."), "a sentence", error)


def two_hundred_fifty_six_megabytes_of_addresses_are_enough(t):
    limits = [(resource.RLIMIT_AS, 256 << 20)]
    with Sandbox() as sandbox, settings_file(sandbox.url) as path:
        whole(t, run("serve", "--config", path, stdin=MANY, limits=limits), 6, "in 256 MiB")
        done = run("search", "octo", "--config", path, limits=limits)
        t.check(done.returncode == 0 and b"octocat" in done.stdout, "a command in 256 MiB",
                done.stderr)


def a_full_disk_loses_the_log_and_nothing_else(t):
    with disk("64k") as folder:
        log = os.path.join(folder, "log")
        fill(folder)
        done = run("serve", "--sandbox", "--log-file", log, "--log-level", "debug", stdin=SEARCH)
        whole(t, done, 1, "with a log on a full disk")


def a_recording_that_cannot_be_written_is_told_once(t):
    with disk("64k") as folder:
        big = lines(*(("search/query", {"query": "octo", "padding": "x" * 30000})
                      for _ in range(6)))
        done = run("serve", "--sandbox", "--record", os.path.join(folder, "r"), stdin=big)
        whole(t, done, 6, "with a recording on a full disk", status=3)
        t.equal(done.stderr.decode(),
                "gitexplorer: the recording cannot be written: No space left on device\n",
                "what is said of it")


def a_full_disk_forgets_recent_people_and_nothing_else(t):
    with disk("64k") as folder:
        fill(folder)
        used = {"jsonrpc": "2.0", "method": "people/didUse", "params": {"login": "octocat"}}
        environment = clean_environment({"XDG_STATE_HOME": folder, "XDG_CACHE_HOME": folder})
        done = run("serve", "--sandbox", stdin=json.dumps(used).encode() + b"\n" + MANY,
                   environment=environment)
        whole(t, done, 6, "with state and caches on a full disk")
        t.equal(done.stderr, b"", "standard error with state and caches on a full disk")


def files_on_a_read_only_disk_are_refused_at_the_start(t):
    with disk("64k") as folder:
        subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
        for option in ("--log-file", "--record"):
            done = run("serve", "--sandbox", option, os.path.join(folder, "file"), stdin=SEARCH)
            t.equal((done.returncode, done.stdout), (2, b""), option)
            t.check(b"cannot be written: Read-only file system" in done.stderr, option,
                    done.stderr)
        # Where state and caches would be, and the current folder.
        environment = clean_environment({f"XDG_{name}_HOME": folder for name in
                                         ("STATE", "CACHE", "CONFIG", "DATA")} | {"HOME": folder})
        done = run("serve", "--sandbox", stdin=MANY, environment=environment, cwd=folder)
        whole(t, done, 6, "where nothing can be written")
        t.equal(done.stderr, b"", "standard error where nothing can be written")
        done = run("doctor", "--sandbox", environment=environment, cwd=folder)
        t.check(b"state" in done.stdout and b"cache" in done.stdout, "the doctor tells of folders",
                done.stdout)


def a_full_device_takes_no_output(t):
    with open("/dev/full", "wb") as full:
        done = run("serve", "--sandbox", stdin=SEARCH, stdout=full)
        t.equal(done.returncode, 3, "the server's status when its output is full")
        t.check(b"No space left on device" in done.stderr, "its sentence", done.stderr)
        for words in (["search", "octo"], ["profile", "octocat"], ["doctor"], ["--help"]):
            sandbox = [] if words == ["--help"] else ["--sandbox"]
            done = run(*words, *sandbox, stdout=full)
            t.equal(done.returncode, 3, f"the status of {words[0]} when its output is full")
            t.check(b"No space left on device" in done.stderr, f"the sentence of {words[0]}",
                    done.stderr)


def standard_error_may_be_closed_or_full(t):
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "requests")
        for what in ("2>&-", "2>/dev/full", "1>%s 2>&-" % log):
            words = f'exec "$0" serve --sandbox --log-level debug {what}'
            done = subprocess.run(["sh", "-c", words, BINARY], input=SEARCH, timeout=60,
                                  capture_output=True, env=clean_environment())
            output = done.stdout
            if log in what:
                with open(log, "rb") as file:
                    output = file.read()
            t.equal((done.returncode, list(answers(output))), (0, [1]), f"an answer with {what}")


def an_unread_standard_error_stops_nothing(t):
    process = subprocess.Popen(
        [BINARY, "serve", "--sandbox", "--log-level", "debug"], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=clean_environment())
    noise = lines(*((f"no/such{i}", {}) for i in range(3000)))
    process.stdin.write(noise + SEARCH.replace(b'"id": 1', b'"id": 9999'))
    process.stdin.close()
    output = process.stdout.read()
    t.equal(len(answers(output)), 3001, "answers while nobody reads standard error")
    t.equal(process.wait(20), 0, "the status")
    process.stderr.close()


def one_byte_at_a_time(t):
    process = subprocess.Popen([BINARY, "serve", "--sandbox"], bufsize=0, stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               env=clean_environment())
    body = json.dumps({"jsonrpc": "2.0", "id": "é😀", "method": "search/query",
                       "params": {"query": "octo", "perPage": 1}}, ensure_ascii=False).encode()
    call = json.dumps({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {}}).encode()
    for byte in b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(b), b) for b in (call, body)):
        process.stdin.write(bytes([byte]))
    output = b""
    while output.count(b"Content-Length") < 2 or not output.endswith(b"}"):
        byte = process.stdout.read(1)
        if not byte:
            break
        output += byte
    t.check('"id":"é😀"'.encode() in output, "both answers, byte for byte", output)
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        pipe.close()


def no_environment_at_all(t):
    for environment in ({}, {"HOME": ""}, {"HOME": "/nonexistent", "TMPDIR": "/nonexistent"},
                        {"LC_ALL": "C"}, {"LC_ALL": "xx_YY.nonsense", "TZ": "Nowhere/There"}):
        done = run("serve", "--sandbox", stdin=SEARCH, environment=environment)
        whole(t, done, 1, f"in {environment}")
        t.equal(done.stderr, b"", f"standard error in {environment}")
        done = run("doctor", "--sandbox", environment=environment)
        t.equal(done.returncode, 0, f"the doctor in {environment}")


def the_c_locale_changes_no_byte_of_a_message(t):
    found = [run("serve", "--sandbox", stdin=lines(("search/query", {"query": "민준 é"})),
                 environment={"LC_ALL": locale}).stdout for locale in ("C", "C.UTF-8")]
    t.equal(found[0], found[1], "the output")
    t.check("민준".encode() in found[0], "the query comes back as it was", found[0][:200])


def a_current_folder_that_is_gone(t):
    with tempfile.TemporaryDirectory() as folder:
        inner = os.path.join(folder, "inner")
        os.mkdir(inner)
        words = 'cd "$1" && rmdir "$1" && exec "$0" serve --sandbox'
        done = subprocess.run(["sh", "-c", words, BINARY, inner], input=SEARCH, timeout=60,
                              capture_output=True, env=clean_environment())
        whole(t, done, 1, "in a folder that is gone")
    whole(t, run("serve", "--sandbox", stdin=SEARCH, cwd="/proc"), 1, "in /proc")


CHECKS = [sixteen_descriptors_are_enough, fewer_descriptors_end_in_a_sentence,
          two_hundred_fifty_six_megabytes_of_addresses_are_enough,
          a_full_disk_loses_the_log_and_nothing_else,
          a_recording_that_cannot_be_written_is_told_once,
          a_full_disk_forgets_recent_people_and_nothing_else,
          files_on_a_read_only_disk_are_refused_at_the_start, a_full_device_takes_no_output,
          standard_error_may_be_closed_or_full, an_unread_standard_error_stops_nothing,
          one_byte_at_a_time, no_environment_at_all, the_c_locale_changes_no_byte_of_a_message,
          a_current_folder_that_is_gone]
