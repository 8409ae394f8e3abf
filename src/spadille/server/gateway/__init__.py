"""The way in: table sockets, calls and pages."""
