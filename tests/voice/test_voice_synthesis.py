"""The synthesis worker: it speaks, and when it hangs or dies another takes its place."""

import os
import sys
import textwrap
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

import spytable
from spytable.voice.cache import Cache
from spytable.voice.clips import Clips
from spytable.voice.samples.clip import RATE, Clip, loudness, numbers, peak, rms
from spytable.voice.samples.effects import LOUDNESS, Effect, synthesise
from spytable.voice.synthesis import espeak
from spytable.voice.synthesis.synthesiser import Synthesiser, SynthesisError

speaks = pytest.mark.skipif(espeak.find() is None, reason="eSpeak NG is not installed")


@pytest.fixture(scope="module")
def real() -> Iterator[Synthesiser]:
    synthesiser = Synthesiser(deadline=120)
    yield synthesiser
    synthesiser.close()
    synthesiser.rest()


def fake(tmp_path: Path, code: str) -> tuple[str, ...]:
    """A worker made of *code*; `reply(id)` answers rightly, `starts` counts how often it was started."""
    script = tmp_path / "worker.py"
    script.write_text(
        textwrap.dedent("""
            import json, os, sys, time
            mark = sys.argv[1]
            starts = os.path.getsize(mark) + 1 if os.path.exists(mark) else 1
            open(mark, "a").write("x")
            out = sys.stdout.buffer
            def reply(number, samples=b"\\x01\\x02" * 2000):
                head = json.dumps({"id": number, "rate": 22050, "bytes": len(samples)})
                out.write(head.encode() + b"\\n" + samples)
                out.flush()
        """)
        + textwrap.dedent(code)
    )
    return (sys.executable, "-S", "-E", str(script), str(tmp_path / "starts"))


def starts(tmp_path: Path) -> int:
    return (tmp_path / "starts").stat().st_size


@speaks
def test_words_become_speech_of_a_sensible_length_and_level(real: Synthesiser) -> None:
    clip = real.make("Green spies on Red.")
    assert 0.7 < clip.seconds < 2.0
    assert clip.rate == RATE
    assert loudness(clip) == pytest.approx(LOUDNESS, abs=0.3)
    assert peak(clip.samples) < 0.9


@speaks
def test_preparing_gives_way_to_the_game(real: Synthesiser) -> None:
    real.make("Red.")
    assert real.process_id is not None
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, real.process_id) == min(19, own + 10)


def test_a_press_never_waits_for_the_table_to_go_through_the_samples_of_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone_through(samples: bytes) -> NoReturn:
        raise AssertionError("a loop over samples keeps all other threads waiting")

    monkeypatch.setattr("spytable.voice.samples.clip.numbers", gone_through)
    code = "for line in sys.stdin: reply(json.loads(line)['id'], b'\\1\\2' * 30000)"
    synthesiser = Synthesiser(command=fake(tmp_path, code))
    clips = Clips(synthesiser, Cache(tmp_path / "sounds"), lambda part, what, remedy: None)
    try:
        assert clips.wait("Red's turn.", 60) is not None
        assert list(tmp_path.glob("sounds/*/*.wav"))
    finally:
        clips.close()


@speaks
@pytest.mark.parametrize(
    ("voice", "said"),
    [
        ("en", ("Green spies on Red.", "Red's turn.", "Place one.", "A lit Bomb!", "Blue is out.", "The next page.")),
        ("sq", ("Shënjestra: tregoja të gjithëve.", "Radhën e ka jeshili.")),
        ("el", ("Διόρθωσε τη βάση σου.", "Σειρά έχει ο Κόκκινος.")),
    ],
)
def test_every_sentence_is_as_loud_as_the_next(real: Synthesiser, voice: str, said: tuple[str, ...]) -> None:
    real.voice = voice
    try:
        for words in said:
            clip = real.make(words)
            assert loudness(clip) == pytest.approx(LOUDNESS, abs=0.9), words
            assert peak(clip.samples) < 0.9, words
    finally:
        real.voice = "en"


