"""The virtual table: seats in a browser. `WebSeats` serves one page, which shows panels, keys and lamps and plays calls."""

from spytable.seats.web.errors import WebSeatsError
from spytable.seats.web.seats import WebSeats

__all__ = ["WebSeats", "WebSeatsError"]
