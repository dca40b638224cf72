// SPDX-License-Identifier: Apache-2.0
/// Golden counters of the kernels that gpu::explain has no problems for, and of sorts and merges of
/// real data, run by the simulated device. The others are those of searches, histograms, reductions
/// by key and elementwise algorithms.
/// GPUALGO_STORE_GOLDEN=1 writes the file instead of comparing; see renew.sh.
#include "golden_line.hpp"
#include "simulated/launch.hpp"

#include <gpualgo/binary_search.hpp>
#include <gpualgo/equal.hpp>
#include <gpualgo/extrema.hpp>
#include <gpualgo/find.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/histogram.hpp>
#include <gpualgo/iota.hpp>
#include <gpualgo/is_sorted.hpp>
#include <gpualgo/merge.hpp>
#include <gpualgo/permute.hpp>
#include <gpualgo/replace.hpp>
#include <gpualgo/sort.hpp>
#include <gpualgo/top_k.hpp>
#include <gpualgo/transform.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <utility>
#include <vector>

using gpu::simulated::launch_options;

namespace {
std::vector<gpu::simulated::counted_launch> launches; ///< of the algorithm that runs
}

// The linker puts the second function in the place of the library's, which is the first.
launch_options
original_options() __asm__("__real__ZN3gpu2v09simulated14launch_options16from_environmentEv");
launch_options
counting_options() __asm__("__wrap__ZN3gpu2v09simulated14launch_options16from_environmentEv");

launch_options counting_options() {
    auto options = original_options();
    options.counted = &launches;
    options.seed = 1; // searches end sooner or later, as blocks come
    options.parallel = false;
    return options;
}

