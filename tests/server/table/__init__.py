"""Tests of the server, mirroring its packages."""
