// SPDX-License-Identifier: Apache-2.0
/// Scans on the host with every instruction set: on one core, and on all.
#include "host/scan/scan_on_cores.hpp"
#include "support/random_values.hpp"
#include "support/same_bits.hpp"
#include "support/scan_reference.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

using namespace gpu::detail;

TEMPLATE_TEST_CASE("every instruction set scans in the canonical order, on one core and on all",
                   "[threads]", float, double, std::int32_t, std::int64_t, std::int16_t) {
    using T = TestType;
    std::size_t const chunk = (std::size_t{128} << 10) / sizeof(T);
    std::size_t const large = one_core_bytes / sizeof(T);
    gpu::kernel::plus const op;
    T const init = 3;
    for (std::size_t const n : {1ul, 15ul, 16ul, 17ul, 127ul, 128ul, 129ul, 1000ul, large + 1,
                                large + chunk - 1, large + chunk, large + chunk + 1}) {
        auto const x = test::random_values<T>(n, n);
        auto const inclusive = test::scanned<T>(x, op, nullptr, false);
        auto const exclusive = test::scanned(x, op, &init, true);
        for (auto const set :
             {instruction_set::baseline, instruction_set::avx2, instruction_set::avx512}) {
            if (!is_usable(set)) continue;
            INFO(name_of(set) << ", n = " << n);
            std::vector<T> out(n + 1, T(7));
            scan_on_cores<gpu::kernel::plus>(
                host_scan<T, T>{x.data(), n, out.data(), nullptr, false}, set);
            REQUIRE(
                std::equal(inclusive.begin(), inclusive.end(), out.begin(), test::same_bits<T>));
            REQUIRE(out[n] == T(7));
            std::copy(x.begin(), x.end(), out.begin());
            scan_on_cores<gpu::kernel::plus>(
                host_scan<T, T>{out.data(), n, out.data(), &init, true}, set);
            REQUIRE(
                std::equal(exclusive.begin(), exclusive.end(), out.begin(), test::same_bits<T>));
        }
    }
}

TEST_CASE("a thread that waits folds the chunks of others, if it may", "[threads]") {
    constexpr std::size_t chunk_bytes = 64 << 10;
    std::size_t const n = 3 * (chunk_bytes / sizeof(float));
    auto const x = test::random_values<float>(n, 1);
    std::vector<float> out(n);
    auto const loops =
        scan_loops<float, float, gpu::kernel::plus>::choose(processors_instruction_set());
    host_scan<float, float> const scan{x.data(), n, out.data(), nullptr, false};
    scan_chunks<float, float, gpu::kernel::plus> chunks(scan, loops, chunk_bytes);
    CHECK(chunks.take() == 0); // by a thread that does nothing else
    chunks.work();
    auto const expected = test::scanned<float>(x, gpu::kernel::plus(), nullptr, false);
    auto const begin = static_cast<std::ptrdiff_t>(n / 3);
    CHECK(std::equal(out.begin() + begin, out.end(), expected.begin() + begin,
                     test::same_bits<float>));
}
