"""Where the rule texts leave a choice: the question, and what each value of an option answers.

The numbers are those that the sources of the options name. `standard`, the penalty tables and their reconciled reading
answer by the values they have, and so does a user's own table: `answer` tells what a value means, wherever it stands.
"""

from __future__ import annotations

from typing import NamedTuple

#: Stands for every value that is not named.
ANY = "*"


class Reading(NamedTuple):
    """A question that a rule text leaves open, and the answers: by option, then by the value as text."""

    question: str
    answers: dict[str, dict[str, str]]


_JOKER_IN_TRICK = {
    "normal": "played to another's lead it is as strong as ever.",
    "powerless": "it may be played, and has no power.",
    "powerless_if_led": "led it has no power; played to another's lead it is as strong as ever.",
    "banned": "it may not be played while there is another card.",
}
_JOKER_LED = {"allowed": "it may be led.", "banned": "it may not be led while there is another card."}

READINGS: dict[str, Reading] = {
    "A1": Reading(
        "A Mighty is played to another's lead: which suit do later players follow?",
        {
            "mighty.switches_suit": {
                "false": "still the suit led; only a Mighty that is led sets its suit.",
                "true": "the Mighty's printed suit; who wins the trick does not change.",
            }
        },
    ),
    "A2": Reading(
        "When does the hunter act, and does it harm a joker that nobody demanded?",
        {
            "hunter.trigger": {"lead": "it acts when it is led.", "any_play": "it acts whenever it is played."},
            "hunter.first_trick": {
                "false": "it does not act in the first trick.",
                "true": "it acts in the first trick too.",
            },
            "hunter.presence_kills_joker": {
                "never": "its presence alone does no harm.",
                "always": "its presence takes the power of every joker of the trick, also of one played before.",
                "after_first_trick": "its presence takes every joker's power from the second trick on.",
            },
        },
    ),
    "A3": Reading(
        "What is a joker worth that was demanded?",
        {
            "hunter.called_joker_power": {
                "lost": "nothing: it cannot win the trick.",
                "kept": "as much as any other joker.",
            }
        },
    ),
    "A4": Reading(
        "The joker is demanded from who holds the Mighty too: which may he play?",
        {"hunter.mighty_may_answer": {"true": "either of them.", "false": "the joker only."}},
    ),
    "A5": Reading(
        "Trump may be led first from a hand of trumps only: what do joker and Mighty count as?",
        {
            "lead.first_trump": {
                "allowed": "it does not matter, trump may be led from any hand.",
                "only_if_nothing_else": "as no trumps: with nine trumps and one of them that one is led, if it may be.",
                "only_if_all_trump_or_joker": "a joker counts as a trump, the Mighty does not.",
                "only_if_all_trump_or_special": "both count as trumps.",
            }
        },
    ),
    "A6": Reading(
        "Every card of the hand is banned from the first lead: what is led?",
        {
            "lead.fallback": {
                "any_card": "any card; a joker led so has no power.",
                "trump_before_joker_and_hunter": "no joker and no hunter, while there is another card.",
                "hunter_then_trump": "a hunter; without one no joker, while there is another card.",
            }
        },
    ),
    "A7": Reading(
        "The Mighty is its holder's only card of the suit to follow: must it be played?",
        {
            "mighty.sole_card_of_suit": {
                "mighty_or_joker": "yes, but who also holds a joker may play that instead.",
                "mighty_only": "yes.",
                "no_duty": "no, any card may be played.",
            }
        },
    ),
    "A8": Reading(
        "The joker may not be led to the last trick and is the only card left: what then?",
        {
            "joker.last_card": {
                "powerless": "it is led without power.",
                "with_power": "it is led, with the power that a joker has in the last trick.",
                "must_play_before_last": "that cannot be: it must be played in the trick before.",
            }
        },
    ),
    "A9": Reading(
        "What may a joker do in the first and in the last trick?",
        {
            "joker.first_trick": _JOKER_IN_TRICK,
            "joker.last_trick": _JOKER_IN_TRICK,
            "joker.lead_first": _JOKER_LED,
            "joker.lead_last": _JOKER_LED,
        },
    ),
    "A10": Reading(
        "Three players take the twos to sixes out of the pack, the usual hunters among them: what is the hunter?",
        {
            "hunter.card": {
                "C7": "the seven of clubs, and that of spades when clubs are trump.",
                "none": "there is none.",
            }
        },
    ),
    "A11": Reading(
        "Are penalties counted from the contract or from the points taken, and what does failing cost?",
        {
            "score.formula": {"penalty": "from the contract.", "penalty_by_points": "from the points taken."},
            "score.failed": {"same_amount": "failing costs what making the contract exactly would have been worth."},
        },
    ),
    "A12": Reading(
        "Does a change of strain multiply the score of the deal?",
        {"exchange.change_stake": {"1": "no.", "2": "yes, it is doubled.", ANY: "yes."}},
    ),
    "A13": Reading(
        "From which number are the contracts of four players counted?",
        {"score.base": {"11": "from 11, one below the least bid, as at the other penalty tables."}},
    ),
    "A14": Reading(
        "Four players take out the twos, the fours and 'two red twos', which are gone already: which two cards?",
        {"deal.removed": {"2*, 4*, H3, D3": "two red threes: 42 cards and a joker are left, the black threes in."}},
    ),
    "A15": Reading(
        "How many cards are dealt from two packs, and how many are left for the kitty?",
        {
            "deal.hand": {"17": "17 each.", "14": "14 each.", "12": "12 each."},
            "deal.kitty": {"6": "six: with four jokers nothing else comes out even for six, seven and eight players."},
        },
    ),
    "A16": Reading(
        "The called card exists more than once: who is the friend?",
        {
            "friend.copies": {
                "all_holders": "every holder but the declarer; if all copies are his, nobody.",
                "first_played": "the first to play a copy, the declarer left out.",
            },
            "friend.uncallable": {"JK": "a joker cannot be called."},
        },
    ),
    "A17": Reading(
        "Is there a friend when only three play?",
        {"friend.kinds": {"[]": "no, nobody is called: the declarer plays against all others."}},
    ),
    "A18": Reading(
        "Which suit is followed when a joker with power is led?",
        {
            "joker.names": {
                "any_suit": "any that its leader names; a hunter played later does not change it.",
                "not_trump_in_first_trick": "any that its leader names, but not trump in the first trick.",
                "second_card": "that of the next card that has one.",
                "trump": "trump, and at no-trump any that its leader names.",
            }
        },
    ),
    "A19": Reading(
        "A suit is asked for at the highest no-trump: what does it bind the friend to?",
        {
            "friend.suit_request": {
                "off": "no suit may be asked for.",
                "advisory_at_top_notrump": "nothing, it is a wish.",
                "binding_first_lead_at_top_notrump": "to lead it, if he holds it, on his first lead.",
                "binding_all_leads_at_top_notrump": "to lead it, while he holds it, whenever he leads.",
            }
        },
    ),
    "A20": Reading(
        "Which of two bids of the same number is higher?",
        {
            "auction.notrump_wins_ties": {
                "true": "no-trump is higher than a suit.",
                "false": "no-trump is not higher than a suit.",
            },
            "auction.suit_order": {
                "none": "suits are equal.",
                "SHDC": "of suits spades are highest, then hearts, diamonds and clubs.",
                "SDHC": "of suits spades are highest, then diamonds, hearts and clubs.",
            },
        },
    ),
    "A21": Reading(
        "Who deals and opens after a deal was thrown in, which counts for nothing?",
        {
            "auction.all_pass": {
                "same_dealer_redeals": "after all passed the same dealer, with the same opener.",
                "next_dealer_redeals": "after all passed the next seat deals.",
            },
            "misdeal.redeal_by": {
                "claimant": "after a misdeal the claimant deals and opens.",
                "same": "after a misdeal the same dealer, with the same opener.",
                "next": "after a misdeal the next seat deals.",
            },
        },
    ),
    "A22": Reading(
        "What ends a match, and who wins it?",
        {
            "match.ends": {"deals": "an agreed number of deals.", "total": "a total that somebody reaches."},
            "match.wins": {"high_total": "the highest total wins.", "low_total": "the lowest total wins."},
        },
    ),
    "A23": Reading(
        "The joker is demanded: from the next player or from any later one?",
        {
            "hunter.scope": {
                "any_holder": "from every later player who holds one.",
                "next_only": "from the very next player, if he holds one.",
                "one_joker": "from the later players who hold one, until one has fallen.",
            }
        },
    ),
    "A24": Reading(
        "When is a weak hand thrown in, and is it by choice?",
        {
            "misdeal.when": {
                "own_first_turn": "on one's own first turn, though others have bid, before any call of one's own.",
                "own_any_turn": "on any turn of one's own, while one is still bidding.",
                "before_bidding": "before the first bid, whoever holds it.",
            },
            "misdeal.optional": {"true": "it is the player's choice.", "false": "it must be thrown in."},
        },
    ),
    "A25": Reading(
        "Does a bid that nobody can outrank end the bidding?",
        {
            "auction.ends": {
                "unbeatable_and_no_claim_left": "no: who has not had a turn may claim a misdeal, else only pass.",
                "one_left": "no: who has not had a turn may claim a misdeal, else only pass.",
                "unbeatable": "yes, at once.",
                "at_top": "yes, and so does any bid of the highest number.",
            }
        },
    ),
    "A26": Reading(
        "May the joker be demanded in the last trick?",
        {
            "hunter.last_trick": {
                "true": "yes; it does nothing where the joker has no power there.",
                "false": "no.",
            }
        },
    ),
    "A27": Reading(
        "Are discard, change of contract and friend call one decision?",
        {
            "exchange.changes": {"once": "yes, with all cards seen."},
            "exchange.blind_change": {
                "-1": "the strain cannot be changed before the kitty is seen.",
                ANY: "the strain may be changed before the kitty is seen, instead of afterwards.",
            },
        },
    ),
    "A28": Reading(
        "Whose are the friend's points while he is not known?",
        {"friend.reveal": {"when_played": "his side's in the end, whenever that shows."}},
    ),
    "A29": Reading(
        "May the declarer exchange fewer cards than the kitty holds?",
        {"exchange.discard": {"any": "he takes it and lays as many away; they may be the same ones."}},
    ),
    "A30": Reading(
        "Who deals after a friend by the first trick?",
        {
            "deal.next_dealer": {
                "friend_else_declarer": "he does, as any friend.",
                "clockwise": "the next seat, as after any deal.",
                "declarer": "the declarer, as after any deal.",
            }
        },
    ),
    "A31": Reading(
        "Several hands could be thrown in: whose is?",
        {"misdeal.redeal_by": {ANY: "that of the first in the order of bidding who wants it."}},
    ),
    "A32": Reading(
        "Several jokers are held when the joker is demanded: how many fall?",
        {
            "hunter.scope": {
                "any_holder": "one from every later holder, and no more from who holds several.",
                "next_only": "one, from the next player.",
                "one_joker": "one.",
            }
        },
    ),
    "A33": Reading(
        "May a joker be played by who could follow suit?",
        {"joker.ignores_suit": {"true": "yes, at any time.", "false": "no, only by who has none of the suit."}},
    ),
}


def answer(number: str, key: str, value: str) -> str | None:
    """Return how the question of that number is answered by an option's value, or None where it does not arise."""
    answers = READINGS[number].answers.get(key, {})
    return answers.get(value, answers.get(ANY))
