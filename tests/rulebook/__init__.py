"""The rulebook: its texts, its pictures and its pages."""
