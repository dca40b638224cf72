// SPDX-License-Identifier: Apache-2.0
/// @file
/// The commands of `gpualgo-mpi`. Every function is collective.
#pragma once

#include "ranks.hpp"

#include "tool/arguments.hpp"

#include <cstddef>
#include <cstdint>

namespace tool {

/// `gpualgo-mpi reduce`: each rank reads its block of the files alone.
/// @param all the ranks
/// @param arguments the same on all ranks
/// @return one row, on the first rank
/// @throws usage_error on every rank, for options that only `gpualgo` has
/// @throws std::runtime_error on every rank, if one fails
[[nodiscard]] reduce_results reduce_across(ranks const& all, reduce_arguments const& arguments);

/// The findings of `gpualgo-mpi verify`.
struct verified_ranks {
    std::size_t cases = 0;
    std::uint64_t digest = 0;   ///< of the results that the ranks computed together
    std::uint64_t expected = 0; ///< of the results by the definition
};

/// `gpualgo-mpi verify`: the cases of a seed, each cut into a block per rank.
/// @return the digest, on the first rank
[[nodiscard]] verified_ranks verify_across(ranks const& all, std::uint64_t seed);

} // namespace tool
