#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# renew.sh BUILD_DIR: after a kernel has changed, stores its counts again: golden counters, the tutorial's texts and pictures, and the table
# of scans. Needs the targets gpualgo_tool, test_explain, test_explain_algorithms and tutorial_*. Look at the difference: each change must be meant.
set -euo pipefail
build=$(realpath "$1")
source=$(realpath "$(dirname "$0")/../..")
export LC_ALL=C.UTF-8
GPUALGO_STORE_GOLDEN=1 "$build/test/test_explain" 'counters of every shipped kernel are the stored ones' >/dev/null
GPUALGO_STORE_GOLDEN=1 "$build/test/test_explain_algorithms" >/dev/null
bash "$source/test/doc/tutorial.sh" "$build/src/tool" "$build/test" "$source" --fix
bash "$source/test/tool/explain.sh" "$build/src/tool/gpualgo" "$source" --fix
git -C "$source" diff --stat
