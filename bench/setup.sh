# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by the scripts that build: installs missing Debian packages and chooses the preset.
# Nothing is installed if the programs and headers are there, possibly under CMAKE_PREFIX_PATH.

# Prints the Debian packages of the programs and headers that the build needs and does not find.
missing_packages() {
    local -A program=([g++]=g++ [cmake]=cmake [ninja]=ninja-build [pkg-config]=pkg-config [doxygen]="doxygen doxygen-awesome-css")
    local -A header=(
        [tbb/version.h]=libtbb-dev
        [boost/context/detail/fcontext.hpp]=libboost-context-dev
        [CLI/CLI.hpp]=libcli11-dev
        [fmt/format.h]=libfmt-dev
        [nlohmann/json.hpp]=nlohmann-json3-dev
        [catch2/catch.hpp]=catch2
        [benchmark/benchmark.h]=libbenchmark-dev
    )
    local name prefix
    local -a prefixes include=()
    for name in "${!program[@]}"; do
        command -v "$name" >/dev/null || echo "${program[$name]// /$'\n'}"
    done
    IFS=':;' read -ra prefixes <<<"${CMAKE_PREFIX_PATH:-}"
    for prefix in "${prefixes[@]}"; do include+=("-I$prefix/include"); done
    for name in "${!header[@]}"; do
        g++ "${include[@]}" -x c++ -E -include "$name" /dev/null &>/dev/null || echo "${header[$name]}"
    done
}

# Installs packages through apt, with sudo unless root. If that is impossible, prints what is
# missing and exits.
install_packages() {
    local -a as_root=()
    (($# > 0)) || return 0
    ((EUID == 0)) || as_root=(sudo)
    if ! command -v apt-get >/dev/null || { ((EUID != 0)) && ! command -v sudo >/dev/null; }; then
        echo "Missing, and to be installed by hand (names of Debian packages): $*" >&2
        exit 1
    fi
    echo "Installing $*"
    "${as_root[@]}" apt-get update
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "$@"
}

install_missing_packages() {
    local -a missing
    mapfile -t missing < <(missing_packages)
    install_packages "${missing[@]}"
}

# Succeeds if there is a clang++ that can build fuzzers; packages clang and libclang-rt-14-dev.
can_fuzz() {
    echo 'extern "C" int LLVMFuzzerTestOneInput(unsigned char const*, unsigned long) { return 0; }' |
        "${CLANGXX:-clang++}" -fsanitize=fuzzer,address -x c++ - -o /dev/null &>/dev/null
}

# Prints `dev` if a recent enough CUDA toolkit is on the PATH or in its default place, otherwise
# `host-only`.
choose_preset() {
    local nvcc release
    nvcc=$(command -v nvcc || command -v /usr/local/cuda/bin/nvcc) || { echo host-only; return; }
    release=$("$nvcc" --version | sed -n 's/.*release \([0-9.]*\),.*/\1/p')
    if [[ $(printf '%s\n' 12.8 "$release" | sort --version-sort | head -n 1) == 12.8 ]]; then
        echo dev
    else
        echo "The CUDA toolkit is of version $release, but 12.8 is needed: building without it" >&2
        echo host-only
    fi
}
