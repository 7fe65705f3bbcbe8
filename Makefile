# Each command makes its own virtual environment and installs what it needs.
.DEFAULT_GOAL := help
.PHONY: help play test bench prove messages browser types lint format clean

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

help: ## Show this list
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 10

play: $(VENV)/.play ## Install the game and play it in the browser
	$(BIN)/torpedo play

test: lint types browser ## Check the code and run the tests
	$(BIN)/python -m pytest -n auto

bench: $(VENV)/.dev ## Print the measured figures: balance, exactness, speed against peers, strength, the server
	$(BIN)/python -m benchmarks

prove: $(VENV)/.dev ## Play 200,000 games through both engines, 4,000 through the environments; compare every step
	$(BIN)/python -m tests.fast.prove
	$(BIN)/python -m tests.envs.prove

messages: $(VENV)/.dev ## Find every text, update the catalogues of all languages and compile them
	$(BIN)/python -m tools.messages

# The browser tests drive a Chromium that is there, or the system's package where it may be installed.
browser:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || \
	  command -v google-chrome >/dev/null || \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
	    apt-get update -qq && apt-get install -y -qq chromium >/dev/null; } || \
	  { echo "The browser tests need Chromium: install your system's package 'chromium'."; exit 1; }

# The page's types are checked where Node is present.
types:
	@if command -v npx >/dev/null; then \
	  npx --yes --loglevel=error --package=typescript@5.9.3 -- tsc --project src/torpedo_dice/web/jsconfig.json; \
	else echo "Node is not here, so the page's types are not checked."; fi

lint: $(VENV)/.dev ## Check style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(VENV)/.dev ## Put the code in its style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean: ## Remove everything that was installed or built
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed, and '$(PYTHON)' is older: try make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.play: $(VENV)/bin/python pyproject.toml
	$(PIP) --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/bin/python pyproject.toml
	$(PIP) --editable '.[dev]'
	@touch $@
