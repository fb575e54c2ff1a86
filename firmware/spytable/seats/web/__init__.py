"""The virtual table: one page with panels, keys and lamps, which plays the calls too."""

from spytable.seats.web.errors import WebSeatsError
from spytable.seats.web.seats import WebSeats

__all__ = ["WebSeats", "WebSeatsError"]
