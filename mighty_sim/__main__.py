"""`python -m mighty_sim`, the same as the command `mighty-sim`."""

import sys

from mighty_sim.child import forget_current_folder

forget_current_folder()

from mighty_sim.cli import main  # noqa: E402  (a file of the current folder must not stand for one of Python's)

sys.exit(main())
