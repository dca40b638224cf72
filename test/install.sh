#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# install.sh BUILD_DIR SOURCE_DIR: installs the build into a staging directory. Builds a program
# against it by CMake and by pkg-config, with plain g++ and without access to CUDA.
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

# The staging directory moves the tree away from its prefix: no installed file may contain the
# prefix's path.
DESTDIR=$work/stage cmake --install "$build" >"$work/log" || { cat "$work/log"; exit 1; }
prefix=$work/stage$(sed -n 's/^CMAKE_INSTALL_PREFIX:PATH=//p' "$build/CMakeCache.txt")
strangers=$(find "$work/stage" -not -type d -not -path "$prefix/*")
[[ -z $strangers ]] || stop "installed outside the prefix: $strangers"

pkgconfig=$(dirname "$(find "$prefix" -name gpualgo.pc)")
package=$(dirname "$(find "$prefix" -name gpualgoConfig.cmake)")
! grep -rnE "$build|$source|CUDA::|TBB|Boost|cudart" "$package" "$pkgconfig" || stop "the packages tell their users of the build or of dependencies"

if grep -q '^GPUALGO_BUILD_TOOLS:BOOL=ON' "$build/CMakeCache.txt"; then
    "$prefix/bin/gpualgo" --version
    for file in man/man1/gpualgo.1 bash-completion/completions/gpualgo zsh/site-functions/_gpualgo fish/vendor_completions.d/gpualgo.fish; do
        [[ -s $prefix/share/$file ]] || stop "$file is missing"
    done
    ! grep -n '@' "$prefix/share/man/man1/gpualgo.1" || stop "the man page has not been configured"
fi

if grep -q '^GPUALGO_BUILD_DOCS:BOOL=ON' "$build/CMakeCache.txt"; then
    [[ -s $prefix/share/doc/gpualgo/html/index.html && -s $prefix/share/doc/gpualgo/examples/CMakeLists.txt ]] || stop "the manual is missing"
fi

mkdir "$work/by_cmake" "$work/by_pkg_config"
cmake -S "$source/test/consumer" -B "$work/by_cmake" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER=g++ >/dev/null
cmake --build "$work/by_cmake"
"$work/by_cmake/consumer"

cp "$source/test/consumer/main.cpp" "$work/by_pkg_config"
cd "$work/by_pkg_config"
export PKG_CONFIG_PATH=$pkgconfig
# shellcheck disable=SC2046 # word splitting is intended
# [pkg-config]
g++ -std=c++20 main.cpp -o main $(pkg-config --cflags --libs gpualgo)
# [pkg-config]
LD_LIBRARY_PATH=$(dirname "$pkgconfig") ./main

read -ra flags < <(pkg-config --cflags gpualgo)
seen=$(g++ -std=c++20 -M "${flags[@]}" main.cpp | tr -s ' ' '\n')
grep -q "gpualgo/gpualgo.hpp" <<<"$seen" || stop "the list of included files is empty"
! grep -v "/gpualgo/" <<<"$seen" | grep -iE 'cuda|tbb|boost' || stop "the headers include those of a dependency"

# If there is nvcc: a program with user-defined operators, from the installed headers and only
# nvcc's own options.
nvcc=$(sed -n 's/^CMAKE_CUDA_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")
[[ -n $nvcc ]] || exit 0
cp "$source/test/doc/extending.cu" .
export PATH=$PATH:$(dirname "$nvcc")
# shellcheck disable=SC2046 # word splitting is intended
# [nvcc]
nvcc -std=c++20 --extended-lambda -arch=sm_90 extending.cu -o extending $(pkg-config --cflags --libs gpualgo)
# [nvcc]
LD_LIBRARY_PATH=$(dirname "$pkgconfig") ./extending
