"""The service: tables kept, sockets served, pages and calls answered."""