@speaks
def test_speech_begins_and_ends_without_silence_or_click(real: Synthesiser) -> None:
    values = numbers(real.make("Red's turn.").samples)
    assert values[0] == values[-1] == 0
    assert max(map(abs, values[: RATE // 40])) > 100, "silence of more than 25 ms before the first sound"
    assert max(map(abs, values[-RATE // 16 :])) > 100, "silence of more than 60 ms after the last sound"


@speaks
def test_each_of_many_utterances_is_spoken_not_only_the_last(real: Synthesiser) -> None:
    # eSpeak's breath is noise, never twice the same; how long words last is, to some steps of 5 ms.
    said = ("Place one.", "Green spies on Red.", "Red.", "Place one.")
    one, spies, red, again = (real.make(words).seconds for words in said)
    assert red + 0.1 < one < spies - 0.1
    assert one == pytest.approx(again, abs=0.03)


@speaks
@pytest.mark.parametrize(("name", "plain"), [("-Bob", "Bob"), ("[[Bob]]", "Bob"), ("<b>Bob</b>", "b Bob b")])
def test_a_name_is_never_an_option_markup_or_phonemes(real: Synthesiser, name: str, plain: str) -> None:
    assert real.make(name).seconds == pytest.approx(real.make(plain).seconds, abs=0.03)


@speaks
def test_an_unknown_voice_is_an_error_that_names_those_there_are() -> None:
    synthesiser = Synthesiser("klingon", deadline=120)
    try:
        with pytest.raises(SynthesisError, match=r"no voice 'klingon'.*\ben\b.*\bfi\b"):
            synthesiser.make("hello")
        synthesiser.voice = "fi"
        assert synthesiser.make("Punainen").seconds > 0.3
    finally:
        synthesiser.close()
        synthesiser.rest()


@speaks
@pytest.mark.parametrize("voice", ["en", "el", "bs", "sq", "fi", "nl", "gmw/en-us"])
def test_the_voices_of_the_table_s_languages_are_there(real: Synthesiser, voice: str) -> None:
    real.voice = voice
    try:
        assert rms(real.make("Anna").samples) > 0.01
    finally:
        real.voice = "en"


@speaks
def test_each_language_keeps_its_own_pace_however_they_take_turns() -> None:
    # In one process without the pipe's delay: eSpeak NG takes a rate late, and speaks meanwhile.
    import json
    import subprocess

    code = (
        "import json, os, sys\nfrom spytable.voice.synthesis.worker import Speech\n"
        "answers = os.fdopen(os.dup(1), 'w'); os.dup2(2, 1)\nspeech = Speech()\n"
        "said = [speech.synthesise('Punainen vakoilee.', voice, rate).seconds\n"
        "        for _ in range(12) for voice, rate in (('fi', 300), ('en', 150), ('el', 220))]\n"
        "json.dump(said, answers)"
    )
    home = str(Path(spytable.__file__).parents[1])
    done = subprocess.run([sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": home}, capture_output=True)
    seconds = json.loads(done.stdout)
    for i in range(3):
        assert max(seconds[i::3]) - min(seconds[i::3]) < 0.05


@speaks
def test_nothing_to_say_is_an_error_and_not_silence_passed_off_as_speech(real: Synthesiser) -> None:
    with pytest.raises(SynthesisError):
        real.make("\U0001f4a3")


def test_the_worker_makes_the_effects_and_needs_no_synthesiser_for_them(real: Synthesiser) -> None:
    assert real.make(Effect.KEY).samples == synthesise(Effect.KEY).samples


@speaks
def test_no_file_is_left_behind(real: Synthesiser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    synthesiser = Synthesiser(deadline=120)
    synthesiser.make("Red is out.")
    synthesiser.rest()
    assert list(tmp_path.iterdir()) == []


def test_a_worker_that_hangs_is_replaced(tmp_path: Path) -> None:
    command = fake(
        tmp_path,
        """
        for n, line in enumerate(sys.stdin):
            if starts == 1 and n == 1:
                time.sleep(600)
            reply(json.loads(line)["id"])
        """,
    )
    synthesiser = Synthesiser(command=command, deadline=120)
    # It has started, which can take long on a busy machine, before it is given little time.
    assert synthesiser.make("none").seconds > 0
    synthesiser.deadline = 0.2
    with pytest.raises(SynthesisError, match="hangs"):
        synthesiser.make("one")
    assert not synthesiser.running
    synthesiser.deadline = 120
    assert synthesiser.make("two").seconds > 0
    assert starts(tmp_path) == 2
    synthesiser.rest()


def test_a_worker_that_hangs_in_the_middle_of_its_answer_is_replaced(tmp_path: Path) -> None:
    command = fake(
        tmp_path,
        """
        for line in sys.stdin:
            out.write(b'{"id": 1, "rate": 22050, "bytes": 4000}\\n' + bytes(100))
            out.flush()
            time.sleep(600)
        """,
    )
    synthesiser = Synthesiser(command=command, deadline=0.2)
    with pytest.raises(SynthesisError, match="hangs"):
        synthesiser.make("one")
    assert not synthesiser.running


def test_a_worker_that_died_is_replaced_without_anyone_noticing(tmp_path: Path) -> None:
    command = fake(
        tmp_path,
        """
        reply(json.loads(sys.stdin.readline())["id"])
        """,
    )
    synthesiser = Synthesiser(command=command, deadline=120)
    clips = {synthesiser.make("one").samples, synthesiser.make("one").samples}
    synthesiser.rest()
    # Each worker numbers on: the second one's answer fits the second question.
    assert len(clips) == 1
    assert starts(tmp_path) == 2


def test_a_worker_that_always_dies_is_an_error_and_not_an_endless_start(tmp_path: Path) -> None:
    synthesiser = Synthesiser(command=fake(tmp_path, "sys.exit(3)"), deadline=120)
    with pytest.raises(SynthesisError, match="ended"):
        synthesiser.make("one")
    assert starts(tmp_path) == 2


@pytest.mark.parametrize(
    "answer",
    [
        b"Audio saved to x\n",
        b"[]\n",
        b'{"id": 1}\n',
        b'{"id": 1, "rate": 22050, "bytes": -4}\n',
        b'{"id": 1, "rate": 22050, "bytes": 3}\n123',
        b'{"id": 1, "rate": 22050, "bytes": 99999999999}\n',
        b'{"id": 1, "rate": 8000, "bytes": 4}\n1234',
        b'{"id": 1, "rate": 22050, "bytes": 4}\n\0\0\0\0',
        b"x" * 100_000,
    ],
)
def test_nonsense_from_a_worker_is_an_error(tmp_path: Path, answer: bytes) -> None:
    command = fake(tmp_path, f"sys.stdin.readline(); out.write({answer!r}); out.flush(); time.sleep(600)")
    synthesiser = Synthesiser(command=command, deadline=120)
    try:
        # A second worker gives the same answer, to a question of another number: nonsense all the same.
        with pytest.raises(SynthesisError):
            synthesiser.make("one")
    finally:
        synthesiser.close()
        synthesiser.rest()


def test_a_worker_that_cannot_be_started_is_an_error() -> None:
    with pytest.raises(SynthesisError, match="cannot be started"):
        Synthesiser(command=("/no/such/program",)).make("one")


def test_closing_ends_a_request_that_hangs_and_whatever_the_worker_started(tmp_path: Path) -> None:
    command = fake(
        tmp_path,
        """
        import subprocess
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        open(sys.argv[1] + ".child", "w").write(str(child.pid) + "\\n")
        time.sleep(600)
        """,
    )
    synthesiser = Synthesiser(command=command, deadline=600)
    errors: list[SynthesisError] = []

    def ask() -> None:
        try:
            synthesiser.make("one")
        except SynthesisError as error:
            errors.append(error)

    thread = threading.Thread(target=ask)
    thread.start()
    note = tmp_path / "starts.child"
    settled = threading.Event()
    while not (note.exists() and note.read_text().endswith("\n")):
        settled.wait(0.01)
    synthesiser.close()
    thread.join(60)
    assert not thread.is_alive()
    assert errors
    child = int(note.read_text())
    while _alive(child):
        settled.wait(0.01)


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
        return "Z" not in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return False


def test_the_worker_ends_with_the_table_even_when_the_table_is_killed(tmp_path: Path) -> None:
    import signal
    import subprocess

    code = (
        "import sys, time\n"
        "from spytable.voice.synthesis.synthesiser import Synthesiser\n"
        "from spytable.voice.samples.effects import Effect\n"
        "s = Synthesiser(deadline=120)\n"
        "s.make(Effect.KEY)\n"
        "print(s.process_id, flush=True)\n"
        "time.sleep(600)\n"
    )
    home = str(Path(spytable.__file__).parents[1])
    table = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": home}
    )
    assert table.stdout is not None
    worker = int(table.stdout.readline())
    table.send_signal(signal.SIGKILL)
    table.wait()
    table.stdout.close()
    pause = threading.Event()
    while _alive(worker):
        pause.wait(0.01)


def test_a_clip_says_what_is_heard() -> None:
    assert "Red" in repr(Clip(b"", name="Red's turn."))
