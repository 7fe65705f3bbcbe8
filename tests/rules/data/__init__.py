"""Tables the tests compare with, and the command that writes them."""
