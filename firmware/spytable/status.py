"""Status: what works and what does not, asked of the running table over a socket, and of the machine itself."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import socket
import stat
import tempfile
import threading
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from spytable import __version__
from spytable.errors import SpyTableError
from spytable.machine import Machine

ALL_WORKS, SOMETHING_FAILS, NO_TABLE = 0, 1, 3
"""Exit statuses of `spytable status`; systemctl's `status` has 3 as well for what does not run."""

ANSWER_WITHIN = 1.0
"""Seconds within which the loop answers; one that does not is busy with a disk, or hangs."""

LONGEST = 256 * 1024
"""Bytes of an answer."""


class StatusError(SpyTableError, OSError):
    """The table cannot be asked for its status."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A part that failed: see spytable.seats.seats.Trouble. *ago*: seconds since then. *over*: it works again."""

    part: str
    what: str
    remedy: str
    ago: float
    over: bool


def in_words(part: str, what: str, remedy: str) -> str:
    """A fault in one line.

    >>> in_words("key 2 of seat 1", "is held or stuck", "let go of it")
    'key 2 of seat 1: is held or stuck; let go of it'
    >>> in_words("sound", "No sound device.", "Plug in a speaker.")
    'sound: No sound device. Plug in a speaker.'
    """
    between = "" if not remedy else " " if what.endswith(".") else "; "
    return f"{part}: {what}{between}{remedy}"


@dataclass(frozen=True, slots=True)
class Health:
    """What a running table tells of itself.

    *process*: its number. *kind*: "pi" or "virtual". *place*: the address of a virtual table, else "". *running*:
    seconds since its start. *stage*: lobby, bases, play or over. *journal*: the file. *kept*: whether it keeps the
    game. *seats*: the seats that there are. *faults*: what does not work now; *past*: what failed last, the newest
    first. *sentences*: how many sounds of this game the voice has ready, and of how many. *sounded*: whether anything
    was played so far. *answers*: whether its loop answered; where it did not, the rest is unknown.
    """

    process: int
    answers: bool = True
    version: str = __version__
    kind: str = ""
    place: str = ""
    running: float = 0.0
    stage: str = ""
    journal: str = ""
    kept: bool = True
    seats: tuple[int, ...] = ()
    faults: tuple[Fault, ...] = ()
    past: tuple[Fault, ...] = ()
    sentences: tuple[int, int] = (0, 0)
    sounded: bool = True

    def as_json(self) -> dict[str, Any]:
        """The health under the names of its fields."""
        return asdict(self)

    @classmethod
    def from_json(cls, said: Mapping[str, Any]) -> Health:
        """What `as_json` wrote, of this version or another. Raises StatusError."""
        known = {name: said[name] for name in cls.__slots__ if name in said}
        try:
            for name in ("faults", "past"):
                known[name] = tuple(Fault(**fault) for fault in known.get(name, ()))
            known["seats"] = tuple(known.get("seats", ()))
            ready, of = known.get("sentences", (0, 0))
            known["sentences"] = (ready, of)
            return cls(**known)
        except (TypeError, ValueError) as error:
            raise StatusError(f"A table of another version answers otherwise: {error}.") from error


def own_folders(environment: Mapping[str, str]) -> tuple[Path, ...]:
    """Where this process may make its socket, the best first: systemd's RuntimeDirectory; else the user's, if there is
    one, or one in /tmp.
    """
    # systemd gives several folders separated by colons; ours is the first.
    given = environment.get("RUNTIME_DIRECTORY", "").split(":")[0]
    if given:
        return (Path(given),)
    session = environment.get("XDG_RUNTIME_DIR", "")
    # A session that began without logind (su, cron) has none, or one that is not there.
    sessions = [Path(session)] if session.startswith("/") else []
    return (*(one / "spytable" for one in (*sessions, Path(f"/run/user/{os.getuid()}"))), _common_folder())


def _common_folder() -> Path:
    return Path(tempfile.gettempdir()) / f"spytable-{os.getuid()}"


