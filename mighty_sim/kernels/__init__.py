"""Compiled kernels: the game, played a chunk of deals at a time. numba is used here and nowhere else."""
