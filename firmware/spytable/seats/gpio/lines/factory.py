"""Opens the header's pins through gpiozero, by the library that the user chose, on the chip that carries the
header.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from typing import Any

from spytable.seats.gpio.errors import GpioError, WiringError, missing
from spytable.seats.gpio.lines.chip import chip_number
from spytable.seats.gpio.wiring import PinFactory


def open_factory(kind: PinFactory) -> Any:
    """A gpiozero pin factory. Never another kind than the one that was asked for.

    Raises MissingPackageError, GpioError where there are no pins or no right to use them, and WiringError where the
    library does not know this computer.
    """
    try:
        import gpiozero
    except ImportError as error:
        raise missing("gpiozero") from error
    del gpiozero
    if kind is PinFactory.MOCK:
        from gpiozero.pins.mock import MockFactory

        return MockFactory()
    if kind is PinFactory.RPIGPIO:
        return _rpigpio()
    return _lgpio()


def _rpigpio() -> Any:
    try:
        from gpiozero.pins.rpigpio import RPiGPIOFactory

        return RPiGPIOFactory()
    except ImportError as error:
        raise missing("RPi.GPIO") from error
    except Exception as error:
        # A choice that no second start makes better.
        raise WiringError(
            f'RPi.GPIO cannot use this computer\'s pins ({str(error).strip()}): set factory = "lgpio" in the settings.'
        ) from error


def _lgpio() -> Any:
    import_lgpio()
    number = chip_number()
    try:
        from spytable.seats.gpio.lines.linepins import LineFactory
    except Exception as error:
        raise GpioError(f"lgpio cannot use /dev/gpiochip{number}: {error}") from error
    return LineFactory(number)


def import_lgpio() -> Any:
    """Imports lgpio, which at once makes a pipe named .lgd-nfy0 in the folder that LG_WD names, and moves
    there.

    It gets a folder of its own, and the program gets its own folder back.
    """
    os.environ.setdefault("LG_WD", _work_folder())
    with _same_folder():
        try:
            import lgpio
        except ImportError as error:
            raise missing("lgpio") from error
        except OSError as error:
            raise GpioError(f"lgpio cannot make its pipe in {os.environ['LG_WD']}: {error}") from error
    return lgpio


def _work_folder() -> str:
    given = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    if given and os.access(given, os.W_OK):
        return given
    folder = tempfile.mkdtemp(prefix="spytable-lgpio-", dir=os.environ.get("XDG_RUNTIME_DIR") or None)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@contextlib.contextmanager
def _same_folder() -> Iterator[None]:
    try:
        here = os.open(".", os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        # A folder that was deleted or is not ours cannot be returned to, and need not be.
        yield
        return
    try:
        yield
    finally:
        os.fchdir(here)
        os.close(here)


def trouble_of_line(error: BaseException, gpio: int) -> tuple[str, str]:
    """What is wrong and what helps, for a key or lamp on *gpio* that raised *error*."""
    text = str(getattr(error, "strerror", None) or error).strip("'\"")
    if "busy" in text.lower() or type(error).__name__ == "GPIOPinInUse":
        return (
            f"GPIO {gpio} is busy: another program, or a second copy of the table, has it",
            "end that program (gpioinfo names it), or use another pin",
        )
    if "edge detection" in text:
        return (
            "RPi.GPIO cannot watch pins on this kernel (Failed to add edge detection)",
            'set factory = "lgpio" in the settings',
        )
    return (f"GPIO {gpio} cannot be used: {text or type(error).__name__}", "check the wiring in the settings")
