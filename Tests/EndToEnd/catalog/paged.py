"""An API on loopback with 61 rows that gives 20 in a page, whatever it is asked for.

Prints its address. Pages by number, offset, cursor (GET, and POST with a typed one), Link and an
address in the body; refuses what is behind the end.
"""
import http.server
import json
import urllib.parse

ROWS = [{"id": n, "name": f"row {n}"} for n in range(1, 62)]
LENGTH = 20


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, body, status=200, headers=()):
        data = json.dumps(body).encode()
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        asked = dict(urllib.parse.parse_qsl(url.query))
        start = int(asked.get("offset", (int(asked.get("page", 1)) - 1) * LENGTH))
        rows = [row for row in ROWS if asked.get("q", "") in row["name"]]
        if url.path == "/refusing" and start >= len(rows):
            return self.answer({"error": "no such page"}, 404)
        body = {"rows": rows[start:start + LENGTH]}
        if url.path == "/counting":
            body["total"] = len(rows)
        follows = start + LENGTH < len(rows)
        place = f"/links?q={asked.get('q', '')}&offset={start + LENGTH if follows else 0}"
        headers = []
        if url.path == "/links":
            # The last page leads back to the first.
            body["next"] = place
            headers = [("Link", f'<{place}>; rel="next"')]
        self.answer(body, headers=headers)

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        after = asked.get("after", [0])
        if not (isinstance(after, list) and isinstance(after[0], int)) or "after" in asked and after == [0]:
            return self.answer({"error": "no such cursor"}, 400)
        rows = [row for row in ROWS if asked["q"] in row["name"] and row["id"] > after[0]]
        more = len(rows) > LENGTH
        hits = [{"row": row, "sort": [row["id"]]} for row in rows[:LENGTH]]
        self.answer({"hits": hits, "more": more})


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
