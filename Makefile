# The two commands are `make demo` and `make test`; neither needs anything before it. The other targets are parts of these.

# Debian's Python, the one that the package python3-venv belongs to. Another one: make test PYTHON=/path/to/python3
PYTHON ?= $(firstword $(wildcard /usr/bin/python3) python3)
RELEASE := build/release
SANITIZED := build/sanitize
VENV := .venv
OUTPLACE := $(RELEASE)/bin/outplace

# Not for a user without a home to keep a cache in.
CCACHE := $(shell test -w "$${CCACHE_DIR:-$$HOME}" && command -v ccache)
CMAKE_FLAGS := -G Ninja $(if $(CCACHE),-DCMAKE_CXX_COMPILER_LAUNCHER=$(CCACHE))
RUN_TESTS = $(PYTHON) tools/run_tests.py --build $(RELEASE) --sanitized $(SANITIZED) --venv $(VENV)

.PHONY: demo test test-full build test-cpp test-text test-python test-package test-models install sanitize bench format clean setup-demo setup-test build-tests build-sanitized
.NOTPARALLEL:

demo: build
	@tools/demo.sh $(OUTPLACE)

test: setup-test build-tests build-sanitized $(VENV)/ready install
	@$(RUN_TESTS) cpp text python package models sanitize

# The command line alone.
build: setup-demo
	@cmake -S . -B $(RELEASE) $(CMAKE_FLAGS) -DCMAKE_BUILD_TYPE=Release -DOUTPLACE_TESTS=OFF > /dev/null
	@cmake --build $(RELEASE) --target outplace

build-tests: setup-test
	@cmake -S . -B $(RELEASE) $(CMAKE_FLAGS) -DCMAKE_BUILD_TYPE=Release -DOUTPLACE_TESTS=ON > /dev/null
	@cmake --build $(RELEASE)

build-sanitized: setup-test
	@cmake -S . -B $(SANITIZED) $(CMAKE_FLAGS) -DCMAKE_CXX_COMPILER=clang++-19 -DCMAKE_BUILD_TYPE=RelWithDebInfo -DOUTPLACE_SANITIZE=ON > /dev/null
	@cmake --build $(SANITIZED)

test-cpp: build-tests
	@$(RUN_TESTS) cpp

test-text: build-tests $(VENV)/ready
	@$(RUN_TESTS) text

test-python: build-tests $(VENV)/ready
	@$(RUN_TESTS) python

# What `make test` runs a sample of, as a whole: all variants of torch's operator database, and many more generated programs.
test-full: setup-test build-tests $(VENV)/ready install
	@OUTPLACE_FULL=1 $(RUN_TESTS) package models

test-package: build-tests $(VENV)/ready install
	@$(RUN_TESTS) package

test-models: $(VENV)/ready install
	@$(RUN_TESTS) models

# The Python package into the environment of the tests, in the two steps that `pip install .` does at once: the tests install the wheel elsewhere, too.
install: $(VENV)/ready
	@rm -rf build/wheel
	@CMAKE_CXX_COMPILER_LAUNCHER=$(CCACHE) $(VENV)/bin/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir build/wheel .
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall build/wheel/*.whl

# The C++ tests under the address and undefined-behaviour sanitizers.
sanitize: build-sanitized
	@$(RUN_TESTS) sanitize

bench: setup-test install
	@cmake -S . -B build/bench $(CMAKE_FLAGS) -DCMAKE_BUILD_TYPE=Release -DOUTPLACE_TESTS=OFF -DOUTPLACE_BENCH=ON > /dev/null
	@cmake --build build/bench
	@for program in $$(find build/bench/bench -maxdepth 1 -type f -perm -u+x 2>/dev/null); do $$program || exit 1; done
	@$(VENV)/bin/python bench/bridge_cost.py

format:
	@git ls-files '*.h' '*.cpp' | xargs clang-format-19 -i

clean:
	rm -rf build $(VENV)

setup-demo:
	@tools/setup.sh demo

setup-test:
	@tools/setup.sh test $(PYTHON)

$(VENV)/ready: tools/requirements-test.txt | setup-test
	$(PYTHON) -m venv $(VENV)
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r tools/requirements-test.txt || \
	  { echo "The tests need the Python packages of tools/requirements-test.txt: can a package index be reached?" >&2; exit 1; }
	@touch $@
