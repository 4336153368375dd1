"""The referee's auction and exchange: which bids outrank which, whose turn it is, which contracts can be reached.

Part of the referee (see referee.py).
"""

from referee_cards import NO_TRUMP, SUITS, Rules, may_claim_misdeal


def split_bid(bid: str) -> tuple[int, str]:
    """The parts of 14S: 14 and S; ValueError for anything else than a number and a strain."""
    number, strain = int(bid[:-1]), bid[-1:]
    if f"{number}{strain}" != bid or strain not in list(SUITS + NO_TRUMP):
        raise ValueError(f"{bid!r} is not a bid")
    return number, strain


def is_bid(rules: Rules, bid: object) -> bool:
    """Whether the table has such a bid: its number is in range, and it is not at no-trump where there is none."""
    try:
        number, strain = split_bid(bid)  # type: ignore[arg-type]
    except (ValueError, TypeError):
        return False
    auction = rules["auction"]
    in_range = auction["min_number"] <= number <= auction["max_number"]
    return bool(in_range and (strain != NO_TRUMP or auction["notrump_allowed"]))


def all_bids(rules: Rules) -> list[str]:
    numbers = range(rules["auction"]["min_number"], rules["auction"]["max_number"] + 1)
    bids = [f"{number}{strain}" for number in numbers for strain in SUITS + NO_TRUMP]
    return [bid for bid in bids if is_bid(rules, bid)]


def beats(rules: Rules, best: str, new: str) -> bool:
    """The number first; then, at most tables, no-trump above the suits; suits have no order or one (STD §3, A20)."""
    best_number, best_strain = split_bid(best)
    new_number, new_strain = split_bid(new)
    if new_number != best_number:
        return new_number > best_number
    if NO_TRUMP in (best_strain, new_strain):
        wins_ties: bool = rules["auction"]["notrump_wins_ties"]
        return wins_ties and new_strain == NO_TRUMP and best_strain != NO_TRUMP
    order: str = rules["auction"]["suit_order"]
    return order != "none" and order.index(new_strain) < order.index(best_strain)


def bid_is_legal(rules: Rules, best: str | None, new: str) -> bool:
    """A bid of the table, above the best one so far (STD §3)."""
    return is_bid(rules, new) and (best is None or beats(rules, best, new))


def next_seat(rules: Rules, seat: int) -> int:
    """Clockwise (STD §2)."""
    following: int = (seat + 1) % rules["deal"]["players"]
    return following


