"""Numbers as a person reads them."""

from math import nan

from mighty_sim.readout import (
    chance,
    count_cell,
    group_table,
    interval,
    mean_cell,
    mean_words,
    number,
    percent,
    plain_cell,
    rate_cell,
    rate_words,
    share_cell,
)

ROW = {
    "n": 1000, "share": 0.0123, "rate": 0.57, "rate_low": 0.5391, "rate_high": 0.6004,
    "points_mean": 15.444, "points_low": 15.4, "points_high": 15.488,
    "score_mean": -1.004, "score_low": nan, "score_high": nan,
}  # fmt: skip


def plain(text: str) -> str:
    """The text as it looks: what keeps a line together is a space, or nothing."""
    return text.replace("\u00a0", " ").replace("\u2060", "")


def test_rates_have_their_intervals_and_are_not_parted_at_the_end_of_a_line() -> None:
    assert plain(rate_words(ROW)) == "57.0 % (53.9–60.0 %)"
    assert [len(text.split(" ")) for text in (percent(0.1), interval(0.1, 0.2), rate_words(ROW))] == [1, 1, 2]
    assert (percent(nan), plain(percent(1.0))) == ("", "100.0 %")
    cell = rate_cell(ROW)
    assert (cell.text, cell.sort, plain(cell.small)) == ("57.0", 0.57, "53.9–60.0")
    assert rate_cell(ROW | {"n": 99}).text == "57.0*"
    assert rate_cell(ROW | {"rate": nan}).text == "–"


def test_means_have_true_minus_signs_and_no_interval_where_there_is_none() -> None:
    assert (mean_words(ROW, "points"), mean_words(ROW, "score")) == ("15.44\u00a0±0.04", "−1.00")
    assert mean_cell(ROW, "score").small == ""
    assert mean_cell(ROW, "score").sort == -1.004
    assert [number(-0.001), number(2.5, 1, "+"), number(nan)] == ["0.00", "+2.5", ""]


def test_luck_in_words() -> None:
    assert [plain(chance(p)) for p in (0.00001, 0.02, 0.5, 0.999)] == [
        "less than 1 in 10,000", "2 %", "50 %", "nearly 100 %",
    ]  # fmt: skip


def test_cells_sort_by_their_numbers() -> None:
    assert (count_cell(12_345).text, count_cell(12_345).sort) == ("12,345", 12_345)
    assert (share_cell(0.0123).text, share_cell(0.123).text) == ("1.23", "12.3")
    assert (plain_cell("H").text, plain_cell(13).sort, plain_cell(True).text) == ("♥", 13, "yes")


def test_a_table_of_groups_has_a_cell_for_every_heading() -> None:
    table = group_table("c", "strain", [plain_cell("S")], [ROW])
    assert len(table.headings) == len(table.right) == len(table.rows[0]) == 6
    assert [cell.text for cell in table.rows[0]] == ["♠", "1,000", "1.23", "57.0", "15.44", "−1.00"]
