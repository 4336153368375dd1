"""`python -m mighty_sim`, the same as the command `mighty-sim`."""

import sys

from mighty_sim.cli import main

sys.exit(main())
