"""The examples in the docstrings of the rules and of the protocol do what they show."""

import doctest
import importlib

import pytest

MODULES = ["game.base", "game.cards", "referee.protocol", "referee.record", "referee.fouls"]


@pytest.mark.parametrize("module", MODULES)
def test_an_example_shows_what_really_happens(module: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(f"spytable.{module}"))
    assert tried and not failed
