#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tool.sh BIN_DIR: the commands of the page about the tool, run as they stand. A region stands between two lines with its name.
set -euo pipefail
export PATH=$1:$PATH
work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT
cd "$work"

# [devices]
gpualgo devices
# [devices]

# [reduce]
gpualgo reduce --n 100000 --type float --op maximum
# [reduce]

# [one]
gpualgo reduce --n 100000 --policy interleaved --block 512 --device simulated --json
# [one]

head -c 4000 /dev/zero >samples.raw
# [file]
gpualgo reduce samples.raw --type int16 --accumulator int64
# [file]

# [matmul]
gpualgo matmul --shape 300x300x300 --type double --output product.npy
gpualgo matmul product.npy product.npy --policy row_on_y
gpualgo reduce product.npy --op maximum
# [matmul]
