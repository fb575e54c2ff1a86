"""People at a table for the tests of the conversation: they press keys by their labels and hold real cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from spytable.game.announcements import Announcement
from spytable.game.calls import Call
from spytable.game.cards import TARGETS, Card, Colour, Kind, deck
from spytable.referee.conversation import Conversation, Stage
from spytable.referee.conversation.entering import NAMES as ENTERED
from spytable.referee.message import Message
from spytable.referee.press import Cue, Press, Step
from spytable.referee.record import Record
from spytable.referee.screen import Lamp, Screen

NAMES = {
    **{colour: colour.value.capitalize() for colour in Colour},
    **{card: f"{'Safe' if card.kind is Kind.SAFE else 'Top Secret'} {card.number}" for card in TARGETS},
    Kind.SAFE: "Safe",
    Kind.TOP_SECRET: "Top Secret",
}


def english(message: Message) -> str:
    """What a panel shows in English."""
    return message.text.format(**{name: str(NAMES.get(value, value)) for name, value in message.values})


class People:
    """All players of one table. Everything accepted and called is kept."""

    def __init__(
        self,
        seats: Sequence[int] = (1, 2, 3, 4),
        *,
        settings: Mapping[str, bool | int | str] | None = None,
        draw: Callable[[int], int] = lambda n: n - 1,
        record: Record | None = None,
    ) -> None:
        self.seats = tuple(seats)
        self.talk = Conversation(seats, settings=settings or {}, draw=draw, record=record)
        self.accepted: list[Announcement] = []
        self.called: list[Call] = []
        self.heard: tuple[Call, ...] = ()
        self.settings: dict[str, bool | int | str] = {}

    def key(self, seat: int, key: int, prompt: int | None = None, *, held: bool = False) -> Step:
        """Presses K*key*; *held*: tells that it is still down."""
        prompt = self.talk.screen(seat).prompt if prompt is None else prompt
        step = self.talk.press(Press(seat, key, prompt, held))
        self.accepted += step.accepted
        self.called += step.calls
        self.settings |= step.settings
        if step.accepted:
            self.heard = step.calls
        return step

    def press(self, seat: int, *labels: str) -> Step:
        """Presses the keys with these labels one after the other."""
        step = Step()
        for label in labels:
            assert label in self.labels(seat), f"seat {seat} has no {label}: {self.shows(seat)}"
            step = self.key(seat, self.labels(seat).index(label) + 1)
            assert step.cue in (Cue.KEY, Cue.FOUL, None)
        return step

    def hold(self, seat: int, label: str) -> Step:
        """Presses the key with this label and keeps it down for a second."""
        assert label in self.labels(seat), f"seat {seat} has no {label}: {self.shows(seat)}"
        key, prompt = self.labels(seat).index(label) + 1, self.screen(seat).prompt
        self.key(seat, key, prompt)
        return self.key(seat, key, prompt, held=True)

    def labels(self, seat: int) -> list[str]:
        """The labels of K1 to K4, "" where there is none."""
        return ["" if label is None else english(label) for label in self.screen(seat).labels]

    def screen(self, seat: int) -> Screen:
        return self.talk.screen(seat)

    def title(self, seat: int) -> str:
        return english(self.screen(seat).title)

    def body(self, seat: int) -> list[str]:
        return [english(line) for line in self.screen(seat).body]

    def shows(self, seat: int) -> str:
        """All words of the panel in one line."""
        return " / ".join([self.title(seat), *self.body(seat), " | ".join(self.labels(seat))])

    def lamps(self) -> dict[int, Lamp]:
        return {seat: self.talk.lamp(seat) for seat in self.seats}

    def sit_down(self, colours: Mapping[int, Colour], *rules: str) -> None:
        """Joins and sets the game up; *rules* are the labels of the house rules to toggle."""
        for seat, colour in colours.items():
            self.press(seat, colour.value.capitalize())
        chosen = [rule for rule in rules if rule != "Sealed"]
        inside = ["Rules", *chosen, "Back"] if chosen else []
        self.press(next(iter(colours)), "Begin", *inside, *(["Sealed"] if "Sealed" in rules else []), "OK")

    def enter(self, seat: int, cards: Sequence[Card]) -> list[Step]:
        """Enters *cards* from the left in a sealed game, where the seat is asked for them; not yet Ready."""
        steps = []
        for card in cards:
            if self.title(seat) == "Your base":
                break
            steps += self.enter_one(seat, card)
        assert self.title(seat) == "Your base"
        return steps

    def enter_one(self, seat: int, card: Card) -> list[Step]:
        """Enters *card* where it is asked for."""
        label, steps = ENTERED[card].text, []
        while label not in self.labels(seat):
            steps.append(self.press(seat, "More"))
        return [*steps, self.press(seat, label)]

    def make_bases(
        self,
        first: int,
        right: Mapping[int, int] | None = None,
        cards: Mapping[int, Sequence[Card]] | None = None,
    ) -> None:
        """Every Spy faces right, in the middle or some steps *right* of it; *first* begins.

        *cards*: what each seat enters in a sealed game, in the order of the deck unless given.
        """
        playing = [seat for seat in self.seats if "Next" in self.labels(seat)]
        steps = {playing[-1]: 2} if right is None else right
        for seat in playing:
            self.press(seat, "Next", *["Right"] * steps.get(seat, 0))
            if "Next" in self.labels(seat):
                self.press(seat, "Next")
                self.enter(seat, cards[seat] if cards else deck(len(playing)))
            self.press(seat, "Ready")
        self.press(first, "I do")

    def begin(self, colours: Mapping[int, Colour], *rules: str, first: int = 1) -> None:
        """A game from the lobby to the first turn."""
        self.sit_down(colours, *rules)
        self.make_bases(first)
        assert self.talk.stage is Stage.PLAY

    def dispute(self) -> None:
        """In a game of two, seat 1 finds a Top Secret in red's base, and at the same place a Safe."""
        self.press(1, "Spy", "Red")
        self.press(3, "Top")
        self.press(1, "Done")
        self.press(3, "Done")
        self.press(1, "Spy", "Red")
        self.press(3, "Safe", "Insist", "Yes")


TWO = {1: Colour.GREEN, 3: Colour.RED}
THREE = {1: Colour.BLUE, 2: Colour.GREEN, 4: Colour.YELLOW}
FOUR = {1: Colour.GREEN, 2: Colour.BLUE, 3: Colour.RED, 4: Colour.YELLOW}
