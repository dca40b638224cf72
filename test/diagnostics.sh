#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# diagnostics.sh SOURCE_DIR: messages of the compiler name all operators, transforms and policies that are precompiled. They are
# literals, since C++20 has no others in assertions, and this keeps them in step with the lists.
set -euo pipefail
cd "$1/include/gpualgo"

# The text of a function, strings joined, from its name to the first line that closes it.
message() { # file, function
    sed -n "/ $2() {/,/^}/p" "$1" | tr -d '\n' | sed 's/" *"//g'
}
# The words of a list that a pattern finds in the definition of a name.
words() { # file, definition, pattern
    sed -n "/using $2 =/,/;/p" "$1" | grep -oE "$3"
}
names=0
check() { # file, function, words
    local text word
    text=$(message "$1" "$2")
    [[ -n $text ]] || { echo "$1 has no $2"; exit 1; }
    for word in $3; do
        grep -qF "$word" <<<"$text" || { echo "$1: the message of $2 does not name $word"; exit 1; }
        names=$((names + 1))
    done
}
callables() { # file, map: gpu::plus<> ...
    words "$1" "$2" 'entry<[a-z:_]+(<>)?,' | sed -E 's/entry<(std::)?/gpu::/; s/,$//'
}
policies() { # file, list; of cg_tile the first
    words "$1" "$2" 'policy::[a-z_]+(<[0-9]+>)?' | sed -E 's/policy::/gpu::/; s/gpu::cg_tile(<([2-9]|1.|3.)>)/\1/'
}

check detail/diagnostics.hpp require_precompiled_operator "$(callables abi/reduce_lists.hpp operator_map)"
check detail/diagnostics.hpp require_policy_of_reduce "$(policies abi/reduce_lists.hpp strategies)"
check detail/diagnostics.hpp require_vendors "$(words abi/reduce_lists.hpp vendor_operators 'kernel::[a-z_]+' | sed 's/kernel/gpu/; s/$/<>/')"
check detail/transform_range.hpp require_precompiled_transform "$(callables abi/transform_lists.hpp transform_map)"
check detail/transform_range.hpp require_operator_of_transforms "$(words abi/transform_lists.hpp transform_operators 'kernel::[a-z_]+' | sed 's/kernel/gpu/; s/$/<>/')"
check detail/matmul_call.hpp require_policy_of_matmul "$(policies abi/matmul_lists.hpp matmul_strategies)"
((names > 50)) || { echo "only $names names are found in the lists"; exit 1; }
