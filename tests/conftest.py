"""Shared by all tests: properties are checked with the same seeds every run, without a deadline on noisy machines."""

from hypothesis import HealthCheck, settings

settings.register_profile("table", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("table")
