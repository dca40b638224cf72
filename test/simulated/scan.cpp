// SPDX-License-Identifier: Apache-2.0
/// The canonical scan with blocks in adversarial orders, its barriers, and blocks that wait in
/// vain.
#include "barriers.hpp"
#include "reduction.hpp"
#include "simulated_device.hpp"
#include "support/random_values.hpp"
#include "support/same_bits.hpp"
#include "support/scan_reference.hpp"

#include <gpualgo/abi/scan_lists.hpp>
#include <gpualgo/abi/scan_request.hpp>
#include <gpualgo/complex.hpp>
#include <gpualgo/half.hpp>
#include <gpualgo/kernel/scan/launches.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <complex>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

using test::defect;
using test::finding;
using test::launch_options;

namespace {

constexpr std::size_t tile_of_doubles = gpu::kernel::scan_shape<double, double>::tile;

/// @param shift of the output from an aligned address, in elements
/// @param shift_of_input the same of the input
std::vector<double> scan(std::vector<double> const& x, launch_options options,
                         std::size_t shift = 0, std::size_t shift_of_input = 0) {
    std::vector<double> in(shift_of_input), out(x.size() + shift);
    in.insert(in.end(), x.begin(), x.end());
    std::size_t const bytes = x.size() * sizeof(double);
    gpu::detail::call_result ran;
    gpu::simulated::queue queue(ran, std::move(options));
    queue.add_input(in.data() + shift_of_input, bytes);
    queue.add_output({out.data() + shift, bytes}, sizeof(double));
    gpu::detail::scan_automatic(
        queue,
        gpu::detail::scan_problem<double, double>{in.data() + shift_of_input, out.data() + shift,
                                                  x.size(), 0, false, false},
        gpu::kernel::plus());
    out.erase(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(shift));
    return out;
}

/// Scans zeros of a type that the library has.
/// @param shift of the output from an aligned address, in bytes
/// @param shift_of_input the same of the input
template <class Value>
void scan_zeros(std::size_t n, launch_options options, std::size_t shift,
                std::size_t shift_of_input) {
    std::size_t const bytes = n * sizeof(Value);
    std::vector<std::byte> in(bytes + shift_of_input), out(bytes + shift);
    gpu::detail::scan_request request;
    request.value = gpu::detail::number_of<gpu::detail::as_listed<Value>, gpu::detail::types>;
    request.strategy = gpu::detail::index_of<gpu::policy::automatic, gpu::detail::scan_strategies>;
    request.operation = gpu::detail::index_of<gpu::kernel::plus, gpu::detail::operators>;
    request.first = in.data() + shift_of_input;
    request.out = out.data() + shift;
    request.n = n;
    gpu::detail::call_result ran;
    gpu::simulated::queue queue(ran, std::move(options));
    gpu::simulated::scan(queue, request);
}

/// A launch whose blocks wait for each other.
template <class Body>
void launch(unsigned blocks, launch_options options) {
    gpu::detail::call_result ran;
    gpu::simulated::queue queue(ran, std::move(options));
    auto const memory = queue.look_back(blocks * 16, 16);
    queue.launch<Body>({blocks, 64, 0}, memory, 0);
}

using words = gpu::kernel::total_words<int>;

/// Each block waits for the total of the block before it. Its place is a ticket, or its rank.
template <bool ByTicket>
struct chain {
    static constexpr bool waits_for_blocks = true;
    static void run(test::context const& context, gpu::detail::look_back_memory memory, int) {
        auto const warp = context.tile<32>();
        if (warp.meta_group_rank() != 0) return;
        unsigned place = static_cast<unsigned>(context.block_rank());
        if (ByTicket) {
            if (warp.thread_rank() == 0)
                place = static_cast<unsigned>(context.fetch_add(memory.control, 1ull));
            place = warp.shfl(place, 0);
        }
        words const totals(memory.words);
        int total = 0;
        bool waits = place > 0;
        while (warp.any(waits)) {
            waits = !totals.look(context, place - 1, total, 1);
            if (warp.any(waits)) context.pause();
        }
        if (warp.thread_rank() == 0) totals.publish(context, place, total + 1, 1);
    }
};

/// A warp of each block waits for a total that another warp of the same block publishes.
struct within_blocks {
    static constexpr bool waits_for_blocks = true;
    static void run(test::context const& context, gpu::detail::look_back_memory memory, int) {
        words const totals(memory.words);
        auto const warp = context.tile<32>();
        std::size_t const rank = context.block_rank();
        int total = 0;
        if (warp.meta_group_rank() == 0)
            while (warp.any(!totals.look(context, rank, total, 1))) context.pause();
        else if (warp.thread_rank() == 0) totals.publish(context, rank, 1, 1);
    }
};

/// Every block waits for the one after it, and the last one for the first.
struct ring {
    static constexpr bool waits_for_blocks = true;
    static void run(test::context const& context, gpu::detail::look_back_memory memory, int) {
        words const totals(memory.words);
        int total = 0;
        while (!totals.look(context, (context.block_rank() + 1) % context.num_blocks(), total, 1))
            context.pause();
        totals.publish(context, context.block_rank(), 1, 1);
    }
};

using wide_word = unsigned long long;

/// The chain and the ring with elements of an array. The first one counts tickets.
template <bool IsRing>
struct awaiting {
    static constexpr bool waits_for_blocks = true;
    static void run(test::context const& context, wide_word* memory, int) {
        auto const totals = context.global(memory);
        auto const place = static_cast<std::size_t>(totals.fetch_add(0, 1));
        context.block().sync(); // other blocks run between its ticket and its total
        std::size_t const awaited = IsRing ? (place + 1) % context.num_blocks() : place - 1;
        wide_word before = 0;
        if (IsRing || place > 0)
            before = totals.await(1 + awaited, [](wide_word total) { return total != 0; });
        totals.publish(1 + place, before + 1);
    }
};

/// Two blocks. The first one publishes a word, and waits for the other's answer in the same step.
struct question {
    static constexpr bool waits_for_blocks = true;
    static void run(test::context const& context, wide_word* memory, int) {
        auto const messages = context.global(memory);
        auto const is_there = [](wide_word message) { return message != 0; };
        std::size_t const rank = context.block_rank();
        if (rank == 1) (void)messages.await(0, is_there);
        messages.publish(rank, rank + 1);
        if (rank == 0) (void)messages.await(1, is_there);
    }
};

/// Launches blocks of one thread.
/// @return words of an array after the launch
template <class Body>
std::vector<wide_word> words_after(unsigned blocks, launch_options options) {
    std::vector<wide_word> written(blocks + 1);
    gpu::detail::call_result ran;
    gpu::simulated::queue queue(ran, std::move(options));
    queue.add_output({written.data(), written.size() * sizeof(wide_word)}, sizeof(wide_word));
    queue.launch<Body>({blocks, 1, 0}, written.data(), 0);
    return written;
}

std::optional<finding> found(auto const& run) {
    try {
        run();
    } catch (finding const& defect_found) {
        return defect_found;
    }
    return {};
}

} // namespace

