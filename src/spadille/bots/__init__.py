"""Computer players. They see what a player sees, a `PlayerView`, and nothing else."""
