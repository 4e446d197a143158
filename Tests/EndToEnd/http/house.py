"""What stands on loopback: an authority, nginx, and the made-up GitHub behind it."""

import http.client
import json
import socket
import subprocess
from collections import namedtuple

from client import clean_environment, wait_for

Entry = namedtuple("Entry", "port protocol connection status method target authorization")

CONFIGURATION = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log {folder}/nginx-error.log;
worker_rlimit_nofile 1024;
events {{ worker_connections 512; }}
http {{
  log_format entry '$server_port|$server_protocol|$connection|$status|$request_method|$request_uri|$http_authorization';
  access_log {folder}/nginx-access.log entry;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  ssl_certificate {folder}/right.pem; ssl_certificate_key {folder}/right.key;
  proxy_http_version 1.1;
  proxy_buffering off;
  proxy_read_timeout 60s;
  proxy_set_header Host $http_host;
  proxy_set_header X-Forwarded-Host $http_host;
  proxy_set_header X-Forwarded-Proto https;
  default_type application/json;

  # The usual way.
  server {{
    listen 127.0.0.1:{main} ssl http2;
    location / {{ proxy_pass {sandbox}; }}
    location = /users/moved-inside {{ return 301 https://localhost:{main}/users/octocat; }}
    location = /users/moved-relatively {{ return 302 /users/moved-inside; }}
    location = /users/moved-away {{ return 301 https://localhost:{other}/users/octocat; }}
    location = /users/moved-away-and-back {{ return 301 https://localhost:{other}/users/back; }}
    location = /users/moved-down {{ return 301 http://localhost:{plain}/users/octocat; }}
    location = /users/moved-in-circles {{ return 301 https://localhost:{main}/users/moved-in-circles; }}
    location = /user/following/moved-inside {{ return 307 https://localhost:{main}/user/following/octopine; }}
    location = /user/following/moved-with-301 {{ return 301 https://localhost:{main}/user/following/octopine; }}
    location = /user/following/moved-away {{ return 307 https://localhost:{other}/user/following/octopine; }}
    location = /users/quoted-401 {{
      add_header X-GitHub-Request-Id "$http_authorization" always;
      return 401 '{{"message": "Bad credentials: $http_authorization"}}'; }}
    location = /users/quoted-403 {{
      add_header X-GitHub-Request-Id "$http_authorization" always;
      add_header X-Accepted-GitHub-Permissions "$http_authorization" always;
      return 403 '{{"message": "Not with $http_authorization"}}'; }}
    location = /users/quoted-422 {{ return 422 '{{"message": "Not with $http_authorization"}}'; }}
    location = /users/quoted-500 {{ return 500 '{{"message": "Not with $http_authorization"}}'; }}
    location = /users/quoted-200 {{ return 200 '{{"login": 7, "$http_authorization": "$http_authorization"}}'; }}
  }}
  # Another port, and so another host.
  server {{
    listen 127.0.0.1:{other} ssl http2;
    location / {{ proxy_pass {sandbox}; }}
    location = /users/back {{ return 301 https://localhost:{main}/users/octokit; }}
  }}
  # The same with packed bodies.
  server {{
    listen 127.0.0.1:{packed} ssl http2;
    gzip on; gzip_proxied any; gzip_types application/json; gzip_min_length 1;
    location / {{ proxy_pass {sandbox}; }}
  }}
  # A certificate for another name, and one of an authority that nobody trusts.
  server {{
    listen 127.0.0.1:{misnamed} ssl http2;
    ssl_certificate {folder}/misnamed.pem; ssl_certificate_key {folder}/misnamed.key;
    location / {{ proxy_pass {sandbox}; }}
  }}
  server {{
    listen 127.0.0.1:{untrusted} ssl http2;
    ssl_certificate {folder}/untrusted.pem; ssl_certificate_key {folder}/untrusted.key;
    location / {{ proxy_pass {sandbox}; }}
  }}
  # One that has ended, and one without TLS.
  server {{
    listen 127.0.0.1:{expired} ssl http2;
    ssl_certificate {folder}/expired.pem; ssl_certificate_key {folder}/expired.key;
    location / {{ proxy_pass {sandbox}; }}
  }}
  server {{
    listen 127.0.0.1:{plain};
    location / {{ proxy_pass {sandbox}; }}
  }}
}}
"""
NAMES = ("main", "other", "packed", "misnamed", "untrusted", "expired", "plain")


def openssl(folder, *words):
    run = subprocess.run(["openssl", *words], cwd=folder, capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, f"openssl {words[0]} failed: {run.stderr}"


def make_certificates(folder):
    key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    for authority in ("authority", "stranger"):
        openssl(folder, "req", "-x509", *key, "-keyout", f"{authority}.key", "-out", f"{authority}.pem",
                "-days", "2", "-subj", f"/CN=Throw-away {authority}")
    for name, authority, host, days in (
            ("right", "authority", "localhost", "2"), ("misnamed", "authority", "elsewhere.example", "2"),
            ("untrusted", "stranger", "localhost", "2"), ("expired", "authority", "localhost", "-1")):
        openssl(folder, "req", *key, "-keyout", f"{name}.key", "-out", f"{name}.csr", "-subj", f"/CN={host}")
        (folder / f"{name}.ext").write_text(f"subjectAltName=DNS:{host}\n")
        openssl(folder, "x509", "-req", "-in", f"{name}.csr", "-CA", f"{authority}.pem", "-CAkey", f"{authority}.key",
                "-CAcreateserial", "-out", f"{name}.pem", "-days", days, "-extfile", f"{name}.ext")


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def accepts(port):
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
        return True
    except OSError:
        return False


class House:
    """Starts everything and ends what it has started, by its id."""

    def __init__(self, binary, folder):
        self.folder, self.nginx, self.read = folder, None, 0
        self.sandbox = subprocess.Popen(
            [binary, "sandbox"], stdout=subprocess.PIPE, text=True, env=clean_environment(folder))
        self.sandbox_url = self.sandbox.stdout.readline().strip()
        try:
            make_certificates(folder)
            self.ports = self.start_on_free_ports()
        except BaseException:
            self.close()
            raise

    def __getattr__(self, name):
        if name in NAMES:
            return self.ports[name]
        raise AttributeError(name)

    def start_on_free_ports(self):
        for _ in range(5):
            ports = dict(zip(NAMES, free_ports(len(NAMES))))
            (self.folder / "nginx.conf").write_text(
                CONFIGURATION.format(folder=self.folder, sandbox=self.sandbox_url, **ports))
            if self.start_nginx(ports):
                return ports
        log = (self.folder / "nginx-error.log")
        raise AssertionError(f"nginx does not start: {log.read_text() if log.exists() else ''}")

    def start_nginx(self, ports):
        """Returns whether it listens; another program may have taken a port."""
        folder = self.folder
        self.nginx = subprocess.Popen(
            ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "nginx-error.log")],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=open(folder / "nginx.stderr", "ab"))
        wait_for(lambda: self.nginx.poll() is not None or all(map(accepts, ports.values())), 20, "the start of nginx")
        return self.nginx.poll() is None

    def restart_nginx(self):
        end(self.nginx)
        assert self.start_nginx(self.ports), "nginx did not start again"

    def control(self, method, path, body=b""):
        """Asks the sandbox itself, past nginx."""
        connection = http.client.HTTPConnection(self.sandbox_url.removeprefix("http://"), timeout=10)
        try:
            connection.request(method, "/_sandbox/" + path, body, {"User-Agent": "tests"})
            answer = connection.getresponse()
            text = answer.read()
            assert answer.status in (200, 204), text
            return json.loads(text) if text else None
        finally:
            connection.close()

    def set_faults(self, words):
        """Puts faults in force for the requests from now on."""
        self.control("PUT", "faults", words.encode())

    def requests(self):
        """What the sandbox was asked since it was last cleared: method, target, how it ended."""
        return self.control("GET", "requests")

    def entries(self):
        """What nginx has logged since `mark`."""
        path = self.folder / "nginx-access.log"
        text = path.read_text()[self.read:] if path.exists() else ""
        return [Entry(*line.split("|")) for line in text.splitlines(keepends=False) if line.count("|") == 6]

    def mark(self):
        """Forgets what was logged and asked so far."""
        self.control("DELETE", "requests")
        path = self.folder / "nginx-access.log"
        self.read = len(path.read_text()) if path.exists() else 0

    def logged(self, count, holds=lambda entry: True):
        """Waits until so many entries are there; an entry is written when its answer has left."""
        def find():
            found = [entry for entry in self.entries() if holds(entry)]
            return found if len(found) >= count else None
        return wait_for(find, 10, f"an access log with {count} such entries")

    def close(self):
        for process in (self.nginx, self.sandbox):
            end(process)
        self.sandbox.stdout.close()


def end(process):
    if process is None or process.poll() is not None:
        return
    process.terminate()
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(5)
