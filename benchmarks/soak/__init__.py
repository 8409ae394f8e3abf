"""A service under people who come and go, for as long as one likes, and what it keeps of them."""
