"""Holds protocol/model.json against all that must say the same."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from model import Model
from schema import faults as schema_faults

ROOT = Path(__file__).resolve().parents[3]
PROTOCOL = ROOT / "protocol"
SERVICE = ROOT / "Sources" / "Service"
BINARY = str(Path(sys.argv[1]).resolve())

# What each example must bring, at least.
EXPECTED = {
    "first-search.jsonl": {"search/status", "search/results"},
    "profile.jsonl": {"profile/status", "profile/sectionLoaded", "profile/loaded"},
    "follow.jsonl": {"user/followChanged"},
    "query.jsonl": set(),
    "hospitals.jsonl": {"$/progress", "search/results"},
}
# Further runs of the examples, with faults, so that failures are held against the model too.
TROUBLE = [
    ("first-search.jsonl", "search:error=500"),
    ("first-search.jsonl", "search:html200:first=1"),
    ("first-search.jsonl", "search:error=404"),
    ("profile.jsonl", "repos:error=500,following:drop"),
    ("profile.jsonl", "user:error=502"),
    ("follow.jsonl", "follow:drop:first=1"),
    ("query.jsonl", "search:drop"),
]
TRACED = [
    {"jsonrpc": "2.0", "method": "$/setTrace", "params": {"value": "verbose"}},
    {"jsonrpc": "2.0", "id": 1, "method": "search/query", "params": {"query": "octocat"}},
    {"jsonrpc": "2.0", "id": 2, "method": "user/isFollowing", "params": {"login": "octocat"}},
]

passed = failed = 0
seen = set()


def check(name, faults):
    """Counts one check, and prints what is wrong with it."""
    global passed, failed
    faults = list(faults)
    if not faults:
        passed += 1
        return
    failed += 1
    print(f"FAILED {name}")
    for fault in faults[:5]:
        print(f"       {fault}")
    if len(faults) > 5:
        print(f"       … and {len(faults) - 5} more")


def difference(a, b, in_a, in_b):
    yield from (f"{name} is in {in_a}, but not in {in_b}" for name in sorted(a - b))
    yield from (f"{name} is in {in_b}, but not in {in_a}" for name in sorted(b - a))


def members_once(pairs):
    names = [name for name, _ in pairs]
    if len(names) != len(set(names)):
        raise ValueError("a member stands twice: " + ", ".join(names))
    return dict(pairs)


def read_json(text):
    return json.loads(text, object_pairs_hook=members_once)


# MARK: the model itself


def check_model(written, model):
    schema = read_json((PROTOCOL / "model.schema.json").read_text())
    check("the model is valid by its schema", schema_faults(written, schema, schema))
    methods = [message["method"] for message in written["messages"]]
    check("a method stands once", (f"{method} stands twice" for method in set(methods) if methods.count(method) > 1))
    check("requests have results, and nothing else has", (
        f"{message['method']}" for message in written["messages"]
        if ("result" in message) != (message["kind"] == "request")))
    used = {name for message in written["messages"] for part in ("params", "result") if part in message
            for name in model.names(message[part])}
    used |= {name for structure in model.types.values() for member in structure["members"].values()
             for name in model.names(member["type"])}
    check("every type that is used is described", (f"{name} is not" for name in used if not model.knows(name)))
    # The data of items is told by their kind.
    described = (model.types.keys() | model.enums.keys()) - {"GithubUser", "Author", "GithubRepo", "Relation"}
    check("every type that is described is used", (f"{name} is not" for name in described - used))
    check("errors and ErrorKind name the same", difference(
        set(model.codes), set(model.enums["ErrorKind"]), "errors", "ErrorKind"))


# MARK: the sources


def check_sources(model):
    declared, enums = {}, {}
    for file in sorted((SERVICE / "Methods").glob("*.swift")):
        found = re.findall(r'static let method = "([^"]+)"', file.read_text())
        check(f"{file.name} declares one method", [] if len(found) == 1 else [f"it declares {found}"])
        for method in found:
            declared[method] = file
        enums.update({name: method for name in re.findall(r"^enum (\w+)", file.read_text(), re.M) for method in found})
    inbound = {name for name, message in model.messages.items() if message["direction"] == "clientToServer"}
    check("model and Methods name the same", difference(inbound, set(declared), "model.json", "Sources/Service/Methods"))

    lines = re.findall(r"^\s*(\w+)\.method: \.(request|notification)\(", (SERVICE / "Router.swift").read_text(), re.M)
    routed = {enums.get(name, name): kind for name, kind in lines}
    check("model and Router name the same", difference(inbound, set(routed), "model.json", "Router.swift"))
    check("model and Router agree on kinds", (
        f"{method} is a {kind} in Router.swift" for method, kind in routed.items()
        if method in model.messages and model.messages[method]["kind"] != kind))

    text = "\n".join(file.read_text() for file in sorted((SERVICE / "Messages").glob("*.swift")))
    pushed = set(re.findall(r'static let method = "([^"]+)"', text))
    outbound = {name for name, message in model.messages.items() if message["direction"] == "serverToClient"}
    check("model and what is pushed name the same", difference(outbound, pushed, "model.json", "Sources/Service/Messages"))


def check_error_kinds(model):
    text = (SERVICE / "Errors" / "ErrorKind.swift").read_text()
    table = text[text.index("var code: Int"):text.index("var isAlerting")]
    codes = {kind: int(code) for kinds, code in re.findall(r"case ([^:]+):\s*(-\d+)", table)
             for kind in re.findall(r"\.(\w+)", kinds)}
    check("model and ErrorKind.swift name the same kinds", difference(
        set(model.codes), set(codes), "model.json", "ErrorKind.swift"))
    check("model and ErrorKind.swift agree on codes", (
        f"{kind} is {model.codes[kind]} and {codes[kind]}" for kind in model.codes.keys() & codes.keys()
        if model.codes[kind] != codes[kind]))


# MARK: pages and transcripts


def check_pages(written, model):
    page = (PROTOCOL / "README.md").read_text()
    pages = page + (PROTOCOL / "lsp.md").read_text()
    check("protocol/README.md and lsp.md name every method", (
        f"{method} is missing" for method in model.messages if f"`{method}`" not in pages))
    check("protocol/README.md names every kind of error", (
        f"{kind} is missing" for kind in model.codes if f"`{kind}`" not in page))
    for name in ("README.md", "protocol/README.md"):
        rows = dict(re.findall(r"^\| `([\w.]+)` \| (.*)$", (ROOT / name).read_text(), re.M))
        check(f"{name} has a row for every setting, with its default", (
            f"{setting['name']}: {rows.get(setting['name'], 'no row')}" for setting in written["settings"]
            if "onlyPerSearch" not in setting
            and (setting["name"] not in rows or not says_default(rows[setting["name"]], setting))))


def says_default(row, setting):
    value = setting.get("default")
    return value is None or value == [] or f"`{json.dumps(value) if not isinstance(value, str) else value}`" in row


def methods_in(value):
    """The methods of all messages in a JSON value, however deep."""
    if isinstance(value, dict):
        if isinstance(value.get("method"), str):
            yield value["method"]
        value = list(value.values())
    if isinstance(value, list):
        for element in value:
            yield from methods_in(element)


def check_transcripts(model):
    folder = PROTOCOL / "transcripts"
    if not folder.is_dir():
        print("no protocol/transcripts yet: that every method has one is not checked")
        return
    played = set()
    for file in sorted(folder.rglob("*.jsonl")):
        lines = [line for line in file.read_text().splitlines() if line.strip()]
        for line in lines:
            try:
                played |= set(methods_in(json.loads(line)))
            except ValueError:
                played |= set(re.findall(r'"method"\s*:\s*"([^"]+)"', line))
    check("every method has a transcript", (f"{method} has none" for method in model.messages if method not in played))


# MARK: the built server


def run(lines, *options):
    """Pipes a conversation in, one message a line, and returns what came out."""
    environment = {name: value for name, value in os.environ.items() if not re.search(r"TOKEN|PROXY", name, re.I)}
    process = subprocess.run(
        [BINARY, *options], input="".join(line + "\n" for line in lines).encode(), capture_output=True,
        timeout=60, env=environment)
    return process.returncode, process.stdout.decode(), process.stderr.decode()


def converse(model, name, lines, *options):
    """Checks one conversation from both sides and returns the messages of the server."""
    asked = [read_json(line) for line in lines]
    check(f"{name}: what is asked is in the model", (
        fault for message in asked for fault in model.faults_of_asked(message)
        # Deliberate mistakes have an id that is a string.
        if not isinstance(message.get("id"), str)))
    try:
        status, output, errors = run(lines, *options)
    except subprocess.TimeoutExpired:
        check(f"{name}: it ends", ["it was still running after 60 s"])
        return []
    check(f"{name}: it ends well", [] if status == 0 else [f"exit status {status}", errors.strip()])
    try:
        sent = [read_json(line) for line in output.splitlines()]
    except ValueError as error:
        check(f"{name}: it writes JSON lines", [str(error)])
        return []
    requests = {message["id"]: message["method"] for message in asked if "id" in message}
    answers = [message["id"] for message in sent if "method" not in message]
    check(f"{name}: every request is answered once", [] if sorted(map(repr, answers)) == sorted(map(repr, requests))
          else [f"asked {list(requests)}, answered {answers}"])
    check(f"{name}: what comes back is in the model", (
        fault for message in sent for fault in model.faults_of_sent(message, requests)))
    seen.update(message["method"] for message in sent if "method" in message)
    return sent


def check_examples(model):
    examples = sorted((PROTOCOL / "examples").glob("*.jsonl"))
    check("every expected example is there", (
        f"{name} is missing" for name in EXPECTED if name not in [file.name for file in examples]))
    lines = {}
    for file in examples:
        first = file.read_text().splitlines()[0]
        if '"jsonrpc"' not in first:
            continue  # Data to be searched, not a conversation.
        lines[file.name] = file.read_text().splitlines()
        sent = converse(model, file.name, lines[file.name], "--sandbox")
        came = {message.get("method") for message in sent}
        check(f"{file.name} brings what it shows", (
            f"{method} did not come" for method in EXPECTED.get(file.name, set()) - came))
    for name, faults in TROUBLE:
        converse(model, f"{name} with {faults}", lines.get(name, []), "--sandbox", "--faults", faults)
    converse(model, "a traced conversation", [json.dumps(message) for message in TRACED], "--sandbox")


def check_without_token(model):
    """A sandbox of its own, asked without a token: what is said to the client's log."""
    sandbox = subprocess.Popen([BINARY, "sandbox"], stdout=subprocess.PIPE, text=True)
    try:
        url = sandbox.stdout.readline().strip()
        opened = {"jsonrpc": "2.0", "method": "workspace/didChangeConfiguration",
                  "params": {"settings": {"gitexplorer": {"github": {"baseUrl": url}}}}}
        lines = [json.dumps(message) for message in [opened, *TRACED]]
        converse(model, "a conversation without a token", lines)
    finally:
        sandbox.terminate()
        sandbox.wait(10)
        sandbox.stdout.close()


