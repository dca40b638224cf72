#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# forgotten.sh COMPILER SOURCE_DIR: adds a policy, an operator and types to a copy of the sources, in
# as many files as doc/architecture.md says. That must compile; if one step is missing, it must not.
set -euo pipefail
export LC_ALL=C # ASCII quotes in messages
compiler=$1 source=$2
work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT

compile() { "$compiler" -std=c++20 -fsyntax-only "-I$work/include" "-I$work/src" "$work/$1" 2>&1; }
fail() {
    echo "$1"
    exit 1
}
# Makes a fresh copy of the sources and applies the named changes.
with() {
    parts=$*
    rm -rf "$work/include" "$work/src"
    cp -r "$source/include" "$source/src" "$work"
    for part in "$@"; do "$part"; done
}
accepts() {
    local output
    output=$(compile "$1") || fail "$1 should compile with: $parts. The compiler says: $(grep error: <<<"$output")"
}
refuses() { # FILE, what the compiler must say
    local output
    ! output=$(compile "$1") || fail "$1 should not compile with no more than: $parts"
    grep -qF -- "$2" <<<"$output" || fail "with no more than: $parts, the compiler should say '$2', not: $(grep error: <<<"$output")"
}
# touches WHAT: compares the number of changed files with the page.
touches() {
    local files
    files=$(diff --recursive --brief "$source/include" "$work/include"; diff --recursive --brief "$source/src" "$work/src") || true
    grep -q "^| $1 | $(grep -c . <<<"$files") |" "$source/doc/architecture.md" ||
        fail "doc/architecture.md gives another number of files for $1; these are touched: $files"
}
# insert FILE TEXT: inserts standard input after the first line that contains TEXT.
insert() {
    TEXT=$2 awk 'NR == FNR { more = more $0 "\n"; next } { print } !done && index($0, ENVIRON["TEXT"]) { printf "%s", more; done = 1 }
        END { exit !done }' - "$work/$1" >"$work/changed" || fail "$1 has no line with '$2'"
    mv "$work/changed" "$work/$1"
}

# Sources that use all policies, operators and types.
echo '#include "call/names.hpp"' >"$work/lists.cpp"
cat >"$work/client.cpp" <<'CODE'
#include <gpualgo/gpualgo.hpp>
int odd(gpu::device_vector<int> const& x) { return gpu::reduce(x, 0, gpu::logical_xor<>()); }
CODE

cat >"$work/call.cpp" <<'CODE'
#include <gpualgo/gpualgo.hpp>
int sum(gpu::device_vector<int> const& x) { return gpu::reduce(gpu::serial, x, 0); }
CODE
cat >"$work/kernel.cpp" <<'CODE'
#include "simulated/kernels.hpp"
int sum(gpu::simulated::queue& queue, int const* in) {
    return gpu::detail::reduce_named<gpu::policy::serial, gpu::memory_space::shared>(
        queue, in, 1000, 0, 256, gpu::kernel::plus{});
}
CODE

policy_type() {
    insert include/gpualgo/policy.hpp 'namespace policy {' <<'CODE'
struct serial : detail::options<serial> {
    static constexpr std::string_view name = "serial";
    static constexpr std::array<memory_space, 1> spaces{memory_space::shared};
    static constexpr bool takes_block_size = true;
};
CODE
    insert include/gpualgo/policy.hpp 'inline constexpr policy::automatic automatic;' <<'CODE'
inline constexpr policy::serial serial;
CODE
}
policy_kernel() {
    cat >"$work/include/gpualgo/kernel/reduce/serial.hpp" <<'CODE'
#pragma once
#include <gpualgo/kernel/reduce/reduce.hpp>
namespace gpu::inline v0::kernel {
template <memory_space Space>
struct fold<policy::serial, Space> : one_value_a_thread {
    template <class Context, class Exchange, class T, class Op>
    GPUALGO_DEVICE static T run(Context const& context, Exchange exchange, T value,
                                unsigned num_valid, Op op) {
        unsigned const rank = context.block().thread_rank();
        if (rank < num_valid) exchange.put(rank, value);
        context.block().sync();
        if (rank == 0)
            for (unsigned i = 1; i < num_valid; ++i) value = op(value, exchange.get(i));
        return value;
    }
};
} // namespace gpu::inline v0::kernel
CODE
    insert include/gpualgo/kernel/reduce/launches.hpp '#include <gpualgo/kernel/reduce/neighbored.hpp>' \
        <<<'#include <gpualgo/kernel/reduce/serial.hpp>'
}
policy_entry() {
    sed -i '/^using strategies =/,/;/s/policy::vendor>/policy::vendor, policy::serial>/' \
        "$work/include/gpualgo/abi/reduce_lists.hpp"
}
with policy_type policy_kernel policy_entry
touches 'a policy of reduce'
accepts lists.cpp
accepts call.cpp
accepts kernel.cpp
with policy_type policy_kernel
refuses call.cpp 'this Policy is not a policy that reduce'
with policy_type policy_entry
refuses kernel.cpp 'gpu::v0::kernel::fold<gpu::v0::policy::serial'
with policy_kernel policy_entry
refuses lists.cpp "'serial' is not a member of 'gpu::v0::policy'"

