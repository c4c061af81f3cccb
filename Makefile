# `make run` plays, `make test` checks a change, `make test-all` checks everything. The rest are parts of these.
# Both first check what the machine lacks, say why it is needed, and install it (Tests/Tools/need.sh).

SHELL := /bin/bash
ARGS ?=
T ?= 60
KILLS ?= 200
LOSSES ?= 100
MINUTES ?= 45
RUNS ?= 3
TARGETS ?=
STEPS ?=
SLICE ?= $(BAIZE_SLICE)
PREFIX ?= /usr/local
TEST := python3 Tests/Tools/test.py

.PHONY: help run install uninstall deb test test-all build wasm lint
.PHONY: test-swift test-js test-wasm test-deploy test-browser conformance
.PHONY: docs screenshot firefox frames page minis people races bench test-instructions
.PHONY: fuzz test-sanitizers chaos power soak floods
.NOTPARALLEL:
.DEFAULT_GOAL := help

help:
	@echo 'make run                      build a release and serve on http://127.0.0.1:8080/ (Ctrl-C stops it)'
	@echo 'make run ARGS="--port 9000"   the same with options; ARGS="--help" lists them'
	@echo 'make install PREFIX=/usr/local   build a release and install it there; make uninstall takes it away'
	@echo 'make deb                      build a release, and a package of it for Debian'
	@echo 'make test                     everything that CI runs; ends with "N passed, N failed, N skipped"'
	@echo 'make test-all                 everything there is, in an hour or two; writes Tests/record.json'
	@echo 'make test-all STEPS="kills"   some of its steps'
	@echo 'make wasm                     the rules and the solver for browsers, Public/*.wasm; make run makes them too'
	@echo 'make docs                     the documentation of DragDrop, built and checked; says where to read it'
	@echo 'make screenshot               the picture in the README, taken anew'
	@echo 'make bench                    the program that measures, .build/release/baize-bench; --help names what it can'
	@echo 'make firefox                   a game of each family, won in Firefox by mouse and by touch'
	@echo 'make frames                   how smoothly a board of 104 items is dragged; fails where a budget is missed'
	@echo 'make page                     how soon a card can be lifted over slow lines; fails where a budget is missed'
	@echo 'make minis                    what a lobby costs in which 32 small boards move; fails where a budget is missed'
	@echo 'make people                   what 10,000 persons with a million tables cost; fails where a budget is missed'
	@echo 'make races                    how close 64 begin, and what watching costs; fails where a budget is missed'
	@echo 'make conformance              all of the Autobahn suite, and five clients of other people'
	@echo 'make fuzz T=60                T seconds of looking for input that breaks each reader of what strangers send'
	@echo 'make chaos KILLS=200          servers that are killed or taken over under load: no promise may be broken'
	@echo 'make power LOSSES=100         the same with the power lost; and without syncs, where losses must be found'
	@echo 'make soak MINUTES=45          a load that comes and goes for long: nothing may grow'
	@echo 'make floods RUNS=3            all floods at once for ten minutes: players may wait three times as long'
	@echo 'parts of make test-all:       make lint, build, test-swift, test-js, test-wasm, test-deploy, test-browser,'
	@echo '                              test-sanitizers, test-instructions'

run:
	@bash Tests/Tools/need.sh run
	@bash Tests/Tools/build_run.sh
	@exec .build/release/baize serve $(ARGS)

# Asks for root's rights only where they are needed to write there, so it is called without sudo.
install:
	@bash Tests/Tools/need.sh install
	@bash Tests/Tools/build_run.sh
	@bash Tests/Tools/package/install.sh "$(PREFIX)"

uninstall:
	@bash Tests/Tools/package/install.sh --remove "$(PREFIX)"

deb:
	@bash Tests/Tools/need.sh deb
	@bash Tests/Tools/build_run.sh
	@package=$$(bash Tests/Tools/package/build_deb.sh) && \
	  echo "✓ $$package; on the machine that serves: sudo apt install ./$${package##*/}"

# Steps, lanes and inputs are in Tests/Tools/steps.py; what runs where, and why, in docs/decisions/0016. Each source is
# compiled as seldom as can be: for what ships, which all tests of a running server take, and once for a sanitizer.
test:
	@bash Tests/Tools/need.sh test
	@BAIZE_SLICE=$(SLICE) $(TEST) gate

test-all:
	@bash Tests/Tools/need.sh all
	@$(TEST) all $(STEPS)

# The same sources as WebAssembly, for browsers.
wasm:
	@bash Tests/Tools/need.sh wasm
	@bash Tests/Tools/build_wasm.sh

lint:
	@bash Tests/Tools/need.sh lint
	@$(TEST) format tidy

build:
	@bash Tests/Tools/need.sh build
	@$(TEST) build

test-swift:
	@bash Tests/Tools/need.sh build
	@$(TEST) build swift

