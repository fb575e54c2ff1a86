"""Clips at hand: what is wanted now comes before what is only prepared, and nothing is made twice."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from spytable.language.phrases import Phrases
from spytable.referee.comfort import Manner
from spytable.voice.cache import Cache
from spytable.voice.clips import Clips
from spytable.voice.devices.recording import RecordingOutput
from spytable.voice.samples.clip import Clip
from spytable.voice.samples.effects import Effect
from spytable.voice.synthesis.synthesiser import Item, Recorded, Synthesiser, SynthesisError
from spytable.voice.voice import Voice
from spytable.voice.words import Calm


class Maker(Synthesiser):
    """A synthesiser without a process: makes a clip of 200 bytes a letter, when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.made: list[Item] = []
        self.fails: SynthesisError | None = None
        self.go = threading.Event()
        self.go.set()
        self.begun = threading.Event()
        self.rests = threading.Event()
        self.works = False

    @property
    def running(self) -> bool:
        return self.works

    def make(self, item: Item) -> Clip:
        self.works = True
        self.begun.set()
        self.go.wait()
        self.made.append(item)
        if self.fails:
            raise self.fails
        return Clip(b"\x01\x02" * 100 * len(str(item)), name=getattr(item, "value", item))

    def rest(self) -> None:
        self.works = False
        self.rests.set()

    def close(self) -> None:
        self.go.set()


@pytest.fixture
def maker() -> Maker:
    return Maker()


@pytest.fixture
def troubles() -> list[tuple[str, str]]:
    return []


@pytest.fixture
def clips(maker: Maker, tmp_path: Path, troubles: list[tuple[str, str]]) -> Iterator[Clips]:
    clips = Clips(maker, Cache(tmp_path), lambda part, what, remedy: troubles.append((part, what)), idle=600)
    yield clips
    clips.close()


def test_what_is_prepared_is_made_in_its_order_and_then_at_hand(clips: Clips, maker: Maker) -> None:
    clips.prepare([Effect.KEY, "Red's turn.", "Green's turn."])
    assert clips.wait_until_prepared(60)
    assert maker.made == [Effect.KEY, "Red's turn.", "Green's turn."]
    assert clips.progress == (3, 3)
    assert clips.get("Red's turn.") is not None
    assert clips.get(Effect.KEY) is not None


def test_a_call_in_need_goes_before_all_that_is_only_prepared(clips: Clips, maker: Maker) -> None:
    maker.go.clear()
    clips.prepare(["a", "b", "c"])
    maker.begun.wait(60)
    clips.want("now")
    maker.go.set()
    assert clips.wait_until_prepared(60)
    assert maker.made == ["a", "now", "b", "c"]


def test_a_new_game_s_words_take_the_place_of_the_old_ones(clips: Clips, maker: Maker) -> None:
    maker.go.clear()
    clips.prepare(["old", "older", "oldest"])
    maker.begun.wait(60)
    clips.prepare(["new"])
    maker.go.set()
    assert clips.wait_until_prepared(60)
    assert maker.made == ["old", "new"]


def test_nothing_is_synthesised_twice_not_even_after_a_restart(clips: Clips, maker: Maker, tmp_path: Path) -> None:
    clips.prepare(["a", "a", Effect.BANG])
    clips.wait_until_prepared(60)
    other = Clips(Maker(), Cache(tmp_path), lambda *trouble: None)
    assert other.get("a") == clips.get("a")
    assert other.get(Effect.BANG) == clips.get(Effect.BANG)
    assert maker.made == ["a", Effect.BANG]
    other.close()


def test_another_rate_is_another_sound(clips: Clips, tmp_path: Path) -> None:
    clips.prepare(["a"])
    clips.wait_until_prepared(60)
    faster = Maker()
    faster.rate = 300
    other = Clips(faster, Cache(tmp_path), lambda *trouble: None)
    assert other.get("a") is None
    other.close()


def test_a_torn_file_is_made_anew(clips: Clips, maker: Maker, tmp_path: Path) -> None:
    clips.prepare(["a"])
    clips.wait_until_prepared(60)
    (path,) = tmp_path.rglob("*.wav")
    path.write_bytes(bytes(path.stat().st_size))
    again = Maker()
    other = Clips(again, Cache(tmp_path), lambda *trouble: None)
    assert other.wait("a", 60) == clips.get("a")
    assert again.made == ["a"]
    other.close()


def test_a_line_does_not_wait_longer_than_its_patience(clips: Clips, maker: Maker) -> None:
    maker.go.clear()
    assert clips.wait("slow", 0.01) is None
    maker.go.set()
    assert clips.wait("slow", 60) is not None


