# Needs Python 3.11 or later and make, nothing else. `make` prints what there is.
#
# PORT and HOST say where `make run` listens; PYTHON names a Python that is not on the path;
# WORKERS is how many tests run at a time.

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
INSTALL := $(PIP) install -qq -c constraints.txt --build-constraint constraints.txt
PYTEST := $(BIN)/python -m pytest
CORES := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
ifndef WORKERS
WORKERS := $(if $(filter 1 2 3,$(CORES)),$(CORES),4)
# Some of all tests wait for servers and browsers, and meanwhile another can run.
test: WORKERS := $(shell echo $$(($(WORKERS) + 1)))
endif
NODE_TOOLS := .cache/js
BIOME := $(NODE_TOOLS)/node_modules/.bin/biome
HTMX := .cache/htmx/htmx.min.js
PYODIDE := .cache/pyodide
POCKET := .cache/pocket/out
PAGES := $(addprefix tests/,duplicate leagues reliability schedules standings store tables web)
WORKS := import sys, venv; sys.exit(sys.version_info < (3, 11))
WHOLE := import ensurepip, sqlite3, ssl

# The tests start dozens of Pythons, which would all compile what one of them may keep.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help run test quick test-hard test-services test-314 test-pages coverage mutants lint types \
	templates wheel bench screenshots htmx texts search pocket pins clean

help: ## print this
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/  make \1|\2/p' $(firstword $(MAKEFILE_LIST)) | \
	while IFS='|' read -r what does; do printf '%-20s %s\n' "$$what" "$$does"; done

run: $(VENV)/to-run search ## start the app: PORT=8001 and HOST=127.0.0.1 say where
	@exec $(BIN)/scorekeeper

test: $(VENV)/to-work $(HTMX) pocket ## run the tests; what the machine lacks is skipped and named
	$(PYTEST) -n $(WORKERS) --dist worksteal -m "not hard"

quick: $(VENV)/to-work search ## run what is quick: no browser, no PostgreSQL, no servers; the rest shortened
	SCOREKEEPER_QUICK=1 $(PYTEST) -n $(WORKERS) --dist worksteal \
	  -m "not browser and not postgres and not long and not hard" --ignore=tests/browser \
	  --ignore=tests/pocket

test-hard: $(VENV)/to-work $(HTMX) pocket ## run every test in full (an hour or two)
	SCOREKEEPER_HARD=1 $(PYTEST) -n $(WORKERS) --dist worksteal

test-314: $(PYODIDE)/to-work ## run the tests of games, sheets and SQLite on Python 3.14 in Node
	node tests/pyodide.mjs $(PYODIDE) -p no:cacheprovider \
	  -m "not postgres and not long and not threads" --ignore=tests/store/test_drivers.py \
	  tests/games tests/store tests/test_sheet.py tests/test_vectors.py

test-services: $(VENV)/to-work $(HTMX) pocket ## run every test that needs a browser or PostgreSQL
	$(PYTEST) -n $(WORKERS) --dist worksteal -m "browser or postgres"

test-pages: $(VENV)/to-work pocket ## run those of pages, leagues and storage without a browser and PostgreSQL
	$(PYTEST) -n $(WORKERS) --dist worksteal -m "not browser and not postgres" $(PAGES)

# Coverage doubles what a test takes; of these the rules need none.
coverage: $(VENV)/to-work pocket ## run all others; they reach each branch of engine, games, referee and pbn
	$(PYTEST) -n $(WORKERS) --dist worksteal -m "not browser and not postgres" \
	  $(addprefix --ignore=,$(PAGES)) --cov

mutants: $(VENV)/to-work ## show that the tests notice eighty conditions turned round
	$(BIN)/python -m tests.mutants

lint: $(VENV)/to-work ## read code, scripts and style sheets for slips (ruff, Biome)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .
	@if [ -x $(BIOME) ]; then set -x; $(BIOME) check --error-on-warnings; \
	else echo "Biome is missing, so nobody has read the scripts and style sheets." >&2; \
	  case ",$$SCOREKEEPER_REQUIRE," in *,node,*) exit 1;; esac; fi

