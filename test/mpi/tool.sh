#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tool.sh MPI_TOOL TOOL: `gpualgo-mpi` gives the bits of `gpualgo` for any number of ranks, and if one rank fails, all end.
set -euo pipefail
mpi_tool=$(realpath "$1")
tool=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export GPUALGO_DEVICE=host GPUALGO_STRICT='' LC_ALL=C
# Open MPI 4 at times sees the end of a process before its MPI_Finalize, and then reports a failure
# (open-mpi/ompi issue 7833). Other exit codes and signals are still failures.
export OMPI_MCA_orte_allowed_exit_without_sync=1

stop() {
    echo "$1"
    exit 1
}
mpirun=mpirun options=()
readelf -d "$mpi_tool" | grep -q 'libmpi\.so' && mpirun=mpirun.openmpi options=(--oversubscribe --allow-run-as-root)
readelf -d "$mpi_tool" | grep -q libmpich && mpirun=mpirun.mpich
# on RANKS ARGUMENTS...
on() {
    local ranks=$1
    shift
    timeout 120 "$mpirun" "${options[@]}" -n "$ranks" "$mpi_tool" "$@"
}

python3 - <<'PYTHON'
import random, struct
random.seed(1)
numbers = [random.uniform(-1, 1) * 10 ** random.randint(-3, 3) for _ in range(100_003)]
for name, part in ("whole", numbers), ("front", numbers[:7777]), ("back", numbers[7777:]), ("few", numbers[:3]):
    with open(name, "wb") as file:
        file.write(struct.pack(f"{len(part)}f", *part))
PYTHON
: >empty
for ranks in 1 2 3 4 7; do
    for command in 'whole' 'few' 'front back' 'front few back whole --op maximum' 'front few back whole --accumulator double' 'few whole --op multiplies'; do
        # shellcheck disable=SC2086 # several words
        expected=$("$tool" reduce -q $command --type float) found=$(on $ranks reduce -q $command --type float)
        [[ $found == "$expected" ]] || stop "$ranks ranks, $command: $found, not $expected"
    done
    [[ $(on $ranks reduce -q empty --type float) == 0 ]] || stop 'the sum of nothing'
done
line=$(on 3 reduce whole --type float)
[[ $line == 'sum of 100003 float = '*'  (automatic on host, '*' ms, 3 ranks)' ]] || stop "the answer: $line"
on 2 reduce whole --type float --json | python3 -c 'import json, sys; sys.exit(json.load(sys.stdin)["n"] != 100003)' || stop 'JSON'

# The digest is that of one process.
digest=$("$tool" verify | sed -n 's/^digest *//p')
found=$(on 4 verify)
[[ $found == *"digest $digest" ]] || stop "4 ranks verify: $found, not $digest"

# refused CODE TEXT ARGUMENTS...: three ranks end, with one line on stderr
refused() {
    local code=$1 text=$2 status=0
    shift 2
    on 3 "$@" >out 2>error || status=$?
    ((status == code)) && grep -q "$text" error && (($(grep -c '^gpualgo-mpi: ' error) == 1)) || stop "$*: ended with $status, not $code, or has not said '$text' once: $(<error)"
}
refused 1 "rank 0: .*missing.* cannot be opened" reduce missing --type float
printf '\1' >one
refused 1 'no multiple of the 4 of float' reduce one --type float
refused 2 'needs a file' reduce
refused 2 'is read by one process' reduce - --type float
refused 2 'it has no --policy' reduce whole --type float --policy all
refused 2 'has the commands reduce and verify' devices
# A file that only some ranks have.
cat >part.sh <<'SCRIPT'
[[ ${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-0}} == 2 ]] && cd /
exec "$@"
SCRIPT
! timeout 120 "$mpirun" "${options[@]}" -n 3 bash part.sh "$mpi_tool" reduce whole --type float >out 2>error || stop 'a rank without its file does not matter'
grep -q '^gpualgo-mpi: rank 2: .*whole' error || stop "the rank that fails: $(<error)"
