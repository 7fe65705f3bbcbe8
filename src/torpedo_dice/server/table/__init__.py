"""A table without input or output: its setup, its log, its commands and what each seat may see."""