class Auction:
    """The calls in turn from the opener; a pass is final; it ends when one bidder is left (STD §3), or earlier."""

    def __init__(self, rules: Rules, opener: int):
        self.rules = rules
        self.seats: int = rules["deal"]["players"]
        self.opener = opener
        self.turn = opener
        self.calls = 0
        self.passed: set[int] = set()
        self.best: str | None = None
        self.bidder: int | None = None

    def all_passed(self) -> bool:
        return len(self.passed) == self.seats

    def is_over(self) -> bool:
        """All passed, or all but the bidder; at some tables a bid may end it at once (A25)."""
        one_left = self.bidder is not None and len(self.passed) == self.seats - 1
        return one_left or self.all_passed() or self._best_bid_ends_it()

    def _best_bid_ends_it(self) -> bool:
        """Where everybody has his turns, a bid of 20N stops nobody's turn (A25)."""
        ends = self.rules["auction"]["ends"]
        if self.best is None or ends in ("one_left", "unbeatable_and_no_claim_left"):
            return False
        if ends == "at_top":
            top: bool = split_bid(self.best)[0] == self.rules["auction"]["max_number"]
            return top
        return not any(beats(self.rules, self.best, bid) for bid in all_bids(self.rules))

    def is_first_turn(self) -> bool:
        """Nobody can be skipped in the first round, so it is every seat's first turn (A24)."""
        return self.calls < self.seats

    def asked(self) -> list[int]:
        """Whose moment it is to show a weak hand, in bidding order (STD §3, A24, A31)."""
        when = self.rules["misdeal"]["when"]
        if self.is_over() or not self.rules["misdeal"]["enabled"]:
            return []
        if when == "before_bidding":
            return [(self.opener + step) % self.seats for step in range(self.seats)] if self.calls == 0 else []
        return [self.turn] if when == "own_any_turn" or self.is_first_turn() else []

    def claimants(self, hands: list[list[str]]) -> list[int]:
        """Those of them who have one."""
        return [seat for seat in self.asked() if may_claim_misdeal(self.rules, hands[seat])]

    def must_be_thrown_in(self, hands: list[list[str]]) -> bool:
        """Whether the deal cannot go on: a hand qualifies, and showing it is not its holder's choice (WM)."""
        return not self.rules["misdeal"]["optional"] and bool(self.claimants(hands))

    def is_legal(self, call: str) -> bool:
        """A higher bid, or a pass; but at some tables the opener's first call must be a bid."""
        if call == "pass":
            return self.calls > 0 or self.rules["auction"]["opener_may_pass"]
        return bid_is_legal(self.rules, self.best, call)

    def make(self, call: str) -> None:
        if call == "pass":
            self.passed.add(self.turn)
        else:
            self.best, self.bidder = call, self.turn
        self.calls += 1
        if not self.is_over():
            self._move_on()

    def _move_on(self) -> None:
        self.turn = next_seat(self.rules, self.turn)
        while self.turn in self.passed:
            self.turn = next_seat(self.rules, self.turn)


# The contract after the exchange


def change_is_legal(rules: Rules, won: str, final: str) -> bool:
    """Whether the auction's winner may end with this contract: after the kitty (STD §4) or changed blind (A27)."""
    if not is_bid(rules, final):
        return False
    if split_bid(won)[1] == split_bid(final)[1]:
        return _number_may_be(rules, split_bid(final)[0], split_bid(won)[0])
    return _change_is_legal(rules, won, final) or _blind_change_is_legal(rules, won, final)


def _number_may_be(rules: Rules, number: int, least: int) -> bool:
    """Any raise above what is needed, or none where the number moves only by what the change costs."""
    return number >= least if rules["exchange"]["raise_without_change"] else number == least


def _cost(rules: Rules, won_strain: str, strain: str) -> int:
    """The least raise for this change of strain; -1 where the table has no such change (STD §4)."""
    if won_strain == NO_TRUMP:
        name = "notrump_to_suit"
    elif strain == NO_TRUMP:
        name = "suit_to_notrump"
    else:
        name = "suit_to_suit"
    cost: int = rules["exchange"][name]
    return cost


def _change_is_legal(rules: Rules, won: str, final: str) -> bool:
    """At STD suit to suit and no-trump to suit cost 2, but from 19 the bid of 20 will do; suit to no-trump costs
    1 and is free at 20 (STD §4)."""
    won_number, won_strain = split_bid(won)
    number, strain = split_bid(final)
    cost, top = _cost(rules, won_strain, strain), rules["auction"]["max_number"]
    if cost == -1:
        return False
    least = won_number + cost
    capped = won_number < top < least and rules["exchange"]["cap_at_max"]
    if capped or (won_number == top and _is_free_at_the_top(rules, strain)):
        least = top
    return _number_may_be(rules, number, least)


def _is_free_at_the_top(rules: Rules, strain: str) -> bool:
    free = rules["exchange"]["free_at_max"]
    return free == "any" or (free == "to_notrump" and strain == NO_TRUMP)


def _blind_change_is_legal(rules: Rules, won: str, final: str) -> bool:
    """Before he sees the kitty he may take any other strain at a price of its own; no cap, nothing free (A27)."""
    price: int = rules["exchange"]["blind_change"]
    return price != -1 and _number_may_be(rules, split_bid(final)[0], split_bid(won)[0] + price)
