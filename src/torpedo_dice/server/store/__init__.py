"""Tables and their logs in a database."""
