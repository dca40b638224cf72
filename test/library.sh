#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# library.sh LIBRARY SYMBOLS: checks the shared library's dynamic section. The library must export
# only the symbols in the file SYMBOLS, each with its minor version. It must depend only on the C++
# runtime and oneTBB, have a SONAME with that version, and be small.
set -euo pipefail
shopt -s extglob
library=$1
symbols=$2
most_bytes=$((40 * 1000 * 1000))

listed=$(nm --dynamic --defined-only "$library" | awk '$2 != "A" { print $3 }' | LC_ALL=C sort)
! grep -vE '@@GPUALGO_[0-9]+\.[0-9]+$' <<<"$listed" >&2 || { echo "these symbols have no version" >&2; exit 1; }
exported=${listed//@@GPUALGO_+([0-9.])/}
diff <(echo "$exported") <(grep -v '^#' "$symbols") >&2 || { echo "the exported symbols (<) are not those of $symbols (>)" >&2; exit 1; }

dynamic=$(readelf --dynamic --wide "$library")
needed=$(sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' <<<"$dynamic")
[[ -n $needed ]] || { echo "no NEEDED entry was found" >&2; exit 1; }
surplus=$(grep -vxE 'lib(stdc\+\+|gcc_s|c|m)\.so\.[0-9]+|ld-linux-.*\.so\.[0-9]+|libtbb\.so\.12' <<<"$needed" || true)
[[ -z $surplus ]] || { echo "the library needs $surplus" >&2; exit 1; }
grep -qE 'SONAME.*\[libgpualgo\.so\.[0-9]+\.[0-9]+\]' <<<"$dynamic" || { echo "no SONAME of the form libgpualgo.so.MAJOR.MINOR" >&2; exit 1; }
! grep -qE '\((RPATH|RUNPATH|TEXTREL)\)' <<<"$dynamic" || { echo "the library has a RPATH, or relocations in its code" >&2; exit 1; }

! grep -qa 'Context = gpu::.*simulated::context' "$library" || { echo "the library has the names of instantiated kernels' functions, which no report shows" >&2; exit 1; }

# nvcc compiles a call of a device function by the host to a call of exit
! grep -qE ' exit(@|$)' <<<"$(nm --dynamic --undefined-only "$library")" || { echo "the library calls exit" >&2; exit 1; }

bytes=$(stat --dereference --format=%s "$library")
((bytes <= most_bytes)) || { echo "$bytes bytes; at most $most_bytes" >&2; exit 1; }
echo "$(wc -l <<<"$exported") symbols; needs ${needed//$'\n'/ }; $bytes bytes"
