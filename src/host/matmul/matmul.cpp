// SPDX-License-Identifier: Apache-2.0
#include "matmul.hpp"

#include "blas_products.hpp"
#include "blocked.hpp"
#include "call/devices.hpp"
#include "call/tabulate.hpp"
#include "call/text.hpp"
#include "host/floating_environment.hpp"
#include "host/loops_name.hpp"
#include "matmul/problem.hpp"
#include "scale.hpp"

#include <gpualgo/error.hpp>

#include <array>
#include <type_traits>

namespace gpu::inline v0::detail {
namespace {

template <class Value, class Result>
void multiply(host_problem<Value, Result> const& problem, call_result& ran, blas const& library,
              instruction_set set) {
    if (problem.k == 0) {
        standard_floating_environment const standard;
        scale(problem);
        write_text(ran.kernel, "scale");
        return;
    }
    if constexpr (std::is_floating_point_v<Value>) {
        auto const& gemm = library.gemm<Value>();
        if (!library.rejected.empty()) write_text(ran.message, library.rejected);
        if (gemm.call != nullptr && multiply_by_blas(problem, gemm.call)) {
            write_text(ran.kernel, gemm.name);
            return;
        }
        if (gemm.call != nullptr)
            write_text(ran.message, "BLAS supports sizes up to 2147483647 only");
    }
    ran.grid =
        multiply_blocked(problem, static_cast<tile_kernels<Value, Result> const&>(kernels_of(set)));
    write_text(ran.kernel, name_of_loops("blocked", set).data());
}

template <class Value, class Result>
void run(matmul_request const& request, call_result& ran, blas const& library,
         instruction_set set) {
    if (request.m > 0 && request.n > 0)
        multiply(problem_of<Value, Result, std::int64_t>(request), ran, library, set);
}

using product_function = void (*)(matmul_request const& request, call_result& ran,
                                  blas const& library, instruction_set set);

/// The products by element type and type of C; null if not listed.
constexpr auto table = tabulate(
    []<class Value, class Result>(type_list<Value, Result>) -> product_function {
        if constexpr (listed_product<Value, Result>) return &run<Value, Result>;
        else return nullptr;
    },
    matmul_types(), matmul_types());

} // namespace

void host_matmul(matmul_request const& request, call_result& ran, blas const& library,
                 instruction_set set) {
    if (library.ignored_name && is_strict())
        throw error("GPUALGO_STRICT=1 forbids ignoring the BLAS that was named: " +
                    library.rejected);
    table[request.value][request.result](request, ran, library, set);
}

void host_matmul(matmul_request const& request, call_result& ran) {
    host_matmul(request, ran, installed_blas(), processors_instruction_set());
}

} // namespace gpu::inline v0::detail
