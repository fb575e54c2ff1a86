"""The speaker: in order, never far behind, and alive whatever the device does."""

import threading
import time
from collections.abc import Iterator
from itertools import pairwise
from types import SimpleNamespace

import pytest

from spytable.voice import speaker as speakers
from spytable.voice.clips import Clips
from spytable.voice.devices.outputs import OutputLostError, Take
from spytable.voice.devices.recording import RecordingOutput
from spytable.voice.samples.clip import RATE, Clip, numbers
from spytable.voice.samples.effects import Effect
from spytable.voice.script import Line, Rank
from spytable.voice.speaker import Speaker
from spytable.voice.synthesis.synthesiser import Item

TONE = bytes([0, 16]) * (RATE // 5)  # 0.2 s


class Shelf(Clips):
    """Clips that are all ready, but for what is *missing*."""

    def __init__(self) -> None:
        self.missing: set[Item] = set()

    def get(self, item: Item) -> Clip | None:
        return None if item in self.missing else Clip(TONE, name=str(getattr(item, "value", item)))

    def wait(self, item: Item, seconds: float) -> Clip | None:
        return self.get(item)

    def want(self, item: Item) -> None:
        pass


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture
def output() -> RecordingOutput:
    return RecordingOutput()


@pytest.fixture
def troubles() -> list[tuple[str, str]]:
    return []


@pytest.fixture
def speaker(shelf: Shelf, output: RecordingOutput, troubles: list[tuple[str, str]]) -> Iterator[Speaker]:
    speaker = Speaker(shelf, output, lambda part, what, remedy: troubles.append((part, what)), idle=600)
    yield speaker
    speaker.close()


def news(words: str) -> Line:
    return Line(Rank.NEWS, words=(words,))


def state(words: str) -> Line:
    return Line(Rank.STATE, words=(words,))


def key(words: str) -> Line:
    return Line(Rank.KEY, words=(words,))


HISS = Line(Rank.KEY, Effect.HISS)


def heard(output: RecordingOutput) -> list[str]:
    return [played.name for played in output.played]


def busy(speaker: Speaker, output: RecordingOutput, *lines: Line) -> None:
    """Lets the speaker begin the first of *lines* and holds it there."""
    output.hold()
    speaker.add(lines)
    assert output.wait_for(lambda played: len(played) == 1)


def test_calls_are_said_in_order_each_effect_first(speaker: Speaker, output: RecordingOutput) -> None:
    busy(
        speaker,
        output,
        news("Red spies on Green."),
        Line(Rank.KEY, Effect.BANG, ("A lit Bomb!",)),
        key("Red is out."),
    )
    # News that had not begun would give way to the winner.
    speaker.add([Line(Rank.KEY, Effect.WIN, ("Green wins!",))])
    output.release()
    assert speaker.wait_until_quiet(60)
    assert heard(output) == [
        "Red spies on Green.",
        "bang",
        "A lit Bomb!",
        "Red is out.",
        "win",
        "Green wins!",
    ]
    assert all(played.whole for played in output.played)


def test_a_newer_state_takes_the_place_of_stale_ones(speaker: Speaker, output: RecordingOutput) -> None:
    busy(speaker, output, news("first"))
    for turn in ("Red's turn.", "Green's turn.", "Blue's turn."):
        speaker.add([news(f"before {turn}"), state(turn)])
    output.release()
    assert speaker.wait_until_quiet(60)
    assert [name for name in heard(output) if not name.startswith("before")] == ["first", "Blue's turn."]


def test_twenty_calls_at_once_end_with_the_true_last_state_and_not_far_behind(
    speaker: Speaker, output: RecordingOutput
) -> None:
    busy(speaker, output, news("first"))
    for i in "abcdefghij":
        speaker.add([news(f"{i} moves two, to place five, facing left."), state(f"{i} is on turn now.")])
    output.release()
    assert speaker.wait_until_quiet(60)
    said = heard(output)
    assert said[-1] == "j is on turn now."
    assert sum(map(len, said)) / 14 < 10, "more than some seconds of sound were queued"


def test_what_ends_a_game_for_someone_is_never_left_out(speaker: Speaker, output: RecordingOutput) -> None:
    busy(speaker, output, news("first"))
    for i in "abcdefghij":
        speaker.add([key(f"{i} is out of the game, for a long time."), state("turn")])
    output.release()
    assert speaker.wait_until_quiet(60)
    assert sum("out" in name for name in heard(output)) == 10
    assert heard(output)[-1] == "turn"


def test_an_answer_is_left_out_later_than_what_stands_on_the_table(speaker: Speaker, output: RecordingOutput) -> None:
    busy(speaker, output, news("first"))
    for i in range(8):
        speaker.add([news("Red moves two, place five."), Line(Rank.ANSWER, words=(f"Safe {i}",))])
    output.release()
    assert speaker.wait_until_quiet(60)
    assert sum("Safe" in name for name in heard(output)) == 8
    assert sum("moves" in name for name in heard(output)) == 1


def test_the_fuse_begins_at_once_and_cuts_what_is_no_longer_news(speaker: Speaker, output: RecordingOutput) -> None:
    busy(speaker, output, news("Red spies on Green."))
    speaker.add([state("stale")])
    speaker.add([HISS])
    assert output.wait_for(lambda played: len(played) == 2), "it waits for nothing"
    output.release()
    assert speaker.wait_until_quiet(60)
    assert heard(output) == ["Red spies on Green.", "hiss"]
    assert not output.played[0].whole
    assert abs(numbers(output.played[0].samples)[-1]) == 0, "what is cut fades, and does not click"


def test_who_is_out_is_said_before_what_can_be_seen_on_the_table(speaker: Speaker, output: RecordingOutput) -> None:
    busy(speaker, output, news("Red's turn."))
    speaker.add([news("Red moves two.")])
    speaker.add([Line(Rank.ANSWER, words=("Safe.",))])
    speaker.add([news("Red spies on Green."), key("Green is out."), state("Blue's turn.")])
    output.release()
    assert speaker.wait_until_quiet(60)
    assert heard(output) == ["Red's turn.", "Safe.", "Red spies on Green.", "Green is out.", "Blue's turn."]
    assert output.played[0].whole


def test_lines_follow_one_another_without_overlap_and_without_a_gap(
    shelf: Shelf, troubles: list[tuple[str, str]]
) -> None:
    output = RecordingOutput(paced=True)
    speaker = Speaker(shelf, output, lambda part, what, remedy: troubles.append((part, what)), idle=600)
    for i in "abc":
        speaker.add([Line(Rank.ANSWER, words=(f"{i} one.", f"{i} two."))])
    assert speaker.wait_until_quiet(60)
    speaker.close()
    assert heard(output) == [f"{i} {n}." for i in "abc" for n in ("one", "two")]
    for before, after in pairwise(output.played):
        # Of what an output is given, the pause before a clip is a part.
        assert after.first_sample >= before.first_sample + len(before.samples) / 2 / RATE
        assert len(after.samples) / 2 / RATE < 0.2 + speakers._PAUSE + 0.01


def test_nothing_cuts_a_key_line_and_the_fuse_sounds_over_it_at_once(speaker: Speaker, output: RecordingOutput) -> None:
    busy(speaker, output, key("Red is out."))
    speaker.add([HISS])
    speaker.add([news("Blue moves.")])
    output.release()
    assert speaker.wait_until_quiet(60)
    assert heard(output) == ["Red is out.", "Blue moves."]
    assert output.played[0].whole
    assert max(numbers(output.played[0].samples)) > max(numbers(TONE)), "both are heard"


def test_the_fuse_waits_for_no_answer_that_waits(speaker: Speaker, output: RecordingOutput) -> None:
    busy(speaker, output, state("Red's turn."))
    speaker.add([Line(Rank.ANSWER, words=("Safe.",))])
    speaker.add([HISS])
    output.release()
    assert speaker.wait_until_quiet(60)
    assert heard(output) == ["Red's turn.", "Safe."]
    assert max(numbers(output.played[0].samples)) > max(numbers(TONE)), "it sounds over what sounds"


def test_a_bang_over_something_else_still_has_its_words(speaker: Speaker, output: RecordingOutput) -> None:
    busy(speaker, output, key("Red is out."))
    speaker.add([Line(Rank.KEY, Effect.BANG, ("A lit Bomb!",)), key("Blue is out.")])
    output.release()
    assert speaker.wait_until_quiet(60)
    assert heard(output) == ["Red is out.", "A lit Bomb!", "Blue is out."]


def test_a_key_press_is_heard_over_a_sentence(speaker: Speaker, output: RecordingOutput) -> None:
    busy(speaker, output, key("Red is out."))
    speaker.cue(Effect.KEY)
    output.release()
    assert speaker.wait_until_quiet(60)
    assert heard(output) == ["Red is out."]
    assert max(numbers(output.played[0].samples)) == 2 * 4096, "both sound together"


def test_a_key_press_in_silence_is_heard_at_once(speaker: Speaker, output: RecordingOutput) -> None:
    speaker.cue(Effect.STALE)
    assert output.wait_for(lambda played: [one.name for one in played] == ["stale"])


def test_words_that_are_not_ready_leave_the_effect_and_do_not_hold_up_the_rest(
    speaker: Speaker, output: RecordingOutput, shelf: Shelf
) -> None:
    shelf.missing = {"A lit Bomb!"}
    speaker.add([Line(Rank.KEY, Effect.BANG, ("A lit Bomb!",)), key("Red is out.")])
    assert speaker.wait_until_quiet(60)
    assert heard(output) == ["bang", "Red is out."]


def test_say_again_asked_thrice_is_said_once(speaker: Speaker, output: RecordingOutput) -> None:
    busy(speaker, output, news("first"))
    for _ in range(3):
        speaker.add([Line(Rank.STATE, words=("Red's turn.",), again=True)])
    output.release()
    assert speaker.wait_until_quiet(60)
    assert heard(output) == ["first", "Red's turn."]


def test_a_hiss_that_is_repeated_cuts_nothing(speaker: Speaker, output: RecordingOutput) -> None:
    busy(speaker, output, news("first"))
    speaker.add([Line(Rank.KEY, Effect.HISS, again=True)])
    output.release()
    assert speaker.wait_until_quiet(60)
    assert output.played[0].whole


def test_a_device_that_goes_in_the_middle_of_a_line_comes_back_by_itself(
    speaker: Speaker, output: RecordingOutput, troubles: list[tuple[str, str]]
) -> None:
    output.vanish(after_blocks=3)
    speaker.add([key("Red is out."), key("Blue is out.")])
    assert speaker.wait_until_quiet(60)
    assert troubles == [("sound", "No sound device.")], "told once"
    assert not output.played[0].whole
    output.come_back()
    speaker.add([key("Green wins!")])
    assert speaker.wait_until_quiet(60)
    assert output.played[-1].whole
    assert heard(output)[-1] == "Green wins!"
    assert troubles[1:] == [("sound", "")]


def test_a_lost_device_is_not_asked_for_each_line(
    speaker: Speaker, output: RecordingOutput, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(speakers, "RETRY", (600.0,))
    output.vanish()
    speaker.add([news("a"), news("b"), news("c")])
    assert speaker.wait_until_quiet(60)
    assert output.attempts == 1
    speaker.add([key("Red is out.")])
    assert speaker.wait_until_quiet(60)
    assert output.attempts == 2, "a line that counts is always tried"


def test_a_driver_that_raises_anything_does_not_silence_the_voice(
    shelf: Shelf, troubles: list[tuple[str, str]]
) -> None:
    class Wild(RecordingOutput):
        fault: Exception | None = RuntimeError("wild")

        def play(self, take: Take) -> None:
            if self.fault:
                raise self.fault
            super().play(take)

    output = Wild()
    speaker = Speaker(shelf, output, lambda part, what, remedy: troubles.append((part, what)))
    speaker.add([key("a")])
    assert speaker.wait_until_quiet(60)
    assert troubles == [("sound", "The sound device fails: wild.")]
    assert not speaker.has_sounded
    output.fault = None
    speaker.add([key("b")])
    assert speaker.wait_until_quiet(60)
    assert heard(output) == ["b"]
    assert speaker.has_sounded
    speaker.close()


def test_stop_silences_at_once_and_forgets_the_rest(speaker: Speaker, output: RecordingOutput) -> None:
    busy(speaker, output, key("a"))
    speaker.add([key("b")])
    speaker.stop()
    assert speaker.wait_until_quiet(60)
    output.release()
    speaker.add([key("c")])
    assert speaker.wait_until_quiet(60)
    assert heard(output) == ["a", "c"]


def test_closing_ends_although_the_driver_hangs(shelf: Shelf) -> None:
    class Stuck(RecordingOutput):
        begun = threading.Event()
        for_ever = threading.Event()

        def play(self, take: Take) -> None:
            self.begun.set()
            self.for_ever.wait()

    output = Stuck()
    speaker = Speaker(shelf, output, lambda *trouble: None)
    speaker.add([key("a")])
    assert output.begun.wait(60)
    closing = threading.Thread(target=speaker.close)
    closing.start()
    closing.join(60)
    assert not closing.is_alive()
    output.for_ever.set()
    assert speaker._thread is not None
    speaker._thread.join(60)


def test_a_driver_that_hangs_is_reported(
    shelf: Shelf, troubles: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(speakers, "_HANGS", -600.0)
    output = RecordingOutput()
    speaker = Speaker(shelf, output, lambda part, what, remedy: troubles.append((part, what)))
    busy(speaker, output, key("a"))
    speaker.add([news("b")])
    assert troubles == [("sound", "The sound device hangs.")]
    speaker.close()


def test_the_device_is_let_go_of_when_nobody_plays(shelf: Shelf, output: RecordingOutput) -> None:
    speaker = Speaker(shelf, output, lambda *trouble: None, idle=0.01)
    speaker.add([news("a")])
    with output._changed:
        assert output._changed.wait_for(lambda: output.rests == 1, 60)
    speaker.close()


@pytest.fixture
def no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of a pause goes by while the machine is busy with something else."""
    monkeypatch.setattr(speakers, "time", SimpleNamespace(monotonic=lambda: 1000.0, sleep=time.sleep))


@pytest.mark.usefixtures("no_time_passes")
def test_calm_speech_leaves_more_time_between_sentences(shelf: Shelf, output: RecordingOutput) -> None:
    speaker = Speaker(shelf, output, lambda *trouble: None)
    speaker.manner(1.0, calm=True)
    speaker.add([key("a"), key("b")])
    assert speaker.wait_until_quiet(60)
    second = numbers(output.played[1].samples)
    assert next(i for i, value in enumerate(second) if value) > RATE // 2
    speaker.close()


@pytest.mark.usefixtures("no_time_passes")
def test_the_lead_in_comes_after_silence_only(shelf: Shelf, output: RecordingOutput) -> None:
    speaker = Speaker(shelf, output, lambda *trouble: None, lead_in=0.5)
    speaker.add([Line(Rank.KEY, Effect.BANG, ("A lit Bomb!",))])
    assert speaker.wait_until_quiet(60)
    first, second = (numbers(played.samples) for played in output.played)
    assert first[: RATE // 2 - 1].tolist() == [0] * (RATE // 2 - 1)
    assert first[RATE // 2 + 1] != 0
    assert 0 < next(i for i, value in enumerate(second) if value) < RATE // 5, "a short pause between sentences"
    speaker.close()


def test_volume_scales_the_samples(shelf: Shelf, output: RecordingOutput) -> None:
    speaker = Speaker(shelf, output, lambda *trouble: None, volume=0.25)
    speaker.add([Line(Rank.KEY, Effect.HISS)])
    assert speaker.wait_until_quiet(60)
    assert max(numbers(output.played[0].samples)) == 1024
    speaker.close()


def test_a_lost_output_is_an_operating_system_s_error() -> None:
    assert isinstance(OutputLostError(), OSError)
