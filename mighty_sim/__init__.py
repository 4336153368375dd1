"""mighty-sim: a fast simulator of the Korean card game Mighty."""

__version__ = "0.3.0"

#: Changes only when the same request gives other results; never for speed or looks.
ENGINE_VERSION = 2
