"""A laboratory that breaks a real service on purpose, and counts what people lose by it."""
