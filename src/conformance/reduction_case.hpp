// SPDX-License-Identifier: Apache-2.0
/// @file
/// Cases of reductions whose results must have the same bits on every device. A few numbers
/// determine all of a case.
#pragma once

#include "numbers.hpp"

#include <gpualgo/abi/reduce_request.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace conformance {

/// A reduction: types and operator by their places in the lists, and the source of its numbers.
struct reduction_case {
    std::uint32_t value = 0;       ///< place in `types`, of one of `real_types`
    std::uint32_t accumulator = 0; ///< place in `types`, of one of `real_types`
    std::uint32_t operation = 0;   ///< place in `operators`
    flavour kind = flavour::ordinary;
    std::size_t n = 1;      ///< elements
    std::size_t offset = 0; ///< elements between an address that is a multiple of 16 and the first
    std::uint64_t seed = 0; ///< of the numbers
};

/// @return "float in double, plus, n = 300, offset 3, kind 2, seed 17"
[[nodiscard]] std::string described(reduction_case const& c);

/// The cases that stand for all: every listed pair of real types and operator, with sizes about
/// every edge of the order.
/// @param seed of the sizes and numbers
/// @param each how many cases every pair and operator has; sums of floating-point numbers, which
/// show the order, have eight times as many
[[nodiscard]] std::vector<reduction_case> cases(std::uint64_t seed, std::size_t each);

/// The numbers of a case.
class input {
public:
    explicit input(reduction_case const& c);
    /// Numbers of given bytes, instead of those of the seed.
    /// @param pattern is repeated as often as needed; not empty
    input(reduction_case const& c, std::span<unsigned char const> pattern);

    /// @return the first element
    [[nodiscard]] void const* first() const { return first_; }
    /// @return the init, of the accumulator's type
    [[nodiscard]] void const* init() const { return init_; }
    /// @return a request to reduce them, without a result's address and a policy
    [[nodiscard]] gpu::detail::reduce_request request() const;

private:
    struct alignas(16) block {
        std::byte bytes[16];
    };
    /// Allocate memory for the elements.
    /// @return the address of the first element
    std::byte* place();

    reduction_case case_;
    std::vector<block> memory_;
    void const* first_ = nullptr;
    alignas(8) std::byte init_[8]{};
};

/// A result: bytes of the accumulator's type, and zeros.
using result_bits = std::uint64_t;

} // namespace conformance
