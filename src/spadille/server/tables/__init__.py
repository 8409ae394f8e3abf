"""Tables: one task and one inbox each, the only writer of its log.

Nothing here knows a socket, a web framework or a database; those are given to it.
"""
