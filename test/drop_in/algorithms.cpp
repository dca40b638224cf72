// SPDX-License-Identifier: Apache-2.0
/// A program that compilers.sh compiles in several ways. It includes every header but that of MPI,
/// and calls an algorithm of each family on the host and on the simulated device.
#include <gpualgo/any_of.hpp>
#include <gpualgo/bfloat16.hpp>
#include <gpualgo/binary_search.hpp>
#include <gpualgo/complex.hpp>
#include <gpualgo/copy.hpp>
#include <gpualgo/copy_if.hpp>
#include <gpualgo/count.hpp>
#include <gpualgo/device.hpp>
#include <gpualgo/device_elements.hpp>
#include <gpualgo/device_group.hpp>
#include <gpualgo/device_iterator.hpp>
#include <gpualgo/device_ptr.hpp>
#include <gpualgo/device_reference.hpp>
#include <gpualgo/device_resource.hpp>
#include <gpualgo/device_vector.hpp>
#include <gpualgo/epilogue.hpp>
#include <gpualgo/equal.hpp>
#include <gpualgo/error.hpp>
#include <gpualgo/explain.hpp>
#include <gpualgo/explanation.hpp>
#include <gpualgo/expression.hpp>
#include <gpualgo/extrema.hpp>
#include <gpualgo/fill.hpp>
#include <gpualgo/find.hpp>
#include <gpualgo/functional.hpp>
#include <gpualgo/generate.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/half.hpp>
#include <gpualgo/histogram.hpp>
#include <gpualgo/iota.hpp>
#include <gpualgo/is_sorted.hpp>
#include <gpualgo/limiting_resource.hpp>
#include <gpualgo/matmul.hpp>
#include <gpualgo/matrix.hpp>
#include <gpualgo/matrix_batch.hpp>
#include <gpualgo/matrix_view.hpp>
#include <gpualgo/mean.hpp>
#include <gpualgo/memory_resource.hpp>
#include <gpualgo/memory_source.hpp>
#include <gpualgo/merge.hpp>
#include <gpualgo/min_max.hpp>
#include <gpualgo/partial.hpp>
#include <gpualgo/partial_extrema.hpp>
#include <gpualgo/permute.hpp>
#include <gpualgo/pinned_vector.hpp>
#include <gpualgo/policy.hpp>
#include <gpualgo/pool_resource.hpp>
#include <gpualgo/predicates.hpp>
#include <gpualgo/prepare.hpp>
#include <gpualgo/reduce.hpp>
#include <gpualgo/reduce_into.hpp>
#include <gpualgo/remove.hpp>
#include <gpualgo/replace.hpp>
#include <gpualgo/report.hpp>
#include <gpualgo/scan.hpp>
#include <gpualgo/scan_into.hpp>
#include <gpualgo/scan_policy.hpp>
#include <gpualgo/sharded_vector.hpp>
#include <gpualgo/soa_iterator.hpp>
#include <gpualgo/soa_vector.hpp>
#include <gpualgo/sort.hpp>
#include <gpualgo/source.hpp>
#include <gpualgo/std_execution.hpp>
#include <gpualgo/stream.hpp>
#include <gpualgo/top_k.hpp>
#include <gpualgo/transform.hpp>
#include <gpualgo/transform_reduce.hpp>
#include <gpualgo/transform_scan.hpp>
#include <gpualgo/uninitialized.hpp>
#include <gpualgo/unique.hpp>
#include <gpualgo/version.hpp>
#include <gpualgo/views.hpp>
#include <gpualgo/warp_counts.hpp>

#include <version>
#ifdef __cpp_lib_source_location // clang 14 has none
#include <gpualgo/simulated.hpp>
#endif

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace gpu::placeholders;

/// Exits the program if a condition is false.
void require(bool condition, int line = __builtin_LINE()) {
    if (condition) return;
    std::cerr << "line " << line << " failed\n";
    std::exit(1);
}

using numbers = std::vector<int>;
using on_device = gpu::device_vector<int>;

/// Algorithms that take ranges of the host and of a device alike.
template <class Range>
void check(Range x, Range y) {
    gpu::sort(x);
    require(gpu::is_sorted(x));
    gpu::sort_by_key(gpu::automatic, y, x, std::greater<>());
    gpu::argsort(y, x);
    gpu::inclusive_scan(x, y);
    gpu::transform_exclusive_scan(x.begin(), x.end(), y.begin(), 1, gpu::plus<>(), gpu::square<>());
    gpu::fill(x, 3);
    gpu::iota(y, 0);
    require(gpu::find(y, 3) == y.begin() + 3);
    require(gpu::find_if(gpu::automatic, y, gpu::greater_than(4)) == y.begin() + 5);
    require(gpu::any_of(y, gpu::is_odd));
    require(!gpu::equal(x, y));
    require(gpu::count_if(y, gpu::between(1, 2)) == 2);
    require(gpu::count_if(y, _1 > 3) == gpu::count_if(y, gpu::at_least(4)));
    require(gpu::max(y) == 99);
    gpu::copy_if(y, x, gpu::less_than(10));
    gpu::top_k(y, 2, x);
    require(x[0] == 99);
    gpu::replace_if(y, gpu::equals(99), 0);
    gpu::reverse(y);
    gpu::swap_ranges(x, y);
    gpu::transform(x, y, x, std::minus<>());
    gpu::transform(x, y, 2 * _1 + gpu::select(_1 > 0, gpu::abs(_1), 1));
    gpu::generate(y, _1);
    gpu::for_each(y, _1 += 1);
    require(gpu::reduce(gpu::views::transformed(y, _1 * _1), 0) == 338350);
    require(gpu::reduce(y, 0, gpu::max(_1, _2)) == 100);
    Range z = y;
    gpu::merge(y.begin(), y.begin() + 50, y.begin() + 50, y.end(), z.begin());
    require(gpu::unique(z) == z.end());
    gpu::lower_bound(z, y, x);
    require(x[7] == 7);
    std::vector<std::uint64_t> counts(4);
    gpu::histogram(y, counts, 4, 1, 101);
    require(counts == std::vector<std::uint64_t>(4, 25));
    Range indices = y;
    gpu::iota(indices, 0);
    gpu::gather(indices, y, z);
    gpu::scatter(gpu::automatic, z, indices, x);
    require(gpu::mismatch(x, y).first == x.end());
    gpu::transform(gpu::views::transformed(y, _1 * _1), z, _1 + 1);
    require(z[9] == 101);
    require(gpu::remove_copy(y, z, 3) == z.end() - 1);
}

} // namespace

int main() {
    numbers const x(100, 1), y(100, 2);
    check(x, y);
    auto const device = gpu::device::simulated();
    check(on_device(x, device), on_device(y, device));

    std::vector<std::string> words{"warp", "lane", "tile"};
    gpu::sort(gpu::automatic, words);
    require(gpu::is_sorted(words));
    require(gpu::find_if(words, [](auto const& word) { return word == "tile"; }) != words.end());
    gpu::inclusive_scan(words, std::span(words));
    require(words[1] == "lanetile");
    require(
        gpu::explain(gpu::automatic, gpu::problem::inclusive_scan<int>(1000)).total(0).barriers >
        0);
}
