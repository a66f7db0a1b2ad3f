"""Chromium without a screen, driven over its DevTools protocol with nothing but Python's own library."""
import base64
import json
import os
import pathlib
import shutil
import socket
import struct
import subprocess
import tempfile
import time
import urllib.request

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")


def program():
    return next((p for p in map(shutil.which, PROGRAMS) if p), None)


class Browser:
    def __init__(self, page, width=1400, height=800):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.process = subprocess.Popen(
            [program(), "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--no-first-run", "--host-resolver-rules=MAP * ~NOTFOUND", f"--window-size={width},{height}",
             "--remote-debugging-port=0", f"--user-data-dir={self.folder.name}", pathlib.Path(page).resolve().as_uri()],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.number, self.exceptions, self.requests = 0, [], []
        self._connect()
        self.call("Runtime.enable")
        self.call("Network.enable")
        self.call("Page.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.wait("window.inlet !== undefined")

    def _connect(self):
        port = pathlib.Path(self.folder.name) / "DevToolsActivePort"
        for _ in range(6000):
            if port.exists() and port.read_text().count("\n"):
                break
            if self.process.poll() is not None:
                raise RuntimeError("Chromium does not start")
            time.sleep(0.1)
        number = port.read_text().split("\n")[0]
        for _ in range(6000):
            pages = json.load(urllib.request.urlopen(f"http://127.0.0.1:{number}/json"))
            pages = [p for p in pages if p["type"] == "page"]
            if pages:
                break
            time.sleep(0.1)
        path = pages[0]["webSocketDebuggerUrl"].split(f":{number}", 1)[1]
        self.socket = socket.create_connection(("127.0.0.1", int(number)))
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{number}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        self.input = self.socket.makefile("rb")
        if b" 101 " not in self.input.readline():
            raise RuntimeError("Chromium does not speak WebSocket")
        while self.input.readline().strip():
            pass

    def _send(self, text):  # RFC 6455: one masked text frame
        data, mask = text.encode(), os.urandom(4)
        size = len(data)
        head = b"\x81" + (bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack(">H", size) if size < 65536
                          else b"\xff" + struct.pack(">Q", size))
        self.socket.sendall(head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def _receive(self):
        text = b""
        while True:
            first, size = self.input.read(2)
            size &= 127
            if size == 126:
                size, = struct.unpack(">H", self.input.read(2))
            elif size == 127:
                size, = struct.unpack(">Q", self.input.read(8))
            data = self.input.read(size)
            if first & 15 in (0, 1):
                text += data
            if first & 128 and first & 15 in (0, 1):
                return json.loads(text)

    def call(self, method, **parameters):
        self.number += 1
        self._send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            answer = self._receive()
            if answer.get("method") == "Runtime.exceptionThrown":
                self.exceptions.append(answer["params"]["exceptionDetails"])
            if answer.get("method") == "Network.requestWillBeSent":
                self.requests.append(answer["params"]["request"]["url"])
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def value(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def wait(self, expression):
        for _ in range(6000):
            if self.value(expression):
                return
            time.sleep(0.1)
        raise RuntimeError(f"never: {expression} {self.exceptions}")

    def painted(self):
        """Two frames later everything that was asked for is on the screen."""
        self.value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")

    def key(self, key, text=None):
        codes = {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Escape": 27, "Enter": 13, "Tab": 9}
        text = text if text is not None else key if len(key) == 1 else "\r" if key == "Enter" else ""
        for kind in ("keyDown", "keyUp"):
            more = {"text": text} if text and kind == "keyDown" else {}
            self.call("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=codes.get(key, 0), **more)
        self.painted()

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
        self.painted()

    def wheel(self, x, y, by):
        self.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=by)
        self.painted()

    def screenshot(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def close(self):
        try:
            self.call("Browser.close")
        except (OSError, ValueError, RuntimeError):
            self.process.terminate()
        self.process.wait(30)
        self.folder.cleanup()
