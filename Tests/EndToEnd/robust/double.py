"""A server under the checks' control: it keeps what it was sent, byte for byte, and answers as told."""
import json
import re
import socketserver
import threading


def person(login, id=1, **more):
    return {"login": login, "id": id, "type": "User", "html_url": f"https://github.com/{login}",
            "avatar_url": f"https://avatars.example/{login}", **more}


def answer(body, status=200, **headers):
    """An HTTP answer with that body, which is JSON unless it is bytes."""
    body = body if isinstance(body, bytes) else json.dumps(body).encode()
    lines = [f"HTTP/1.1 {status} Said", f"Content-Length: {len(body)}", "Connection: close"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


class Double:
    """`respond` takes the head of a request and returns bytes, or an iterator of them."""

    def __init__(self, respond):
        self.heads = []
        double = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self):
                head = b""
                while b"\r\n\r\n" not in head and len(head) < 1 << 20:
                    line = self.rfile.readline(1 << 16)
                    if not line:
                        return
                    head += line
                length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
                if length:
                    self.rfile.read(int(length[1]))
                double.heads.append(head)
                said = respond(head)
                try:
                    for chunk in [said] if isinstance(said, bytes) else said:
                        self.wfile.write(chunk)
                except OSError:
                    pass  # It was hung up on, as is right for what has no end.

        class Listener(socketserver.ThreadingTCPServer):
            daemon_threads = True
            allow_reuse_address = True

        self.listener = Listener(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.listener.server_address[1]}"
        threading.Thread(target=self.listener.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.shutdown()
        self.listener.server_close()
