#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tutorial.sh BIN_DIR PROGRAM_DIR SOURCE_DIR [--fix]: runs the programs and the commands of the tutorial, and compares what they print and
# draw with the pages. A region stands between two lines with its name. With --fix, pages and drawings are written anew.
set -euo pipefail
export PATH=$(realpath "$1"):$PATH LC_ALL=C.UTF-8
unset GPUALGO_DEVICE GPUALGO_STRICT GPUALGO_SEED
programs=$(realpath "$2")
source=$(realpath "$3")
work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT
cd "$work"

# Where the output of the next commands goes.
table() { exec >"$work/$1.table"; }
picture() { exec >/dev/null; }

table reduce_1_neighbored
# [reduce_1_neighbored]
gpualgo explain reduce --n 2^20 --block 512 --policy 'neighbored.in(global)'
# [reduce_1_neighbored]
picture
# [reduce_1_neighbored_picture]
gpualgo explain reduce --n 2^10 --block 64 --policy 'neighbored.in(global)' --svg reduce_1_neighbored.svg
# [reduce_1_neighbored_picture]

table reduce_2_shared
# [reduce_2_shared]
gpualgo explain reduce --n 2^20 --block 512 --compare 'neighbored.in(global),neighbored'
# [reduce_2_shared]
picture
# [reduce_2_shared_picture]
gpualgo explain reduce --n 2^10 --block 64 --policy neighbored --svg reduce_2_shared.svg
# [reduce_2_shared_picture]

table reduce_3_neighbored_less
# [reduce_3_neighbored_less]
gpualgo explain reduce --n 2^20 --block 512 --compare neighbored,neighbored_less
# [reduce_3_neighbored_less]
picture
# [reduce_3_neighbored_less_picture]
gpualgo explain reduce --n 2^10 --block 64 --policy neighbored_less --svg reduce_3_neighbored_less.svg
# [reduce_3_neighbored_less_picture]

table reduce_4_bank_conflict_free
# [reduce_4_bank_conflict_free]
gpualgo explain reduce --n 2^20 --block 512 --compare neighbored_less,bank_conflict_free
# [reduce_4_bank_conflict_free]
picture
# [reduce_4_bank_conflict_free_picture]
gpualgo explain reduce --n 2^10 --block 64 --policy bank_conflict_free --svg reduce_4_bank_conflict_free.svg
# [reduce_4_bank_conflict_free_picture]

table reduce_5_interleaved
# [reduce_5_interleaved]
gpualgo explain reduce --n 2^20 --block 512 --compare bank_conflict_free,interleaved
# [reduce_5_interleaved]
picture
# [reduce_5_interleaved_picture]
gpualgo explain reduce --n 2^10 --block 64 --policy interleaved --svg reduce_5_interleaved.svg
# [reduce_5_interleaved_picture]

table reduce_6_tiles
# [reduce_6_tiles]
gpualgo explain reduce --n 2^20 --block 512 --compare 'interleaved,cg_tile<8>'
# [reduce_6_tiles]
picture
# [reduce_6_tiles_picture]
gpualgo explain reduce --n 2^10 --block 64 --policy 'cg_tile<8>' --svg reduce_6_tiles.svg
# [reduce_6_tiles_picture]

table reduce_7_warp_shuffle
# [reduce_7_warp_shuffle]
gpualgo explain reduce --n 2^20 --block 512 --compare 'cg_tile<8>,warp_shuffle'
# [reduce_7_warp_shuffle]
picture
# [reduce_7_warp_shuffle_picture]
gpualgo explain reduce --n 2^10 --block 64 --policy warp_shuffle --svg reduce_7_warp_shuffle.svg
# [reduce_7_warp_shuffle_picture]

table reduce_8_automatic
# [reduce_8_automatic]
gpualgo explain reduce --n 2^20 --block 512 --compare warp_shuffle,automatic
# [reduce_8_automatic]
picture
# [reduce_8_automatic_picture]
gpualgo explain reduce --n 2^14 --policy automatic --svg reduce_8_automatic.svg
# [reduce_8_automatic_picture]

table matmul_1_row_on_x
# [matmul_1_row_on_x]
gpualgo explain matmul --shape 512x512x512 --policy row_on_x
# [matmul_1_row_on_x]
picture
# [matmul_1_row_on_x_picture]
gpualgo explain matmul --shape 64x64x64 --policy row_on_x --svg matmul_1_row_on_x.svg
# [matmul_1_row_on_x_picture]

