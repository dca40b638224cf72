// SPDX-License-Identifier: Apache-2.0
#include "reduction_case.hpp"

#include "call/names.hpp"

#include <gpualgo/kernel/reduce/canonical.hpp>

#include <concepts>
#include <cstring>

namespace conformance {

namespace {

using namespace gpu::detail;

/// Write n numbers of one type to memory of any alignment.
template <class T>
void write_numbers(std::byte* target, std::size_t n, flavour kind, random_bits& random) {
    for (std::size_t i = 0; i < n; ++i) {
        T const x = number<T>(kind, random);
        std::memcpy(target + i * sizeof(T), &x, sizeof(T));
    }
}

using writer = void (*)(std::byte* target, std::size_t n, flavour kind, random_bits& random);
/// Null for types without cases.
constexpr auto writers = tabulate(
    []<class T>(type_list<T>) -> writer {
        if constexpr (in_list<T, real_types>) return &write_numbers<T>;
        else return nullptr;
    },
    types());

constexpr auto are_floats =
    tabulate([]<class T>(type_list<T>) { return !std::integral<T>; }, types());

/// A size near an edge of the order: of vectors, rows, segments, and pairs of segments.
std::size_t any_size(std::size_t value_size, random_bits& random) {
    gpu::kernel::segmentation const shape(value_size);
    switch (random.below(6)) {
    case 0: return 1 + random.below(2 * shape.vector + 2);
    case 1: return 1 + random.below(shape.lanes);
    case 2: return (1 + random.below(4)) * shape.lanes - 1 + random.below(3);
    case 3: return 1 + random.below(shape.size());
    case 4: return (1 + random.below(5)) * shape.size() - 1 + random.below(3);
    default: return (3 + random.below(12)) * shape.size() + random.below(shape.size());
    }
}

} // namespace

std::string described(reduction_case const& c) {
    return std::string(known_types[c.value].name) + " in " +
           std::string(known_types[c.accumulator].name) + ", " +
           std::string(known_operators[c.operation]) + ", n = " + std::to_string(c.n) +
           ", offset " + std::to_string(c.offset) + ", kind " +
           std::to_string(static_cast<unsigned>(c.kind)) + ", seed " + std::to_string(c.seed);
}

std::vector<reduction_case> cases(std::uint64_t seed, std::size_t each) {
    std::vector<reduction_case> all;
    random_bits random(seed);
    for (std::uint32_t value = 0; value < types::size; ++value)
        for (std::uint32_t accumulator = 0; accumulator < types::size; ++accumulator)
            for (std::uint32_t operation = 0; operation < operators::size; ++operation) {
                bool const has_cases = writers[value] != nullptr && writers[accumulator] != nullptr;
                if (!has_cases || !known_pairs[value][accumulator] ||
                    !known_accepts[operation][accumulator])
                    continue;
                bool const order_shows =
                    are_floats[accumulator] && operation == index_of<gpu::kernel::plus, operators>;
                for (std::size_t i = 0; i < (order_shows ? 8 * each : each); ++i)
                    all.push_back(
                        {value, accumulator, operation, static_cast<flavour>(i % flavours),
                         any_size(known_types[value].size, random), random.below(16), random()});
            }
    return all;
}

std::byte* input::place() {
    std::size_t const size = known_types[case_.value].size;
    memory_.resize((case_.n + case_.offset) * size / sizeof(block) + 1);
    std::byte* const first = reinterpret_cast<std::byte*>(memory_.data()) + case_.offset * size;
    first_ = first;
    return first;
}

input::input(reduction_case const& c) : case_(c) {
    random_bits random(c.seed);
    writers[c.value](place(), c.n, c.kind, random);
    writers[c.accumulator](init_, 1, c.kind == flavour::nans ? flavour::ordinary : c.kind, random);
}

input::input(reduction_case const& c, std::span<unsigned char const> pattern) : case_(c) {
    std::byte* const first = place();
    for (std::size_t i = 0; i < c.n * known_types[c.value].size; ++i)
        first[i] = std::byte{pattern[i % pattern.size()]};
    for (std::size_t i = 0; i < known_types[c.accumulator].size; ++i)
        init_[i] = std::byte{pattern[i % pattern.size()]};
}

reduce_request input::request() const {
    reduce_request request;
    request.value = case_.value;
    request.accumulator = case_.accumulator;
    request.operation = case_.operation;
    request.first = first_;
    request.n = case_.n;
    request.init = init_;
    return request;
}

} // namespace conformance
