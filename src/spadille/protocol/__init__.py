"""The wire: every message that crosses between server and client."""
