#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# package.sh BUILD_DIR SOURCE_DIR: builds the Debian packages and unpacks them into a directory that
# stands for a machine without CUDA. Then builds and runs a program and the tool from there. If
# lintian is installed, it must find no errors.
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
architecture=$(dpkg --print-architecture)
expected=("${library}_$version-1_$architecture.deb" "libgpualgo-dev_$version-1_$architecture.deb" "libgpualgo-doc_$version-1_all.deb")
if grep -q '^GPUALGO_BUILD_TOOLS:BOOL=ON' "$build/CMakeCache.txt"; then expected+=("gpualgo_$version-1_$architecture.deb"); fi
diff <(printf '%s\n' "${expected[@]}" | LC_ALL=C sort) <(printf '%s\n' "${packages[@]##*/}" | LC_ALL=C sort) || stop "the packages (>) are not those that are expected (<)"

for package in "${packages[@]}"; do
    depends=$(dpkg-deb --field "$package" Depends)
    ! grep -iE 'cuda|nvidia|boost' <<<"$depends" || stop "$package needs a package of CUDA's or Boost's"
    [[ $(dpkg-deb --field "$package" Homepage) == https://* ]] || stop "$package names no home page"
    [[ $(dpkg-deb --field "$package" Maintainer) =~ ^'libgpualgo '[a-z]+' <'[a-z]+@[a-z.]+'>'$ ]] || stop "$package has no maintainer, or a person"
    case $(dpkg-deb --field "$package" Package) in
    libgpualgo-doc) [[ -z $depends ]] || stop "$package depends on $depends" ;;
    "$library") grep -q libtbb12 <<<"$depends" && grep -q libstdc++6 <<<"$depends" || stop "$library depends on $depends" ;;
    *) grep -qF "$library (= $version-1)" <<<"$depends" || stop "$package depends on $depends" ;;
    esac
    dpkg-deb --extract "$package" "$work/root"
    documents=$work/root/usr/share/doc/$(dpkg-deb --field "$package" Package)
    grep -q '^License: Apache-2.0$' "$documents/copyright" || stop "$package has no licence"
    zcat "$documents/changelog.gz" | diff - "$source/CHANGELOG.md" >/dev/null || stop "$package has not the changelog"
    zcat "$documents/changelog.Debian.gz" | grep -q "^gpualgo ($version-1) " || stop "$package has no changelog of Debian's"
done
if command -v lintian >/dev/null; then
    lintian --allow-root --fail-on error "${packages[@]}" || stop 'lintian has found errors'
fi
shared=$(for package in "${packages[@]}"; do dpkg-deb --fsys-tarfile "$package" | tar --list | grep -v '/$'; done | LC_ALL=C sort | uniq --repeated)
[[ -z $shared ]] || stop "dpkg would not install these packages side by side, since they share $shared"
! find "$work/root" -not -type d -not -path "$work/root/usr/*" | grep . || stop "packaged outside /usr"

libraries=$(dirname "$(find "$work/root" -name "libgpualgo.so.$version")")
[[ $libraries == "$work/root/usr/lib/$(gcc -print-multiarch)" ]] || stop "the library lies in $libraries, not in the directory of the architecture"
[[ -s $work/root/usr/share/doc/gpualgo/pages/doc/policies.md ]] || stop 'the pages are missing'
export LD_LIBRARY_PATH=$libraries
cmake -S "$source/test/consumer" -B "$work/consumer" -G Ninja -DCMAKE_PREFIX_PATH="$work/root/usr" -DCMAKE_CXX_COMPILER=g++ >/dev/null
cmake --build "$work/consumer"
"$work/consumer/consumer"
if [[ -x $work/root/usr/bin/gpualgo ]]; then
    "$work/root/usr/bin/gpualgo" reduce --n 1000 --policy all
    share=$work/root/usr/share
    zcat "$share/man/man1/gpualgo.1.gz" | grep -q '^\.TH GPUALGO 1' || stop 'the man page is missing, or not compressed'
    for completion in bash-completion/completions/gpualgo zsh/vendor-completions/_gpualgo fish/vendor_completions.d/gpualgo.fish; do
        [[ -s $share/$completion ]] || stop "$completion is missing"
    done
    ! readelf --dynamic "$work/root/usr/bin/gpualgo" | grep -E 'RPATH|RUNPATH' || stop 'the tool looks for the library in a place of its own'
fi
du --bytes "${packages[@]}" | sed "s|$work/packages/||"
