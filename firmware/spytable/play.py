"""`spytable play`: finds out what this machine has, puts the table together, and referees until it is stopped."""

from __future__ import annotations

import contextlib
import os
import secrets
import subprocess
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PIL.Image import Image

from spytable import config
from spytable.config import Settings
from spytable.ending import ended_by_signals
from spytable.errors import SpyTableError
from spytable.game.calls import Call
from spytable.game.cards import Colour, places
from spytable.idle import Idle
from spytable.journal.clerk import Clerk
from spytable.journal.errors import JournalBusyError, JournalError, JournalTooNewError
from spytable.journal.glance import Glance, glance
from spytable.journal.journal import Journal
from spytable.language.phrases import Called, Phrasebook, Phrases
from spytable.referee.comfort import FIRST_GAME
from spytable.referee.conversation import Conversation
from spytable.referee.conversation.chairs import SETTING as CHAIRS
from spytable.referee.names import names
from spytable.referee.record import Record
from spytable.referee.remarks import Tally
from spytable.referee.scores import SETTING as SCORES
from spytable.referee.scores import Scores
from spytable.referee.screen import Screen
from spytable.screen.draw import render
from spytable.seats.gpio import GpioSeats, PinFactory
from spytable.seats.gpio.panels.claim import Claim
from spytable.seats.gpio.probe import has_seat, is_pi
from spytable.seats.seats import Render, Seats, Trouble
from spytable.seats.web import WebSeats
from spytable.status import Health, StatusError, listen
from spytable.suspend import Suspends
from spytable.table import Table
from spytable.voice.devices.choice import choose_output
from spytable.voice.devices.outputs import NullOutput, Output, SendOutput
from spytable.voice.voice import Voice
from spytable.watchdog import Watchdog

if TYPE_CHECKING:
    from spytable.voice.packs.pack import Pack


@dataclass(frozen=True, slots=True)
class Choices:
    """What the command line chose over the settings file; None and False leave the file's choice."""

    config: Path | None = None
    table: str | None = None
    host: str | None = None
    port: int | None = None
    no_browser: bool = False
    journal: Path | None = None


def play(choices: Choices) -> int:
    """Runs a table until SIGTERM or SIGINT. Returns the exit status.

    Raises SpyTableError where the table cannot start: wrong settings, a journal in use, no port.
    """
    settings = _settings(choices)
    book = Phrasebook(own=config.languages_folder())
    phrases = book[settings.voice.language]
    spoken = [Called(phrases), *([Called(book[settings.voice.second])] if settings.voice.second else [])]
    at_seats = {seat: book[language] for seat, language in settings.languages.by_seat.items()}
    with contextlib.ExitStack() as stack:
        journal, clerk = _journal(choices.journal or settings.journal_path)
        stack.callback(clerk.close)
        seats = _seats(settings, phrases, at_seats, stack, lambda seat, name: table.rename(seat, name))
        output, (pack, faults) = _output(settings, seats), _pack(settings)
        voice = Voice(
            spoken[0],
            output=output,
            voice=phrases.language,
            second=(spoken[1], spoken[1].phrases.language) if spoken[1:] else None,
            pack=pack,
            rate=settings.voice.rate,
            volume=settings.voice.volume,
            lead_in=settings.voice.lead_in,
            trouble=lambda part, what, remedy: table.report_trouble(Trouble(part, what, remedy)),
        )
        stack.callback(voice.close)
        record, kept = _kept(journal)
        # A table that does not remember who sat where has never been played at.
        kept = {FIRST_GAME: CHAIRS not in kept} | kept
        conversation = Conversation(
            seats.numbers,
            settings=kept,
            draw=secrets.randbelow,
            record=record,
            status=lambda: table.status(),
            scores=lambda: table.scores(),
            may_shut_down=settings.shutdown,
        )

        voice.manner(conversation.manner)

        def prepare(colours: Sequence[str]) -> None:
            players = [Colour(seat) for seat in colours]
            scores = table.scores()
            voice.prepare(*(_ahead(language, players, scores) for language in spoken))

        def named(called: Mapping[Colour, str]) -> None:
            for language in spoken:
                language.names = called
            voice.call_anew()
            game = conversation.record.game
            if game is not None:
                prepare(game.seats)

        watchdog = Watchdog.from_environment(os.environ)
        stack.callback(watchdog.close)
        table = Table(
            conversation,
            seats,
            voice,
            clerk,
            set_up=lambda game: prepare(game.seats),
            report=_tell,
            watchdog=watchdog,
            names=names(seats.numbers, kept, settings.names.by_seat),
            named=named,
            scores=_scores(journal, kept),
            # A browser's screen looks after itself; an OLED burns in.
            idle=None if isinstance(seats, WebSeats) else Idle(time.monotonic),
            suspends=Suspends(seats.look) if isinstance(seats, GpioSeats) else None,
        )
        _answer_status(table, seats, voice, journal, stack)
        for fault in (*faults, *_silence(settings, output)):
            table.report_trouble(fault)
        if record is None or record.game is None:
            voice.prepare()
            opening: tuple[Call, ...] = ()
        else:
            _tell("The game that was not finished goes on.")
            prepare(record.game.seats)
            opening = conversation.opening
        with ended_by_signals(table.stop, seats.close):
            try:
                table.run(opening)
            finally:
                # Panels are dark; now the voice, and last the journal, both within the time that a signal gives.
                stack.close()
    return _power_off() if table.shuts_down else 0


