"""A panel's chip in memory: a strict SSD1306 or SH1106 that makes the bytes it is sent the picture on its glass.

It follows the data sheets (Solomon Systech SSD1306 rev 1.1, Sino Wealth SH1106 v2.3) and raises ChipError on
any byte that they do not allow, in tests and measurements. Not modelled, and refused: scrolling. Two commands
that an SH1106 does not know, but that luma's start sequence sends it, are passed over as the chip does, and
noted in `ignored`.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from PIL import Image

from spytable.seats.gpio.wiring import COLUMNS, Driver

PARAMETERS = {
    Driver.SSD1306: {
        0x20: 1,
        0x21: 2,
        0x22: 2,
        0x81: 1,
        0x8D: 1,
        0xA8: 1,
        0xD3: 1,
        0xD5: 1,
        0xD9: 1,
        0xDA: 1,
        0xDB: 1,
    },
    Driver.SH1106: {0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1},
}
"""Commands that take parameters, and how many bytes."""

PASSED_OVER = {0x20, 0x8D}
"""What luma's start sequence sends an SH1106 although it has no such command."""

STATUS = {Driver.SSD1306: 0x03, Driver.SH1106: 0x08}
"""The low bits of the status byte, as boards were seen to answer; bit 6 is set while the display is off."""


class ChipError(AssertionError):
    """A byte that the chip would not accept, or would take for something else than was meant."""


@dataclass(slots=True)
class Registers:
    """What the chip holds besides its memory; the values are those after a reset."""

    display_on: bool = False
    pump: bool = False
    lit_by_pump: bool = False
    mode: int = 2
    column: int = 0
    page: int = 0
    start_column: int = 0
    columns: tuple[int, int] = (0, 127)
    pages: tuple[int, int] = (0, 7)
    start_line: int = 0
    offset: int = 0
    multiplex: int = 64
    contrast: int = 0x7F
    mirrored: bool = False
    upside_down: bool = False
    com_pins: int = 0x12
    all_lit: bool = False
    inverse: bool = False


