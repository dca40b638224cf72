#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# configuration.sh SOURCE_DIR: doc/configuration.md and the manual page list the options and presets of CMake, the environment variables
# and the macros that there are, and no others.
set -euo pipefail
cd "$1"
page=doc/configuration.md

# The first column of the tables of a section, a name a line.
documented() { # heading
    awk -v heading="## $1" '/^## / { inside = $0 == heading } inside && /^\| `/ { split($0, cells, "|"); print cells[2] }' "$page" | grep -oE '`[^`]+`' | tr -d '`' | sort
}
same() { # what, names of the source
    diff <(documented "$1") <(sort --unique <<<"$2") || { echo "$1: $page (<) and the source (>) differ"; exit 1; }
    [[ -n $2 ]] || { echo "$1: nothing is found in the source"; exit 1; }
}
options=$(find CMakeLists.txt src test bench doc -name CMakeLists.txt -o -name '*.cmake' | xargs sed -nE \
    's/^ *(option|cmake_dependent_option)\((GPUALGO_[A-Z_]+).*/\2/p; s/^ *set\((GPUALGO_[A-Z_]+) .* CACHE [A-Z]+ .*/\1/p')
variables=$(grep -rhoE 'secure_getenv\("[A-Z_]+"\)' src include | grep -oE 'GPUALGO_[A-Z_]+' | sort --unique)
macros=$(grep -rhoE '^# *(ifdef|define) GPUALGO_(DEBUG|VERSION|[A-Z_]*) *' include/gpualgo/*.hpp include/gpualgo/detail/*.hpp | grep -oE 'GPUALGO_[A-Z_]+' | sort --unique)
presets=$(sed -n '/"configurePresets"/,/^  \]/p' CMakePresets.json | sed -nE 's/^ *"name": "(.*)",/\1/p' | grep -vx base)
same 'Options of CMake' "$options"$'\n'CMAKE_CUDA_ARCHITECTURES
same 'Environment variables' "$variables"
same Macros "$macros"
same 'Presets of CMake' "$presets"

manual=$(sed -n '/^\.SH ENVIRONMENT/,/^\.SH EXAMPLES/s/^\.B \(GPUALGO_[A-Z_]*\)$/\1/p' src/tool/gpualgo.1.in | sort)
diff <(echo "$manual") <(echo "$variables") || { echo "the manual page (<) and the source (>) differ"; exit 1; }
