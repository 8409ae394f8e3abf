"""What tests share: builders, strategies and an independent witness of the rules."""