template <>
inline constexpr gpu::detail::kernel_name gpu::detail::name_of_kernel<chain<true>> = {"chain"};
template <>
inline constexpr gpu::detail::kernel_name gpu::detail::name_of_kernel<chain<false>> = {"chain"};
template <>
inline constexpr gpu::detail::kernel_name gpu::detail::name_of_kernel<within_blocks> = {
    "within_blocks"};
template <>
inline constexpr gpu::detail::kernel_name gpu::detail::name_of_kernel<ring> = {"ring"};
template <bool IsRing>
inline constexpr gpu::detail::kernel_name gpu::detail::name_of_kernel<awaiting<IsRing>> = {
    "awaiting"};
template <>
inline constexpr gpu::detail::kernel_name gpu::detail::name_of_kernel<question> = {"question"};

TEST_CASE("the number of a launch is not that of words never written, also after 2^32 launches") {
    using gpu::detail::counter_after, gpu::detail::launch_number;
    CHECK(launch_number(0) == 1);
    CHECK(launch_number(17) == 1); // tickets do not matter
    CHECK(counter_after(17) == 1ull << 32);
    CHECK(launch_number(counter_after(17)) == 2);
    unsigned long long const last = 0xfffffffeull << 32 | 3;
    CHECK(launch_number(last - (1ull << 32)) == 0xfffffffe);
    CHECK(launch_number(last) == 0xffffffff);
    CHECK(counter_after(last) == 0);
}