def folders(environment: Mapping[str, str]) -> tuple[Path, ...]:
    """Where tables' sockets may be: that of the service, and this user's own."""
    found = dict.fromkeys((Path("/run/spytable"), *own_folders(environment)))
    # Where anybody may make folders, one that somebody else made tells of no table of ours.
    return tuple(folder for folder in found if folder != _common_folder() or _is_trusted(folder))


def _is_trusted(folder: Path) -> bool:
    """Whether *folder* belongs to us, or to root. Raises nothing."""
    try:
        owner = folder.lstat()
    except OSError:
        return False
    return owner.st_uid in (os.getuid(), 0) and stat.S_ISDIR(owner.st_mode)


def listen(environment: Mapping[str, str], ask: Callable[[float], Health | None]) -> StatusSocket:
    """A socket in the first folder that takes one. Raises StatusError, for the first, where none does."""
    first: StatusError | None = None
    for folder in own_folders(environment):
        try:
            return StatusSocket(folder, ask)
        except StatusError as error:
            first = first or error
    assert first is not None, "there is always one in /tmp to try"
    raise first


class StatusSocket:
    """Answers whoever asks with the table's health, one after the other. Idle it costs nothing."""

    def __init__(self, folder: Path, ask: Callable[[float], Health | None]) -> None:
        """*ask* gives the health within so many seconds, or None. Raises StatusError where there can be no socket."""
        self.path = folder / f"table-{os.getpid()}.sock"
        self._ask = ask
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_CLOEXEC)
        try:
            folder.mkdir(mode=0o755, exist_ok=True)
            if not _is_trusted(folder):
                raise PermissionError(errno.EPERM, "the folder belongs to somebody else")
            self.path.unlink(missing_ok=True)  # of a process of the same number, long gone
            self._socket.bind(str(self.path))
            # Anyone on this machine may ask: nothing of a game is told.
            self.path.chmod(0o666)
            self._socket.listen(64)
        except OSError as error:
            self._socket.close()
            raise StatusError(f"`spytable status` will not see this table: {self.path}: {_reason(error)}.") from error
        self._thread = threading.Thread(target=self._run, name="status", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Answers nobody any more."""
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    def _run(self) -> None:
        while True:
            try:
                asker, _ = self._socket.accept()
            except OSError:
                return
            # An asker that breaks off, or does not read, keeps nobody else waiting for long.
            with asker, contextlib.suppress(OSError):
                asker.settimeout(ANSWER_WITHIN)
                health = self._ask(ANSWER_WITHIN) or Health(os.getpid(), answers=False)
                asker.sendall(json.dumps(health.as_json()).encode())


def ask_tables(places: tuple[Path, ...]) -> tuple[Health, ...]:
    """The health of every table that runs, of those whose sockets are in *places*. Raises StatusError."""
    found: list[Health] = []
    for folder in places:
        try:
            sockets = sorted(folder.glob("table-*.sock"))
        except OSError:
            continue
        found.extend(health for path in sockets if (health := _ask(path)) is not None)
    return tuple(found)


def _ask(path: Path) -> Health | None:
    """What the table at *path* answers; None where nobody listens there any more. Raises StatusError."""
    number = path.stem.removeprefix("table-")
    process = int(number) if number.isascii() and number.isdigit() else 0
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asking:
        asking.settimeout(3 * ANSWER_WITHIN)
        content = b""
        try:
            asking.connect(str(path))
            while chunk := asking.recv(LONGEST):
                content += chunk
                if len(content) > LONGEST:
                    raise StatusError(f"What answers at {path} is no table.")
        except (ConnectionRefusedError, FileNotFoundError):
            # A table that was killed leaves its socket behind.
            with contextlib.suppress(OSError):
                path.unlink()
            return None
        except (TimeoutError, BlockingIOError):  # the latter where too many ask at once
            return Health(process, answers=False)
        except ConnectionError:
            return None  # it ended while it was asked
        except StatusError:
            raise
        except OSError as error:
            raise StatusError(f"The table at {path} cannot be asked: {_reason(error)}.") from error
    try:
        said = json.loads(content)
        return Health.from_json(said)
    except (ValueError, RecursionError, AttributeError, TypeError) as error:
        if isinstance(error, StatusError):
            raise
        return None if not content else Health(process, answers=False)


def _reason(error: OSError) -> str:
    return error.strerror or str(error)  # Python's own, as for a path that is too long, has no strerror.


@dataclass(frozen=True, slots=True)
class Report:
    """All that `spytable status` tells."""

    machine: Machine
    tables: tuple[Health, ...] = field(default=())

    @property
    def exit_status(self) -> int:
        """0: a table runs and all works. 1: something does not. 3: no table runs."""
        if not self.tables:
            return NO_TABLE
        well = all(table.answers and not table.faults for table in self.tables) and not self.machine.power_low
        return ALL_WORKS if well else SOMETHING_FAILS

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        tables = [table.as_json() for table in self.tables]
        return {"version": __version__, "machine": asdict(self.machine), "tables": tables}

    def as_text(self) -> str:
        """For people."""
        lines = [f"spytable {__version__}", *_machine_lines(self.machine)]
        if not self.tables:
            lines.append("Table:    none runs. Start one: spytable play")
        for table in self.tables:
            lines += ["", *_table_lines(table)]
        return "\n".join(lines)


def _machine_lines(machine: Machine) -> list[str]:
    about = [machine.model] if machine.model else []
    if machine.temperature is not None:
        about.append(f"{machine.temperature:.0f} °C")
    lines = [f"Machine:  {', '.join(about)}"] if about else []
    remedy = "Use the supply that is made for this Pi, and a short cable."
    if machine.power_low:
        lines.append(f"Power:    too low now. {remedy}")
    elif machine.power_was_low:
        lines.append(f"Power:    was too low since the start. {remedy}")
    elif machine.power_low is False:
        lines.append("Power:    enough")
    return lines


def _table_lines(table: Health) -> list[str]:
    if not table.answers:
        return [f"Table:    process {table.process} does not answer: it is busy with a disk, or hangs."]
    where = f" at {table.place}" if table.place else ""
    kind = {"pi": "with wired seats", "virtual": "in the browser"}.get(table.kind, table.kind)
    other = "" if table.version == __version__ else f", version {table.version}"
    lines = [f"Table:    {kind}{where}, for {_time(table.running)} (process {table.process}{other})"]
    stages = {"lobby": "none", "bases": "bases are being made", "play": "on", "over": "over"}
    lines.append(f"Game:     {stages.get(table.stage, table.stage)}")
    lines.append(f"Journal:  {table.journal if table.kept else 'the game is not kept'}")
    left = list(table.faults)
    groups = [(f"Seat {seat}", re.compile(rf".*seat {seat}")) for seat in table.seats]
    for name, parts in (*groups, ("Sound", re.compile("sound.*")), ("Voice", re.compile("voice.*"))):
        mine = [fault for fault in left if parts.fullmatch(fault.part)]
        left = [fault for fault in left if fault not in mine]
        well = "nothing was played yet" if name == "Sound" and not table.sounded else "works"
        lines += _part(f"{name}:", mine) or [f"{name + ':':<9} {well}"]
    ready, of = table.sentences
    if of:
        lines.append(f"          {ready} of {of} sounds of this game are ready")
    lines += _part("Also:", left)
    if table.past:
        lines.append("Last faults:")
        lines += [
            f"  {_time(fault.ago)} ago: {fault.part}: {fault.what}{' (works again)' if fault.over else ''}"
            for fault in table.past
        ]
    return lines


def _part(name: str, faults: list[Fault]) -> list[str]:
    told = [in_words(fault.part, fault.what, fault.remedy) for fault in faults]
    return [f"{name if i == 0 else '':<9} {words}" for i, words in enumerate(told)]


def _time(seconds: float) -> str:
    """A length of time in words.

    >>> _time(59), _time(3 * 3600 + 60), _time(90000)
    ('59 s', '3 h 1 min', '25 h 0 min')
    """
    minutes, rest = divmod(int(seconds), 60)
    if not minutes:
        return f"{rest} s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"
