"""Who is here, who looks for a game, and how they come to sit together."""