def _power_off() -> int:
    """Switches the machine off. The exit status is 1 where that is refused: a service then starts the table again."""
    try:
        subprocess.run(["systemctl", "poweroff"], check=True, timeout=20, capture_output=True, text=True)
    except (OSError, subprocess.SubprocessError) as error:
        why = str(getattr(error, "stderr", None) or error).strip()
        _tell(f"The machine is not shut down: {why} The service needs the right to do it: see systemd/README.md.")
        return 1
    return 0


def _settings(choices: Choices) -> Settings:
    settings = config.load(choices.config)
    web = settings.web
    if choices.host is not None:
        web = replace(web, host=choices.host)
    if choices.port is not None:
        web = replace(web, port=choices.port)
    if choices.no_browser:
        web = replace(web, open_browser=False)
    return replace(settings, web=web, table=choices.table or settings.table)


def _journal(path: Path) -> tuple[Journal | Glance, Clerk]:
    """The journal at *path*, or what can be read of it, and who writes it.

    One that cannot be opened (a disk that is full, or cannot be written) costs the table its memory, not the game.
    Raises JournalBusyError where another table keeps it, and JournalTooNewError.
    """
    try:
        journal = Journal.open(path)
    except (JournalBusyError, JournalTooNewError):
        raise
    except JournalError as error:
        seen = glance(path)
        reopen = partial(Journal.open, path)
        return seen, Clerk(None, reopen=reopen, fault=str(error), running=seen.unfinished)
    return journal, Clerk(journal)


def _kept(journal: Journal | Glance) -> tuple[Record | None, dict[str, bool | int | str]]:
    """The game that was not finished, if there is one, and what players chose."""
    if isinstance(journal, Glance):
        unfinished, settings = journal.unfinished, journal.settings
    else:
        unfinished, settings = journal.unfinished(), journal.settings()
    return (Record.resume(unfinished) if unfinished else None), settings


def _ahead(language: Called, players: Sequence[Colour], scores: Tally) -> tuple[str, ...]:
    """All that may be said: also the names of those who played before, as the scores have them."""
    said = (sentence for part in language.read(scores) for sentence in part)
    return tuple(dict.fromkeys((*language.everything_said(players, places(len(players))), *said)))


def _scores(journal: Journal | Glance, kept: Mapping[str, bool | int | str]) -> Scores:
    """What was remembered of earlier games; where nothing ever was, what the journal still tells of them."""
    if SCORES not in kept and isinstance(journal, Journal):
        return Scores.of(journal.finished())
    return Scores(kept.get(SCORES))


