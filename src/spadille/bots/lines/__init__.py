"""Players that are programs of their own: a question a line, an answer a line, in JSON."""
