#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# umbrella.sh SOURCE_DIR: gpualgo.hpp includes every public header but those that it names itself.
set -euo pipefail
cd "$1/include/gpualgo"
for header in *.hpp *.cuh; do
    [[ $header != gpualgo.hpp ]] || continue
    included=$(grep -cxF "#include <gpualgo/$header>" gpualgo.hpp || true)
    named=$(grep -cE "^/// .*gpualgo/${header//./\\.} " gpualgo.hpp || true)
    ((included + named == 1)) || { echo "gpualgo.hpp neither includes nor names $header, or does both"; exit 1; }
done
