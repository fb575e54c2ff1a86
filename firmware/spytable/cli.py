"""The `spytable` command: reads the words on the command line and opens the room that does the work."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TextIO

from spytable import __version__
from spytable.errors import SpyTableError

if TYPE_CHECKING:
    from spytable.config import Settings
    from spytable.voice.packs.pack import Pack

# Rooms are imported where their command runs: a referee in a pipe must not wait for a web server to load.


def _play(options: argparse.Namespace) -> int:
    from spytable.ending import leave
    from spytable.play import Choices, play

    status = play(
        Choices(
            config=options.config,
            table=options.table,
            host=options.host,
            port=options.port,
            no_browser=options.no_browser,
            journal=options.journal,
        )
    )
    leave(status)


def _status(options: argparse.Namespace) -> int:
    import os

    from spytable.machine import look_closely
    from spytable.status import Report, ask_tables, folders

    report = Report(look_closely(), ask_tables(folders(os.environ)))
    if options.json:
        import json

        print(json.dumps(report.as_json(), indent=1))
    else:
        print(report.as_text())
    return report.exit_status


def _referee(options: argparse.Namespace) -> int:
    from spytable.referee.server import serve

    if options.journal is None:
        return serve(_standard(sys.stdin, "input"), _standard(sys.stdout, "output"))
    from spytable.journal.journal import Journal

    journal = Journal.open(options.journal)
    try:
        if journal.report:
            print(f"spytable: {journal.report}", file=sys.stderr)
        return serve(_standard(sys.stdin, "input"), _standard(sys.stdout, "output"), journal)
    finally:
        journal.close()


def _perft(options: argparse.Namespace) -> int:
    from spytable.referee.perft import run

    return run(_standard(sys.stdin, "input"), _standard(sys.stdout, "output"), options.depth)


def _screens(options: argparse.Namespace) -> int:
    from spytable.config import languages_folder
    from spytable.language.phrases import Phrasebook, languages
    from spytable.screen.gallery import with_large_print, write_gallery
    from spytable.screen.tour import tour
    from spytable.troubles import all_notices, all_status

    own = languages_folder()
    book = Phrasebook(own=own)
    wanted = [options.language] if options.language else languages(own=own)
    phrases = {language: book[language].text for language in wanted}
    print(write_gallery(options.out, with_large_print(tour(all_notices(), all_status())), phrases=phrases))
    return 0


def _languages(options: argparse.Namespace) -> int:
    from spytable.config import languages_folder
    from spytable.language.report import run, write_template
    from spytable.screen.fonts import missing

    if options.template is None:
        return run(options.language, own=languages_folder(), lacking=missing)
    if len(options.language) > 1:
        raise SpyTableError("A template is for one language, or for none.")
    write_template(options.template, *options.language, own=languages_folder())
    return 0


def _bench(options: argparse.Namespace) -> int:
    from spytable.bench import run

    return run(only=options.only, json_file=options.json)


def _say(options: argparse.Namespace) -> int:
    from spytable.config import languages_folder, load
    from spytable.language.phrases import Phrases
    from spytable.voice import commands
    from spytable.voice.devices.choice import choose_output

    settings = load(options.config)
    voice = settings.voice
    language = options.language or voice.language
    return commands.say(
        options.call,
        Phrases(language, own=languages_folder()),
        output=choose_output("auto" if voice.output == "browser" else voice.output, voice.device),
        out=options.out,
        effect_only=options.effect_only,
        show=options.print,
        manner=commands.Manner(voice.rate, voice.volume, voice.lead_in, _pack(settings, language)),
    )


def _pack(settings: Settings, language: str) -> Pack | None:
    """The settings' voice pack, where there is one and it speaks *language*."""
    from spytable.voice.packs.pack import load

    pack = load(settings.pack_path) if settings.pack_path else None
    return pack if pack and pack.language == language else None


def _voice_list(options: argparse.Namespace) -> int:
    from spytable.config import languages_folder
    from spytable.language.phrases import languages
    from spytable.voice.commands import list_voices

    return list_voices(languages(own=languages_folder()))


def _voice_prepare(options: argparse.Namespace) -> int:
    from spytable.config import languages_folder, load
    from spytable.language.phrases import Phrases
    from spytable.voice.commands import Manner, prepare

    settings = load(options.config)
    language = options.language or settings.voice.language
    manner = Manner(settings.voice.rate, pack=_pack(settings, language))
    return prepare(Phrases(language, own=languages_folder()), manner=manner)


