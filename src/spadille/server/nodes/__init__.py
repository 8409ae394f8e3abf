"""Several servers that share their tables: who owns which, and how the others reach it."""
