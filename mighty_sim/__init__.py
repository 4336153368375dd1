"""mighty-sim: a fast simulator of the Korean card game Mighty.

The commands are functions here, too: `simulate`, `success`, `compare`, `advise`, `tournament` and `summarize`. They are
described in :mod:`mighty_sim.questions`, and loaded when they are first used.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mighty_sim.questions import advise as advise
    from mighty_sim.questions import compare as compare
    from mighty_sim.questions import simulate as simulate
    from mighty_sim.questions import success as success
    from mighty_sim.questions import summarize as summarize
    from mighty_sim.questions import tournament as tournament

__version__ = "0.4.0"

#: Changes only when the same request gives other results; never for speed or looks.
ENGINE_VERSION = 2

_QUESTIONS = ("advise", "compare", "simulate", "success", "summarize", "tournament")


def __getattr__(name: str) -> Any:
    """Return one of the functions that answer questions, loading what they need."""
    if name not in _QUESTIONS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from mighty_sim import questions

    return getattr(questions, name)


def __dir__() -> list[str]:
    """Return the names of the package, with those that are loaded late."""
    return sorted([*globals(), *_QUESTIONS])