def test_memory_holds_the_likeliest_and_the_rest_comes_from_the_disk(maker: Maker, tmp_path: Path) -> None:
    clips = Clips(maker, Cache(tmp_path), lambda *trouble: None, memory=1000)
    items = [letter * 2 for letter in "abcdefgh"]  # 400 bytes each
    clips.prepare(items)
    assert clips.wait_until_prepared(60)
    assert list(clips._held) == items[:2]
    assert all(clips.get(item) for item in items)
    assert sum(len(clip.samples) for clip in clips._held.values()) <= 1000
    assert maker.made == items
    clips.close()


@pytest.mark.parametrize("kind", ["file in its place", "no permission"])
def test_a_cache_that_cannot_be_written_never_stops_the_voice(
    kind: str, maker: Maker, tmp_path: Path, troubles: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "cache"
    if kind == "no permission":
        # As root, which tests may run as, no permission is ever missing.
        def refuse(self: Path, data: bytes) -> int:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(Path, "write_bytes", refuse)
    else:
        folder.write_text("")
    clips = Clips(maker, Cache(folder), lambda part, what, remedy: troubles.append((part, what)))
    assert clips.wait("a", 60)
    assert clips.wait("b", 60)
    assert [part for part, what in troubles] == ["voice cache"]
    clips.close()


def test_a_voice_that_fails_is_reported_once_and_again_when_it_is_well(
    clips: Clips, maker: Maker, troubles: list[tuple[str, str]]
) -> None:
    maker.fails = SynthesisError("It hangs.")
    clips.prepare(["a", "b", "c", "d", "e"])
    assert clips.wait_until_prepared(60)
    assert maker.made == ["a", "b", "c"], "after three failures in a row nothing more is tried ahead"
    assert troubles == [("voice", "It hangs.")]
    assert clips.wait("now", 600) is None, "a call does not wait for words that will not come"
    maker.fails = None
    clips.prepare(["f"])
    assert clips.wait_until_prepared(60)
    assert troubles == [("voice", "It hangs."), ("voice", "")]
    assert clips.wait("now", 60) is not None


def test_a_worker_without_work_ends(maker: Maker, tmp_path: Path) -> None:
    clips = Clips(maker, Cache(tmp_path), lambda *trouble: None, idle=0.01)
    clips.prepare(["a"])
    assert maker.rests.wait(60)
    assert clips.wait("b", 60)
    clips.close()


def test_words_that_hold_nothing_to_say_are_no_request(clips: Clips, maker: Maker) -> None:
    assert clips.wait("\U0001f4a3 [[", 60) is None
    assert clips.get("") is None
    assert maker.made == []


def test_closing_ends_all_waits(maker: Maker, tmp_path: Path) -> None:
    clips = Clips(maker, Cache(tmp_path), lambda *trouble: None)
    maker.go.clear()
    answers: list[Clip | None] = []
    waiting = threading.Thread(target=lambda: answers.append(clips.wait("a", 600)))
    waiting.start()
    maker.begun.wait(60)
    clips.close()
    waiting.join(60)
    assert answers == [None]
    assert clips.wait("b", 600) is None


def test_what_is_prepared_follows_the_pace_that_players_choose(maker: Maker, tmp_path: Path) -> None:
    voice = Voice(Phrases(), output=RecordingOutput(), cache=tmp_path, synthesiser=maker)
    try:
        voice.prepare(["Green is out.", "Red is out."], ["Vihreä putoaa."])
        assert voice.wait_until_prepared(60)
        assert not any(isinstance(item, Calm) for item in maker.made)
        voice.manner(Manner(calm=True), of_all=False)
        assert voice.progress[0] == voice.progress[1], "what one seat asks for prepares nothing"
        voice.manner(Manner(calm=True))
        assert voice.wait_until_prepared(60)
        assert maker.made[-2:] == [Calm("Green is out."), Calm("Red is out.")]
    finally:
        voice.close()


def test_a_recording_keeps_the_pace_at_which_it_was_spoken(maker: Maker, tmp_path: Path) -> None:
    recorded = Recorded(tmp_path / "red-is-out.wav", -19.0, "key")

    class Recordings:
        def find(self, item: str | Effect, /) -> Recorded | None:
            return recorded if item == "Red is out." else None

    clips = Clips(maker, Cache(tmp_path), lambda *trouble: None, pack=Recordings())
    try:
        assert clips.wait(Calm("Red is out."), 60) is not None
        assert maker.made == [recorded]
    finally:
        clips.close()
