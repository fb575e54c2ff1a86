"""`python -m spytable`: the same as the `spytable` command."""

import sys

from spytable.cli import main

sys.exit(main())
