"""The same load on other game servers."""
