"""Players in pure Python (``compiled = False``): the kernels run uncompiled, in processes of their own.

:func:`batch_of` gives what plays an experiment, whatever its players are. A worker is asked for a piece of deals and
hands back their rows; as many work at once as threads ask. They are kept for the next experiment, since starting one
takes a second, and they end with this process: each watches its input, and leaves when that is closed.

What a strategy prints in a worker goes to stderr. Ctrl-C does not reach it: this process decides.
"""

from __future__ import annotations

import atexit
import os
import pickle
import queue
import signal
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from mighty_sim import child
from mighty_sim.errors import InputError, MightyError, RunError

if TYPE_CHECKING:
    from mighty_sim.engines import Batch, Block
    from mighty_sim.experiment import Experiment
    from mighty_sim.kernels.match import MatchBatch, Played
    from mighty_sim.strategy import Strategy

#: Deals a piece: some hundredths of a second, so that a run can be stopped and its progress be seen.
PIECE = 8
#: Deals that a worker plays in a second, in round numbers, where the strategies cost nothing.
DEALS_PER_SECOND = 300
_MATCHES = 4  # played in one piece where the deals are in matches
_REMEMBERED = 32  # experiments that a worker keeps ready
_SIZE = struct.Struct("<Q")
#: Libraries of numbers would start as many threads as there are processors, in each of as many workers.
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def in_pure_python(experiment: Experiment) -> list[str]:
    """Return the names of the players in pure Python, each once."""
    return list(dict.fromkeys(item.name for item in experiment.strategies if not item.compiled))


def batch_of(experiment: Experiment) -> Batch:
    """Return what plays an experiment's deals: compiled kernels, or for players in pure Python workers.

    Raises InputError for matches that have no rows of one length, BadStrategy for what cannot be compiled.
    """
    if in_pure_python(experiment) and _compiler_is_on():
        return _Deals(experiment)
    batch: Batch = _in_this_process(experiment, "match_rows" if experiment.in_matches else "deals")
    return batch


def matches_of(experiment: Experiment) -> MatchBatch | _Matches:
    """Return what plays an experiment's matches. Raises InputError for what makes no match, BadStrategy."""
    if in_pure_python(experiment) and _compiler_is_on():
        return _Matches(experiment)
    batch: MatchBatch = _in_this_process(experiment, "matches")
    return batch


@contextmanager
def closing(batch: object) -> Iterator[None]:
    """A context that in the end lets go of what a batch has started, if it starts anything."""
    try:
        yield
    finally:
        if isinstance(batch, _Deals | _Matches):
            batch.close()


def _compiler_is_on() -> bool:
    from mighty_sim.kernels.jit import JIT

    return JIT


def _in_this_process(experiment: Experiment, kind: str) -> Any:
    from mighty_sim.kernels.batch import Batch
    from mighty_sim.kernels.match import MatchBatch, MatchRows

    return {"deals": Batch, "match_rows": MatchRows, "matches": MatchBatch}[kind](experiment)


class _Deals:
    """Deals, on their own or in matches, played by workers; see :class:`mighty_sim.kernels.batch.Batch`."""

    def __init__(self, experiment: Experiment) -> None:
        """Take what is to be played; nothing is started before it is asked for."""
        from mighty_sim.kernels.batch import columns_of
        from mighty_sim.kernels.match import columns_in_matches

        if experiment.in_matches:
            self._kind, self.piece = "match_rows", _MATCHES * experiment.rules.match.deals
            self.columns = columns_in_matches(experiment)
        else:
            self._kind, self.piece = "deals", PIECE
            self.columns = columns_of(experiment)
        self._crew = _Crew(experiment)

    def play(self, first: int, count: int, out: Block, row: int) -> None:
        """Play deals into a block. Safe from several threads at once. Raises StrategyFault, RunError."""
        out[:, row : row + count] = self._crew.ask(self._kind, first, count, "deals")

    def close(self) -> None:
        """End the workers that still play; the others wait for the next experiment."""
        self._crew.close()


class _Matches:
    """Matches played by workers; see :class:`mighty_sim.kernels.match.MatchBatch`."""

    def __init__(self, experiment: Experiment) -> None:
        """Take what is to be played. Raises InputError for what makes no match."""
        from mighty_sim.kernels.batch import columns_of
        from mighty_sim.kernels.match import terms_of

        terms_of(experiment)
        self.columns = columns_of(experiment)
        self._crew = _Crew(experiment)

    def play(self, first: int, count: int) -> Played:
        """Play matches. Safe from several threads at once. Raises StrategyFault, RunError."""
        played: Played = self._crew.ask("matches", first, count, "matches")
        return played

    def close(self) -> None:
        """End the workers that still play."""
        self._crew.close()


