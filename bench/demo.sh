#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the tool, reduces 2^24 integers and multiplies two matrices with every strategy.
# With a GPU and a CUDA toolkit, the CUDA backend is built for that GPU. Otherwise only the host and
# simulated devices are built, which takes some minutes on two cores.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source bench/setup.sh

install_missing_packages library tool
cuda=OFF
if [[ -z $(compute_capabilities) ]]; then
    echo "No GPU here: building without the CUDA backend"
elif has_toolkit; then
    cuda=ON
fi
cmake --preset demo -DGPUALGO_CUDA=$cuda
cmake --build --preset demo --parallel "$(nproc)" --target gpualgo_tool
tool=build/demo/src/tool/gpualgo
"$tool" reduce --n 16777216 --policy all
echo
"$tool" matmul --shape 1024x1024x1024 --policy all
