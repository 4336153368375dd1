# make run      the first million deals and the success table
# make test     ruff, mypy and the whole test suite
# make results  all studies again, and their pages in results/published
# make bench    speed of this machine, and of the kernels one by one
# make clean    removes the environment and every cache, no results
#
# Each makes .venv from requirements.lock first, once; it is made again when the lock or pyproject.toml changes.
# Another Python (3.11 to 3.13): make run PYTHON=python3.12

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready

.PHONY: run test results bench clean
.DELETE_ON_ERROR:

run: $(READY)
	$(BIN)/mighty-sim success --deals 1M

test: $(READY)
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q -n 2 --dist worksteal -p no:benchmark

results: $(READY)
	$(BIN)/mighty-sim publish

bench: $(READY)
	$(BIN)/mighty-sim bench
	$(BIN)/python -m pytest -q -p no:xdist -o python_files='bench_*.py' --benchmark-only tests

clean:
	rm -rf .venv .cache .pytest_cache .hypothesis build *.egg-info
	find mighty_sim strategies tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	    || { echo "mighty-sim needs Python 3.11 or newer; try: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 2; }
	rm -rf .venv
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -q --disable-pip-version-check -r requirements.lock
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@
