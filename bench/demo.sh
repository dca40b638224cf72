#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the tool, reduces 2^24 integers and multiplies two matrices with every strategy.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source bench/setup.sh

install_missing_packages
preset=$(choose_preset)
cmake --preset "$preset"
cmake --build --preset "$preset" --parallel "$(nproc)" --target gpualgo_tool
tool=build/$preset/src/tool/gpualgo
"$tool" reduce --n 16777216 --policy all
echo
"$tool" matmul --shape 1024x1024x1024 --policy all
