"""A made-up Raspberry Pi that the table is installed on: its files are in a folder, and systemd only writes down."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from launcher import ROOT, Machine

NOTES = """#!/bin/sh
printf '%s %s\\n' "${0##*/}" "$*" >>"$MACHINE/calls"
[ ! -e "$MACHINE/${0##*/}-fails" ] || { case "$*" in restart*) exit 1 ;; esac; }
"""

GROUPS = """#!/bin/sh
[ ! -e "$MACHINE/group-$2" ] || cat "$MACHINE/group-$2"
[ -e "$MACHINE/group-$2" ]
"""

CONFIG = "# a line of the Pi's own\ndtparam=audio=on\n[cm4]\notg_mode=1\n"
COMMAND_LINE = "console=serial0,115200 console=tty1 root=PARTUUID=1234-02 rootwait\n"


class Pi(Machine):
    """A Pi whose file system begins in *root*."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.is_a_pi()
        self.root = self.folder / "root"
        self.boot = self.root / "boot/firmware"
        self.boot.mkdir(parents=True)
        (self.boot / "config.txt").write_text(CONFIG)
        (self.boot / "cmdline.txt").write_text(COMMAND_LINE)
        shutil.copytree(ROOT / "systemd", self.home / "systemd")
        script = self.home / "systemd/install.sh"
        text = re.sub(r"^root= .*$", f"root='{self.root}'", script.read_text(), flags=re.MULTILINE)
        assert str(self.root) in text
        script.write_text(text)
        for name in ("README.md", "LICENSE"):
            (self.home / name).write_text("")
        for tool in ("chmod", "cp", "flock"):
            (self.programs / tool).symlink_to(shutil.which(tool) or tool)
        # No real sync: it would wait for all that this computer writes.
        for name in ("systemctl", "systemd-sysusers", "udevadm", "modprobe", "userdel", "groupdel", "chown", "sync"):
            self.program(name, NOTES)
        self.program("getent", GROUPS)

    def file(self, name: str) -> Path:
        return self.root / name

    @property
    def unit(self) -> Path:
        return self.file("etc/systemd/system/spytable.service")

    @property
    def config(self) -> str:
        return (self.boot / "config.txt").read_text()

    def files(self) -> dict[str, str]:
        """All that is below the root, but the environment."""
        found = {
            str(path.relative_to(self.root)): path.read_text()
            for path in sorted(self.root.rglob("*"))
            if path.is_file()
        }
        return {name: text for name, text in found.items() if not name.startswith("opt/")}
