"""Reference tables for the tests, and the script that writes them."""
