#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# instrumented_tbb.sh PREFIX: builds oneTBB from Debian's source with ThreadSanitizer and installs
# it into PREFIX, unless it is there. Without instrumentation, its synchronisation would be reported
# as races.
set -euo pipefail
prefix=$(realpath --canonicalize-missing "$1")
[[ ! -e $prefix/lib/libtbb.so.12 ]] || exit 0

scratch=$(mktemp --directory)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/sources" "$scratch/lists/partial"

# A separate list of sources: the machine's lists may only name binary packages.
if [[ -e /etc/apt/sources.list.d/debian.sources ]]; then
    sed 's/^Types:.*/Types: deb-src/' /etc/apt/sources.list.d/debian.sources >"$scratch/sources/debian.sources"
else
    sed -n 's/^deb /deb-src /p' /etc/apt/sources.list >"$scratch/sources/debian.list"
fi
apt_options=(-o Dir::Etc::sourceparts="$scratch/sources" -o Dir::Etc::sourcelist=/dev/null
    -o Dir::State::lists="$scratch/lists" -o APT::Sandbox::User=root
    -o Acquire::Retries=5 -o APT::Update::Error-Mode=any)
apt-get "${apt_options[@]}" update
cd "$scratch"
apt-get "${apt_options[@]}" source --download-only onetbb
tar -xf onetbb_*.orig.tar.*
cmake -S "$scratch"/oneTBB-* -B build -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DTBB_SANITIZE=thread \
    -DTBB_TEST=OFF -DTBB_STRICT=OFF -DTBBMALLOC_BUILD=OFF -DTBB_DISABLE_HWLOC_AUTOMATIC_SEARCH=ON \
    -DCMAKE_INSTALL_LIBDIR=lib -DCMAKE_INSTALL_PREFIX="$prefix"
cmake --build build --target install
