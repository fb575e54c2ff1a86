"""A row of the benchmark's table, and the table as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One figure beside its peer's. *ratio*: how many times better than the peer; None where ours is nothing at all."""

    name: str
    what: str
    value: float
    unit: str
    peer: str
    peer_value: float | None
    ratio: float | None
    budget: str
    met: bool

    def as_json(self) -> dict[str, object]:
        """The row under the names of its fields."""
        return asdict(self)


def number(value: float | None) -> str:
    """*value* with three figures that matter; a dash for none."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.3g}"


def as_text(rows: Sequence[Row]) -> str:
    """The rows as a table for a terminal."""
    head = ("", "what", "ours", "unit", "peer", "peer's", "times", "budget")
    body = [
        (
            "ok" if row.met else "MISSED", row.what, number(row.value), row.unit,
            row.peer, number(row.peer_value), number(row.ratio), row.budget,
        )
        for row in rows
    ]  # fmt: skip
    right = {2, 5, 6}
    widths = [max(len(line[i]) for line in (head, *body)) for i in range(len(head))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if i in right else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in (head, *body)
    )
