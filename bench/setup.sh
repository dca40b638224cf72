# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by the scripts that build: installs missing Debian packages and chooses the preset.
# Nothing is installed if the programs and headers are there, possibly under CMAKE_PREFIX_PATH.

# The programs and headers that a purpose needs, each with the packages that have it.
needs() { # library, tool, tests, benchmarks, documentation
    case $1 in
    library) printf '%s\n' 'g++ g++' 'cmake cmake' 'ninja ninja-build' 'tbb/version.h libtbb-dev' 'boost/context/detail/fcontext.hpp libboost-context-dev' ;;
    tool) printf '%s\n' 'CLI/CLI.hpp libcli11-dev' 'fmt/format.h libfmt-dev' 'nlohmann/json.hpp nlohmann-json3-dev' ;;
    tests) printf '%s\n' 'catch2/catch.hpp catch2' 'pkg-config pkg-config' 'python3 python3' 'mpicxx.openmpi libopenmpi-dev openmpi-bin' 'mpicxx.mpich libmpich-dev mpich' ;;
    benchmarks) echo 'benchmark/benchmark.h libbenchmark-dev' ;;
    documentation) echo 'doxygen doxygen doxygen-awesome-css' ;;
    *) echo "unknown purpose: $1" >&2; return 1 ;;
    esac
}

# The packages that are missing for some purposes.
missing_packages() {
    local purpose name packages prefix
    local -a prefixes include=()
    IFS=':;' read -ra prefixes <<<"${CMAKE_PREFIX_PATH:-}"
    for prefix in "${prefixes[@]}"; do include+=("-I$prefix/include"); done
    for purpose; do
        needs "$purpose" | while read -r name packages; do
            if [[ $name == *.h || $name == *.hpp ]]; then
                g++ "${include[@]}" -x c++ -E -include "$name" /dev/null &>/dev/null || echo "${packages// /$'\n'}"
            else
                command -v "$name" >/dev/null || echo "${packages// /$'\n'}"
            fi
        done
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
    "${as_root[@]}" apt-get update -o Acquire::Retries=5
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends \
        -o Acquire::Retries=5 -o DPkg::Lock::Timeout=600 "$@"
}

# Installs the packages that are missing for some purposes, or for all.
install_missing_packages() {
    local -a missing
    (($# > 0)) || set -- library tool tests benchmarks documentation
    mapfile -t missing < <(missing_packages "$@")
    install_packages "${missing[@]}"
}

# Succeeds if there is a clang++ that can build fuzzers; packages clang and libclang-rt-14-dev.
can_fuzz() {
    echo 'extern "C" int LLVMFuzzerTestOneInput(unsigned char const*, unsigned long) { return 0; }' |
        "${CLANGXX:-clang++}" -fsanitize=fuzzer,address -x c++ - -o /dev/null &>/dev/null
}

# The compute capabilities of the GPUs here, as 8.0, each once; nothing if there is none.
compute_capabilities() {
    nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | grep -xE '[0-9]+\.[0-9]+' | sort --unique || true
}

# Whether there is a CUDA toolkit that is new enough, on the PATH or in its usual place.
has_toolkit() {
    local nvcc release
    nvcc=$(command -v nvcc || command -v /usr/local/cuda/bin/nvcc) || return 1
    release=$("$nvcc" --version | sed -n 's/.*release \([0-9.]*\),.*/\1/p')
    [[ $(printf '%s\n' 12.8 "$release" | sort --version-sort | head -n 1) == 12.8 ]] && return
    echo "The CUDA toolkit is of version $release, but 12.8 is needed: building without it" >&2
    return 1
}

# Prints `host-only` without a toolkit, and `here` with a GPU that is no Hopper. Otherwise `dev`, also
# without a GPU: that compiles for one architecture.
choose_preset() {
    local capabilities
    has_toolkit || { echo host-only; return; }
    capabilities=$(compute_capabilities)
    if [[ -z $capabilities || $capabilities == 9.0 ]]; then echo dev; else echo here; fi
}
