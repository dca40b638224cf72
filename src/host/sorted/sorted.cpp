// SPDX-License-Identifier: Apache-2.0
#include "sorted.hpp"

#include "histogram.hpp"
#include "merge.hpp"
#include "sorted/table.hpp"

#include <cstddef>

namespace gpu::inline v0::detail {
namespace {

/// The host's cores in place of a queue, see kernel/sorted/launches.hpp.
struct cores {
    instruction_set set; ///< satisfies is_usable
};

template <class Bits, class Order>
void merge_arrays(cores, kernel::merge_arguments<Bits> const& arguments, Order order) {
    merge_on_cores(arguments, order);
}
template <class Bits, class Order>
void find_all_bounds(cores, kernel::bounds_arguments<Bits> const& arguments, Order order) {
    find_bounds_on_cores(arguments, order);
}
template <class T>
void count_by_bins(cores all, kernel::histogram_arguments<T> const& arguments) {
    histogram_on_cores<T>(arguments, all.set).run();
}

} // namespace

void run_sorted_on_host(sorted_request const& request, instruction_set set) {
    static constexpr auto table = make_table<sorted_table<cores>>(real_types{});
    cores all{set};
    run(table, all, request, request.second);
}

} // namespace gpu::inline v0::detail
