#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# package.sh BUILD_DIR SOURCE_DIR: builds the Debian packages and unpacks them into a directory that
# stands for a machine without CUDA. Then builds and runs a program and the tool from there.
set -euo pipefail
build=$(realpath "$1")
source=$(realpath "$2")
work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT
unset CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH LIBRARY_PATH PKG_CONFIG_PATH CMAKE_PREFIX_PATH
export PATH=/usr/local/bin:/usr/bin:/bin

stop() {
    echo "$1" >&2
    exit 1
}

(cd "$build" && cpack -G DEB -B "$work/packages" >"$work/log" 2>&1) || { cat "$work/log"; exit 1; }
shopt -s nullglob
packages=("$work"/packages/*.deb)
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
library=libgpualgo${version%.*}
expected=("$library" libgpualgo-dev)
if grep -q '^GPUALGO_BUILD_TOOLS:BOOL=ON' "$build/CMakeCache.txt"; then expected+=(gpualgo); fi
suffix=_${version}_$(dpkg --print-architecture).deb
diff <(printf '%s\n' "${expected[@]/%/$suffix}" | LC_ALL=C sort) <(printf '%s\n' "${packages[@]##*/}" | LC_ALL=C sort) || stop "the packages (>) are not those that are expected (<)"

for package in "${packages[@]}"; do
    depends=$(dpkg-deb --field "$package" Depends)
    ! grep -iE 'cuda|nvidia|boost' <<<"$depends" || stop "$package needs a package of CUDA's or Boost's"
    case $(dpkg-deb --field "$package" Package) in
    "$library") grep -q libtbb12 <<<"$depends" && grep -q libstdc++6 <<<"$depends" || stop "$library depends on $depends" ;;
    *) grep -qF "$library (= $version)" <<<"$depends" || stop "$package depends on $depends" ;;
    esac
    dpkg-deb --extract "$package" "$work/root"
    [[ -s $work/root/usr/share/doc/$(dpkg-deb --field "$package" Package)/copyright ]] || stop "$package has no licence"
done
shared=$(for package in "${packages[@]}"; do dpkg-deb --fsys-tarfile "$package" | tar --list | grep -v '/$'; done | LC_ALL=C sort | uniq --repeated)
[[ -z $shared ]] || stop "dpkg would not install these packages side by side, since they share $shared"
! find "$work/root" -not -type d -not -path "$work/root/usr/*" | grep . || stop "packaged outside /usr"

libraries=$(dirname "$(find "$work/root" -name "libgpualgo.so.$version")")
export LD_LIBRARY_PATH=$libraries
cmake -S "$source/test/consumer" -B "$work/consumer" -G Ninja -DCMAKE_PREFIX_PATH="$work/root/usr" -DCMAKE_CXX_COMPILER=g++ >/dev/null
cmake --build "$work/consumer"
"$work/consumer/consumer"
if [[ -x $work/root/usr/bin/gpualgo ]]; then "$work/root/usr/bin/gpualgo" reduce --n 1000 --policy all; fi
du --bytes "${packages[@]}" | sed "s|$work/packages/||"
