"""Writes the settings of the guest's seats: the plan's keys and lamps, and four panels on buses of their own."""

from __future__ import annotations

from bench.hardware import bus

from spytable.seats.gpio import pins

if __name__ == "__main__":
    print('[seats]\nuses = ["i2c", "i2s"]')
    for seat in pins.default().seats:
        print(f"[[seats.seat]]\nseat = {seat.seat}\nkeys = {list(seat.keys)}\nlamp = {seat.lamp}")
        print(f"panel = {{ bus = {bus(seat.seat)} }}")
