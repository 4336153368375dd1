"""What a strategy did wrong, as a number that a kernel can return: one of these, with ``seat << 8``."""

from __future__ import annotations

FAULT = 1 << 16  # no other result of a phase is as large
CLAIM, BID, CHANGE, EXCHANGE, FRIEND, PLAY, PLAN, NO_CONTRACT = (FAULT + decision for decision in range(1, 9))
_NAMES = ("", "claim", "bid", "change", "exchange", "friend", "play", "plan", "no contract")


def unpack(result: int) -> tuple[str, int]:
    """Return the decision's name and the seat of a fault."""
    return _NAMES[result & 255], (result >> 8) & 255