def _voice_record(options: argparse.Namespace) -> int:
    from spytable.config import languages_folder, load
    from spytable.language.phrases import Phrases
    from spytable.voice.commands import all_sentences
    from spytable.voice.devices.choice import choose_output
    from spytable.voice.devices.microphone import SoundDeviceMicrophone
    from spytable.voice.devices.outputs import Take
    from spytable.voice.packs.studio import Studio, pieces

    voice = load(options.config).voice
    phrases = Phrases(options.language or voice.language, own=languages_folder())
    # Listening back goes where the table's own sound goes.
    output = choose_output("auto" if voice.output in ("browser", "none") else voice.output, voice.device)
    try:
        studio = Studio(
            options.folder,
            phrases.language,
            SoundDeviceMicrophone(options.device),
            lambda clip: output.play(Take(clip, lead_in=voice.lead_in)),
        )
        return studio.record(pieces(all_sentences(phrases, options.players)), only=options.only)
    finally:
        output.close()


def _voice_check(options: argparse.Namespace) -> int:
    from spytable.config import languages_folder
    from spytable.language.phrases import Phrases
    from spytable.voice.commands import all_sentences
    from spytable.voice.packs.pack import load
    from spytable.voice.packs.packcheck import check

    pack = load(options.folder)
    return check(pack, all_sentences(Phrases(pack.language, own=languages_folder()), options.players))


def _pins(options: argparse.Namespace) -> int:
    from spytable import config
    from spytable.seats.gpio.drawing import plan
    from spytable.seats.gpio.header import check_here, one_wire_lines, uses_in_force

    settings = config.load(options.config)
    print(f"The pin plan of {settings.source}" if settings.source else "The pin plan that the table has by itself")
    print(plan(settings.seats, uses_in_force(), one_wire_lines()))
    sys.stdout.flush()
    # What only this computer can tell: lines that its system uses for something else.
    check_here(settings.seats)
    return 0


def _doctor(options: argparse.Namespace) -> int:
    from spytable.doctor import examine

    return examine(options.config, as_json=options.json, ask=not options.no_questions)


