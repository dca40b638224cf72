#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build_time.sh [JOBS]: time of a cold build of everything by preset dev, with 2 jobs by default, and
# the seconds that its parts and its slowest files take. At most 16 minutes are wanted on two cores.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
jobs=${1:-2}
work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT
unset CMAKE_CXX_COMPILER_LAUNCHER CMAKE_CUDA_COMPILER_LAUNCHER # a compiler cache is not cold

cmake --preset dev -B "$work" >/dev/null
TIMEFORMAT='%R s, of which the processor worked %U s + %S s in the system'
time cmake --build "$work" --parallel "$jobs" >"$work/log" || { tail -n 20 "$work/log" >&2; exit 1; }

# Ninja's log: begin and end in milliseconds, time of change, output, hash of the command. A command
# with several outputs has several lines.
awk -F '\t' '!/^#/ && !seen[$5]++ { printf "%.1f\t%s\n", ($2 - $1) / 1000, $4 }' "$work/.ninja_log" >"$work/steps"
awk -F '\t' '{
        part = "links and others"
        if ($2 ~ /^src\/fragments/) part = "kernels for expressions"
        else if ($2 ~ /[.](cu|cpp|cxx)[.]o$/) {
            part = $2
            sub(/[.]o$/, "", part)
            sub(/CMakeFiles.*[.]/, "*.", part)
            sub(/cxx$/, "cpp", part) # several sources together
        }
        seconds[part] += $1
        steps[part]++
    }
    END { for (part in seconds) printf "%7.0f s %5d %s\n", seconds[part], steps[part], part }' "$work/steps" | sort -rn
echo 'The slowest, in seconds:'
sort -rn "$work/steps" | head -n 20
