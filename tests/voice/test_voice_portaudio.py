"""What the sound's libraries print is kept from the log; what the table says there is not."""

import subprocess
import sys

TALK = """
import os, sys, threading
from spytable.voice.devices import portaudio

sys.stderr.write("before\\n")
with portaudio.quiet():
    os.write(2, b"ALSA lib pcm.c: Unknown PCM\\n")
    teller = threading.Thread(target=lambda: print("journal: works again", file=sys.stderr, flush=True))
    teller.start()
    teller.join()
os.write(2, b"a crash\\n")
print("after", file=sys.stderr)
"""


def test_lines_of_the_table_are_in_the_log_while_libraries_are_kept_quiet() -> None:
    said = subprocess.run([sys.executable, "-c", TALK], capture_output=True, text=True, check=True).stderr
    assert said.splitlines() == ["before", "journal: works again", "a crash", "after"]


def test_a_program_without_standard_error_is_as_well_off() -> None:
    closed = (
        "import os\nos.close(2)\nfrom spytable.voice.devices import portaudio\n"
        "with portaudio.quiet():\n    print('well')"
    )
    done = subprocess.run([sys.executable, "-c", closed], stdout=subprocess.PIPE, text=True, check=True)
    assert done.stdout == "well\n"
