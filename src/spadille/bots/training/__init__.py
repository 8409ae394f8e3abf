"""Programs that learn what the players know, and write it down as package data."""
