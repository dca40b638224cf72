#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh LIBRARY SOURCE_DIR: compiles the program for each MPI that is installed, and runs it with 1,
# 2, 3, 4 and 7 ranks; with 2 also on more than 2^32 elements. At least one MPI must be there.
# MPICH has at most 3 ranks: they do not yield while they wait, so that more than the cores take long.
set -euo pipefail
library=$1 source=$2
work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT
# Open MPI 4 at times sees the end of a process before its MPI_Finalize, and then reports a failure
# (open-mpi/ompi issue 7833). Other exit codes and signals are still failures.
export OMPI_MCA_orte_allowed_exit_without_sync=1

tried=0
for mpi in openmpi mpich; do
    command -v "mpicxx.$mpi" >/dev/null || { echo "there is no mpicxx.$mpi"; continue; }
    "mpicxx.$mpi" -std=c++20 -O0 -Wall -Wextra "-I$source/include" "$source"/test/mpi/*.cpp \
        -o "$work/$mpi" "$library" "-Wl,-rpath,$(dirname "$library")"
    options=() all_ranks=(1 2 3)
    [[ $mpi == openmpi ]] && options=(--oversubscribe --allow-run-as-root) all_ranks+=(4 7)
    for ranks in "${all_ranks[@]}"; do
        timeout 300 "mpirun.$mpi" "${options[@]}" -n "$ranks" "$work/$mpi" ||
            { echo "$mpi with $ranks ranks failed"; exit 1; }
    done
    timeout 300 "mpirun.$mpi" "${options[@]}" -n 2 "$work/$mpi" large ||
        { echo "$mpi fails with more than 2^32 elements"; exit 1; }
    echo "$mpi: ${all_ranks[*]} ranks agree"
    tried=$((tried + 1))
done
((tried > 0)) || { echo 'install libopenmpi-dev or libmpich-dev'; exit 1; }
