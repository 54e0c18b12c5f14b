#!/bin/sh
# Makes sure that what a target needs is there. As root on Debian what is missing is installed; otherwise it is named, with the command that installs it.
#   tools/setup.sh demo            what the command line is built with
#   tools/setup.sh test [PYTHON]   and what the tests need
set -eu

target=${1:-demo}
python=${2:-/usr/bin/python3}
packages=

# need PACKAGE TEST...: the package is missing if the test fails.
need() {
  package=$1
  shift
  "$@" >/dev/null 2>&1 || packages="$packages $package"
}

has_header() {
  for folder in /usr/include /usr/local/include; do
    [ -e "$folder/$1" ] && return 0
  done
  return 1
}

has_compiler() {
  compiler=${CXX:-c++}
  printf '#include <expected>\nint main() { return std::expected<int, int>(0).value(); }\n' | "$compiler" -std=c++23 -fsyntax-only -x c++ -
}

has_sanitizer() {
  probe=$(mktemp)
  printf 'int main() {}\n' | clang++-19 -fsanitize=address,undefined -x c++ - -o "$probe"
  status=$?
  rm -f "$probe"
  return $status
}

has_gtest() {
  has_header gtest/gtest.h || return 1
  for folder in /usr/lib /usr/lib/*-linux-* /usr/local/lib; do
    [ -e "$folder/libgtest.a" ] && return 0
    [ -e "$folder/libgtest.so" ] && return 0
  done
  return 1
}

need cmake command -v cmake
need ninja-build command -v ninja
need g++ has_compiler
need libcli11-dev has_header CLI/CLI.hpp
need nlohmann-json3-dev has_header nlohmann/json.hpp
if [ "$target" = test ]; then
  need clang-19 command -v clang++-19
  need libclang-rt-19-dev has_sanitizer
  need llvm-19-tools command -v FileCheck-19
  need libgtest-dev has_gtest
  need libbenchmark-dev has_header benchmark/benchmark.h
  need python3-venv "$python" -c 'import ensurepip, venv'
  need python3-dev "$python" -c 'import os, sysconfig; os.stat(os.path.join(sysconfig.get_path("include"), "Python.h"))'
fi

packages=$(printf '%s\n' $packages | sort -u | tr '\n' ' ')
[ -n "${packages# }" ] || exit 0

if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1 && [ -z "${OUTPLACE_SETUP_TRIED:-}" ]; then
  echo "installing: $packages"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  # shellcheck disable=SC2086
  apt-get install -y -qq --no-install-recommends $packages >/dev/null
  OUTPLACE_SETUP_TRIED=1 exec "$0" "$@"  # says what is still missing, as with a compiler that is too old
fi
echo "missing: $packages" >&2
echo "On Debian: sudo apt-get install $packages" >&2
exit 1
