// SPDX-License-Identifier: Apache-2.0
#include "matmul.hpp"

#include "blas_products.hpp"
#include "blocked.hpp"
#include "call/devices.hpp"
#include "call/tabulate.hpp"
#include "call/text.hpp"
#include "host/floating_environment.hpp"
#include "host/loops_name.hpp"
#include "host/parallel.hpp"
#include "matmul/batch.hpp"
#include "matmul/epilogue.hpp"
#include "matmul/problem.hpp"
#include "scale.hpp"

#include <gpualgo/error.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
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

/// The number of multiplications up to which a product of a batch runs in one thread.
constexpr std::int64_t most_of_one_thread = 1 << 20;

/// Runs the products of a batch on all cores if each is small, otherwise one after the other.
void run_batch(matmul_request const& request, call_result& ran, blas const& library,
               instruction_set set) {
    auto const product = table[request.value][request.result];
    auto const run_one = [&](std::int64_t i, call_result& result) {
        product(product_of_batch(request, i), result, library, set);
    };
    run_one(0, ran);
    bool const are_small =
        request.m * request.n < most_of_one_thread / std::max<std::int64_t>(request.k, 1);
    if (!are_small) {
        for (std::int64_t i = 1; i < request.count; ++i) run_one(i, ran);
        return;
    }
    std::atomic<bool> has_failed = false;
    parallel_for(static_cast<std::uint64_t>(request.count - 1), [&](std::uint64_t i) {
        call_result result;
        try {
            run_one(static_cast<std::int64_t>(i) + 1, result);
        } catch (std::bad_alloc const&) {
            has_failed = true;
        }
    });
    if (has_failed) throw std::bad_alloc();
    ran.grid *= static_cast<std::uint64_t>(request.count);
}

/// Memory of the host, as kernels see memory.
struct plain_context {
    template <class T>
    struct array {
        T* data;
        [[nodiscard]] T get(std::size_t i) const { return data[i]; }
        void put(std::size_t i, T value) const { data[i] = value; }
    };
    template <class T>
    [[nodiscard]] array<T> global(T* data) const {
        return {data};
    }
};

/// Writes C of a product from its sums, one line per task.
template <class Value, class Result>
void write_lines(matmul_request const& request, matmul_operand const& sums) {
    auto const arguments = epilogue_arguments_of<Value, Result>(request, sums);
    bool const by_rows = arguments.c.column_stride == 1;
    std::size_t const width = by_rows ? arguments.n : arguments.m;
    parallel_for(by_rows ? arguments.m : arguments.n, [&](std::uint64_t line) {
        standard_floating_environment const standard;
        for (std::size_t e = 0; e < width; ++e)
            kernel::matmul_epilogue::compute(plain_context(), arguments, by_rows ? line : e,
                                             by_rows ? e : line);
    });
}

using epilogue_function = void (*)(matmul_request const& request, matmul_operand const& sums);
constexpr auto epilogues = tabulate(
    []<class Value, class Result>(type_list<Value, Result>) -> epilogue_function {
        if constexpr (listed_epilogue<Value, Result>) return &write_lines<Value, Result>;
        else return nullptr;
    },
    matmul_types(), matmul_types());

/// Computes the products A * B, then C from them.
/// @param memory for the sums
void run_pass(matmul_request const& request, void* memory, call_result& ran, blas const& library,
              instruction_set set) {
    auto const sums = sums_of(request, memory, host_id);
    host_matmul(sums, ran, library, set);
    for_each_product(request, sums, epilogues[request.value][request.result]);
}

/// Whether the products A * B can be written to C.
bool has_sums_in_c(matmul_request const& r) {
    auto const& facts = known_sums[r.value];
    std::size_t const bytes = known_matmul_types[r.result].size;
    auto const is = [&](void const* number, void const* wanted) {
        return std::memcmp(number, wanted, bytes) == 0;
    };
    return facts.type == r.result && is(r.alpha, facts.one) && is_zero(r.beta, r.value);
}

/// Some rows of a product whose C is row-major.
matmul_request rows_of(matmul_request part, std::int64_t first, std::int64_t count) {
    auto const move = [&](matmul_operand& matrix, std::uint32_t type) {
        matrix.data =
            static_cast<std::byte*>(matrix.data) +
            first * matrix.row_stride * static_cast<std::int64_t>(known_matmul_types[type].size);
    };
    move(part.a, part.value);
    move(part.c, part.result);
    for (std::uint32_t s = 0; s < part.then.count; ++s)
        if (auto& step = part.then.step[s]; step.kind == epilogue_kind::scale_rows)
            step.vector = static_cast<std::byte const*>(step.vector) +
                          first * static_cast<std::int64_t>(known_matmul_types[step.value].size);
    part.m = count;
    return part;
}

/// The rows whose sums stay in the cache until the steps are applied. Each panel packs B again,
/// which must take much less time than the product.
std::int64_t rows_at_once(matmul_request const& r) {
    constexpr std::int64_t cache_bytes = 1 << 20, least = 256;
    auto const bytes = static_cast<std::int64_t>(known_matmul_types[known_sums[r.value].type].size);
    return std::max(least, cache_bytes / (r.n * bytes) / least * least);
}

/// Whether a BLAS multiplies. Its bits may depend on the number of rows.
bool is_by_blas(matmul_request const& r, blas const& library) {
    return (r.value == index_of<float, matmul_types> && library.gemm<float>().call != nullptr) ||
           (r.value == index_of<double, matmul_types> && library.gemm<double>().call != nullptr);
}

void run_with_epilogue(matmul_request const& request, call_result& ran, blas const& library,
                       instruction_set set) {
    if (request.count == 1 && has_sums_in_c(request) && request.k > 0) {
        auto sums = request;
        sums.then = {};
        host_matmul(sums, ran, library, set);
        return epilogues[request.value][request.result](request, sums.c);
    }
    bool const is_divided = request.count == 1 && request.c.column_stride == 1 &&
                            request.m > rows_at_once(request) && !is_by_blas(request, library);
    std::int64_t const rows = is_divided ? rows_at_once(request) : request.m;
    auto const memory = std::make_unique_for_overwrite<std::byte[]>(
        bytes_of_sums(is_divided ? rows_of(request, 0, rows) : request));
    if (!is_divided) return run_pass(request, memory.get(), ran, library, set);
    std::uint64_t grid = 0;
    for (std::int64_t i = 0; i < request.m; i += rows) {
        run_pass(rows_of(request, i, std::min(rows, request.m - i)), memory.get(), ran, library,
                 set);
        grid += ran.grid;
    }
    ran.grid = grid;
}

} // namespace

void host_matmul(matmul_request const& request, call_result& ran, blas const& library,
                 instruction_set set) {
    if (has_epilogue(request)) return run_with_epilogue(request, ran, library, set);
    if (library.ignored_name && is_strict())
        throw error("GPUALGO_STRICT=1 forbids ignoring the BLAS that was named: " +
                    library.rejected);
    if (request.count == 1) table[request.value][request.result](request, ran, library, set);
    else run_batch(request, ran, library, set);
}

void host_matmul(matmul_request const& request, call_result& ran) {
    host_matmul(request, ran, installed_blas(), processors_instruction_set());
}

} // namespace gpu::inline v0::detail
