"""A referee for game records, written from the rules alone and sharing no code with the package."""
