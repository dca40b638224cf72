// SPDX-License-Identifier: Apache-2.0
/// Selections on the simulated device: in any order of blocks and threads, alone and on all cores.
/// No barrier is missing or superfluous, and warps take one atomic each.
#include "barriers.hpp"
#include "simulated_device.hpp"

#include "simulated/kernels.hpp"

#include <gpualgo/abi/select_request.hpp>
#include <gpualgo/detail/predicate_test.hpp>
#include <gpualgo/detail/unique_range.hpp>
#include <gpualgo/kernel/select/launches.hpp>
#include <gpualgo/kernel/select/range_test.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <random>
#include <span>
#include <utility>
#include <vector>

using test::launch_options;

namespace {

using namespace gpu::detail;

/// Copies the odd numbers below n, and others to another target.
template <class Policy>
std::array<std::vector<std::int32_t>, 2> parts(Policy, std::size_t n, launch_options options) {
    std::vector<std::int32_t> x(n), odd(n / 2), even(n - n / 2);
    std::iota(x.begin(), x.end(), 0);
    std::array<std::uint64_t, 2> totals{};
    select_request request;
    request.strategy = number_of<Policy, strategies>;
    request.value = number_of<std::int32_t, types>;
    request.first = x.data();
    request.n = n;
    request.block_size = 256;
    request.wanted = static_cast<std::uint32_t>(select_kind::partition_copy);
    request.test = packed_test<std::int32_t>(gpu::is_odd);
    request.selected = {odd.data(), {}, odd.size()};
    request.others = {even.data(), {}, even.size()};
    request.totals = totals.data();
    call_result ran;
    gpu::simulated::queue queue(ran, std::move(options));
    gpu::simulated::select(queue, request);
    REQUIRE(totals[0] == odd.size());
    REQUIRE(totals[1] == even.size());
    return {odd, even};
}

bool is_in_order(std::array<std::vector<std::int32_t>, 2> const& found) {
    for (std::size_t which = 0; which < 2; ++which)
        for (std::size_t i = 0; i < found[which].size(); ++i)
            if (found[which][i] != static_cast<std::int32_t>(2 * i + 1 - which)) return false;
    return true;
}

} // namespace

TEST_CASE("the look-back makes progress in any order of blocks, and keeps the elements' order",
          "[threads]") {
    for (std::uint64_t seed = 1; seed <= test::orders(12); ++seed)
        for (bool const parallel : test::one_and_several_threads) {
            // more tiles than a warp looks at once
            std::size_t const n = seed <= 2 ? 40 * 4096 + 7 : 5 * 4096 + seed;
            REQUIRE(is_in_order(
                parts(gpu::policy::automatic(), n, {.seed = seed, .parallel = parallel})));
        }
}