namespace {

/// The counters of the launches of an algorithm, up to the first one that is not counted. Only dry
/// runs count launches whose blocks wait for one another.
template <class F>
std::string lines_of(std::string const& name, F run) {
    launches.clear();
    try {
        run();
    } catch (gpu::error const& e) {
        REQUIRE_THAT(e.what(), Catch::Contains("whose blocks wait for each other"));
    }
    std::string text;
    for (auto const& [kernel, shape, counts, blocks_run, is_extrapolated, first_block] : launches) {
        auto const c = counts.total();
        text += name + ", " + kernel + ":";
        append_numbers(text, {shape.grid.volume(), shape.block.volume(), counts.warps,
                              counts.divergent_warps, counts.idle_warps});
        append_counters(text, c);
        text += "\n";
    }
    return text;
}

/// Sorted by its first field.
struct row {
    int key;
    float value;
};

std::string counted() {
    auto const here = gpu::automatic.on(gpu::device::simulated());
    constexpr int n = 20000;
    std::vector<int> mixed(n), ascending(n), runs(n);
    for (int i = 0; i < n; ++i) {
        mixed[unsigned(i)] = i * 7919 % n;
        ascending[unsigned(i)] = 2 * i;
        runs[unsigned(i)] = i / 100;
    }
    auto const on_device = [](auto const& x) {
        return gpu::device_vector(x, gpu::device::simulated());
    };
    auto const x = on_device(mixed), sorted = on_device(ascending), keys = on_device(runs);
    auto copy = on_device(mixed), values = on_device(mixed), out = on_device(mixed);
    auto both = on_device(std::vector<int>(2 * n));
    auto positions = on_device(std::vector<std::int64_t>(n));
    std::string text;
    auto const add = [&](std::string const& name, auto run) { text += lines_of(name, run); };
    add("find", [&] { (void)gpu::find(here, x, n - 1); });
    add("equal", [&] { (void)gpu::equal(here, x, copy); });
    add("is_sorted", [&] { (void)gpu::is_sorted(here, sorted); });
    add("minmax_element", [&] { (void)gpu::minmax_element(here, x); });
    add("top_k", [&] { gpu::top_k(here, x, 100, out); });
    add("top_k of many", [&] { gpu::top_k(here, x, 9000, out); });
    auto const floats = on_device(std::vector<float>(mixed.begin(), mixed.begin() + 5000));
    auto many_floats = on_device(std::vector<float>(3000));
    add("top_k of many floats", [&] { gpu::top_k(here, floats, 3000, many_floats); });
    add("sort", [&] { gpu::sort(here, copy); });
    copy = x;
    auto few = on_device(std::vector<int>(mixed.begin(), mixed.begin() + 10000));
    add("sort of few", [&] { gpu::sort(here, few); });
    auto rows = on_device(std::vector<row>(100, row{1, 2}));
    add("sort by a field", [&] { gpu::sort(here, rows, std::less<>(), &row::key); });
    auto bytes = on_device(std::vector<std::int8_t>(mixed.begin(), mixed.end()));
    add("argsort", [&] { gpu::argsort(here, bytes, positions); });
    add("sort_by_key", [&] { gpu::sort_by_key(here, bytes, values); });
    add("sort of bytes", [&] { gpu::sort(here, bytes); });
    auto shorts = on_device(std::vector<std::int16_t>(1 << 16, 7));
    add("sort of numbers of 2 bytes", [&] { gpu::sort(here, shorts); });
    add("merge", [&] { gpu::merge(here, sorted, keys, both); });
    add("lower_bound", [&] { gpu::lower_bound(here, sorted, x, positions); });
    add("histogram", [&] { gpu::histogram(here, x, positions, 3, 0, n); });
    auto const many_bytes = on_device(std::vector<std::int8_t>(1 << 16, 5));
    add("histogram of bytes", [&] { gpu::histogram(here, many_bytes, positions, 3, 0, 9); });
    // edges are read at the program's address: so few are in one sector anyway
    alignas(32) static constexpr std::array<std::int64_t, 3> edges{0, 5, 9};
    add("bytes between edges", [&] { gpu::histogram(here, many_bytes, positions, edges); });
    auto many_positions = on_device(std::vector<std::int64_t>(1 << 16));
    add("lower_bound of bytes", [&] { gpu::lower_bound(here, bytes, many_bytes, many_positions); });
    add("reverse", [&] { gpu::reverse(here, copy); });
    add("reverse_copy", [&] { gpu::reverse_copy(here, x, out); });
    add("swap_ranges", [&] { gpu::swap_ranges(here, copy, out); });
    add("gather", [&] { gpu::gather(here, x, sorted, out); });
    add("scatter", [&] { gpu::scatter(here, sorted, x, out); });
    add("iota", [&] { gpu::iota(here, out, 1); });
    add("replace", [&] { gpu::replace(here, copy, 1, 2); });
    add("transform", [&] { gpu::transform(here, x, sorted, out, std::plus<>()); });
    return text;
}

std::string contents(std::filesystem::path const& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

TEST_CASE("counters of kernels of other algorithms are the stored ones") {
    std::string const path = GOLDEN_ALGORITHMS;
    auto const text = counted();
    if (std::getenv("GPUALGO_STORE_GOLDEN") != nullptr) {
        std::ofstream(path) << text;
        return;
    }
    REQUIRE(contents(path) == text);
}

TEST_CASE("every named kernel has golden counters") {
    // blocks of `find_runs` wait for one another, and those of the selection of `top_k`: later
    // launches of these calls are not counted. Calls take trees for 2^19 searches and more
    std::string const uncounted = ", find_runs:, fold_runs:, fold_long_runs:, sort_tiles:, "
                                  "merge_runs:, list_keys:, find_bounds_by_tree:";
    auto const golden = contents(GOLDEN_ALGORITHMS) + contents(GOLDEN_COUNTERS) + uncounted;
    std::regex const specialisation("name_of_kernel<kernel::[^=]*= *([^;]*);"), name("\"(\\w+)\"");
    unsigned names = 0;
    for (auto const& entry : std::filesystem::recursive_directory_iterator(KERNELS)) {
        if (entry.path().extension() != ".hpp") continue;
        auto const source = contents(entry.path());
        for (std::sregex_iterator found(source.begin(), source.end(), specialisation), end;
             found != end; ++found) {
            auto const initializer = (*found)[1].str();
            for (std::sregex_iterator text(initializer.begin(), initializer.end(), name);
                 text != end; ++text, ++names) {
                std::string const kernel = ", " + (*text)[1].str();
                CAPTURE(kernel);
                bool const is_golden = golden.find(kernel + ":") != std::string::npos ||
                                       golden.find(kernel + "<") != std::string::npos;
                REQUIRE(is_golden);
            }
        }
    }
    REQUIRE(names > 30);
}
