"""Clients, servers and sandboxes that are killed or stopped at moments of chance, and clocks that jump."""
import contextlib
import os
import random
import signal
import subprocess
import shutil
import sys
import tempfile
import time

from client import BINARY, Sandbox, Server, clean_environment
from scarce import Skipped

# Starts a server, names its process, and talks to it until it is killed.
CLIENT = """
import json, subprocess, sys
server = subprocess.Popen([sys.argv[1], "serve", "--sandbox", "--faults", "latency=5ms"],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE)
print(server.pid, flush=True)
def send(method, params, **more):
    body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
    server.stdin.write(b"Content-Length: %d\\r\\n\\r\\n%s" % (len(body), body))
    server.stdin.flush()
send("initialize", {}, id=1)
send("search/didOpen", {"searchId": "s", "text": "octo"})
send("profile/didOpen", {"profileId": "p", "login": "octocat"})
for version in range(10 ** 9):
    send("search/didChange", {"searchId": "s", "version": version, "text": "octo %d" % version})
    server.stdout.readline()
"""


def seconds_until_gone(pid, limit):
    """How long a process takes to end; None where it is there after `limit` seconds."""
    start = time.monotonic()
    while time.monotonic() - start < limit:
        try:
            with open(f"/proc/{pid}/stat") as stat:
                if stat.read().rsplit(")", 1)[1].split()[0] in "ZX":
                    return time.monotonic() - start
        except (FileNotFoundError, ProcessLookupError):
            return time.monotonic() - start
        time.sleep(0.002)
    return None


def no_server_outlives_its_client(t):
    chance = random.Random(13)
    slowest, left = 0, 0
    for _ in range(100):
        client = subprocess.Popen([sys.executable, "-S", "-c", CLIENT, BINARY],
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                  env=clean_environment())
        server = int(client.stdout.readline())
        time.sleep(chance.uniform(0, 0.1))
        client.kill()
        client.wait()
        client.stdout.close()
        seconds = seconds_until_gone(server, 1)
        if seconds is None:
            left += 1
            os.kill(server, signal.SIGKILL)
        else:
            slowest = max(slowest, seconds)
    print(f"  the slowest of 100 was gone after {slowest * 1000:.0f} ms")
    t.equal(left, 0, "servers of 100 that were left 1 s after their client was killed")


def a_killed_server_leaves_nothing_that_hinders_the_next(t):
    chance = random.Random(14)
    for _ in range(5):
        with Server("--sandbox") as server:
            server.notify("search/didOpen", {"searchId": "s", "text": "octo"})
            time.sleep(chance.uniform(0, 0.05))
            server.process.kill()
    with Server("--sandbox") as server:
        answer = server.call("search/query", {"query": "octo"})
        t.check("result" in answer, "the next server answers", answer)


def a_sandbox_that_is_gone_in_mid_transfer(t):
    settings = {"maximumRetries": 0, "provisionalResults": False}
    with Sandbox("search:drip=1KB/s") as sandbox, \
            Server(sandbox=sandbox, settings=settings) as server:
        server.notify("search/didOpen", {"searchId": "s", "text": "octo", "version": 1})
        deadline = time.monotonic() + 10
        while not sandbox.requests() and time.monotonic() < deadline:
            time.sleep(0.01)
        sandbox.process.kill()
        sandbox.process.wait()
        results = server.params("search/results", version=1)
        t.equal(results.get("status"), "failure", "what is told of a transfer that broke off")
        t.check(results.get("error", {}).get("data", {}).get("retryable"), "it may be tried again",
                results.get("error"))
        # The same address again.
        port = sandbox.url.rsplit(":", 1)[1]
        sandbox.process = subprocess.Popen(
            [BINARY, "sandbox", "--port", port], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, env=clean_environment())
        sandbox.process.stdout.readline()
        server.notify("search/didSubmit", {"searchId": "s"})
        after = server.params("search/results", status="success")
        t.equal(after.get("query"), "octo", "the search goes on when the server is back")
        t.equal(len(server.all("search/results")), 2, "answers")


def nothing_fires_twice_after_a_stop(t):
    settings = {"debounceMilliseconds": 300, "provisionalResults": False}
    with Sandbox() as sandbox, Server(sandbox=sandbox, settings=settings) as server:
        server.notify("search/didOpen", {"searchId": "s"})
        server.type("octo", 0)
        server.process.send_signal(signal.SIGSTOP)
        server.notify("search/didChange", {"searchId": "s", "version": 9, "text": "octoc"})
        time.sleep(2)
        server.notify("search/didChange", {"searchId": "s", "version": 10, "text": "octocat"})
        server.process.send_signal(signal.SIGCONT)
        results = server.params("search/results")
        t.equal((results.get("query"), results.get("version")), ("octocat", 10),
                "what is searched once it goes on")
        time.sleep(0.7)
        t.equal([r["query"] for r in server.all("search/results")], ["octocat"], "answers")
        t.equal(len(sandbox.requests()), 1, "requests")


