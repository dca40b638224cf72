// SPDX-License-Identifier: Apache-2.0
#include "oracle.hpp"

#include "call/names.hpp"

#include <gpualgo/detail/rounded.hpp>
#include <gpualgo/kernel/reduce/canonical.hpp>

#include <cstring>
#include <vector>

namespace conformance {

namespace {

using namespace gpu::detail;

/// The numbers of a case in the type of the accumulator.
template <class T, class Value>
std::vector<T> loaded(void const* first, std::size_t n) {
    std::vector<T> x(n);
    for (std::size_t i = 0; i < n; ++i) {
        Value element;
        std::memcpy(&element, static_cast<std::byte const*>(first) + i * sizeof(Value),
                    sizeof(Value));
        x[i] = static_cast<T>(element);
    }
    return x;
}

/// The definition for an operator and a type of accumulator, which is float for small floats.
template <class T, class Op>
T defined(std::vector<T> const& x, std::size_t value_size, T init) {
    return gpu::kernel::quieted(
        Op()(init, gpu::kernel::canonical<T>(x.data(), x.size(), value_size, Op())));
}

template <class T>
result_bits total(reduction_case const& c, input const& x) {
    static_assert(sizeof(T) <= sizeof(result_bits));
    using computed = computed_as<T>;
    using loader = std::vector<computed> (*)(void const* first, std::size_t n);
    using definition = computed (*)(std::vector<computed> const&, std::size_t, computed init);
    // null for pairs that are not listed, and operators that do not take the type
    static constexpr auto loaders = tabulate(
        []<class Value>(type_list<Value>) -> loader {
            if constexpr (listed_pair<Value, T>) return &loaded<computed, Value>;
            else return nullptr;
        },
        types());
    static constexpr auto definitions = tabulate(
        []<class Op>(type_list<Op>) -> definition {
            if constexpr (accepts<Op, T>) return &defined<computed, Op>;
            else return nullptr;
        },
        operators());
    T init;
    std::memcpy(&init, x.init(), sizeof(T));
    T const result = rounded<T>(definitions[c.operation](
        loaders[c.value](x.first(), c.n), known_types[c.value].size, static_cast<computed>(init)));
    result_bits bits = 0;
    std::memcpy(&bits, &result, sizeof(T));
    return bits;
}

} // namespace

result_bits expected(reduction_case const& c, input const& x) {
    using function = result_bits (*)(reduction_case const& c, input const& x);
    // null for types without cases
    static constexpr auto totals = tabulate(
        []<class T>(type_list<T>) -> function {
            if constexpr (in_list<T, real_types>) return &total<T>;
            else return nullptr;
        },
        types());
    return totals[c.accumulator](c, x);
}

} // namespace conformance