format: $(VENV)/to-work ## put the code in its form (ruff, Biome)
	$(BIN)/ruff format .
	@if [ -x $(BIOME) ]; then set -x; $(BIOME) check --write; fi

types: $(VENV)/to-work ## check the types (mypy)
	$(BIN)/mypy

templates: $(VENV)/to-work ## check the templates (djlint)
	$(BIN)/djlint --quiet --lint templates scorekeeper/games

wheel: $(VENV)/to-work pocket ## build the wheel into dist/, with the pocket edition
	rm -rf dist
	$(BIN)/hatchling build -t wheel

bench: $(VENV)/to-work ## measure the speeds and print them beside their goals
	$(BIN)/python -m bench.run

screenshots: $(VENV)/to-work $(HTMX) ## draw the pages, light and dark, into screenshots/
	$(BIN)/python -m tests.screenshots

texts: $(VENV)/to-work ## collect what there is to translate in build/texts.pot
	@mkdir -p build
	$(BIN)/pybabel -q extract -F pyproject.toml --no-default-keywords -k say -k tell -k phrase \
	  -k _ -o build/texts.pot .

htmx: $(HTMX) ## fetch the bytes of htmx that the browser tests serve

node-tools: $(NODE_TOOLS)/to-work ## fetch what reads and tests the scripts

pins: ## write constraints.txt anew (with the oldest Python: make pins PYTHON=python3.11)
	@eval "$$FIND_PYTHON"; rm -rf .cache/pins; "$$python" -m venv .cache/pins
	.cache/pins/bin/python -m pip install -qq --upgrade pip
	.cache/pins/bin/python -m pip install -qq $(EVERYTHING)
	{ sed '/^$$/q' constraints.txt; \
	  .cache/pins/bin/python -m pip freeze --all --exclude-editable --exclude setuptools; \
	} > .cache/pins/constraints.txt
	mv .cache/pins/constraints.txt constraints.txt

clean: ## remove what make made, except the data in instance/
	rm -rf $(VENV) .cache build dist screenshots .coverage* *.egg-info
	rm -rf .pytest_cache .hypothesis .mypy_cache .ruff_cache
	find . -name __pycache__ -prune -exec rm -rf {} +

# The environment. Its stamps are older than the files that say what belongs in it, or it is
# left alone. An environment whose Python has gone is made again.

EVERYTHING := -e '.[gunicorn,metrics,postgres]' --group dev --group browser --group api --group referee

ifneq ($(shell { $(BIN)/python -c '$(WORKS)' && echo yes; } 2>/dev/null),yes)
.PHONY: $(VENV)/made
endif

$(VENV)/made:
	@{ $(BIN)/python -c '$(WORKS)'; } 2>/dev/null || { eval "$$FIND_PYTHON"; \
	echo "Making the environment $(VENV) with $$("$$python" --version) ..."; \
	rm -rf $(VENV); "$$python" -m venv $(VENV); }
	@touch $@

$(VENV)/to-run: pyproject.toml constraints.txt $(VENV)/made
	@echo "Installing what Scorekeeper needs ..."
	@$(NEW_PIP)
	@$(INSTALL) -e . || { $(OFFLINE); }
	@touch $@

$(VENV)/to-work: pyproject.toml constraints.txt $(VENV)/made
	@echo "Installing what Scorekeeper and its tests need (a minute or two) ..."
	@$(NEW_PIP)
	@$(INSTALL) $(EVERYTHING) || { $(OFFLINE); }
	@touch $@ $(VENV)/to-run

# The pip that comes with Python may know neither --group nor --build-constraint.
NEW_PIP = $(PIP) install -qq -c constraints.txt --upgrade pip || { $(OFFLINE); }
OFFLINE = echo "Installing failed; see above. The first time it needs the internet." >&2; exit 1