kernel_operator() {
    insert include/gpualgo/kernel/operators.hpp 'struct same_for_either_sign {};' <<'CODE'
struct logical_xor : exact_on_integers, same_for_either_sign {
    static constexpr char name[] = "logical_xor";
    template <not_complex T>
    static constexpr T identity_element() { return T{}; }
    template <not_complex T>
    GPUALGO_FUNCTION constexpr T operator()(T a, T b) const { return T((a != T{}) != (b != T{})); }
};
CODE
}
nameless_kernel_operator() {
    kernel_operator
    sed -i '/"logical_xor"/d' "$work/include/gpualgo/kernel/operators.hpp"
}
kernel_operator_without_identity_element() {
    kernel_operator
    sed -i '/^struct logical_xor/,/^};/s/identity_element/other/' "$work/include/gpualgo/kernel/operators.hpp"
}
callable() {
    insert include/gpualgo/functional.hpp 'namespace gpu::inline v0 {' <<'CODE'
template <class T = void>
struct logical_xor {
    constexpr bool operator()(T const& a, T const& b) const { return !a != !b; }
};
template <>
struct logical_xor<void> {
    template <class A, class B>
    constexpr bool operator()(A const& a, B const& b) const { return !a != !b; }
};
CODE
}
operator_entry() {
    insert include/gpualgo/abi/reduce_lists.hpp 'using operator_map =' <<'CODE'
    type_map<entry<logical_xor<>, kernel::logical_xor>,
CODE
    sed -i '/kernel::logical_xor>,/{n;s/type_map<//}' "$work/include/gpualgo/abi/reduce_lists.hpp"
}
with kernel_operator callable operator_entry
touches 'an operator'
accepts lists.cpp
accepts client.cpp
accepts src/tool/number.cpp
with callable operator_entry
refuses lists.cpp "'logical_xor' is not a member of 'gpu::v0::kernel'"
with kernel_operator operator_entry
refuses lists.cpp "'logical_xor' was not declared"
with kernel_operator callable
refuses client.cpp 'this Operator is not precompiled'
with nameless_kernel_operator callable operator_entry
refuses lists.cpp "'name' is not a member of 'gpu::v0::kernel::logical_xor'"
with kernel_operator_without_identity_element callable operator_entry
refuses src/tool/number.cpp "'identity_element<T>' is not a member of 'gpu::v0::kernel::logical_xor'"

# A type that is stored but not computed with, so that it needs no kernels.
class_of_type() { sed 's/bfloat16/brain16/g' "$source/include/gpualgo/bfloat16.hpp" >"$work/include/gpualgo/brain16.hpp"; }
row() {
    insert include/gpualgo/abi/types.hpp '#include <gpualgo/bfloat16.hpp>' <<<'#include <gpualgo/brain16.hpp>'
    insert include/gpualgo/abi/types.hpp '{"complex128"},' <<<"    type_row<brain16${1-, float}>{${2-\"brain16\"}},"
}
row_without_name() { row ', float' ''; }
row_with_the_name_of_another() { row ', float' '"half"'; }
row_computed_in_another_that_is_not() { row ', half'; }
row_computed_in_what_is_not_listed() { row ', long double'; }
format_of_type() {
    insert src/tool/element_type.hpp '    complex128' <<<'    , brain16'
    insert src/tool/element_type.hpp '{"complex128", "c16"' <<<'    {"brain16", "V2", 2, 2},'
    sed -i 's/element_facts, 14>/element_facts, 15>/' "$work/src/tool/element_type.hpp"
}
with class_of_type row format_of_type
touches 'a type that is computed in another'
accepts lists.cpp
accepts src/tool/range_input.cpp
accepts src/conformance/reduction_case.cpp
with class_of_type row
refuses src/tool/range_input.cpp 'a listed type must have a format in files'
with class_of_type row_without_name
refuses lists.cpp 'non-constant'
with class_of_type row_with_the_name_of_another
refuses lists.cpp 'a type must have a name of its own'
with class_of_type row_computed_in_another_that_is_not
refuses lists.cpp 'a type must be computed in a listed one'
with class_of_type row_computed_in_what_is_not_listed
refuses lists.cpp 'a type must be computed in a listed one'

matrices_of_int16() {
    sed -i '/using matmul_types/s/std::int8_t/std::int16_t, std::int8_t/' "$work/include/gpualgo/abi/matmul_lists.hpp"
}
with matrices_of_int16
refuses src/host/matmul/matmul.cpp "invalid 'static_cast'"
