"""How hard Hypothesis tries: ``HYPOTHESIS_PROFILE=ci`` tries harder."""

from __future__ import annotations

import os

from hypothesis import settings

# Time limits would make a slow machine fail; the same examples every run make no flakes.
calm = settings(deadline=None, derandomize=True)
settings.register_profile("dev", calm, max_examples=50)
settings.register_profile("ci", calm, max_examples=250)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))