def wrong_values(setting):
    if setting["type"] == "integer":
        return [setting["minimum"] - 1, setting["maximum"] + 1, "7", True, 1.5]
    return {"boolean": ["true", 1], "string": [7, True, []], "string[]": ["cat", [1], []], "object[]": [{"id": "one"}, [1]]}[setting["type"]]


def right_values(setting):
    if setting["type"] == "integer":
        return [setting["minimum"], setting["maximum"], setting["default"]]
    return [setting["default"]] if "default" in setting else []


def nested(name, value):
    for part in reversed(name.split(".")):
        value = {part: value}
    return value


def check_settings(written):
    """Each setting takes its range and its type, and refuses what lies outside with one message."""
    for setting in written["settings"]:
        if "onlyPerSearch" in setting:
            continue
        for values, refused in ((wrong_values(setting), 1), (right_values(setting), 0)):
            for value in values:
                change = {"jsonrpc": "2.0", "method": "workspace/didChangeConfiguration",
                          "params": {"settings": nested(setting["name"], value)}}
                _, output, _ = run([json.dumps(change)], "--sandbox", "--log-level", "error")
                shown = [read_json(line)["params"]["message"] for line in output.splitlines()]
                said = [message for message in shown if f"`{setting['name']}`" in message]
                ranged = refused and setting["type"] == "integer"
                check(f"{setting['name']} {value!r} is {'refused' if refused else 'taken'}", [
                    f"it was answered by {shown}"] if len(shown) != refused or len(said) != refused else [
                    f"the range is missing: {message}" for message in said if ranged
                    and not (str(setting["minimum"]) in message and str(setting["maximum"]) in message)])


def main():
    written = read_json((PROTOCOL / "model.json").read_text())
    model = Model(written)
    check_model(written, model)
    check_sources(model)
    check_error_kinds(model)
    check_pages(written, model)
    check_transcripts(model)
    check_examples(model)
    check_without_token(model)
    check_settings(written)
    outbound = {name for name, message in model.messages.items() if message["direction"] == "serverToClient"}
    check("every message of the server was seen", (f"{method} was not" for method in outbound - seen))
    print(f"protocol: {passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
