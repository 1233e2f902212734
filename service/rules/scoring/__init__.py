"""The score of a deal as a bill, in the turn-up game (SCO) and in the bidding game (CON)."""
