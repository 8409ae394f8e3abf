.DEFAULT_GOAL := help
VENV := .venv
BIN := $(VENV)/bin
PY := $(BIN)/python
PIP := $(PY) -m pip --disable-pip-version-check --no-input
WORKERS ?= 2

# The first Python that is new enough; `make PYTHON=...` overrides.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)

PACKAGE_PARTS := pyproject.toml hatch_build.py
CHECKS := check-format check-lint check-types check-pyright check-imports \
	check-spelling check-sizes check-protocol check-web

.PHONY: help run setup web test test-web chromium compiled check $(CHECKS) \
	format cover bench faults soak fuzz perft lock wheel clean

help: ## Show this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | awk -F'\t' '{printf "  make %-9s %s\n", $$1, $$2}'

run: $(VENV)/.run web ## Play: install what is needed and serve on port 8000 (ARGS="--port 9000")
	@exec $(PY) -m spadille serve $(ARGS)

setup: $(VENV)/.dev ## Make .venv with everything needed to work on Spadille

web: $(VENV)/.venv ## Build the web client, if its sources changed
	@$(PY) scripts/build_web.py --fetch-node

test: $(VENV)/.dev web test-web chromium compiled ## Run every test: the client's, then all the others
	@SPADILLE_CHROMIUM="$$($(PY) scripts/ensure_chromium.py)" $(PY) -m pytest -n $(WORKERS) --dist loadfile $(ARGS)

test-web: $(VENV)/.dev
	@$(PY) scripts/build_web.py --run test

# Before the tests, whose time is limited, and which run side by side.
compiled: $(VENV)/.dev
	@$(PY) -m spadille.bots.warming

chromium: $(VENV)/.dev
	@$(PY) scripts/ensure_chromium.py >/dev/null

check: $(CHECKS) ## Check style, types, imports, spelling, sizes (make -k check: show all failures)

check-format: $(VENV)/.dev
	@$(BIN)/ruff format --check --quiet .

check-lint: $(VENV)/.dev
	@$(BIN)/ruff check --quiet .

check-types: $(VENV)/.dev
	@$(BIN)/mypy

check-pyright: $(VENV)/.dev
	@$(BIN)/basedpyright

check-imports: $(VENV)/.dev
	@$(BIN)/lint-imports

check-spelling: $(VENV)/.dev
	@$(BIN)/codespell

check-sizes: $(VENV)/.dev
	@$(PY) scripts/check_sizes.py

check-protocol: $(VENV)/.dev
	@$(PY) -m spadille.protocol.schema --check

check-web: $(VENV)/.dev
	@$(PY) scripts/build_web.py --run check

format: $(VENV)/.dev ## Put the Python code in its usual shape
	@$(BIN)/ruff check --fix --quiet . ; $(BIN)/ruff format .

cover: $(VENV)/.dev web chromium ## Run the Python tests and show the lines they never reach
	@SPADILLE_CHROMIUM="$$($(PY) scripts/ensure_chromium.py)" $(PY) -m pytest -n $(WORKERS) --dist loadfile --cov --cov-report=term $(ARGS)

bench: $(VENV)/.dev ## Measure the server beside a bare broadcast of the same stack
	@$(PY) -m benchmarks.broadcast $(ARGS)

faults: $(VENV)/.dev ## Break a service of three servers on purpose, and count what is lost
	@$(PY) -m benchmarks.faults $(ARGS)

soak: $(VENV)/.dev ## Let people come and go for long, and see whether anything piles up
	@$(PY) -m benchmarks.soak $(ARGS)

fuzz: $(VENV)/.dev ## Call every call of a server at random (ARGS="--calls 200")
	@$(PY) scripts/fuzz_api.py $(ARGS)

perft: $(VENV)/.dev ## Count how many ways known deals can be played out
	@$(PY) -m spadille perft $(ARGS)

lock: $(VENV)/.dev ## Resolve the Python packages anew (ARGS=--upgrade for newer ones)
	@$(PIP) install -qq 'uv>=0.9'
	@$(PY) scripts/lock.py $(ARGS)

wheel: $(VENV)/.dev ## Build the package into dist/
	@$(PIP) wheel -q --no-deps -w dist .

clean: ## Remove everything that can be made again (never ./data)
	rm -rf $(VENV) dist build htmlcov .coverage .coverage.* .hypothesis .import_linter_cache \
		.mypy_cache .pytest_cache .ruff_cache web/node_modules src/spadille/web_dist
	find src tests scripts -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.venv:
	@test -n "$(PYTHON)" || { echo "Spadille needs Python 3.11 or newer; none was found." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "On Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	@touch $@

$(VENV)/.run: requirements.lock $(PACKAGE_PARTS) | $(VENV)/.venv
	@echo "Installing Spadille into $(VENV) ..."
	@$(PIP) install -qq -r requirements.lock
	@SPADILLE_SKIP_WEB=1 $(PIP) install -qq --no-deps -e .
	@touch $@

$(VENV)/.dev: requirements-dev.lock $(PACKAGE_PARTS) | $(VENV)/.venv
	@echo "Installing the development tools into $(VENV) ..."
	@$(PIP) install -qq -r requirements-dev.lock
	@SPADILLE_SKIP_WEB=1 $(PIP) install -qq --no-deps -e .
	@touch $@ $(VENV)/.run