def a_stop_in_mid_transfer_costs_one_answer(t):
    with Sandbox("search:latency=500ms") as sandbox, Server(sandbox=sandbox) as server:
        server.notify("search/didOpen", {"searchId": "s", "text": "octo", "version": 1})
        server.params("search/status", status="loading")
        server.process.send_signal(signal.SIGSTOP)
        time.sleep(1.5)
        server.process.send_signal(signal.SIGCONT)
        results = server.params("search/results")
        t.equal(results.get("status"), "success", "an answer that came while it was stopped")
        t.equal(len(sandbox.requests()), 1, "requests")
        t.equal(server.call("search/query", {"query": "octo"}).get("result", {}).get("origin"),
                "cache", "it is held like any other")
        t.equal(len(server.all("search/results")), 1, "answers")


# Puts the time of day as many seconds off as a file says.
JUMPING_CLOCK = """
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
int clock_gettime(clockid_t clock, struct timespec *time) {
  int status = (int)syscall(SYS_clock_gettime, clock, time);
  if (clock == CLOCK_REALTIME) {
    char text[32] = {0};
    int file = open(getenv("JUMP"), O_RDONLY);
    if (file >= 0 && read(file, text, sizeof text - 1) > 0) time->tv_sec += atol(text);
    if (file >= 0) close(file);
  }
  return status;
}
time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}
"""


@contextlib.contextmanager
def jumping_clock():
    """The variables under which the time of day jumps, and what lets it jump."""
    compiler = shutil.which("clang") or shutil.which("cc") or shutil.which(
        os.path.join(os.path.dirname(os.path.realpath(shutil.which("swiftc") or "/")), "clang"))
    if not compiler:
        raise Skipped("there is no C compiler for a clock that jumps")
    with tempfile.TemporaryDirectory() as folder:
        source, library, offset = (os.path.join(folder, n) for n in ("c.c", "c.so", "offset"))
        with open(source, "w") as file:
            file.write(JUMPING_CLOCK)
        subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source], check=True)

        def jump(seconds):
            with open(offset + ".new", "w") as file:
                file.write(str(seconds))
            os.rename(offset + ".new", offset)
        jump(0)
        yield {"LD_PRELOAD": library, "JUMP": offset}, jump


def a_time_of_day_that_jumps_changes_no_debounce_and_no_cache(t):
    settings = {"debounceMilliseconds": 300, "provisionalResults": False}
    with jumping_clock() as (variables, jump), Sandbox() as sandbox, \
            Server(sandbox=sandbox, settings=settings, environment=variables) as server:
        server.notify("search/didOpen", {"searchId": "s"})
        for version, seconds in enumerate((86_400, -86_400, 10 * 86_400 * 365), 1):
            query = f"octo{'cat'[:version]}"
            begun = time.monotonic()
            server.notify("search/didChange", {"searchId": "s", "version": version, "text": query})
            jump(seconds)
            results = server.params("search/results", version=version)
            waited = time.monotonic() - begun
            t.equal(results.get("query"), query, f"answered though the clock jumps by {seconds} s")
            t.check(waited >= 0.3, "the debounce is as long as ever", waited)
        t.equal(len(sandbox.requests()), 3, "requests, none of them twice")
        again = server.call("search/query", {"query": "octocat"}).get("result", {})
        t.equal(again.get("origin"), "cache", "what is held is as old as it is")


def a_limit_ends_when_the_server_meant_it_to_whatever_the_clock_says(t):
    for seconds in (-86_400, 86_400):
        with jumping_clock() as (variables, jump), Sandbox("search:primary=2s") as sandbox, \
                Server(sandbox=sandbox, environment=variables) as server:
            jump(seconds)
            server.notify("search/didOpen", {"searchId": "s", "text": "octo", "version": 1})
            results = server.params("search/results", timeout=15, version=1)
            t.equal(results.get("status"), "success", f"a limit of 2 s with a clock {seconds} s off")
            t.check(len(sandbox.requests()) <= 3, "requests", len(sandbox.requests()))


CHECKS = [no_server_outlives_its_client, a_killed_server_leaves_nothing_that_hinders_the_next,
          a_sandbox_that_is_gone_in_mid_transfer, nothing_fires_twice_after_a_stop,
          a_stop_in_mid_transfer_costs_one_answer,
          a_time_of_day_that_jumps_changes_no_debounce_and_no_cache,
          a_limit_ends_when_the_server_meant_it_to_whatever_the_clock_says]
