"""A server that is not as it should be: `fake_server.py MODE`.

silent    reads and never answers
garbage   prints a line for people
version   speaks another version of the protocol
later     answers a search with a provisional row and then with a row before it
partly    answers every search in part
broken    answers every search with messages whose members are missing, then with one row
"""

import json
import sys
import time

MODE = sys.argv[1]


def write(message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    sys.stdout.buffer.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    sys.stdout.buffer.flush()


def read():
    length = 0
    while True:
        line = sys.stdin.buffer.readline()
        if not line:
            sys.exit(0)
        if not line.strip():
            return json.loads(sys.stdin.buffer.read(length))
        length = int(line.split(b":")[1])


def row(number, login):
    return {"id": f"made-up:{number}", "kind": "user", "label": login, "matches": []}


def results(params, items, **more):
    write({"method": "search/results", "params": {
        "searchId": params["searchId"], "version": params["version"], "query": params["text"],
        "status": "success", "origin": "network", "items": items, "append": False, "page": 1,
        "totalCount": len(items), "incomplete": False, "hasMore": False, **more}})


def answer(params):
    if MODE == "later":
        results(params, [row(2, "second"), row(3, "third")], origin="provisional")
        results(params, [row(1, "first"), row(2, "second"), row(3, "third")])
    elif MODE == "partly":
        results(params, [row(1, "first")], incomplete=True)
    elif MODE == "broken":
        for broken in ({}, {"version": "x", "status": []}, {"items": 7}, {"items": [{"id": 1}]},
                       {"items": [{}], "status": "success", "version": params["version"]}):
            for method in ("search/results", "search/status", "profile/loaded", "window/showMessage"):
                write({"method": method, "params": {"searchId": params["searchId"], **broken}})
        write({"method": "search/status", "params": 7})
        write({"id": 99, "result": {}})
        write({"method": 7})
        results(params, [{"id": 5}, row(1, "first")])


def main():
    if MODE == "garbage":
        print("Usage: another program [FILE]", flush=True)
        time.sleep(60)
    text = ""
    while True:
        message = read()
        method, params = message["method"], message.get("params", {})
        if MODE == "silent":
            continue
        if method == "initialize":
            version = "2.0" if MODE == "version" else "1.0"
            write({"id": message["id"], "result": {"capabilities": {
                "protocolVersion": version, "positionEncoding": "utf-16",
                "sources": [{"id": "github", "name": "GitHub", "host": "made-up",
                             "features": ["search"]}]}}})
        elif method == "exit":
            return
        elif method == "search/didChange":
            text = params["contentChanges"][0]["text"]
            if len(text) > 1:
                answer({**params, "text": text})
        elif method == "search/didOpen" and len(params.get("text", "")) > 1:
            answer(params)


main()
