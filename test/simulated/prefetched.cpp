// SPDX-License-Identifier: Apache-2.0
/// The elements that blocks name for the L2 cache, before the kernel ahead has ended.
#include <gpualgo/kernel/elementwise/exchange.hpp>
#include <gpualgo/kernel/reduce/automatic.hpp>
#include <gpualgo/kernel/scan/automatic.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kernel = gpu::kernel;
using kernel::byte_range;

namespace {

/// Counts how often each byte of an array is named.
class named_bytes {
public:
    named_bytes(void const* array, std::size_t size)
        : array_(static_cast<char const*>(array)), times_(size) {}

    void note(byte_range const& range) {
        if (range.size == 0) return;
        auto const begin = static_cast<char const*>(range.first) - array_;
        for (std::size_t i = 0; i < range.size; ++i)
            ++times_.at(static_cast<std::size_t>(begin) + i); // throws outside the array
    }
    [[nodiscard]] bool are_all(int times) const {
        return std::ranges::all_of(times_, [=](int seen) { return seen == times; });
    }

private:
    char const* array_;
    std::vector<int> times_;
};

/// Whether the blocks of a scan name each element so often.
/// @param slots tiles per block
template <class Shape>
bool scan_names(std::size_t n, unsigned slots, bool is_at_once, int times) {
    std::vector<double> const x(n);
    auto const tiles = static_cast<unsigned>((n - 1) / Shape::tile + 1);
    kernel::scan_arguments<double, double, Shape> const arguments{
        x.data(), nullptr, n, {}, false, false, {tiles, slots, nullptr, nullptr, is_at_once}};
    named_bytes bytes(x.data(), n * sizeof(double));
    for (std::size_t block = 0; block < (tiles - 1) / slots + 2; ++block) // one too many
        bytes.note(kernel::scan_canonical::read_by(block, arguments).of[0]);
    return bytes.are_all(times);
}

/// Whether the blocks of a reduction name each element so often.
template <class Value>
bool reduction_names(std::size_t n, unsigned group_log, int times) {
    std::vector<Value> const x(n);
    kernel::canonical_arguments<Value const*, Value> const arguments{x.data(), n,       group_log,
                                                                     nullptr,  nullptr, {}};
    std::size_t const segments = kernel::segmentation(sizeof(Value)).count(n);
    named_bytes bytes(x.data(), n * sizeof(Value));
    for (std::size_t block = 0; block <= (segments - 1) >> group_log; ++block)
        bytes.note(kernel::reduce_canonical::read_by(block, arguments).of[0]);
    return bytes.are_all(times);
}

/// Whether the blocks of an exchange name each element of both arrays once.
/// @param lead elements between a multiple of 16 bytes and the first array
template <bool Mirrored>
bool names_both(std::size_t n, std::size_t lead) {
    using body = kernel::exchange<Mirrored, kernel::exchange_block>;
    std::vector<float> first(n + 4), second(n);
    auto const address = reinterpret_cast<std::uintptr_t>(first.data());
    kernel::exchanged_ranges<float> const arguments{
        first.data() + (16 - address % 16) % 16 / sizeof(float) + lead, second.data(), n};
    named_bytes of_first(arguments.first, n * sizeof(float)),
        of_second(second.data(), n * sizeof(float));
    for (std::size_t block = 0; block < body::blocks(arguments); ++block) {
        auto const ranges = body::read_by(block, arguments);
        of_first.note(ranges.of[0]);
        of_second.note(ranges.of[1]);
    }
    return of_first.are_all(1) && of_second.are_all(1);
}

} // namespace

TEST_CASE("blocks of scans that start early name the elements of their tiles") {
    using shape = kernel::scan_shape<double, double, kernel::scan_way::at_once>;
    for (std::size_t const n : {std::size_t{1}, std::size_t{shape::tile} - 1,
                                std::size_t{shape::tile}, 5 * std::size_t{shape::tile} + 3}) {
        CAPTURE(n);
        for (unsigned const slots : {1u, 2u, 3u}) CHECK(scan_names<shape>(n, slots, true, 1));
        CHECK(scan_names<kernel::scan_shape<double, double>>(n, 1, false, 0)); // tiles in turn
    }
}

TEST_CASE("blocks of reductions name the elements of their segments, if there are few") {
    for (std::size_t const n : {1u, 2048u, 2049u, 100'003u})
        for (unsigned const group_log : {0u, 3u}) {
            CAPTURE(n, group_log);
            CHECK(reduction_names<float>(n, group_log, 1));
            CHECK(reduction_names<double>(n, group_log, 1));
        }
    CHECK(reduction_names<double>((std::size_t{1} << 20) + 1, 5, 0));
}

TEST_CASE("blocks that exchange elements name those of both arrays") {
    for (std::size_t const n : {1u, 100u, 512u, 513u, 5000u})
        for (std::size_t const lead : {0u, 1u, 3u}) {
            CAPTURE(n, lead);
            CHECK(names_both<false>(n, lead));
            CHECK(names_both<true>(n, lead));
        }
}
