"""One panel on an I2C bus of its own: the far end of a USB cable to an I2C adapter, both simulated.

The way of a byte is that of a real one down to the wire: /dev/i2c-N, the kernel's i2c-dev, i2c-core and i2c-tiny-usb,
its USB, and the USB/IP host vhci-hcd, whose socket ends here.

    python3 panel.py ADDRESS FOLDER

FOLDER/bus has the N of the bus. FOLDER/written has a line for each message: the time (monotonic, in seconds) and its
bytes. SIGUSR2 pulls the panel's plug, or puts it in again, and notes that as "unplugged" or "plugged".
"""

from __future__ import annotations

import signal
import socket
import struct
import sys
import threading
import time
from pathlib import Path
from typing import TextIO

HOST = Path("/sys/devices/platform/vhci_hcd.0")
DEVICE = struct.pack("<BBHBBBBHHHBBBB", 18, 1, 0x0110, 0xFF, 0, 0, 64, 0x0403, 0xC631, 0x0100, 1, 2, 0, 1)
"""The descriptor of an i2c-tiny-usb (drivers/i2c/busses/i2c-tiny-usb.c knows it by 0403:c631)."""
CONFIGURATION = struct.pack("<BBHBBBBBBBBBBBBBB", 9, 2, 18, 1, 1, 0, 0x80, 50, 9, 4, 0, 0, 0, 0xFF, 0, 0, 0)

NO_ANSWER = -32
"""A USB stall: what asks gets EPIPE or EIO."""

UNLINK = 2

TRANSFER = 4
"""The request for a message on the bus, with flags in its lowest two bits. 0 to 3: echo, abilities, delay, status."""

ABLE = 0x0EFF0009
"""I2C and all of SMBus (linux/i2c.h, I2C_FUNC_*)."""


class Panel:
    """As much of an SSD1306 as its bus sees: it answers at its address, and its status says whether it is on."""

    def __init__(self, address: int, log: TextIO) -> None:
        self.address = address
        self.log = log
        self.plugged = True
        self.is_on = False
        self.acknowledged = False

    def note(self, words: str) -> None:
        self.log.write(f"{time.monotonic():.6f} {words}\n")
        self.log.flush()

    def write(self, message: bytes) -> None:
        self.note(message.hex())
        # Commands stand after a control byte of 0; the one for on or off is always the last of its message.
        if message[:1] == b"\0" and message[-1] in (0xAE, 0xAF):
            self.is_on = message[-1] == 0xAF

    def plug(self, *signal: object) -> None:
        self.plugged = not self.plugged
        self.is_on = False
        self.note("plugged" if self.plugged else "unplugged")

    def control(self, setup: bytes, data: bytes) -> tuple[int, bytes]:
        """A control transfer: its status (0 or an error) and the answer."""
        kind, request, value, index, wanted = struct.unpack("<BBHHH", setup)
        if kind & 0x60 == 0:
            return self.standard(request, value, wanted)
        match request:
            case 0:
                return 0, struct.pack("<H", value)
            case 1:
                return 0, struct.pack("<I", ABLE)[:wanted]
            case 2:
                return 0, b""
            case 3:
                return 0, bytes([self.acknowledged])
            case _ if request & ~3 == TRANSFER:
                if index != self.address or not self.plugged:
                    return NO_ANSWER, b""
                self.acknowledged = True
                if value & 1:
                    return 0, bytes([0x03 if self.is_on else 0x43]) * wanted
                self.write(data)
                return 0, b""
        return NO_ANSWER, b""

    @staticmethod
    def standard(request: int, value: int, wanted: int) -> tuple[int, bytes]:
        """What every USB device is asked."""
        if request == 6:
            kind, index = value >> 8, value & 0xFF
            name = {0: b"\x09\x04", 1: "Simulated".encode("utf-16-le"), 2: "i2c-tiny-usb".encode("utf-16-le")}
            answers = {1: DEVICE, 2: CONFIGURATION}
            if kind == 3 and index in name:
                answers[3] = bytes([len(name[index]) + 2, 3]) + name[index]
            return (0, answers[kind][:wanted]) if kind in answers else (NO_ANSWER, b"")
        if request == 0:
            return 0, b"\0\0"
        if request == 8:
            return 0, b"\1"
        return (0, b"") if request in (1, 3, 5, 9, 11) else (NO_ANSWER, b"")


def buses() -> set[str]:
    """The numbers of the I2C buses that are behind such adapters."""
    found = set()
    for name in Path("/sys/class/i2c-dev").glob("i2c-*/name"):
        if "i2c-tiny-usb" in name.read_text():
            found.add(name.parent.name.removeprefix("i2c-"))
    return found


def attach() -> socket.socket:
    """Puts a device into a free port of the USB host; its end of the cable."""
    theirs, ours = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    ports = (line.split() for line in (HOST / "status").read_text().splitlines())
    port = next(int(words[1]) for words in ports if words[0] == "hs" and words[2] == "004")
    (HOST / "attach").write_text(f"{port} {theirs.fileno()} {(1 << 16) + 1 + port} 2")
    theirs.close()
    return ours


def received(cable: socket.socket, n: int) -> bytes:
    data = b""
    while len(data) < n:
        piece = cable.recv(n - len(data))
        if not piece:
            sys.exit("the USB host let go")
        data += piece
    return data


def serve(cable: socket.socket, panel: Panel) -> None:
    """Answers the host (Documentation/usb/usbip_protocol.rst) for ever."""
    while True:
        head = received(cable, 48)
        command, sequence, _, is_in, _ = struct.unpack_from(">IIIII", head)
        if command == UNLINK:
            # Nothing is ever under way here.
            cable.sendall(struct.pack(">IIIIIi24x", 4, sequence, 0, 0, 0, 0))
            continue
        (length,) = struct.unpack_from(">i", head, 24)
        data = received(cable, length) if not is_in and length > 0 else b""
        status, answer = panel.control(head[40:48], data)
        n = len(answer) if is_in else len(data)
        reply = struct.pack(">IIIIIiiiii8x", 3, sequence, 0, 0, 0, status, n, 0, 0, 0)
        cable.sendall(reply + (answer if is_in else b""))


def main() -> None:
    address, folder = int(sys.argv[1], 0), Path(sys.argv[2])
    before = buses()
    panel = Panel(address, (folder / "written").open("w"))
    signal.signal(signal.SIGUSR2, panel.plug)
    cable = attach()

    def tell_bus() -> None:
        while not (new := buses() - before):
            time.sleep(0.05)
        (folder / "new").write_text(new.pop())
        (folder / "new").rename(folder / "bus")

    threading.Thread(target=tell_bus, daemon=True).start()
    serve(cable, panel)


main()
