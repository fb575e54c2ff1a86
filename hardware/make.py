"""Makes every drawing, page and picture of hardware/ anew: run it after a change of pins.toml or of the data here.

.venv/bin/python hardware/make.py            SVG and pages: needs nothing besides the table itself
.venv/bin/python hardware/make.py --print    PDF and PNG of them too: needs requirements/hardware.txt
.venv/bin/python hardware/make.py --boxes    the boxes as STL in build/, and their pictures, or what would not fit:
                                             needs openscad
"""

from __future__ import annotations

import argparse
import sys

from kit import enclosure, everything


def main() -> int:
    """Makes what the command line asks for. Returns the exit status."""
    parser = argparse.ArgumentParser(description="Makes the drawings and pages of hardware/ anew.")
    parser.add_argument("--print", action="store_true", help="also PDF and PNG; needs requirements/hardware.txt")
    parser.add_argument("--boxes", action="store_true", help="also the boxes as STL, and pictures; needs openscad")
    options = parser.parse_args()
    for file in everything.write_texts():
        print(file)
    if options.print:
        from kit import paper

        for file in paper.write():
            print(file)
    if options.boxes:
        from kit import boxes

        faults = enclosure.faults(enclosure.data())
        if faults:
            print("enclosure.toml:", *faults, sep="\n  ", file=sys.stderr)
            return 1
        if boxes.openscad() is None:
            print("openscad is missing: sudo apt install openscad xvfb", file=sys.stderr)
            return 1
        for file in boxes.write():
            print(file)
    return 0


if __name__ == "__main__":
    sys.exit(main())