def _answer_status(
    table: Table, seats: Seats, voice: Voice, journal: Journal | Glance, stack: contextlib.ExitStack
) -> None:
    """From now on `spytable status` sees this table. A table that cannot be seen plays all the same."""
    virtual = isinstance(seats, WebSeats)

    def ask(seconds: float) -> Health | None:
        health = table.ask(seconds)
        if health is None:
            return None
        place = seats.address if isinstance(seats, WebSeats) else ""
        path = str(journal.path) if isinstance(journal, Journal) else ""
        health = replace(health, kind="virtual" if virtual else "pi", place=place, journal=path)
        return replace(health, sentences=voice.progress, sounded=voice.has_sounded)

    try:
        stack.callback(listen(os.environ, ask).close)
    except StatusError as error:
        _tell(str(error))


def _seats(
    settings: Settings,
    phrases: Phrases,
    at_seats: Mapping[int, Phrases],
    stack: contextlib.ExitStack,
    named: Callable[[int, str], None],
) -> Seats:
    """The seats, in the words of *phrases*, and some in their own. *named* is told what players call a seat.

    Those on a header are held until *stack* closes; SeatsBusyError where another table has them.
    """
    picture = _drawn_in(phrases)
    pictures = {seat: _drawn_in(own) for seat, own in at_seats.items()}
    if settings.table == "pi" or (settings.table == "auto" and is_pi() and has_seat(settings.seats)):
        if settings.seats.factory is not PinFactory.MOCK:
            stack.callback(Claim(settings.seats).release)
        if sys.stdout is not None and sys.stdout.isatty():
            print("The Spy table is at its wired seats.\nPress Ctrl+C to stop.", flush=True)
        return GpioSeats(settings.seats, picture, renders=pictures)
    return WebSeats(
        picture,
        host=settings.web.host,
        port=settings.web.port,
        phrase=phrases.text,
        renders=pictures,
        phrases={seat: own.text for seat, own in at_seats.items()},
        named=named,
        opened=lambda address: _opened(address, settings.web.open_browser),
    )


def _drawn_in(phrases: Phrases) -> Render:
    def picture(screen: Screen) -> Image:
        return render(screen, phrases.text)

    return picture


def _output(settings: Settings, seats: Seats) -> Output:
    choice = settings.voice.output
    if isinstance(seats, WebSeats) and choice in ("auto", "browser"):
        return SendOutput(lambda wav, name: seats.play(wav, name=name), seats.stop_sound)
    if choice == "browser":
        raise SpyTableError('voice.output is "browser", which only the virtual table has. Choose "auto" or "none".')
    return choose_output(choice, settings.voice.device)


def _silence(settings: Settings, output: Output) -> Iterator[Trouble]:
    """Says that nothing will be heard where that was chosen: nobody shall wonder."""
    if isinstance(output, NullOutput):
        yield Trouble("sound", 'It is off by choice: voice.output is "none".', "The words are on the panels.")
    elif settings.voice.volume == 0:
        yield Trouble("sound", "It is off by choice: voice.volume is 0.", "The words are on the panels.")


def _pack(settings: Settings) -> tuple[Pack | None, list[Trouble]]:
    """The voice pack, and what is wrong with it. The table starts all the same: it has its synthesised voice."""
    if settings.pack_path is None:
        return None, []
    # Late: most tables have none.
    from spytable.voice.packs.pack import PackError, load

    remedy = "The synthesised voice speaks."
    try:
        pack = load(settings.pack_path, settings.voice.language)
    except PackError as error:
        return None, [Trouble("voice pack", str(error), remedy)]
    return pack, [Trouble(f"voice pack {name}", what, remedy) for name, what in pack.faults.items()]


def _opened(address: str, open_browser: bool) -> None:
    print(f"The Spy table is at {address}\nPress Ctrl+C to stop.", flush=True)
    if open_browser and has_desktop():
        # A browser may take seconds to start, and some do not return before they are closed.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def has_desktop() -> bool:
    """Whether somebody sits at a screen of this machine where a browser can open."""
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")) and not os.environ.get("SSH_CONNECTION")


def _tell(line: str) -> None:
    print(f"spytable: {line}", file=sys.stderr, flush=True)
