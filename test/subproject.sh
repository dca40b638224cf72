#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# subproject.sh SOURCE_DIR: builds a program that fetches the library by git into its own project.
# Git is told to take a local repository instead of the one that the README names.
set -euo pipefail
source=$(realpath "$1")
work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT
stop() {
    cat "$work/log"
    echo "$1" >&2
    exit 1
}

repository=$work/libgpualgo.git
project=$source/test/consumer/subproject/CMakeLists.txt
url=$(sed -n 's/.*GIT_REPOSITORY \([^ ]*\).*/\1/p' "$project")
tag=$(sed -n 's/.*GIT_TAG \([^ )]*\).*/\1/p' "$project")
mkdir "$repository"
cp -r "$source"/{CMakeLists.txt,LICENSE,include,src} "$repository"
export GIT_AUTHOR_NAME=test GIT_AUTHOR_EMAIL=test@example.org GIT_COMMITTER_NAME=test GIT_COMMITTER_EMAIL=test@example.org
export GIT_CONFIG_COUNT=2 GIT_CONFIG_KEY_0=url.file://$repository.insteadOf GIT_CONFIG_VALUE_0=$url
export GIT_CONFIG_KEY_1=advice.detachedHead GIT_CONFIG_VALUE_1=false
git -C "$repository" init --quiet
git -C "$repository" add --all
git -C "$repository" commit --quiet --message 'the library'
git -C "$repository" tag "$tag"

configure() { # directory, options
    local build=$1
    shift
    cmake -S "$source/test/consumer/subproject" -B "$build" -G Ninja "$@" >"$work/log" 2>&1
}
configure "$work/build" -DGPUALGO_CUDA=OFF -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 || stop "the library is not fetched" # it is built, not measured
! grep -q -- ' -Os ' "$work/build/build.ninja" || stop "code for debugging is optimised"
! grep -E '^GPUALGO_BUILD_(TESTS|TOOLS|BENCHMARKS|DOCS):.*=ON' "$work/build/CMakeCache.txt" || stop "a part of another project builds more than the library"
cmake --build "$work/build" --target consumer
"$work/build/consumer"

# With a toolkit: CUDA for the GPUs here, or for one architecture. The project may name others.
if command -v nvcc >/dev/null || [[ -x /usr/local/cuda/bin/nvcc ]]; then
    configure "$work/cuda" -DGPUALGO_CUDA=ON || stop "the library is not configured with CUDA"
    grep -qE 'CUDA for (the GPUs here: [^;]*|[0-9]+ and newer ones, by PTX.*)$' "$work/log" || stop "CUDA is not for one architecture"
    configure "$work/cuda" -DGPUALGO_CUDA=ON -DCMAKE_CUDA_ARCHITECTURES=80-real || stop "the library is not configured with CUDA for 80"
    grep -q 'code=\[sm_80\]\|code=sm_80' "$work/cuda/build.ninja" || stop "the architecture that is asked for is not compiled for"
fi

# For a static library, configuration must fail and say why, rather than install a library that
# cannot be linked.
! cmake -S "$source" -B "$work/static" -G Ninja -DGPUALGO_CUDA=OFF -DBUILD_SHARED_LIBS=OFF >"$work/log" 2>&1 || stop "a static library is configured"
grep -q 'There is no static libgpualgo' "$work/log" || stop "nothing is said of static libraries"
