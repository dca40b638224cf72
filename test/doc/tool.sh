#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tool.sh BIN_DIR: the commands of the page about the tool, run as they stand. A region stands between two lines with its name.
set -euo pipefail
export PATH=$(realpath "$1"):$PATH
work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT
cd "$work"

# [devices]
gpualgo devices
# [devices]

# [explain]
gpualgo explain reduce --n 2^20 --block 512 --compare neighbored,neighbored_less,interleaved
# [explain]

# [explain_lines]
gpualgo explain matmul --shape 512x512x512 --policy row_on_x --lines
# [explain_lines]

# [explain_svg]
gpualgo explain reduce --n 2^20 --block 64 --policy neighbored_less --svg neighbored_less.svg
# [explain_svg]

head -c 4000 /dev/zero >samples.raw
# [sum]
gpualgo reduce samples.raw --type int16 --accumulator int64
# [sum]

# [answer]
gpualgo reduce --n 1M --op maximum
gpualgo reduce --n 1M --op maximum --quiet
# [answer]

# [race]
gpualgo reduce --n 1e5 --type float --policy all --sort time
# [race]

# [one]
gpualgo reduce --n 1e5 --policy interleaved --block 512 --device simulated --json
# [one]

# [runs]
gpualgo reduce --n 2^20 --policy all --runs 20 --warmup 5 --csv
# [runs]

# [pipe]
head -c 4000 /dev/zero | gpualgo reduce - --type int16
gpualgo reduce samples.raw samples.raw --type int16
# [pipe]

# [scan]
gpualgo scan --n 1e5 --type float --output sums.npy
gpualgo scan sums.npy --exclusive --op maximum --check
gpualgo scan --n 1e5 --policy all
# [scan]

# [sort]
gpualgo sort --n 1e5 --type float --output sorted.npy
gpualgo sort sorted.npy --descending --check
gpualgo sort --n 1e5 --policy all
# [sort]

# [histogram]
gpualgo histogram --n 1e6 --bins 8
gpualgo histogram sums.npy --bins 100 --lower 0 --output counts.npy --check
gpualgo histogram --n 1e6 --type uint8 --lower 0 --upper 256 --json
# [histogram]

export GPUALGO_CACHE_DIR=$work/cache
# [cache]
gpualgo cache
gpualgo cache --clear
# [cache]

# [matmul]
gpualgo matmul --shape 300x300x300 --type double --output product.npy
gpualgo matmul product.npy product.npy --policy row_on_y
gpualgo reduce product.npy --op maximum
# [matmul]
