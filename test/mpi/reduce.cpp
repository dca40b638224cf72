// SPDX-License-Identifier: Apache-2.0
/// Calls of all ranks have the bits of one process, for any lengths of blocks.
#include "ranks.hpp"

#include <gpualgo/extrema.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/mpi.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <list>
#include <vector>

namespace mpi_test {
namespace {

/// A number of all elements, the same on all ranks.
float element(std::uint64_t i) {
    std::uint64_t x = i * 0x9e3779b97f4a7c15 + 12345;
    x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9;
    if (i % 7 == 0) return 3e9F; // the largest one, several times
    return static_cast<float>(static_cast<std::int64_t>(x) >> 40) * 1.37e-3F;
}

/// How a range is cut.
enum class layout {
    even,
    uneven, ///< and some ranks have nothing
    whole_segments,
    inside_segment ///< the first rank has most, all others a few elements, or none
};

/// The index that the block of rank r begins at.
std::size_t begin_of(int r, std::size_t n, layout cut) {
    constexpr std::size_t segment = 2048;
    if (r == 0) return 0;
    if (r >= ranks) return n;
    auto const i = static_cast<std::size_t>(r);
    std::size_t const even = n * i / static_cast<std::size_t>(ranks);
    switch (cut) {
    case layout::even: return even;
    case layout::uneven: return n * (i / 2 * 2) / static_cast<std::size_t>(ranks) / 2;
    case layout::whole_segments: return even / segment * segment;
    case layout::inside_segment:
        return n - std::min(n, 3 * (static_cast<std::size_t>(ranks) - i / 2));
    }
    return n;
}

void compare(std::size_t n, layout cut, gpu::device device) {
    std::vector<float> all(n);
    for (std::size_t i = 0; i < n; ++i) all[i] = element(i);
    block const mine{begin_of(rank, n, cut), begin_of(rank + 1, n, cut)};
    auto const policy = gpu::automatic.on(device).across(MPI_COMM_WORLD);

    auto const *const first = all.data() + mine.begin, *const end_of_block = all.data() + mine.end;
    //! [across]
    float const sum = gpu::reduce(gpu::automatic.across(MPI_COMM_WORLD), first, end_of_block, 0.5F);
    //! [across]
    check(same_bits(sum, gpu::reduce(all, 0.5F)), "a sum on the host has other bits");
    check(same_bits(gpu::reduce(policy, first, end_of_block, 0.5F), gpu::reduce(all, 0.5F)),
          "a sum has other bits than in one process");
    gpu::device_vector<float> const elements(first, end_of_block, device);
    check(same_bits(gpu::reduce(policy, elements.begin(), elements.end(), 0.5F),
                    gpu::reduce(all, 0.5F)),
          "a sum of elements on a device has other bits");
    check(same_bits(gpu::reduce(policy, first, end_of_block, 0.0), gpu::reduce(all, 0.0)),
          "a sum in double has other bits");
    check(same_bits(gpu::transform_reduce(policy, first, end_of_block, first, 1.0F),
                    gpu::transform_reduce(all, all, 1.0F)),
          "a dot product has other bits");
    check(same_bits(gpu::transform_reduce(policy, first, end_of_block, 1.0F, std::plus<>(),
                                          gpu::square<>()),
                    gpu::transform_reduce(all, 1.0F, std::plus<>(), gpu::square<>())),
          "a sum of squares has other bits");
    std::list<float> const apart(first, end_of_block);
    check(same_bits(gpu::reduce(policy, apart.begin(), apart.end(), 0.5F), gpu::reduce(all, 0.5F)),
          "a sum of a list has other bits");
    check(same_bits(gpu::transform_reduce(policy, apart.begin(), apart.end(), first, 1.0F),
                    gpu::transform_reduce(all, all, 1.0F)),
          "a dot product with a list has other bits");
    check(n == 0 || gpu::max_element(policy, apart.begin(), apart.end()) ==
                        static_cast<std::uint64_t>(gpu::max_element(all) - all.begin()),
          "another largest element of a list is found");
    float const on_root = gpu::reduce(gpu::automatic.on(device).across(MPI_COMM_WORLD, ranks - 1),
                                      first, end_of_block, 0.5F);
    check(same_bits(on_root, rank == ranks - 1 ? gpu::reduce(all, 0.5F) : 0.5F),
          "a sum for one rank is wrong");
    check(same_bits(gpu::mean(policy, first, end_of_block), gpu::mean(all)),
          "a mean has other bits");
    auto const index = [&](auto i) { return static_cast<std::uint64_t>(i - all.begin()); };
    check(gpu::min_element(policy, first, end_of_block) == index(gpu::min_element(all)) &&
              gpu::max_element(policy, first, end_of_block) == index(gpu::max_element(all)),
          "another element is found");
    check(gpu::minmax_element(policy, first, end_of_block, std::greater<>()).second ==
              index(gpu::minmax_element(all, std::greater<>()).second),
          "another last element is found");
}

} // namespace

void compare_with_one_process() {
    for (std::size_t const n : {0, 1, 2047, 2048, 2049, 5000, 100'003})
        for (layout const cut : {layout::even, layout::uneven}) {
            compare(n, cut, gpu::device::host());
            if (n < 6000) compare(n, cut, gpu::device::simulated());
        }
    for (std::size_t const n : {20'480, 100'003})
        for (layout const cut : {layout::whole_segments, layout::inside_segment})
            compare(n, cut, gpu::device::host());
    // GPUs, if there are some; ranks may share one
    std::vector<gpu::device> gpus;
    for (gpu::device const d : gpu::devices())
        if (d.kind() == gpu::device_kind::cuda) gpus.push_back(d);
    if (gpus.empty()) return;
    for (layout const cut : {layout::even, layout::uneven, layout::inside_segment})
        compare(100'003, cut, gpus[static_cast<std::size_t>(rank) % gpus.size()]);
}

} // namespace mpi_test