TEST_CASE("unique elements do not depend on the order of blocks and threads", "[threads]") {
    std::vector<std::int32_t> x(3 * 4096 + 5), out(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<std::int32_t>(i / 3);
    std::size_t const kept = (x.size() + 2) / 3;
    for (std::uint64_t seed = 1; seed <= test::orders(6); ++seed) {
        std::uint64_t totals[2] = {};
        select_request request;
        request.value = number_of<std::int32_t, types>;
        request.first = x.data();
        request.n = x.size();
        request.block_size = 256;
        request.wanted = static_cast<std::uint32_t>(select_kind::unique_copy);
        request.test = packed_unlike_previous<std::int32_t>();
        request.selected = {out.data(), {}, out.size()};
        request.totals = totals;
        call_result ran;
        launch_options options;
        options.seed = seed;
        options.parallel = seed % 2 == 0;
        gpu::simulated::queue queue(ran, std::move(options));
        gpu::simulated::select(queue, request);
        REQUIRE(totals[0] == kept);
        for (std::size_t i = 0; i < kept; ++i) REQUIRE(out[i] == static_cast<std::int32_t>(i));
    }
}

namespace {

/// The numbers of selected bytes and of others.
using byte_totals = std::array<std::uint64_t, 2>;

/// Selects from bytes.
/// @param packed the test, see packed_test
byte_totals select_bytes(select_kind kind, std::span<std::uint8_t const> in, auto const& packed,
                         select_output const& selected, launch_options options) {
    byte_totals totals{};
    select_request request;
    request.value = number_of<std::uint8_t, types>;
    request.first = in.data();
    request.n = in.size();
    request.block_size = 256;
    request.wanted = static_cast<std::uint32_t>(kind);
    request.test = packed;
    request.selected = selected;
    request.totals = totals.data();
    call_result ran;
    gpu::simulated::queue queue(ran, std::move(options));
    gpu::simulated::select(queue, request);
    return totals;
}

/// Copies the bytes below 77 of n random ones, from and to odd addresses.
/// @param room of the target
/// @return whether the result is right
bool copies_bytes(std::size_t n, std::size_t room, launch_options options) {
    std::mt19937 engine(static_cast<unsigned>(n));
    std::vector<std::uint8_t> x(n + 1), out(room + 2, 200);
    for (auto& one : x) one = static_cast<std::uint8_t>(engine());
    auto expected = out;
    std::size_t selected = 0;
    for (std::size_t i = 1; i <= n; ++i)
        if (x[i] < 77)
            if (++selected <= room) expected[selected] = x[i];
    auto const totals = select_bytes(select_kind::copy_if, std::span(x).subspan(1),
                                     packed_test<std::uint8_t>(gpu::less_than(77)),
                                     select_output{out.data() + 1, {}, room}, std::move(options));
    return out == expected && totals == byte_totals{selected, n - selected};
}

/// Counts the bytes below 77.
/// @return whether the result is right
bool counts_bytes(std::size_t n, launch_options options) {
    std::vector<std::uint8_t> x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<std::uint8_t>(i);
    auto const totals =
        select_bytes(select_kind::count_if, x, packed_test<std::uint8_t>(gpu::less_than(77)),
                     select_output{}, std::move(options));
    return totals[0] == static_cast<std::uint64_t>(
                            std::ranges::count_if(x, [](std::uint8_t one) { return one < 77; }));
}

/// Copies the first one of each run of equal bytes.
/// @return whether the result is right
bool copies_unique_bytes(std::size_t n, launch_options options) {
    std::mt19937 engine(static_cast<unsigned>(n));
    std::vector<std::uint8_t> x(n + 1), out(n + 1, 200);
    for (auto& one : x) one = static_cast<std::uint8_t>(engine() % 3);
    std::vector<std::uint8_t> expected;
    std::unique_copy(x.begin() + 1, x.end(), std::back_inserter(expected));
    auto const totals = select_bytes(select_kind::unique_copy, std::span(x).subspan(1),
                                     packed_unlike_previous<std::uint8_t>(),
                                     select_output{out.data(), {}, n}, std::move(options));
    return totals[0] == expected.size() &&
           std::equal(expected.begin(), expected.end(), out.begin());
}

} // namespace

TEST_CASE("selected bytes do not depend on the order of blocks and threads", "[threads]") {
    for (std::uint64_t seed = 1; seed <= test::orders(6); ++seed)
        for (bool const parallel : test::one_and_several_threads)
            REQUIRE(copies_bytes(3 * 8192 + seed, 4 * 8192, {.seed = seed, .parallel = parallel}));
    for (std::size_t const n : {1u, 3u, 17u, 8191u, 8192u, 8193u, 16400u})
        for (std::size_t const room : {std::size_t{0}, std::size_t{1}, n / 5, n})
            REQUIRE(copies_bytes(n, room, {}));
    // in turn, with a partial tile at the end
    REQUIRE(copies_unique_bytes(20 * 16384 + 5, {.resident_blocks = 2}));
    for (std::uint64_t seed = 1; seed <= test::orders(3); ++seed)
        REQUIRE(copies_bytes(20 * 16384 + 5, 20 * 16384, {.seed = seed, .resident_blocks = 2}));
}

TEST_CASE("no barrier of the selection kernels is missing or superfluous") {
    // one before the sums of warps are added up
    test::check_barriers(
        1, [](launch_options const& options) { return counts_bytes(20000, options); });
    // Two of the block, and one of warps after copies, before elements are replaced, and before
    // later copies. There are no later copies if blocks take their tiles at once.
    test::check_barriers(
        5,
        [](launch_options const& options) {
            return is_in_order(parts(gpu::policy::automatic(), 10000, options));
        },
        1);
    // In turn, copies are used after a barrier of the block. Here they are complete by then.
    auto const in_turn = [](launch_options options) {
        options.resident_blocks = 1;
        return options;
    };
    test::check_barriers(
        5,
        [&](launch_options const& options) {
            return is_in_order(parts(gpu::policy::automatic(), 12 * 4096, in_turn(options)));
        },
        1);
    test::check_barriers(
        5,
        [&](launch_options const& options) {
            return copies_bytes(12 * 16384, 12 * 16384, in_turn(options));
        },
        1);
}

TEMPLATE_TEST_CASE_SIG("counts leave their word zero for the next launch", "[threads]",
                       ((bool ByWarps), ByWarps), false, true) {
    using body = gpu::kernel::count_selected<ByWarps>;
    std::vector<std::uint32_t> x(10000);
    std::iota(x.begin(), x.end(), 0u);
    for (std::uint64_t seed = 1; seed <= test::orders(4); ++seed)
        for (bool const parallel : test::one_and_several_threads) {
            call_result ran;
            gpu::simulated::queue queue(ran, {.seed = seed, .parallel = parallel});
            queue.add_input(x.data(), x.size() * sizeof x[0]);
            gpu::kernel::select_arguments<std::uint32_t> arguments{};
            arguments.in = x.data();
            arguments.n = x.size();
            arguments.words = queue.zero_word();
            arguments.out = queue.result<gpu::kernel::select_totals>();
            gpu::kernel::range_test<std::uint32_t> const below_1000{0, ~0u, 0, 999};
            for (int launch = 0; launch < 2; ++launch) {
                queue.launch<body>({7, 128, 4 * sizeof(gpu::kernel::shared_word)}, arguments,
                                   below_1000);
                auto const totals = queue.fetch(arguments.out);
                REQUIRE(totals.selected == 1000);
                REQUIRE(totals.others == 9000);
                REQUIRE(*arguments.words == 0);
            }
        }
}

TEST_CASE("warp_shuffle takes one atomic per warp and target") {
    std::vector<gpu::simulated::counted_launch> counted;
    launch_options options;
    options.counted = &counted;
    (void)parts(gpu::policy::warp_shuffle(), 512 * 100, options);
    REQUIRE(counted.size() == 2);
    REQUIRE(counted[1].kernel == "partition_by_warps");
    REQUIRE(counted[1].counts.warps == 104); // whole blocks
    REQUIRE(counted[1].counts.total().atomics == 2 * 100);
}
