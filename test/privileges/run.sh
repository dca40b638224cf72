#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh PROBE INTRUDER HAS_CUDA: checks that a program with privileges its caller lacks ignores the
# caller's environment variables. Runs the probe without privileges, and as a set-uid program of
# root by another user. Exits with 77 if that is impossible.
set -euo pipefail
probe=$1
intruder=$2
has_cuda=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
cp "$probe" "$work/probe"
cp "$intruder" "$work/blas.so"
cp "$intruder" "$work/nvtx.so"
cp "$intruder" "$work/nvrtc.so"

run() {
    "$@" env GPUALGO_DEVICE=mars GPUALGO_SEED=none GPUALGO_STRICT=1 GPUALGO_LOG=1 GPUALGO_BLAS="$work/blas.so" \
        NVTX_INJECTION64_PATH="$work/nvtx.so" GPUALGO_NVRTC="$work/nvrtc.so" GPUALGO_CACHE_DIR="$work/cache" XDG_CACHE_HOME="$work" HOME="$work" "$work/probe" 2>&1 | sed 's/^gpualgo: .*/obeys GPUALGO_LOG/' | LC_ALL=C sort --unique
}
expect() { # SEEN EXPECTED
    [[ $1 == "$2" ]] || { printf 'the probe printed\n%s\nnot\n%s\n' "$1" "$2" >&2; exit 1; }
}

loads='loads blas.so'
[[ $has_cuda == TRUE ]] && loads+=$'\nloads nvrtc.so\nloads nvtx.so'
# without privileges all variables take effect, so the probe can detect them
expect "$(run)" $'has a cache of kernels\n'"$loads"$'\nobeys GPUALGO_BLAS\nobeys GPUALGO_DEVICE\nobeys GPUALGO_LOG\nobeys GPUALGO_SEED\nobeys GPUALGO_STRICT\nsecure 0'

((EUID == 0)) && command -v setpriv >/dev/null || { echo 'only root can make a set-uid program of root'; exit 77; }
chmod 4755 "$work/probe"
seen=$(run setpriv --reuid=65534 --regid=65534 --clear-groups)
[[ $seen != *'secure 0'* ]] || { echo "the file system of $work takes no set-uid programs"; exit 77; }
expect "$seen" 'secure 1'
