"""How the standard table's text is read where it leaves a choice, by the numbers that sources name."""

READINGS = {
    "A3": "It is not said what a demanded joker is worth; taken: it has lost its power and cannot win.",
    "A5": (
        "The first lead is no trump unless the hand is all trumps; taken: joker and Mighty are no "
        "trumps, so who holds nine trumps and one of them must lead that one."
    ),
    "A7": (
        "The Mighty must be played when it is the only card of the led suit; taken: who also holds "
        "the joker may play the joker instead."
    ),
    "A19": "The declarer may ask for a suit at the highest no-trump; taken: a wish, which binds nobody.",
    "A21": (
        "Who deals after a deal was thrown in; taken: after all passed the same dealer, who opens "
        "again; after a misdeal the claimant, who also opens. Such a deal does not count."
    ),
    "A24": (
        "A weak hand is shown in one's first bidding; taken: on one's own first turn, though others "
        "have bid, before any call of one's own, and by choice."
    ),
    "A25": (
        "It is not said whether a bid that nobody can outrank ends the bidding; taken: who has not "
        "had a turn may still claim a misdeal, and can do nothing else but pass."
    ),
    "A26": (
        "A demand in the last trick; taken: allowed, and without effect where the joker has no power there."
    ),
    "A27": (
        "The order of discard, change of contract and friend call; taken: decided together, with all "
        "cards seen."
    ),
    "A28": (
        "The friend's points before he is known; taken: they are his side's in the end, whenever that shows."
    ),
    "A30": "Who deals after a friend by the first trick; taken: he does, as any friend.",
    "A31": "Several players could claim a misdeal; taken: the first of them in the order of bidding.",
}
