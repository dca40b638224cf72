#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# architectures.sh SOURCE_DIR: which CUDA is compiled for with which GPUs, with an nvidia-smi and an nvcc that only say what they are told;
# and what bench/demo.sh installs and builds, with an apt-get and a cmake that only note their arguments.
set -euo pipefail
source=$(realpath "$1")
work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT
cmake=$(command -v cmake)
mkdir "$work/bin"
export PATH=$work/bin:$PATH WORK=$work

fake() { # name, script
    printf '#!/bin/bash\n%s\n' "$2" >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}
fake nvidia-smi '[[ $1 == --query-gpu=compute_cap ]] && cat "$WORK/gpus"; [[ -s $WORK/gpus ]]'
fake nvcc 'case $1 in
--list-gpu-arch) printf "compute_%s\n" 75 80 86 90 120 ;;
--version) echo "Cuda compilation tools, release ${RELEASE:-13.0}, V13.0.88" ;;
esac'
is() { # what, found, expected
    [[ $2 == "$3" ]] || { echo "$1: '$2', not '$3'"; exit 1; }
}
gpus() { : >"$work/gpus"; for gpu; do echo "$gpu"; done >>"$work/gpus"; }

cat >"$work/choose.cmake" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
include("${SOURCE}/src/cmake/architectures.cmake")
gpualgo_choose_architectures(chosen nvcc)
message("${chosen}")
CMAKE
chosen() { "$cmake" -DSOURCE="$source" -P "$work/choose.cmake" 2>&1 >/dev/null; }
preset() { (source "$source/bench/setup.sh" && choose_preset 2>/dev/null); }
gpus 8.0 8.0
is 'two A100' "$(chosen)" 80-real
is 'two A100' "$(preset)" here
gpus 8.6 12.0
is 'two kinds of GPU' "$(chosen)" '86-real;120-real'
gpus 9.0
is Hopper "$(chosen)" 90a-real
is Hopper "$(preset)" dev
gpus 6.1
is 'a GPU that the toolkit has given up' "$(chosen)" 75
gpus '[N/A]'
is 'a GPU that does not say' "$(chosen)" 75
gpus
is 'no GPU' "$(chosen)" 75
is 'no GPU' "$(preset)" dev
gpus 8.0
is 'an old toolkit' "$(RELEASE=12.4 preset)" host-only

# What a GPU runs of the preset release: machine code of its generation for the same or a lower minor version, or PTX of an older one.
runs() {
    python3 - "$source/CMakePresets.json" "$1" <<'PYTHON'
import json, sys
presets = {preset["name"]: preset for preset in json.load(open(sys.argv[1]))["configurePresets"]}
gpu = int(sys.argv[2])
listed = presets["release"]["cacheVariables"]["CMAKE_CUDA_ARCHITECTURES"].split(";")
real = [int(entry.split("-")[0]) for entry in listed if not entry.endswith("-virtual")]
ptx = [int(entry.split("-")[0]) for entry in listed if not entry.endswith("-real")]
same = [built for built in real if built // 10 == gpu // 10 and built <= gpu]
older = [f"PTX of {built}" for built in ptx if built <= gpu]
print(*(sorted(same)[-1:] or older[-1:] or ["nothing"]))
PYTHON
}
for pair in 75:75 80:80 86:80 89:80 90:90 100:'PTX of 90' 103:'PTX of 90' 110:'PTX of 90' 120:'PTX of 90' 130:'PTX of 90' 70:nothing; do
    is "kernels of release on ${pair%%:*}" "$(runs "${pair%%:*}")" "${pair#*:}"
done

# The demo, on a machine that has nothing: no header, no program.
mkdir -p "$work/tree/build/demo/src/tool"
cp -r "$source/bench" "$work/tree"
fake ../tree/build/demo/src/tool/gpualgo 'echo "gpualgo $*" >>"$WORK/ran"'
for name in sudo env; do fake $name 'while [[ $1 == *=* ]]; do shift; done; "$@"'; done
fake apt-get 'echo "apt-get $*" >>"$WORK/ran"'
fake cmake 'echo "cmake $*" >>"$WORK/ran"'
fake g++ 'false'
demo() {
    : >"$work/ran"
    bash "$work/tree/bench/demo.sh" >"$work/said"
}
demo
grep -q 'apt-get install .*libtbb-dev' "$work/ran" || { cat "$work/ran"; echo 'the demo does not install what it needs'; exit 1; }
! grep -E 'doxygen|catch2|benchmark' "$work/ran" || { echo 'the demo installs what it does not need'; exit 1; }
grep -qx 'cmake --preset demo -DGPUALGO_CUDA=ON' "$work/ran" || { cat "$work/ran"; echo 'no CUDA on a machine with a GPU'; exit 1; }
grep -q 'gpualgo matmul' "$work/ran"
gpus
demo
grep -qx 'cmake --preset demo -DGPUALGO_CUDA=OFF' "$work/ran" || { cat "$work/ran"; echo 'CUDA on a machine without a GPU'; exit 1; }
grep -q 'No GPU here' "$work/said"
