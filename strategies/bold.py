"""Steady, but it bids far above what it expects to make."""

base = "steady:boldness=0.8"
