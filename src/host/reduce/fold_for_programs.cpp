// SPDX-License-Identifier: Apache-2.0
#include "fold_for_programs.hpp"

#include "host/floating_environment.hpp"
#include "host/instruction_set.hpp"
#include "reductions.hpp"
#include "transform_reduce.hpp"

#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/detail/quotient.hpp>

namespace gpu::inline v0::detail {
namespace {

/// Not inlined or analysed, like all computations under a `standard_floating_environment`.
template <class Value>
[[gnu::noipa]] void divide(void const* sum, std::uint64_t n, void* mean) {
    *static_cast<mean_type<Value>*>(mean) =
        quotient<Value>(*static_cast<sum_type<Value> const*>(sum), n);
}

template <class... Values>
auto divide_for(std::uint32_t value, type_list<Values...>) {
    static constexpr decltype(&divide<float>) table[] = {&divide<Values>...};
    return table[value];
}

} // namespace

void fold_for_program(reduce_request const& request) {
    reduce_on_host(request, processors_instruction_set());
}

void divide_for_program(std::uint32_t value, void const* sum, std::uint64_t n, void* mean) {
    standard_floating_environment const standard;
    divide_for(value, real_types{})(sum, n, mean);
}

} // namespace gpu::inline v0::detail
