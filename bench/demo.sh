#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the tool, and reduces 2^24 integers by every strategy.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source bench/setup.sh

install_missing_packages
preset=$(choose_preset)
cmake --preset "$preset"
cmake --build --preset "$preset" --parallel "$(nproc)" --target gpualgo_tool
"build/$preset/src/tool/gpualgo" reduce --n 16777216 --policy all
