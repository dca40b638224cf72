#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# two_versions.sh LIBRARY SOURCE_DIR: checks that a program calls the minor version that it was
# linked to, even if another minor version with the same names is loaded first.
set -euo pipefail
library=$(realpath "$1")
include=$(realpath "$2")/include
scratch=$(mktemp --directory)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

cat >other.cpp <<'END'
extern "C" int gpualgo_v0_version() { return -1; }
END
cat >other.map <<'END'
GPUALGO_0.99 { global: gpualgo_v0_*; local: *; };
END
cat >program.cpp <<'END'
#include <gpualgo/version.hpp>
int main() { return gpu::version() == GPUALGO_VERSION ? 0 : 1; }
END
g++ -shared -fPIC other.cpp -o other.so -Wl,--version-script,other.map
g++ -std=c++20 -I"$include" program.cpp -o program "$library" -Wl,-rpath,"$(dirname "$library")"
LD_PRELOAD=$PWD/other.so ./program

# Without versions the preloaded library is called, which shows that the check can fail.
g++ -shared -fPIC other.cpp -o unversioned.so
! LD_PRELOAD=$PWD/unversioned.so ./program || { echo "a preloaded library was not called" >&2; exit 1; }
