"""A running server, and tables on it, for tests that are not written in C++."""
import base64
import http.client
import json
import os
import re
import signal
import socket
import struct
import subprocess


class LiveServer:
    """`command` is a whole `bastide serve …` without --port; it is stopped at the end of a `with`."""

    def __init__(self, command, folder, port=0):
        self.process = subprocess.Popen([*command, "--port", str(port)], cwd=folder, text=True,
                                        stdout=subprocess.PIPE)
        line = self.process.stdout.readline()
        ready = re.search(r"http://localhost:(\d+)", line)
        if not ready:
            raise RuntimeError(f"the server did not start: {line!r}, exit code {self.process.wait()}")
        self.port = int(ready.group(1))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        """Asks it to end, and gives its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=20)
        self.process.stdout.close()
        return code

    def get(self, path):
        connection = http.client.HTTPConnection("localhost", self.port, timeout=20)
        connection.request("GET", path)
        answer = connection.getresponse()
        text = answer.read().decode()
        if answer.status != 200:
            raise RuntimeError(f"GET {path}: {answer.status} {text}")
        return text

    def record(self, table):
        return json.loads(self.get(f"/api/tables/{table}/record"))

    def new_table(self, *seats):
        """The id of a table by link, with seats like "open" or "level1"."""
        with Guest(self.port) as guest:
            return guest.ask({
                "type": "create", "setup": {"sets": ["base"]}, "listed": False, "assist": "standard",
                "seats": [{"kind": "open"} if seat == "open" else {"kind": "bot", "bot": seat}
                          for seat in seats]}, "created")["table"]


class Guest:
    """A person's line to the server: as much of WebSocket (RFC 6455) as short messages need."""

    def __init__(self, port):
        host = f"localhost:{port}"
        connection = http.client.HTTPConnection("localhost", port, timeout=20)
        connection.request("POST", "/api/session", "{}", {"Origin": f"http://{host}"})
        cookie = connection.getresponse().getheader("Set-Cookie").split(";")[0]
        connection.close()
        self.line = socket.create_connection(("localhost", port), timeout=20)
        key = base64.b64encode(os.urandom(16)).decode()
        self.line.sendall((f"GET /ws HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: {cookie}\r\n"
                           "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                           f"Sec-WebSocket-Key: {key}\r\n\r\n").encode())
        self.file = self.line.makefile("rb")
        status = self.file.readline().decode()
        if " 101 " not in status:
            raise RuntimeError(f"no WebSocket: {status}")
        while self.file.readline().strip():
            pass
        self.ask({"type": "hello", "protocol": 1}, "welcome")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()
        self.line.close()

    def ask(self, message, kind):
        """Sends it, and gives the first answer of this kind; a refusal is an error."""
        data = json.dumps(message).encode()
        mask = os.urandom(4)
        head = struct.pack("!BB", 0x81, 0x80 | len(data)) if len(data) < 126 else \
            struct.pack("!BBH", 0x81, 0x80 | 126, len(data))
        self.line.sendall(head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(data)))
        while True:
            answer = self.receive()
            if answer["type"] == kind:
                return answer
            if answer["type"] in ("refused", "bye"):
                raise RuntimeError(f"{message} was answered by {answer}")

    def receive(self):
        while True:
            first, length = struct.unpack("!BB", self.file.read(2))
            if length == 126:
                length, = struct.unpack("!H", self.file.read(2))
            elif length == 127:
                length, = struct.unpack("!Q", self.file.read(8))
            data = self.file.read(length)
            if first & 0x0F == 1:
                return json.loads(data)