$(HTMX):
	@mkdir -p $(@D)
	@if command -v npm >/dev/null; then \
	  cd $(@D) && npm pack --silent htmx.org@4.0.1 >/dev/null && \
	  tar -xzf htmx.org-4.0.1.tgz package/dist/htmx.min.js && \
	  mv package/dist/htmx.min.js . && rm -r package htmx.org-4.0.1.tgz || \
	  echo "npm could not fetch htmx; the browser tests will be skipped." >&2; \
	else echo "npm is missing, so the browser tests will be skipped." >&2; fi

search: $(VENV)/to-run ## build the index by which the rules are searched
	@$(BIN)/python -m scorekeeper.index_files .cache/search

pocket: $(VENV)/to-work search ## build the edition that runs in a browser alone; `make run` serves it
	@if command -v node >/dev/null && command -v npm >/dev/null; then \
	  $(BIN)/scorekeeper pocket $(POCKET) --cache .cache/pocket; \
	else echo "Node or npm is missing, so the pocket edition is not built." >&2; fi

# CPython 3.14 built for WebAssembly, and wheels for it. Where a package has none, that of Linux
# stands in: its compiled half cannot be loaded, and its other half is whole without it. http-ece is
# not to be had as a wheel, so one is made.
$(PYODIDE)/to-work: pyproject.toml constraints.txt $(VENV)/to-work
	@echo "Fetching Python 3.14 for Node, and what Scorekeeper needs there ..."
	@rm -rf $(PYODIDE) && mkdir -p $(PYODIDE)
	@cd $(PYODIDE) && npm pack --silent pyodide@314.0.7 >/dev/null && \
	  tar -xzf pyodide-314.0.7.tgz && rm pyodide-314.0.7.tgz
	@$(BIN)/python -c 'import tomllib; \
	  print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["dependencies"], sep="\n")' \
	  > $(PYODIDE)/requirements.txt
	@$(PIP) wheel -qq --no-deps -w $(PYODIDE)/wheels -c constraints.txt http-ece
	@$(PIP) install -qq -c constraints.txt --target $(PYODIDE)/site --no-compile \
	  --find-links $(PYODIDE)/wheels --only-binary=:all: --implementation cp --python-version 3.14 \
	  --platform pyemscripten_2026_0_wasm32 --platform manylinux2014_x86_64 \
	  -r $(PYODIDE)/requirements.txt hypothesis pytest
	@touch $@

# Biome reads scripts and style sheets, happy-dom is the page in which Node tests the scripts.
.PHONY: format node-tools
test test-hard coverage lint format: $(NODE_TOOLS)/to-work

$(NODE_TOOLS)/to-work: Makefile
	@mkdir -p $(@D)
	@if command -v npm >/dev/null; then \
	  npm install --silent --no-save --no-package-lock --prefix $(@D) \
	    @biomejs/biome@2.6.8 happy-dom@21.0.4 >/dev/null && touch $@ || \
	  echo "npm could not fetch Biome and happy-dom; the scripts are not tested." >&2; \
	else echo "npm is missing, so the scripts are not tested." >&2; fi

# Sets $python to one that runs and is whole; version managers leave commands on the path that
# only print a complaint, so each is tried.
define FIND_PYTHON
incomplete= other=
for python in $(or $(PYTHON),$(patsubst %,python3.%,15 14 13 12 11) python3 python); do
  if "$$python" -c '$(WORKS)' 2>/dev/null; then
    if "$$python" -c '$(WHOLE)' 2>/dev/null; then break; fi
    incomplete="$$incomplete $$python"
  elif version=$$("$$python" --version 2>/dev/null); then
    other="$$other $$python is $$version;"
  fi
  python=
done
if [ -z "$$python" ]; then
  {
    echo "Scorekeeper needs Python 3.11 or later, and none was found that works."
    if [ -n "$$other" ]; then echo "Seen:$$other that does not do."; fi
    if [ -n "$$incomplete" ]; then
      echo "Incomplete (ensurepip, sqlite3 or ssl is missing):$$incomplete."
    fi
    echo "Debian and Ubuntu: sudo apt install python3 python3-venv"
    echo "macOS:             brew install python@3.14"
    echo "Or name one:       make run PYTHON=/path/to/python3.14"
  } >&2
  exit 1
fi
endef
export FIND_PYTHON
