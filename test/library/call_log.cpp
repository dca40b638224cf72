// SPDX-License-Identifier: Apache-2.0
/// GPUALGO_LOG, which is read only once: the test runs with it and without it.
#include <gpualgo/extrema.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/scan.hpp>

#include <catch2/catch.hpp>

#include <cstdio>
#include <cstdlib>
#include <list>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

using Catch::Contains;
using Catch::Equals;

namespace {

bool is_logged() {
    char const* const value = std::getenv("GPUALGO_LOG");
    return value != nullptr && std::string_view(value) == "1";
}

/// Returns the text that `f` writes to stderr.
template <class F>
std::string written(F f) {
    std::FILE* const file = std::tmpfile();
    int const former = dup(STDERR_FILENO);
    dup2(fileno(file), STDERR_FILENO);
    f();
    std::fflush(stderr);
    dup2(former, STDERR_FILENO);
    close(former);
    std::string text(static_cast<std::size_t>(std::ftell(file)), ' ');
    std::rewind(file);
    text.resize(std::fread(text.data(), 1, text.size(), file));
    std::fclose(file);
    return text;
}

std::string expected(std::string const& line) {
    return is_logged() ? "gpualgo: " + line + "\n" : "";
}

std::vector<int> const numbers{1, 2, 3, 4};
auto const simulated = gpu::device::simulated();

} // namespace

TEST_CASE("one line per call, or nothing") {
    CHECK_THAT(written([] { (void)gpu::reduce(gpu::interleaved.on(simulated), numbers); }),
               Equals(expected("gpu::reduce(interleaved on simulated, n = 4, int32, plus): "
                               "simulated, interleaved, reduce<interleaved, shared>, 16 bytes")));
    std::vector<int> const many(5000); // short ranges are summed inline and are not logged
    CHECK_THAT(written([&] { (void)gpu::reduce(many); }),
               Contains(is_logged() ? "gpualgo: gpu::reduce(automatic on host, n = 5000, int32, "
                                      "plus): host, automatic, canonical<"
                                    : ""));
    int into = 0;
    CHECK_THAT(written([&] {
                   gpu::reduce_into(gpu::automatic.on(simulated), numbers.begin(), numbers.end(),
                                    &into);
               }),
               Equals(expected("gpu::reduce_into(automatic on simulated, n = 4, int32, plus): "
                               "simulated, automatic, reduce_canonical, 16 bytes")));
    CHECK_THAT(written([] {
                   (void)gpu::max_element(gpu::automatic.on(simulated), numbers, std::greater<>());
               }),
               Equals(expected("gpu::max_element(automatic on simulated, n = 4, int32, greater): "
                               "simulated, automatic, extremum, 16 bytes")));
    gpu::matrix<float> const a(2, 3, simulated);
    gpu::matrix<float> c(2, 2, simulated);
    CHECK_THAT(written([&] { gpu::matmul(gpu::shared_tile, a, gpu::transposed(a), c); }),
               Contains(is_logged() ? "gpualgo: gpu::matmul(shared_tile on simulated, A 2x3 * B "
                                      "3x2 = C 2x2, float): simulated, shared_tile, "
                                    : ""));
}

TEST_CASE("failures are logged, too") {
    auto const text = written([] {
        CHECK_THROWS_AS(gpu::reduce(gpu::interleaved.block_size(0), numbers),
                        std::invalid_argument);
    });
    CHECK_THAT(text,
               Contains(is_logged()
                            ? "gpualgo: gpu::reduce(interleaved, n = 4, int32, plus): block_size(0)"
                            : ""));
    CHECK(text.empty() == !is_logged());
}

TEST_CASE("work inside the program is logged if the call has a policy") {
    std::list<int> const list(numbers.begin(), numbers.end());
    auto const add = [](int a, int b) { return a + b; };
    CHECK_THAT(written([&] { (void)gpu::reduce(gpu::automatic, list); }),
               Equals(expected("gpu::reduce(automatic, n = 4): host, automatic, "
                               "canonical order in the program, 16 bytes")));
    CHECK_THAT(written([&] { (void)gpu::reduce(gpu::automatic, numbers, 0, add); }),
               Equals(expected("gpu::reduce(automatic, n = 4): host, automatic, "
                               "canonical order in the program, 16 bytes")));
    CHECK_THAT(written([&] {
                   (void)gpu::transform_reduce(gpu::automatic, numbers, 0, gpu::plus<>(),
                                               [](int x) { return x % 2; });
               }),
               Equals(expected("gpu::transform_reduce(automatic, n = 4): host, automatic, "
                               "canonical order in the program, 16 bytes")));
    CHECK_THAT(written([&] { (void)gpu::min_element(gpu::automatic, list); }),
               Equals(expected("gpu::min_element(automatic, n = 4): host, automatic, "
                               "a search in the program, 16 bytes")));
    std::vector<int> sums(numbers.size());
    CHECK_THAT(written([&] { (void)gpu::inclusive_scan(gpu::automatic, numbers, sums, add); }),
               Equals(expected("gpu::inclusive_scan(automatic, n = 4): host, automatic, "
                               "canonical scan in the program, 16 bytes")));
    CHECK(written([&] { (void)gpu::reduce(numbers, 0, add); }).empty());
}

TEST_CASE("reports are printed in the words of the log, and devices by their names") {
    gpu::report ran;
    (void)gpu::reduce(gpu::interleaved.block_size(4).on(simulated).report_to(ran), numbers);
    std::ostringstream out;
    out << ran << '\n' << ran.device;
    CHECK(out.str() == "simulated, interleaved, reduce<interleaved, shared>, 1 block of 4 threads, "
                       "16 bytes\nsimulated");
    ran.grid = 3;
    ran.fallback = "why";
    CHECK_THAT(to_string(ran), Catch::EndsWith(", 3 blocks of 4 threads, 16 bytes; why"));
    ran = {};
    CHECK(to_string(ran) == "host, 0 bytes");
}
