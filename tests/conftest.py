"""No deadline for hypothesis: a shared machine is slow now and then, and no test is a timed test."""

from hypothesis import settings

settings.register_profile("mighty", deadline=None)
settings.load_profile("mighty")
