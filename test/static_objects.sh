#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# static_objects.sh OBJECT...: checks that no object file of the library has a static object with a
# destructor at exit, since a program's static objects may still call the library then.
set -euo pipefail
(($# > 0)) || { echo "no object files were given" >&2; exit 1; }

destroying=0
for object in "$@"; do
    [[ $object != *.cu.o ]] || continue # nvcc unregisters kernels at exit
    if grep -q '\b__cxa_atexit$' <<<"$(nm --undefined-only "$object")"; then
        echo "$object destroys at exit one of:" >&2
        nm --demangle "$object" | grep -i ' [bd] ' >&2
        destroying=1
    fi
done
exit $destroying
