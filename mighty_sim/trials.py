"""Deals played under several settings at once, in order, and handed on: the machinery of questions about one hand."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence

from mighty_sim import engines
from mighty_sim.chunks import Span
from mighty_sim.engines import Batch, Block, Report
from mighty_sim.errors import Interrupted, StrategyFault
from mighty_sim.experiment import Experiment
from mighty_sim.limits import steps
from mighty_sim.outcomes import Code, SameDeals
from mighty_sim.runner import Outcome
from mighty_sim.workers import batch_of

# Plays at once where the kernels run uncompiled, at some milliseconds each.
_SLOW_PIECE = 8


class _Handing:
    """What takes played blocks in order, counts their plays and hands them on."""

    def __init__(self, take: Callable[[Block], None]) -> None:
        """Keep who takes them."""
        self._take, self.plays = take, 0

    def take(self, span: Span, block: Block) -> None:
        """Take a block [setting, deal]."""
        self.plays += block.size
        self._take(block)


class Trials:
    """Plays what is asked for and adds up what it took; `watch` is called as by `engines.play`, with the deals to play.

    No result depends on `threads` (0: all). `make_batch` makes what plays a setting.
    """

    def __init__(
        self,
        threads: int = 0,
        watch: Callable[[Report, int], None] | None = None,
        make_batch: Callable[[Experiment], Batch] | None = None,
    ) -> None:
        """Begin with nothing played."""
        self._threads = threads or engines.available_threads()
        self._watch, self._make = watch, make_batch or batch_of
        self._begin = time.perf_counter()
        self._plays, self._kernel_s, self._play_s = 0, 0.0, 0.0

    def play(
        self,
        experiments: Sequence[Experiment],
        code: Code,
        deals: Span,
        take: Callable[[Block], None],
        *,
        explained: bool = True,
    ) -> None:
        """Play deals under all settings, and hand blocks [setting, deal] of their codes on in order.

        What `take` raises ends it. Raises StrategyFault, told in full where `explained`; Interrupted after Ctrl-C.
        """
        same, begin = SameDeals(experiments, code, self._make), time.perf_counter()
        report, handing = Report(), _Handing(take)

        def seen(now: Report) -> None:
            nonlocal report
            report = now
            if self._watch:
                self._watch(now, deals.count)

        slow = os.environ.get("NUMBA_DISABLE_JIT", "0") != "0"
        piece = same.piece(_SLOW_PIECE if slow else engines.PIECE)
        try:
            report = engines.play(same, list(steps([deals])), handing, self._threads, piece, seen)
        except (KeyboardInterrupt, engines.Stopped):
            raise Interrupted("interrupted; nothing is kept of a question about a hand") from None
        except StrategyFault as fault:
            from mighty_sim.replay import explain

            raise (explain(same.failed, fault) if explained else fault) from None
        finally:
            same.close()
            self._plays += handing.plays
            self._kernel_s += report.kernel_s
            self._play_s += time.perf_counter() - begin

    def outcome(self, ended: str = "", *, short: bool = False) -> Outcome:
        """Return what was done so far: plays, each of one deal under one setting, and what they took."""
        wall_s = time.perf_counter() - self._begin
        times = (self._kernel_s, self._play_s, wall_s)
        return Outcome(self._plays, 0, *times, ended=ended, short=short)