@dataclass(slots=True)
class Chip:
    """One chip with its glass. *glass_offset*: memory columns left of the glass (modules with an SH1106: 2).

    *answers_reads*: whether it drives the data line when it is read; some boards do not.
    """

    driver: Driver
    glass_offset: int = 0
    answers_reads: bool = True
    plugged: bool = True
    lost_power: bool = False
    """Whether it was reset behind everybody's back: dark, it takes what it is sent for something else."""
    registers: Registers = field(default_factory=Registers)
    memory: bytearray = field(default_factory=bytearray)
    ignored: list[int] = field(default_factory=list)
    first_sights: list[Image.Image] = field(default_factory=list)
    """The picture at each moment in which the display was switched on."""

    def __post_init__(self) -> None:
        self.power_up()

    def power_up(self) -> None:
        """Registers as after a reset, memory full of noise."""
        self.registers = Registers()
        self.memory = bytearray(random.Random(1106).randbytes(COLUMNS[self.driver] * 8))

    def lose_power(self) -> None:
        """Its power was away for a moment, at any moment: perhaps in the middle of a picture."""
        self.power_up()
        self.lost_power = True

    def status(self) -> int:
        """What a read gives."""
        if not self.answers_reads:
            return 0xFF
        return STATUS[self.driver] | (0 if self.registers.display_on else 0x40)

    def write(self, message: bytes, *, cut_off: bool = False) -> None:
        """Takes a message, without the address. *cut_off*: the bus failed in it, so it may end anywhere.

        Raises ChipError.
        """
        commands = bytearray()
        at = 0
        while at < len(message):
            control = message[at]
            if control & 0x3F:
                raise ChipError(f"0x{control:02X} is no control byte")
            end = at + 2 if control & 0x80 else len(message)
            body = message[at + 1 : end]
            if not body and not cut_off:
                raise ChipError("a control byte with nothing after it")
            if control & 0x40:
                self._finish(commands, cut_off=False)
                for byte in body:
                    self._data(byte)
            else:
                commands += body
            at = end
        self._finish(commands, cut_off=cut_off)

    def _finish(self, commands: bytearray, *, cut_off: bool) -> None:
        at = 0
        while at < len(commands):
            command = commands[at]
            count = PARAMETERS[self.driver].get(command, 0)
            parameters = commands[at + 1 : at + 1 + count]
            if len(parameters) < count:
                if cut_off:
                    break
                raise ChipError(f"command 0x{command:02X} lacks its parameters")
            self._command(command, *parameters)
            at += 1 + count
        commands.clear()

    def _command(self, command: int, *parameters: int) -> None:
        now = self.registers
        match command:
            case _ if command <= 0x1F or 0xB0 <= command <= 0xB7:
                self._place(command)
            case _ if 0x40 <= command <= 0x7F:
                now.start_line = command & 0x3F
            case 0x81:
                now.contrast = parameters[0]
            case 0xA0 | 0xA1:
                now.mirrored = command == 0xA1
            case 0xA4 | 0xA5:
                now.all_lit = command == 0xA5
            case 0xA6 | 0xA7:
                now.inverse = command == 0xA7
            case 0xA8:
                now.multiplex = self._between(parameters[0], 15, 63, "multiplex") + 1
            case 0xAE | 0xAF:
                self._switch(command == 0xAF)
            case 0xC0 | 0xC8:
                now.upside_down = command == 0xC8
            case 0xD3:
                now.offset = self._between(parameters[0], 0, 63, "offset")
            case 0xD5:
                pass
            case 0xD9:
                if not parameters[0] & 0x0F or not parameters[0] >> 4:
                    raise ChipError("a pre-charge phase of 0 clocks")
            case 0xDA:
                if parameters[0] & ~0x30 != 0x02:
                    raise ChipError(f"COM pins 0x{parameters[0]:02X}")
                now.com_pins = parameters[0]
            case 0xDB:
                if self.driver is Driver.SSD1306 and parameters[0] & ~0x70:
                    raise ChipError(f"VCOMH level 0x{parameters[0]:02X}")
            case 0xE3:
                pass
            case _ if self.driver is Driver.SSD1306:
                self._ssd1306(command, *parameters)
            case _:
                self._sh1106(command, *parameters)

    def _ssd1306(self, command: int, *parameters: int) -> None:
        now = self.registers
        match command:
            case 0x20:
                now.mode = self._between(parameters[0], 0, 2, "addressing mode")
            case 0x21 | 0x22:
                if now.mode == 2:
                    raise ChipError("a window in page addressing mode")
                last = 127 if command == 0x21 else 7
                first = self._between(parameters[0], 0, last, "window")
                window = (first, self._between(parameters[1], first, last, "window"))
                if command == 0x21:
                    now.columns, now.column = window, first
                else:
                    now.pages, now.page = window, first
            case 0x8D:
                if parameters[0] not in (0x10, 0x14):
                    raise ChipError(f"charge pump 0x{parameters[0]:02X}")
                now.pump = parameters[0] == 0x14
            case 0x2E:
                pass
            case _:
                raise ChipError(f"an SSD1306 has no command 0x{command:02X} that is modelled")

    def _sh1106(self, command: int, *parameters: int) -> None:
        if command in PASSED_OVER:
            self.ignored.append(command)
        elif command == 0xAD:
            if parameters[0] not in (0x8A, 0x8B):
                raise ChipError(f"DC-DC converter 0x{parameters[0]:02X}")
        elif not 0x30 <= command <= 0x33:
            raise ChipError(f"an SH1106 has no command 0x{command:02X} that is modelled")

    def _place(self, command: int) -> None:
        now = self.registers
        if self.driver is Driver.SSD1306 and now.mode != 2:
            raise ChipError(f"0x{command:02X} is for page addressing mode alone")
        if command >= 0xB0:
            now.page = command & 7
            return
        if command & 0x10:
            now.start_column = (now.start_column & 0x0F) | (command & 0x0F) << 4
        else:
            now.start_column = (now.start_column & 0xF0) | command
        now.column = now.start_column

    def _data(self, byte: int) -> None:
        now, columns = self.registers, COLUMNS[self.driver]
        if now.column >= columns:
            raise ChipError(f"data for column {now.column} of {columns}")
        self.memory[now.page * columns + self._stored(now.column)] = byte
        if self.driver is Driver.SH1106:
            now.column += 1
        elif now.mode == 2:
            now.column = now.column + 1 if now.column < columns - 1 else now.start_column
        elif now.mode == 0:
            now.column += 1
            if now.column > now.columns[1]:
                now.column = now.columns[0]
                now.page = now.page + 1 if now.page < now.pages[1] else now.pages[0]
        else:
            now.page += 1
            if now.page > now.pages[1]:
                now.page = now.pages[0]
                now.column = now.column + 1 if now.column < now.columns[1] else now.columns[0]

    def _stored(self, column: int) -> int:
        """The segment that a column is wired to. The mirror of an SSD1306 acts while it is written to."""
        return COLUMNS[self.driver] - 1 - column if self.registers.mirrored else column

    def _switch(self, on: bool) -> None:
        now = self.registers
        before, now.display_on = now.display_on, on
        self.lost_power = self.lost_power and not on
        now.lit_by_pump = on and (now.pump or self.driver is Driver.SH1106)
        if on and not before:
            self.first_sights.append(self.picture())

    def picture(self) -> Image.Image:
        """What a player sees, 128 x 64, mode "1". The glass is mounted with SEG 0 at the right, COM 0 at the bottom."""
        now, columns = self.registers, COLUMNS[self.driver]
        image = Image.new("1", (128, 64))
        if not self.plugged or not now.lit_by_pump:
            return image
        if now.com_pins != 0x12:
            raise ChipError(f"COM pins 0x{now.com_pins:02X} interlace the lines of a 128 x 64 glass")
        pixels = bytearray(128 * 64)
        for n in range(now.multiplex):
            row = (n + now.offset + now.start_line) % 64
            y = 63 - (now.multiplex - 1 - n if now.upside_down else n)
            base, bit = row // 8 * columns, row % 8
            for x in range(128):
                segment = columns - 1 - self.glass_offset - x
                lit = now.all_lit or bool(self.memory[base + segment] >> bit & 1) != now.inverse
                pixels[y * 128 + x] = 255 if lit else 0
        return Image.frombytes("L", (128, 64), bytes(pixels)).convert("1", dither=Image.Dither.NONE)

    @staticmethod
    def _between(value: int, least: int, most: int, what: str) -> int:
        if not least <= value <= most:
            raise ChipError(f"{what} {value} is not {least} to {most}")
        return value
