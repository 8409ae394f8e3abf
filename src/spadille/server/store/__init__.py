"""What must outlive the process: the log of every table, and who people are."""
