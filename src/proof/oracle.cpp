// SPDX-License-Identifier: Apache-2.0
#include "oracle.hpp"

#include <gpualgo/detail/lists.hpp>
#include <gpualgo/detail/rounded.hpp>
#include <gpualgo/kernel/canonical.hpp>

#include <array>
#include <cstring>
#include <vector>

namespace proof {

namespace {

using namespace gpu::detail;

/// The numbers of a case as what they are accumulated in.
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

template <class T, class Value>
constexpr auto loader_of() -> std::vector<computed_as<T>> (*)(void const*, std::size_t) {
    if constexpr (listed_pair<Value, T>) return &loaded<computed_as<T>, Value>;
    else return nullptr;
}
template <class T, class... Values>
constexpr auto loaders_of(list<Values...>) {
    return std::array{loader_of<T, Values>()...};
}

/// The definition for a type of accumulator, which small floats do not have themselves, and an
/// operator.
template <class T, class Op>
T defined(std::vector<T> const& x, std::size_t value_size, T init) {
    return gpu::kernel::quieted(
        Op()(init, gpu::kernel::canonical<T>(x.data(), x.size(), value_size, Op())));
}
template <class T, class Op>
constexpr auto definition_of() -> T (*)(std::vector<T> const&, std::size_t, T) {
    if constexpr (takes<Op, T>) return &defined<T, Op>;
    else return nullptr;
}
template <class T, class... Ops>
constexpr auto definitions_of(list<Ops...>) {
    return std::array{definition_of<T, Ops>()...};
}

template <class... Xs>
constexpr auto sizes_of(list<Xs...>) {
    return std::array{sizeof(Xs)...};
}

template <class T>
result_bits total(reduction_case const& c, input const& x) {
    using computed = computed_as<T>;
    static constexpr auto loaders = loaders_of<T>(real_types{});
    static constexpr auto definitions = definitions_of<computed>(operators{});
    T init;
    std::memcpy(&init, x.init(), sizeof(T));
    T const result = rounded<T>(definitions[c.operation](loaders[c.value](x.first(), c.n),
                                                         sizes_of(real_types{})[c.value],
                                                         static_cast<computed>(init)));
    result_bits bits = 0;
    std::memcpy(&bits, &result, sizeof(T));
    return bits;
}

template <class... Ts>
constexpr auto totals_of(list<Ts...>) {
    return std::array{&total<Ts>...};
}

} // namespace

result_bits expected(reduction_case const& c, input const& x) {
    return totals_of(real_types{})[c.accumulator](c, x);
}

} // namespace proof
