"""The command `torpedo`, as a person types it."""
