"""Steady, but it bids only what it is nearly sure to make."""

base = "steady:boldness=0.2"
