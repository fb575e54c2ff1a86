"""The talk between a table and its players: key presses in; announcements, calls and screens out. No I/O."""

from spytable.referee.conversation.core import Conversation
from spytable.referee.conversation.sight import Stage

__all__ = ["Conversation", "Stage"]
