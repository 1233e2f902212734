"""Seats and teams (DEAL-1): seats 0 to 3 in playing order, partners two apart, team 0 is seats 0 and 2."""

SEATS = range(4)
TEAMS = range(2)


def next_seat(seat: int, steps: int = 1) -> int:
    """The seat whose turn comes `steps` after `seat`: `next_seat(3) == 0`."""
    return seat + steps & 3


def team_of(seat: int) -> int:
    """0 for seats 0 and 2, 1 for seats 1 and 3."""
    return seat & 1