table matmul_2_row_on_y
# [matmul_2_row_on_y]
gpualgo explain matmul --shape 512x512x512 --compare row_on_x,row_on_y
# [matmul_2_row_on_y]
picture
# [matmul_2_row_on_y_picture]
gpualgo explain matmul --shape 64x64x64 --policy row_on_y --svg matmul_2_row_on_y.svg
# [matmul_2_row_on_y_picture]

table matmul_3_shared_tile
# [matmul_3_shared_tile]
gpualgo explain matmul --shape 512x512x512 --compare row_on_y,shared_tile
# [matmul_3_shared_tile]
picture
# [matmul_3_shared_tile_picture]
gpualgo explain matmul --shape 64x64x64 --policy shared_tile --svg matmul_3_shared_tile.svg
# [matmul_3_shared_tile_picture]

table matmul_4_bank_conflict_free
# [matmul_4_bank_conflict_free]
gpualgo explain matmul --shape 512x512x512 --compare shared_tile,bank_conflict_free
# [matmul_4_bank_conflict_free]
picture
# [matmul_4_bank_conflict_free_picture]
gpualgo explain matmul --shape 64x64x64 --policy bank_conflict_free --svg matmul_4_bank_conflict_free.svg
# [matmul_4_bank_conflict_free_picture]

table matmul_5_register_tile
# [matmul_5_register_tile]
gpualgo explain matmul --shape 512x512x512 --compare bank_conflict_free,register_tile
# [matmul_5_register_tile]
picture
# [matmul_5_register_tile_picture]
gpualgo explain matmul --shape 64x64x64 --policy register_tile --svg matmul_5_register_tile.svg
# [matmul_5_register_tile_picture]

table scan_1_hillis_steele
# [scan_1_hillis_steele]
gpualgo explain inclusive_scan --n 2^20 --block 256 --policy hillis_steele
# [scan_1_hillis_steele]
picture
# [scan_1_hillis_steele_picture]
gpualgo explain inclusive_scan --n 64 --block 64 --policy hillis_steele --svg scan_1_hillis_steele.svg
# [scan_1_hillis_steele_picture]

table scan_2_blelloch
# [scan_2_blelloch]
gpualgo explain inclusive_scan --n 2^20 --block 256 --compare hillis_steele,blelloch
# [scan_2_blelloch]
picture
# [scan_2_blelloch_picture]
gpualgo explain inclusive_scan --n 64 --block 64 --policy blelloch --svg scan_2_blelloch.svg
# [scan_2_blelloch_picture]

table scan_3_tiles
# [scan_3_tiles]
gpualgo explain inclusive_scan --n 2^20 --block 256 --compare 'blelloch,cg_tile<8>,cg_tile<32>'
# [scan_3_tiles]
picture
# [scan_3_tiles_picture]
gpualgo explain inclusive_scan --n 256 --block 256 --policy 'cg_tile<32>' --svg scan_3_tiles.svg
# [scan_3_tiles_picture]

table scan_4_warp_shuffle
# [scan_4_warp_shuffle]
gpualgo explain inclusive_scan --n 2^20 --block 256 --compare 'cg_tile<32>,warp_shuffle'
# [scan_4_warp_shuffle]
picture
# [scan_4_warp_shuffle_picture]
gpualgo explain inclusive_scan --n 256 --block 64 --policy warp_shuffle --svg scan_4_warp_shuffle.svg
# [scan_4_warp_shuffle_picture]

table scan_5_automatic
# [scan_5_automatic]
gpualgo explain inclusive_scan --n 2^20 --compare warp_shuffle,automatic
# [scan_5_automatic]
picture
# [scan_5_automatic_picture]
gpualgo explain inclusive_scan --n 2^16 --policy automatic --svg scan_5_automatic.svg
# [scan_5_automatic_picture]

exec >"$work/log"
for program in "$source"/doc/examples/tutorial/*.cpp; do
    name=$(basename "$program" .cpp)
    "$programs/tutorial_$name" >"$name.output"
done
exec >&2
python3 "$source/test/doc/tutorial.py" "$work" "$source" "${@:4}"