test-js:
	@bash Tests/Tools/need.sh js
	@$(TEST) types js

test-wasm:
	@bash Tests/Tools/need.sh wasm
	@$(TEST) wasm rules

test-deploy:
	@bash Tests/Tools/need.sh deploy
	@$(TEST) release wasm deploy

test-browser:
	@bash Tests/Tools/need.sh browser
	@BAIZE_BIN=.build/debug/baize $(TEST) build wasm browser_all

# Budgets of what a message costs; Tests/Tools/instructions.py --update writes them anew.
test-instructions:
	@bash Tests/Tools/need.sh instructions
	@$(TEST) release instructions

# What `make test` does with a choice of cases and two clients, whole: some ten minutes.
conformance:
	@bash Tests/Tools/need.sh conformance
	@BAIZE_BIN=.build/debug/baize $(TEST) build conformance_all interop_all

# Built with the toolchain's own docc, into .build/docs.
docs:
	@bash Tests/Tools/need.sh build
	@python3 Tests/Tools/docs.py

# The picture on the README's first screen.
screenshot:
	@bash Tests/Tools/need.sh browser
	@$(TEST) build
	@BAIZE_BIN=.build/debug/baize .venv/bin/python Tests/Tools/screenshot.py

# The browser tests drive Chromium; here is what differs in another browser.
firefox:
	@bash Tests/Tools/need.sh firefox
	@$(TEST) build wasm
	@BAIZE_BIN=.build/debug/baize .venv/bin/python Tests/Tools/firefox.py

# How many milliseconds the frames of a drag take.
frames:
	@bash Tests/Tools/need.sh browser
	@$(TEST) build
	@BAIZE_BIN=.build/debug/baize .venv/bin/python Tests/Tools/measure/frames.py

# How soon a first card can be lifted over slow lines.
page:
	@bash Tests/Tools/need.sh run
	@bash Tests/Tools/need.sh browser
	@bash Tests/Tools/build_release.sh baize
	@BAIZE_BIN=.build/release/baize .venv/bin/python Tests/Tools/measure/page.py

# What small boards that move cost a lobby.
minis:
	@bash Tests/Tools/need.sh run
	@bash Tests/Tools/need.sh browser
	@bash Tests/Tools/build_release.sh baize
	@BAIZE_BIN=.build/release/baize .venv/bin/python Tests/Tools/measure/minis.py

# What many persons and their tables cost.
people:
	@bash Tests/Tools/need.sh run
	@bash Tests/Tools/need.sh browser
	@bash Tests/Tools/build_release.sh baize
	@BAIZE_BIN=.build/release/baize .venv/bin/python Tests/Tools/measure/people.py

# Races of many, and what they cost who watches.
races:
	@bash Tests/Tools/need.sh run
	@bash Tests/Tools/need.sh browser
	@bash Tests/Tools/build_release.sh baize
	@.venv/bin/python Tests/Tools/measure/races.py .build/release/baize

# What figures are made with; it starts the `baize` beside it.
bench:
	@bash Tests/Tools/need.sh run
	@bash Tests/Tools/build_release.sh baize baize-bench

# T seconds for each target of Tests/FuzzTargets, or for those in TARGETS; says where it put what it found.
fuzz:
	@bash Tests/Tools/need.sh build
	@bash Tests/Tools/fuzz.sh $(T) $(TARGETS)

# Optimised, since it is measured how soon a server is back.
chaos:
	@bash Tests/Tools/need.sh chaos
	@bash Tests/Tools/build_release.sh baize
	@BAIZE_BIN=.build/release/baize .venv/bin/python Tests/Chaos/chaos.py --kills $(KILLS)
	@BAIZE_BIN=.build/release/baize .venv/bin/python Tests/Chaos/takeover.py --takeovers 20

power:
	@bash Tests/Tools/need.sh chaos
	@bash Tests/Tools/build_release.sh baize
	@BAIZE_BIN=.build/release/baize .venv/bin/python Tests/Chaos/power.py --losses $(LOSSES)
	@BAIZE_BIN=.build/release/baize .venv/bin/python Tests/Chaos/power.py --losses 5 --no-fsync

# Latency is judged by itself, so the machine should do nothing else.
soak:
	@bash Tests/Tools/need.sh chaos
	@bash Tests/Tools/build_release.sh baize
	@BAIZE_BIN=.build/release/baize .venv/bin/python Tests/Chaos/soak.py --minutes $(MINUTES)

# Waits are compared within each run, so the machine should do nothing else.
floods:
	@bash Tests/Tools/need.sh chaos
	@bash Tests/Tools/build_release.sh baize
	@BAIZE_BIN=.build/release/baize .venv/bin/python Tests/Attacks/floods.py --minutes 10 --runs $(RUNS)

# As `make test-all` runs the Swift tests.
test-sanitizers:
	@bash Tests/Tools/need.sh build
	@$(TEST) asan_all tsan tsan_others
