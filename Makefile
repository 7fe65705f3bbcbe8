# Each target creates the virtual environment and installs what it needs.
.DEFAULT_GOAL := help
.PHONY: help play check test most-tests all-tests light-tests engine-tests bench prove messages protocol lint types programs mypy tsc format clean

# The tests start hundreds of processes, each of which would compile all modules it imports.
unexport PYTHONDONTWRITEBYTECODE

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# uv installs in seconds what takes pip a minute. If it isn't available for this machine, or reaches no
# package index because it doesn't read pip's configuration, it says so, and pip installs instead.
# Modules are compiled on first import.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --prefer-binary --no-compile
UV := $(BIN)/uv pip install --quiet --python $(BIN)/python
# Work stealing keeps the tests of a file in one process, where they share fixtures and compiled code.
PYTEST = $(BIN)/python -m pytest --dist=worksteal --numprocesses
# One process more than cores, because many tests wait for a browser or a server.
PROCESSES = $(shell $(PYTHON) -c 'import os; print(os.cpu_count() + 1)')
# Folders whose tests don't call the compiled engine (the last one rarely): they run while it is being
# compiled. All others wait for it, so a new folder needs no mention.
LIGHT = $(addprefix tests/,lesson locale record referee rulebook rules sheets $(addprefix server/,messages store table transport) text)

help: ## Show this list
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 10

play: $(VENV)/.play ## Install the game and play it in the browser
	$(BIN)/torpedo play

# Style, types and tests run in parallel, as well as everything that comes before the tests: most of
# it keeps one core busy, or waits for the network.
check: ## Check style and types, and run all tests except the browser tests (4 to 5 minutes)
	@$(MAKE) --no-print-directory --jobs=5 lint types most-tests

test: ## Check style and types, and run all tests (9 minutes)
	@$(MAKE) --no-print-directory --jobs=5 lint types all-tests

most-tests: WITHOUT = --ignore=tests/web
most-tests: light-tests engine-tests

all-tests: BROWSER = --browser
all-tests: light-tests engine-tests

# The report is printed as a whole, not between the lines of the other tests.
light-tests: programs $(VENV)/.bytecode
	@report=$$($(PYTEST) 0 $(LIGHT) 2>&1); code=$$?; echo "$$report"; exit $$code

engine-tests: programs $(VENV)/.compiled $(VENV)/.bytecode
	$(PYTEST) $(PROCESSES) $(addprefix --ignore=,$(LIGHT)) $(WITHOUT)

bench: $(VENV)/.dev ## Run the benchmarks: balance, exactness, speed, strength, server
	$(BIN)/python -m benchmarks

prove: $(VENV)/.dev ## Compare both engines step by step over 200,000 games, and the environments over 4,000
	$(BIN)/python -m tests.fast.prove
	$(BIN)/python -m tests.envs.prove

messages: $(VENV)/.dev ## Extract all translatable texts, then update and compile the catalogues
	$(BIN)/python -m tools.messages

protocol: $(VENV)/.dev ## Generate the protocol's documentation and the page's types from the message types
	$(BIN)/python -m tools.protocol

# PostgreSQL, nginx and Caddy, from the system's package manager if we are root; without them, their
# tests are skipped. The browser, which its tests can't do without, can also come from Playwright.
programs: $(VENV)/.dev
	@$(BIN)/python -m tools.programs $(BROWSER)

lint: $(VENV)/.dev ## Check style and formatting
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: mypy tsc ## Type-check the Python code and the page

mypy: $(VENV)/.dev
	$(BIN)/mypy

# The page is type-checked only if Node.js is installed.
tsc:
	@if command -v npx >/dev/null; then \
	  npx --yes --loglevel=error --package=typescript@7.0.2 -- tsc --project src/torpedo_dice/web/jsconfig.json; \
	else echo "Node.js is not installed: skipping the type check of the page."; fi

format: $(VENV)/.dev ## Format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean: ## Remove everything that was installed or built
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is required, and '$(PYTHON)' is older. Try: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(BIN)/uv: $(BIN)/python
	-$(PIP) --only-binary=uv uv

$(VENV)/.play: $(BIN)/uv pyproject.toml
	$(UV) --editable . || $(PIP) --editable .
	@touch $@

$(VENV)/.dev: $(BIN)/uv pyproject.toml
	$(UV) --editable '.[dev]' || $(PIP) --editable '.[dev]'
	@touch $@

# The test processes start together, and would all compile the same modules. One process compiles
# them beforehand, while style and types are checked; the tests report whatever fails here.
$(VENV)/.bytecode: $(VENV)/.dev
	-@$(BIN)/python -m pytest --collect-only --quiet $(WITHOUT) >/dev/null 2>&1
	@touch $@

# They would also compile the same functions of the fast engine. This takes one core about a minute, in
# which the other checks style and types and runs the first tests.
$(VENV)/.compiled: $(VENV)/.dev $(wildcard $(addprefix src/torpedo_dice/,fast/*.py bots/brain/*.py review/*.py envs/*.py))
	-@$(BIN)/python -m tests.warm_up >/dev/null 2>&1
	@touch $@