class _Crew:
    """The workers that play one experiment."""

    def __init__(self, experiment: Experiment) -> None:
        """Describe the experiment as a worker can make it again."""
        seats = [(str(item.path), item.settings, item.sha256) for item in experiment.strategies]
        fields = ("rules", "seed", "forced", "in_matches", "on_fault", "dealing")
        known = {field: getattr(experiment, field) for field in fields}
        self._described = pickle.dumps((seats, known))
        self._busy: set[_Worker] = set()
        self._lock = threading.Lock()

    def ask(self, kind: str, first: int, count: int, what: str) -> Any:
        """Return what a worker makes of a piece. Raises StrategyFault, RunError, InputError."""
        with self._lock:
            worker = _idle.pop() if _idle else _Worker()
            self._busy.add(worker)
        try:
            reply = worker.ask((kind, self._described, first, count))
        except (OSError, EOFError, struct.error, pickle.UnpicklingError):
            worker.end()
            where = f"{what} {first} to {first + count - 1}"
            raise RunError(
                f"a worker process of the pure-Python players {worker.how_it_ended} while it played {where}"
            ) from None
        finally:
            with self._lock:
                self._busy.discard(worker)
        _idle.append(worker)
        if isinstance(reply, MightyError):
            raise reply
        return reply

    def close(self) -> None:
        """End the workers that still play."""
        with self._lock:
            for worker in self._busy:
                worker.end()


class _Worker:
    """One process, as this one sees it."""

    def __init__(self) -> None:
        """Start the process, out of the reach of the terminal's Ctrl-C."""
        alone = {name: os.environ.get(name, "1") for name in _ONE_THREAD}
        environment = child.environment(NUMBA_DISABLE_JIT="1", PYTHONHASHSEED="0", **alone)
        program = child.command("-m", "mighty_sim.workers")
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self._process = subprocess.Popen(program, env=environment, start_new_session=True, **pipes)  # type: ignore[call-overload]

    def ask(self, request: Any) -> Any:
        """Return the reply. Raises OSError or EOFError if the process is gone."""
        _send(self._process.stdin, request)
        return _received(self._process.stdout)

    def end(self) -> None:
        """End the process, whatever it does."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                pipe.close()

    @property
    def how_it_ended(self) -> str:
        """Return in words how the process ended."""
        code = self._process.poll() or 0
        return f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"


_idle: list[_Worker] = []


@atexit.register
def dismiss() -> None:
    """End the workers that wait for another experiment."""
    while _idle:
        _idle.pop().end()


def _send(pipe: BinaryIO, message: Any) -> None:
    """Write a message, its length first."""
    data = pickle.dumps(message, protocol=5)
    pipe.write(_SIZE.pack(len(data)) + data)
    pipe.flush()


def _received(pipe: BinaryIO) -> Any:
    """Read a message. Raises EOFError where none comes."""
    head = pipe.read(_SIZE.size)
    if len(head) < _SIZE.size:
        raise EOFError
    return pickle.loads(pipe.read(*_SIZE.unpack(head)))


# -- what follows is done in a worker --


def serve() -> None:
    """Answer one request after the other, until no more can come."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)  # what a strategy prints is no reply
    sys.stdout = sys.stderr
    waiting: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(requests, waiting.put), daemon=True).start()
    ready: dict[tuple[str, bytes], Any] = {}
    while True:
        kind, described, first, count = waiting.get()
        try:
            reply = _played(ready, (kind, described), first, count)
        except MightyError as error:
            reply = error
        except Exception as error:
            reply = RunError(f"the pure-Python players could not be seated: {type(error).__name__}: {error}")
        _send(replies, reply)


def _listen(requests: BinaryIO, put: Callable[[Any], None]) -> None:
    """Pass requests on; when there can be no more, end the process in the middle of whatever it does."""
    with suppress(EOFError, OSError):
        while True:
            put(_received(requests))
    os._exit(0)


def _played(ready: dict[tuple[str, bytes], Any], wanted: tuple[str, bytes], first: int, count: int) -> Any:
    """Return the rows of a piece of deals, or a piece of matches. Raises what the batch raises."""
    import numpy as np

    if wanted not in ready:
        if len(ready) >= _REMEMBERED:
            ready.clear()
        ready[wanted] = _in_this_process(_made_again(wanted[1]), wanted[0])
    batch = ready[wanted]
    if wanted[0] == "matches":
        return batch.play(first, count)
    rows = np.empty((len(batch.columns), count), np.int16)
    batch.play(first, count, rows, 0)
    return rows


def _made_again(described: bytes) -> Experiment:
    """Return the experiment that was described. Raises InputError for a file that is another by now."""
    from mighty_sim.experiment import Experiment

    seats, known = pickle.loads(described)
    strategies = tuple(_seated(path, tuple(settings.items()), sha256) for path, settings, sha256 in seats)
    return Experiment(strategies=strategies, **known)


@cache
def _seated(path: str, settings: tuple[tuple[str, str], ...], sha256: str) -> Strategy:
    """Return a strategy, read once for all line-ups. Raises InputError for a file that is another by now."""
    from mighty_sim.strategy import load

    strategy = load(Path(path), dict(settings))
    if strategy.sha256 != sha256:
        raise InputError(f"{path!r} was changed while it was about to play; start again")
    return strategy


if __name__ == "__main__":
    serve()
