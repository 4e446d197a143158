"""Asks for one page after the other by number, as programs do; prints their lengths and the end.

numbers.py BINARY CONFIG
"""
import json
import subprocess
import sys

binary, config = sys.argv[1:]
server = subprocess.Popen([binary, "serve", "--config", config], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, text=True)
lengths = []
has_more = True
while has_more and len(lengths) < 20:
    params = {"source": "p", "query": "row", "page": len(lengths) + 1}
    request = {"jsonrpc": "2.0", "id": 1, "method": "search/query", "params": params}
    server.stdin.write(json.dumps(request) + "\n")
    server.stdin.flush()
    answer = next(m for m in map(json.loads, server.stdout) if m.get("id") == 1)
    lengths.append(len(answer["result"]["items"]))
    has_more = answer["result"]["hasMore"]
server.stdin.close()
server.wait(10)
print(*lengths)
