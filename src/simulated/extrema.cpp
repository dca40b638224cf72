// SPDX-License-Identifier: Apache-2.0
#include "extrema.hpp"

#include "../extrema_table.hpp"

#include <cstddef>

namespace gpu::inline v0::simulated {
namespace {

using namespace detail;

constexpr extrema_table<queue> make_table() {
    extrema_table<queue> table;
    for_each(real_types{},
             [&]<class T>(std::type_identity<T>, std::size_t) { fill_extrema<queue, T>(table); });
    return table;
}

constexpr auto table = make_table();

} // namespace

void find_extrema(queue& queue, extrema_request const& request) { run(table, queue, request); }

} // namespace gpu::inline v0::simulated
