"""What comes in from outside, one function for each way in: takes any bytes, and fails where the table would."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

from spytable import config
from spytable.config import ConfigError
from spytable.journal.errors import JournalTooNewError
from spytable.journal.journal import Journal
from spytable.language.catalogue import PhraseFileError, compiled, read_po
from spytable.language.phrases import lengths
from spytable.language.words import PhraseError, Word, filled, spoken_name
from spytable.referee.press import KEYS, Press
from spytable.referee.protocol import announcement_from_json, announcement_to_json
from spytable.referee.record import Record
from spytable.referee.server import answer
from spytable.seats.web.guard import host_is_ours, origin_is_ours
from spytable.seats.web.protocol import Hears, read
from unfinished import GAME


def protocol(content: bytes) -> None:
    """Lines of `spytable referee`, after a game has begun: each has an answer, and what is kept can be read again."""
    record = Record.resume(GAME)
    for line in content.split(b"\n")[:30]:
        kept = list(record.history)
        answers = answer(record, line)
        assert answers, "every line has an answer"
        for said in answers:
            text = json.dumps(said)
            assert "\n" not in text
        if len(answers) == 1 and answers[0]["call"] in ("foul", "contradiction"):
            assert list(record.history) == kept, "a foul changed the game"
        for announcement in record.history[len(kept) :]:
            assert announcement_from_json(json.loads(json.dumps(announcement_to_json(announcement)))) == announcement


def settings(content: bytes) -> None:
    """A settings file: settings, or a sentence for each fault."""
    with _in_memory(content) as path:
        try:
            config.load(path)
        except ConfigError as error:
            assert error.faults
            assert all(fault.strip() and "\n" not in fault for fault in error.faults), error.faults


def phrases(content: bytes) -> None:
    """A phrase file: what it says is what gettext finds, and each sentence is filled or refused with a reason."""
    try:
        entries = read_po(content.decode("utf-8", errors="replace"))
    except PhraseFileError as error:
        assert "line" in str(error)
        return
    catalogue = GNUTranslations(BytesIO(compiled(entries)))
    words = {"seat": Word("red", {"partitive": "reds"}), "name": "Anna {seat}"}
    for key, sentence in entries.items():
        assert catalogue.gettext(key) == sentence
        for take in (lambda text: [filled(one, words) for one in lengths(text)], Word.parse):
            with contextlib.suppress(PhraseError):
                take(sentence)


def names(content: bytes) -> None:
    """A player's name, for the voice: letters and blanks are all that is left of it."""
    said = spoken_name(content.decode("utf-8", errors="replace"))
    assert all(letter.isprintable() for letter in said)
    assert not set(said) & set("-[]<>{}|&;$`\\\"0123456789"), said


def journal(content: bytes) -> None:
    """A journal's file and its log, cut in two at the first 0xFF 0x00 0xFF: the table starts, and keeps a game."""
    file, _, log = content.partition(b"\xff\x00\xff")
    folder = Path(tempfile.mkdtemp(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None))
    path = folder / "journal.sqlite"
    try:
        path.write_bytes(file)
        if log:
            path.with_name("journal.sqlite-wal").write_bytes(log)
        _keeps_a_game(path)
    finally:
        shutil.rmtree(folder)


def _keeps_a_game(path: Path) -> None:
    try:
        kept = Journal.open(path)
    except JournalTooNewError:
        return
    kept.unfinished()
    for announcement in GAME:
        kept.append(announcement)
    kept.close()
    kept = Journal.open(path)
    assert kept.unfinished() == GAME
    kept.close()


def page(content: bytes) -> None:
    """What a browser says over the WebSocket, and the headers that it comes with."""
    text = content.decode("utf-8", errors="replace")
    said = read(text, (1, 2, 4))
    assert said is None or isinstance(said, Press | Hears)
    if isinstance(said, Press):
        assert said.seat in (1, 2, 4) and said.key in KEYS and type(said.held) is bool
    origin, _, host = text.partition("\n")
    for loopback in (True, False):
        ours = host_is_ours(host, loopback=loopback, names={"table"})
        assert not (ours and any(sign in host for sign in "/@\\?# \r\n")), host
    assert not origin_is_ours(origin, "table.local:8737") or origin.lower().split("://")[1] == "table.local:8737"


TARGETS: dict[str, Callable[[bytes], None]] = {
    "protocol": protocol,
    "settings": settings,
    "phrases": phrases,
    "names": names,
    "journal": journal,
    "page": page,
}


@contextlib.contextmanager
def _in_memory(content: bytes):
    descriptor = os.memfd_create("fuzz")
    try:
        os.write(descriptor, content)
        yield Path(f"/proc/self/fd/{descriptor}")
    finally:
        os.close(descriptor)


def seeds(target: str) -> list[bytes]:
    """Inputs to begin with: whole and right ones."""
    lines = b"\n".join(json.dumps(announcement_to_json(one)).encode() for one in GAME)
    more = b'{"say":"move","seat":"red","spaces":1,"turn":"after"}\n{"say":"legal"}\n{"say":"state"}\n{"say":"undo"}'
    samples = {
        "protocol": [lines, more, lines + b"\n" + more],
        "settings": [
            b'table = "pi"\n[web]\nhost = "0.0.0.0"\nport = 80\n[voice]\nvolume = 0.5\nlanguage = "fi"\n',
            b"[seats]\nfactory = \"lgpio\"\n[[seats.seat]]\nseat = 1\nkeys = [4, 5, 6, 7]\nlamp = 8\n",
        ],
        "phrases": [
            b'msgid ""\nmsgstr ""\n\n#, fuzzy\nmsgctxt "aloud"\nmsgid "a"\nmsgstr "{seat.partitive} b\\n"\n'
            b'msgid "b"\nmsgstr "c | partitive: d || e"\n'
        ],
        "names": ["Anna-Bob 2 ’Αννα [[f'u:]]".encode()],
        "journal": [_journal_bytes()] if target == "journal" else [],
        "page": [b'{"is":"press","seat":1,"key":2,"prompt":7,"held":true}', b"http://table.local:8737\ntable.local:8737"],
    }
    return samples[target]


def _journal_bytes() -> bytes:
    """A journal as a power cut leaves it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite"
        kept = Journal.open(path)
        for announcement in GAME:
            kept.append(announcement)
        content = path.read_bytes() + b"\xff\x00\xff" + path.with_name("journal.sqlite-wal").read_bytes()
        kept.close()
    return content
