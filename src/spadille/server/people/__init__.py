"""Accounts and what belongs to them: names, passwords, profile, buddies, blocks, tokens."""
