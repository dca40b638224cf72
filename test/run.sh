#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds everything and runs all tests. The argument may name a preset: `bash test/run.sh asan`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source bench/setup.sh

install_missing_packages
preset=${1:-$(choose_preset)}
[[ $preset != tsan ]] || bash test/instrumented_tbb.sh build/tsan-tbb
cmake --preset "$preset"
cmake --build --preset "$preset" --parallel "$(nproc)"
ctest --preset "$preset" --parallel "$(nproc)"
