"""What a strategy did wrong, as a number that a kernel can return."""

from __future__ import annotations

from mighty_sim.kernels.jit import kernel

FAULT = 1 << 16  # a result from here on is a fault: FAULT + seat << 8 + decision
DECISIONS = ("", "claim", "bid", "change", "exchange", "friend", "play")
CLAIM, BID, CHANGE, EXCHANGE, FRIEND, PLAY = range(1, 7)


@kernel
def fault(decision: int, seat: int) -> int:
    """The number of a fault; not 0."""
    return FAULT + (seat << 8) + decision


def unpack(result: int) -> tuple[str, int]:
    """The decision's name and the seat of a fault."""
    return DECISIONS[result & 255], (result >> 8) & 255
