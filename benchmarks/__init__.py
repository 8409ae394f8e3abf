"""Measurements, each in ratio to something else that ran beside it."""
