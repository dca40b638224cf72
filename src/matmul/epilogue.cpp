// SPDX-License-Identifier: Apache-2.0
#include "epilogue.hpp"

#include "shape.hpp"

#include <gpualgo/error.hpp>

#include <array>
#include <limits>
#include <stdexcept>
#include <string>

namespace gpu::inline v0::detail {
namespace {

std::string_view name_of_step(epilogue_kind kind) {
    constexpr std::array<std::string_view, epilogue_kinds> names{
        "bias", "scale_rows", "scale_columns", "relu", "gelu", "silu"};
    return names[static_cast<std::size_t>(kind)];
}

bool has_vector(epilogue_kind kind) { return kind < epilogue_kind::relu; }

void check_step(matmul_request const& r, epilogue_step const& step) {
    if (static_cast<std::uint32_t>(step.kind) >= epilogue_kinds)
        throw unsupported_operator("this library has no step of epilogues number " +
                                   std::to_string(static_cast<std::uint32_t>(step.kind)));
    if (!has_vector(step.kind)) return;
    std::string const name(name_of_step(step.kind));
    bool const by_rows = step.kind == epilogue_kind::scale_rows;
    if (std::int64_t const length = by_rows ? r.m : r.n; step.length != length)
        throw std::invalid_argument(name + " has a vector of " + std::to_string(step.length) +
                                    " elements, but C has " + std::to_string(length) +
                                    (by_rows ? " rows" : " columns"));
    auto const wanted = r.value == index_of<double, matmul_types> ? index_of<double, matmul_types>
                                                                  : index_of<float, matmul_types>;
    if (step.value != wanted)
        throw std::invalid_argument(name + " has a vector of another type than " +
                                    std::string(known_matmul_types[wanted].name));
    if (step.vector == nullptr && step.length > 0)
        throw std::invalid_argument(name + " has a null pointer");
    std::size_t const bytes =
        static_cast<std::size_t>(step.length) * known_matmul_types[wanted].size;
    matrix_lines const vector{static_cast<std::byte*>(const_cast<void*>(step.vector)),
                              bytes == 0 ? 0u : 1u, bytes, bytes};
    for (std::int64_t i = 0; i < r.count; ++i)
        if (auto const c = product_of_batch(r, i).c;
            overlap(lines_of(c, r.m, r.n, known_matmul_types[r.result].size), vector))
            throw std::invalid_argument("C overlaps the vector of " + name);
}

} // namespace

void check_epilogue(matmul_request const& r) {
    if (!has_epilogue(r)) return;
    if (!known_epilogues[r.value][r.result])
        throw std::invalid_argument("an epilogue needs C of floating-point numbers");
    if (r.then.count > epilogue_steps::most)
        throw unsupported_operator("this library takes at most " +
                                   std::to_string(epilogue_steps::most) + " steps");
    for (std::uint32_t s = 0; s < r.then.count; ++s) check_step(r, r.then.step[s]);
    auto const most = std::numeric_limits<std::int64_t>::max() / 8;
    if (r.m > 0 && r.n > 0 && r.count > 0 && r.m > most / r.n / r.count)
        throw std::invalid_argument("the sums are larger than the address space");
}

} // namespace gpu::inline v0::detail
