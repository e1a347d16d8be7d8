# `make test` on a fresh clone installs what it needs into .venv and runs everything.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
BENCH_STAMP := $(VENV)/.installed-for-benchmarks
SCREENS := app/static/pages.json
SCREEN_SOURCES := $(shell find app/screens/src app/screens/build docs/schemas -type f -not -path '*/generated/*') \
	app/screens/package-lock.json docs/openapi.json docs/words.json
ROUNDS ?= 2000
FELT ?= 2000
EVENTS ?= 10000000
BEFORE ?= 520466c
SCRIPTS ?= 300
SEEDS ?= 1-40
AT_EACH ?= 12
UNTIL ?= 0
TWICE ?=
WORKERS ?= 2
PORT ?= 8765
MINUTES ?= 10
SEED ?= 1
SERVERS ?= 1
# Workers for tests that mostly wait: more of them than the machine has cores. One that has nothing more to do takes over
# from another.
WAITING ?= $(shell echo $$((2 * $$(nproc))))
PYTEST := $(BIN)/python -m pytest --dist worksteal
# What shows every branch of the core, with branches counted; counting doubles the time, so all other tests do without.
COUNTED := tests/rules/test_scripts.py $(addprefix tests/,game books language incidents recorded) \
	$(foreach name,putting_right nonsense,tests/properties/test_$(name).py)

# Where Python keeps no compiled modules, every process that a test starts compiles the whole server first.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo chaos install screens check lint types contracts counted quick changed test timings agreement fuzz felt simulation screenshots bench bench-core bench-store bench-devices bench-server bench-screens mutants clean

# Three tables that play by themselves: docs/demo.md. Ctrl-C stops it; what it keeps lies in .demo.
demo: install
	$(BIN)/python -m device_simulators.demo --port $(PORT)

install: $(STAMP) $(SCREENS)

$(STAMP): pyproject.toml requirements.lock requirements-node.lock hatch_build.py
	$(PYTHON) -c 'import sys; sys.exit("Tablekeeper needs Python 3.11 or newer") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -c 'import hatch_build, sys; sys.exit(not hatch_build.has_node())' || \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-node.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $(STAMP)

# The screens, whenever something changed of what they are made from.
$(SCREENS): $(SCREEN_SOURCES) | $(STAMP)
	$(BIN)/python hatch_build.py

screens: install

lint: install
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: install
	$(BIN)/mypy
	cd app/screens && PATH="$$(../../$(BIN)/python ../../hatch_build.py --path):$$PATH" node node_modules/typescript/bin/tsc --noEmit

contracts: install
	$(BIN)/lint-imports

check: lint types contracts

counted: install
	rm -f .coverage .coverage.*
	$(BIN)/coverage run -m pytest -n $(WORKERS) --dist worksteal $(COUNTED)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

# Everything that a change must pass: docs/testing.md.
test: install
	$(MAKE) --jobs=2 --output-sync=target check counted
	$(BIN)/python -m tests.screens.browsers
	ROUNDS=$(ROUNDS) SCRIPTS=$(SCRIPTS) FELT=$(FELT) SEED=$(SEED) $(PYTEST) -n $(WAITING) $(addprefix --ignore=,$(COUNTED))

# In a minute or so, what is most likely to find an error in a change: make quick SINCE=main
quick: install
	$(MAKE) --jobs=2 --output-sync=target check changed

changed: install
	$(BIN)/python -m tests.quick $(if $(SINCE),--since $(SINCE))

# Random scripts with every word of the format: make fuzz SCRIPTS=20000 SEED=7
fuzz: install
	$(BIN)/python -m tests.fuzz --scripts $(SCRIPTS) --seed $(SEED)

# Where the time of the tests goes; keeps how long each file takes, which `make quick` goes by.
timings: install
	rm -rf .timings
	TIMINGS=.timings PYTEST_ADDOPTS="-p tests.timing.plugin" $(MAKE) test
	$(BIN)/python -m tests.timing .timings --keep

# A long run: make agreement ROUNDS=100000
agreement: install
	$(BIN)/python -m tests.agreement --rounds $(ROUNDS)

# Rounds with a mistake, on a felt beside the record: make felt FELT=50000
felt: install
	$(BIN)/python -m tests.felt --rounds $(FELT)

# Bots play while the server and PostgreSQL are killed, cables pulled and sockets cut; docs/durability.md says what then
# has to be so: make chaos MINUTES=30 SEED=7. With two or three servers each has a wire to PostgreSQL that goes wrong,
# too: make chaos SERVERS=2
chaos: install
	$(BIN)/python -m tests.chaos --servers $(SERVERS) --minutes $(MINUTES) --seed $(SEED)

# Whole houses on a simulated clock, from seeds: make simulation SEEDS=1-200 AT_EACH=10. Those of the long run, and two
# runs of each: make simulation SEEDS=1 UNTIL=10000; make simulation SEEDS=1-200 AT_EACH=3 TWICE=--twice
simulation: install
	$(BIN)/python -m tests.simulation.whole --seeds $(SEEDS) --rounds $(AT_EACH) --until $(UNTIL) $(TWICE)

# Pictures of every screen in its main states, into docs/screens; of one: make screenshots SCREEN=dealer
screenshots: install
	$(BIN)/python -m tests.screens.screenshots $(SCREEN)

# What the benchmarks compare with, and nothing else needs.
$(BENCH_STAMP): requirements-bench.lock $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-bench.lock
	touch $(BENCH_STAMP)

# Everything that is measured, beside its floor and an earlier commit, as a table in docs/performance.md; more than an
# hour, on a machine that does nothing else: make bench BEFORE=520466c
bench: install $(BENCH_STAMP)
	$(BIN)/python -m tests.bench --events $(EVENTS) --before $(BEFORE) --write docs/performance.md

# One part of it, whose table is only printed: core (rounds on one core), store (appends, recovery), devices, server, screens.
bench-core bench-store bench-devices bench-server bench-screens: install $(BENCH_STAMP)
	$(BIN)/python -m tests.bench $(@:bench-%=%) --events $(EVENTS) --before $(BEFORE)

# About a quarter of an hour; one module: make mutants ONLY='app.game.subjects.settlement.settle*'
mutants:
	test -d .venv-mutants || $(PYTHON) -m venv .venv-mutants
	.venv-mutants/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-mutants.lock
	rm -rf mutants
	.venv-mutants/bin/mutmut run --max-children 2 $(if $(ONLY),'$(ONLY)')
	.venv-mutants/bin/mutmut results | sed '/not checked/d'

clean:
	rm -rf $(VENV) app/static app/screens/node_modules app/screens/src/generated .venv-mutants mutants .coverage .coverage.* .timings .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist
