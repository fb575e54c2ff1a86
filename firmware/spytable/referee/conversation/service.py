"""Service: what the lobby offers beside the game: how the table is, and to switch it off."""

from __future__ import annotations

from dataclasses import dataclass

from spytable.referee.conversation.joining import COLOURS
from spytable.referee.conversation.page import AskStatus, Go, Hold, Page, ShutDown, back, key
from spytable.referee.conversation.sight import Sight, Stage
from spytable.referee.message import Message, message


@dataclass(frozen=True, slots=True)
class LobbyMore:
    """What a seat that has joined may look at or do before the game."""

    def page(self, sight: Sight) -> Page | None:
        if not _in_lobby(sight):
            return None
        off = key("Off", Go(ShuttingDown())) if sight.may_shut_down else None
        # As at every page, the way back is on the key that led here.
        second, third = (back(), None) if sight.colour is COLOURS[2] else (None, back())
        return Page(message("More"), (), (key("Status", AskStatus()), second, third, off))


@dataclass(frozen=True, slots=True)
class Status:
    """How the table was when it was asked: three *lines* of 21 letters."""

    lines: tuple[Message, ...]

    def page(self, sight: Sight) -> Page | None:
        if not _in_lobby(sight):
            return None
        return Page(message("Status"), self.lines, (back(LobbyMore()), None, None, None))


@dataclass(frozen=True, slots=True)
class ShuttingDown:
    """Asks whether the machine is really to be shut down: a tap never does it, and nothing in a game leads here."""

    def page(self, sight: Sight) -> Page | None:
        if not (_in_lobby(sight) and sight.may_shut_down):
            return None
        off = key("Hold", Hold(ShutDown()))
        return Page(message("Shut down?"), (message("Hold for a second"),), (off, None, None, back(LobbyMore())))


def _in_lobby(sight: Sight) -> bool:
    return sight.stage is Stage.LOBBY and sight.number in sight.joined