TEST_CASE("scans make progress, and have the same bits, in every order of blocks", "[threads]") {
    auto const x = test::random_values<double>(37 * tile_of_doubles + 5, 1);
    auto const expected = test::scanned<double>(x, gpu::kernel::plus(), nullptr, false);
    // ThreadSanitizer allows 8128 threads, of which a block has 320
    for (std::size_t const resident : {1u, 2u, 5u, test::thinned > 1 ? 12u : 40u})
        for (std::uint64_t seed = 1; seed <= test::orders(4); ++seed) {
            INFO(resident << " blocks at once, seed " << seed);
            auto const seen = scan(x, {.seed = seed, .resident_blocks = resident});
            REQUIRE(
                std::equal(seen.begin(), seen.end(), expected.begin(), test::same_bits<double>));
        }
}

TEST_CASE("each barrier of the scan is needed, and its absence is found") {
    // results at an odd address; one tile per block, with elements at an odd address, too; several
    // tiles at once; and blocks that look ahead
    auto const run = [](launch_options options) {
        auto const x = test::random_values<double>(14 * tile_of_doubles - 3, 1);
        for (std::size_t const resident : {16u, 5u, 2u}) {
            options.resident_blocks = resident;
            (void)scan(x, options, 1, resident == 16 ? 1 : 0);
        }
        // results that take more shared memory than their elements, and vectors with parts of
        // elements
        scan_zeros<gpu::half>(14 * 4096 - 3, options, 2, 2);
        scan_zeros<std::complex<float>>(14 * 2048, options, 4, 0);
        scan_zeros<std::complex<float>>(14 * 2048, options, 0, 4);
    };
    auto const sites = test::barriers_of(run);
    REQUIRE(sites.size() == 9); // four of blocks, five of warps
    for (auto const& omitted : sites) {
        for (std::uint64_t seed = 1; seed <= test::orders(3); ++seed) {
            INFO("without the barrier at " << gpu::simulated::to_string(omitted));
            auto const defect_found = test::found_without(omitted, run, {.seed = seed});
            REQUIRE(defect_found.has_value());
            INFO(defect_found->what());
            // some threads may read before others have written
            CHECK((defect_found->kind() == defect::race ||
                   defect_found->kind() == defect::unwritten));
        }
    }
}

TEST_CASE("blocks that wait for earlier tickets always make progress", "[threads]") {
    for (std::uint64_t seed = 1; seed <= 10; ++seed)
        for (std::size_t const resident : {1u, 3u})
            REQUIRE_NOTHROW(launch<chain<true>>(20, {.seed = seed, .resident_blocks = resident}));
}

TEST_CASE("warps that wait for another warp of their block make progress") {
    for (std::uint64_t seed = 1; seed <= 10; ++seed)
        for (std::size_t const resident : {1u, 3u})
            REQUIRE_NOTHROW(launch<within_blocks>(5, {.seed = seed, .resident_blocks = resident}));
}

TEST_CASE("blocks that wait for blocks that cannot start are found") {
    unsigned deadlocks = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        auto const defect_found =
            found([&] { launch<chain<false>>(20, {.seed = seed, .resident_blocks = 3}); });
        if (!defect_found) continue;
        CHECK(defect_found->kind() == defect::deadlock);
        CHECK_THAT(defect_found->what(),
                   Catch::Matchers::Contains("all 3 running blocks wait for other blocks"));
        ++deadlocks;
    }
    CHECK(deadlocks > 7); // few orders begin with low ranks
    auto const in_a_ring = found([] { launch<ring>(4, {.resident_blocks = 4}); });
    REQUIRE(in_a_ring.has_value());
    CHECK(in_a_ring->kind() == defect::deadlock);
}

TEST_CASE("blocks in the order of a seed can also wait for elements of arrays", "[threads]") {
    for (std::uint64_t seed = 1; seed <= 10; ++seed)
        for (std::size_t const resident : {1u, 3u})
            CHECK(words_after<awaiting<false>>(20, {.seed = seed, .resident_blocks = resident})
                      .back() == 20);
    for (std::uint64_t seed = 1; seed <= 10; ++seed)
        CHECK(words_after<question>(2, {.seed = seed})[1] == 2);
    auto const in_a_ring =
        found([] { (void)words_after<awaiting<true>>(4, {.resident_blocks = 4}); });
    REQUIRE(in_a_ring.has_value());
    CHECK(in_a_ring->kind() == defect::deadlock);
}

TEST_CASE("words of blocks that wait are only for launches that interleave their blocks") {
    unsigned long long word = 0;
    auto const finding = test::find(test::shape(1, 1), [&](test::context const& context) {
        (void)context.fetch_add(&word, 1ull);
    });
    CHECK(finding.kind() == defect::deadlock);
}
