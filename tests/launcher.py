"""A machine for the launcher: its Python, pip, apt and sudo write down what they are asked, and install nothing."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

PYTHON = """#!/bin/sh
# Answers questions (-c) as a real Python does, and only writes down what it is to install or run.
note() { printf '%s\\n' "$*" >>"$MACHINE/calls"; }
case "$1 ${2-}" in
'-c '*)
    case $2 in
    *ensurepip*)
        if [ -e "$MACHINE/no-venv" ] && [ ! -e "$MACHINE/installed-python3-venv" ]; then
            echo "ModuleNotFoundError: No module named 'ensurepip'" >&2
            exit 1
        fi ;;
    *calcsize*) [ ! -e "$MACHINE/kind" ] || exec cat "$MACHINE/kind" ;;
    *version_info*3,\\ 11*) [ ! -e "$MACHINE/old" ] || exit 1 ;;
    *version_info*) [ ! -e "$MACHINE/old" ] || exec cat "$MACHINE/old" ;;
    'import lgpio') exit 1 ;;
    esac
    exec REAL "$@" ;;
'-m venv')
    note "venv $3"
    mkdir -p "$3/bin" && ln -sf "$MACHINE/python3.11" "$3/bin/python" ;;
'-m pip')
    shift 2
    [ "$1" != config ] || exit 0
    if [ -e "$MACHINE/pip-waits" ]; then
        echo begun >"$MACHINE/pip-waits"
        read -r line <"$MACHINE/pip-goes-on"
    fi
    note "pip $*"
    if [ -e "$MACHINE/pip-fails" ]; then
        cat "$MACHINE/pip-fails" >&2
        exit 1
    fi ;;
'-P -m')
    shift 2
    note "in $PWD"
    echo "runs $*" ;;
*) note "unexpected: $*"; exit 9 ;;
esac
"""

APT = """#!/bin/sh
printf 'apt-get %s\\n' "$*" >>"$MACHINE/calls"
[ ! -e "$MACHINE/apt-fails" ] || { echo 'E: Unable to fetch some archives' >&2; exit 100; }
[ "$1" = install ] || exit 0
for word in "$@"; do case $word in [a-z]*) : >"$MACHINE/installed-$word" ;; esac; done
"""

DPKG_QUERY = """#!/bin/sh
for word in "$@"; do last=$word; done
[ -e "$MACHINE/installed-$last" ] && echo installed
"""

SUDO = """#!/bin/sh
printf 'sudo %s\\n' "$*" >>"$MACHINE/calls"
[ "$1" != -n ] || exit 1
exec "$@"
"""

TOOLS = "sh cat cmp env find grep ln mkdir mv readlink rm sed tail"
"""All that the launcher may count on besides Python: nothing else is on the machine's PATH."""


class Machine:
    """A folder of stand-ins and a copy of the launcher in a folder with a space in its name."""

    def __init__(self, folder: Path, *, root: bool = True) -> None:
        self.folder = folder / "machine"
        self.home = folder / "a table of mine"
        self.programs = self.folder / "bin"
        self.programs.mkdir(parents=True)
        for tool in TOOLS.split():
            found = shutil.which(tool)
            assert found
            (self.programs / tool).symlink_to(found)
        # As on Debian: python3 is a link to the Python of a version, and so is the one in .venv.
        python = self.folder / "python3.11"
        python.write_text(PYTHON.replace("REAL", f"'{sys.executable}'"))
        python.chmod(0o755)
        (self.programs / "python3").symlink_to(python)
        self.program("apt-get", APT)
        self.program("dpkg-query", DPKG_QUERY)
        self.program("sudo", SUDO)
        self.program("id", f"#!/bin/sh\necho {0 if root else 1000}\n")
        self.program("chromedriver", "#!/bin/sh\n")
        (self.home / "firmware").mkdir(parents=True)
        shutil.copytree(ROOT / "requirements", self.home / "requirements")
        for name in ("table", "pyproject.toml"):
            shutil.copy2(ROOT / name, self.home / name)
        self.environment = {"PATH": str(self.programs), "MACHINE": str(self.folder)}

    def program(self, name: str, text: str) -> None:
        """Puts a program on the machine's PATH."""
        (self.programs / name).unlink(missing_ok=True)
        (self.programs / name).write_text(text)
        (self.programs / name).chmod(0o755)

    def without(self, name: str) -> None:
        """Takes a program away."""
        (self.programs / name).unlink()

    def mark(self, name: str, text: str = "") -> None:
        """Changes how the machine behaves; see the stand-ins above."""
        (self.folder / name).write_text(text)

    def unmark(self, name: str) -> None:
        """Takes a mark back."""
        (self.folder / name).unlink()

    def call(self, command: list[str], folder: Path) -> tuple[int, str]:
        """Runs any *command* in *folder*. Returns its status and what it wrote to its output."""
        done = subprocess.run(
            command,
            env=self.environment,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
        )
        return done.returncode, done.stdout

    def is_a_pi(self) -> None:
        """Makes it a Raspberry Pi."""
        model = self.folder / "model"
        model.write_bytes(b"Raspberry Pi Zero 2 W Rev 1.0\0")
        table = self.home / "table"
        text = table.read_text()
        assert "model_file=/proc/device-tree/model\n" in text
        table.write_text(text.replace("model_file=/proc/device-tree/model\n", f"model_file='{model}'\n"))

    def start(self, *words: str, **environment: str) -> subprocess.Popen[str]:
        """Starts the launcher without a terminal, in a process group of its own."""
        return subprocess.Popen(
            # In the background Ctrl+C is ignored, which a shell cannot undo.
            ["env", "--default-signal=INT", self.home / "table", *words],
            env=self.environment | environment,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def start_until_pip(self, *words: str) -> subprocess.Popen[str]:
        """Starts the launcher, and returns when its pip is at work: until something is written to "pip-goes-on"."""
        for name in ("pip-waits", "pip-goes-on"):
            os.mkfifo(self.folder / name)
        process = self.start(*words)
        (self.folder / "pip-waits").read_text()
        return process

    def run(self, *words: str, **environment: str) -> tuple[int, str, str]:
        """Runs the launcher without a terminal. Returns its status, and what it wrote to both outputs."""
        with self.start(*words, **environment) as process:
            out, err = process.communicate(timeout=120)
        return process.returncode, out, err

    def run_on_a_terminal(self, answer: str, *words: str, **environment: str) -> tuple[int, str]:
        """Runs it for a person who gives *answer* to a question. Returns its status and what it wrote."""
        ours, theirs = pty.openpty()
        os.write(ours, answer.encode() + b"\n")
        process = subprocess.Popen(
            [self.home / "table", *words],
            env=self.environment | environment,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)
        said = b""
        # A terminal that nobody holds any more gives an error (Linux) or an end.
        try:
            while piece := os.read(ours, 4096):
                said += piece
        except OSError:
            pass
        os.close(ours)
        return process.wait(timeout=120), said.decode().replace("\r\n", "\n")

    def calls(self) -> list[str]:
        """What was asked of Python, pip, apt and sudo since the last time, in order."""
        file = self.folder / "calls"
        found = file.read_text().splitlines() if file.exists() else []
        file.unlink(missing_ok=True)
        return found

    def installed(self) -> list[str]:
        """The files of pins (or ".", the table itself) that pip was given since the last time."""
        names = []
        for call in self.calls():
            if call.startswith("pip install"):
                assert "--no-deps" in call
                names += [word.split(".txt")[0] for word in call.split("/requirements/")[1:]]
                names += ["."] if "--editable" in call else []
        return names