def _natural(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def _port(text: str) -> int:
    number = int(text)
    if not 0 <= number <= 65535:
        raise ValueError(text)
    return number


_natural.__name__ = "whole number from 1"
_port.__name__ = "port number from 0 to 65535"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="spytable", description="A table that referees the card game Spy.")
    parser.add_argument("--version", action="version", version=f"spytable {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    play = commands.add_parser("play", help="referee at the table: on a Pi with seats, or in the browser")
    play.set_defaults(run=_play)
    play.add_argument("--table", choices=("auto", "pi", "virtual"), help="which table (default: finds out)")
    play.add_argument("--config", type=Path, metavar="FILE", help="the settings file")
    play.add_argument("--host", help="address of the virtual table (default: 127.0.0.1, this machine only)")
    play.add_argument("--port", type=_port, help="port of the virtual table; 0 for any")
    play.add_argument("--no-browser", action="store_true", help="do not open the virtual table in a browser")
    play.add_argument("--journal", type=Path, metavar="FILE", help="where the games are kept")

    status = commands.add_parser("status", help="what works and what does not, of a table that runs and of the machine")
    status.set_defaults(run=_status)
    status.add_argument("--json", action="store_true", help="for programs")

    referee = commands.add_parser("referee", help="referee a game of announcements, JSON lines on standard input")
    referee.set_defaults(run=_referee)
    referee.add_argument("--journal", type=Path, metavar="FILE", help="keep the game in FILE, and go on with it")

    perft = commands.add_parser("perft", help="count the sequences of announcements that can follow")
    perft.set_defaults(run=_perft)
    perft.add_argument("depth", type=_natural, metavar="DEPTH", help="how many announcements deep")

    pins = commands.add_parser("pins", help="show the pin plan as a table and a drawing of the header, and check it")
    pins.set_defaults(run=_pins)
    pins.add_argument("--config", type=Path, metavar="FILE", help="the settings file")

    doctor = commands.add_parser("doctor", help="say what is wired, what answers, what is wrong and what to do")
    doctor.set_defaults(run=_doctor)
    doctor.add_argument("--config", type=Path, metavar="FILE", help="the settings file")
    doctor.add_argument("--json", action="store_true", help="for programs: one JSON object, no questions")
    doctor.add_argument("--no-questions", action="store_true", help="do not test keys, panels and sound with a person")

    screens = commands.add_parser("screens", help="draw the panels' screens to a folder, as pictures and one page")
    screens.set_defaults(run=_screens)
    screens.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder")
    screens.add_argument("--language", metavar="CODE", help="such as fi (default: all)")

    languages = commands.add_parser("languages", help="tell how complete each language is, and what is wrong in it")
    languages.set_defaults(run=_languages)
    languages.add_argument("language", nargs="*", metavar="CODE", help="such as fi: what it lacks, in full")
    languages.add_argument(
        "--template", type=Path, metavar="FILE", help="write a file to translate, with what CODE has; - to print it"
    )

    say = commands.add_parser("say", help="say a call as the table would: to the loudspeaker, or to a WAV file")
    say.set_defaults(run=_say)
    say.add_argument("call", metavar="CALL", help='a call of the table protocol: \'{"call":"turn","seat":"red"}\'')
    say.add_argument("--language", metavar="CODE", help="such as fi (default: the settings' language)")
    say.add_argument("--out", type=Path, metavar="FILE", help="write a WAV file (16-bit mono) and play nothing")
    say.add_argument("--effect-only", action="store_true", help="leave the words out")
    say.add_argument("--print", action="store_true", help="give the words and their phonemes; play nothing")
    say.add_argument("--config", type=Path, metavar="FILE", help="the settings file")

    voice = commands.add_parser("voice", help="look after the voice").add_subparsers(metavar="COMMAND", required=True)
    voice_list = voice.add_parser("list", help="the languages, and the voices that say them")
    voice_list.set_defaults(run=_voice_list)
    voice_prepare = voice.add_parser("prepare", help="make all that games say, ahead of the first game")
    voice_prepare.set_defaults(run=_voice_prepare)
    voice_prepare.add_argument("--language", metavar="CODE", help="such as el (default: the settings' language)")
    voice_prepare.add_argument("--config", type=Path, metavar="FILE", help="the settings file")
    record = voice.add_parser("record", help="record a voice pack with a microphone, sentence by sentence")
    record.set_defaults(run=_voice_record)
    record.add_argument("folder", type=Path, metavar="DIR", help="the pack's folder; it goes on where it stopped")
    record.add_argument("--language", metavar="CODE", help="such as fi (default: the settings' language)")
    record.add_argument("--players", type=int, choices=(2, 4), default=4, help="for games of two, or of all (4)")
    record.add_argument("--only", default="", metavar="TEXT", help="the sentences with TEXT in them, once more")
    record.add_argument("--device", default="", metavar="ID", help="the microphone's card (default: the system's own)")
    record.add_argument("--config", type=Path, metavar="FILE", help="the settings file")
    check = voice.add_parser("check", help="say what a voice pack lacks and what is wrong in it")
    check.set_defaults(run=_voice_check)
    check.add_argument("folder", type=Path, metavar="DIR", help="the pack's folder")
    check.add_argument("--players", type=int, choices=(2, 4), default=4, help="for games of two, or of all (4)")

    bench = commands.add_parser("bench", help="measure the table beside what one would use instead")
    bench.set_defaults(run=_bench)
    bench.add_argument("--only", metavar="NAME", help="one measurement")
    bench.add_argument("--json", type=Path, metavar="FILE", help="write the rows to FILE too")
    return parser


def _standard(stream: TextIO | None, name: str) -> BinaryIO:
    """The bytes of a standard stream. Raises SpyTableError where the program was started without it."""
    if stream is None:
        raise SpyTableError(f"Standard {name} is closed; this command needs it.")
    return stream.buffer


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command in *arguments* (those of the process unless given) and returns its exit status."""
    options = _parser().parse_args(arguments)
    try:
        status: int = options.run(options)
        if sys.stdout is not None:
            sys.stdout.flush()
    except SpyTableError as error:
        print(f"spytable: {error}", file=sys.stderr)
        return error.exit_status
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read what is printed has enough, as `head` has. Python's own farewell must not write to it either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status
