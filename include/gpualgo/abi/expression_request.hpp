// SPDX-License-Identifier: Apache-2.0
/// @file
/// Requests of algorithms with expressions, as they cross into the shared library.
#pragma once

#include <gpualgo/abi/call_options.hpp>
#include <gpualgo/abi/expression.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

/// A range of numbers.
struct number_range {
    void const* first = nullptr;
    device_id memory; ///< where it lies; unspecified for a plain pointer
    number_type type{};
    std::uint64_t step = 1; ///< from an element that is read to the next one, in elements
};

/// The most ranges that a kernel reads.
inline constexpr std::uint32_t most_ranges = 4;

/// A call with expressions on ranges. Operand k of an expression is an element of range k.
struct expression_request : call_options {
    char const* function = ""; ///< the function that was called, for messages
    std::uint64_t n = 0;       ///< elements of each range
    std::uint32_t ranges = 0;  ///< how many there are
    /// 1 if the position is an operand, after those of ranges. Without a range it always is one.
    std::uint32_t uses_position = 0;
    std::uint32_t element_bytes = 0; ///< in a reduction: of the widest element; otherwise 0
    number_range in[most_ranges];
    /// Computes the call in the program, if it runs on the host.
    void (*on_host)(void* context) = nullptr;
    void* context = nullptr; ///< the argument of `on_host`
};

/// out[i] = f(in[0][i] ...)
struct transform_request : expression_request {
    number_range out; ///< of the type of f's results
    expression_view f;
};

/// fold(... fold(init, load(x0)) ..., load(xn)) in the canonical order of elements of
/// `element_bytes`, with load(in[0][i] ...).
struct fold_request : expression_request {
    expression_view load; ///< of the accumulator's type
    expression_view fold; ///< of two accumulators
    void const* init = nullptr;
    void* result = nullptr; ///< one accumulator on the host
};

/// out[i] = the fold of x0 ... xi in the canonical order of scans. If it is exclusive, xi is left
/// out, and there is an init. The results have the type of the elements of in[0], and so has init.
struct scan_expression_request : expression_request {
    number_range out;               ///< n results; may be in[0]
    expression_view fold;           ///< of two elements
    void const* init = nullptr;     ///< precedes all elements; null if there is none
    std::uint32_t is_exclusive = 0; ///< 1 or 0
    std::uint32_t leaves = 0;       ///< 1 if the call does not wait
};

/// The predicate of a selection, or of a search.
struct predicate_expression {
    expression_view f;  ///< of an element, or of those of `made`; gives a bool
    number_type type{}; ///< of the elements
    /// Selects or searches in the program, if the call runs on the host. Writes the two totals, or
    /// the index of the first match.
    void (*on_host)(void* context, std::uint64_t* results) = nullptr;
    void* context = nullptr; ///< the first argument of `on_host`
    /// In a search: the ranges that `f` reads at a position instead of the request's, or none if
    /// `f` takes the position. Then `type` is that of positions, uint64.
    expression_request const* made = nullptr;
};

/// The keys by which a search compares elements.
struct key_expression {
    expression_view f;  ///< of an element, or of those of `made`; gives a number of the request's
                        ///< type
    number_type type{}; ///< of the elements
    number_type type_of_key{}; ///< of the results
    /// Searches in the program, if the call runs on the host, and writes the positions.
    void (*on_host)(void* context, std::uint64_t* positions) = nullptr;
    void* context = nullptr; ///< the first argument of `on_host`
    /// As in predicate_expression.
    expression_request const* made = nullptr;
};

} // namespace gpu::inline v0::detail

extern "C" {
#pragma GCC visibility push(default)
void gpualgo_v0_transform(gpu::detail::transform_request const* request,
                          gpu::detail::call_result* result) noexcept;
void gpualgo_v0_fold_expression(gpu::detail::fold_request const* request,
                                gpu::detail::call_result* result) noexcept;
void gpualgo_v0_scan_expression(gpu::detail::scan_expression_request const* request,
                                gpu::detail::call_result* result) noexcept;
/// Begins or ends the mode of gpu::prepare for the calling thread.
/// @param device whose kernels are made; null to end the mode
void gpualgo_v0_compile_ahead(gpu::detail::device_id const* device,
                              gpu::detail::call_result* result) noexcept;
/// Writes one line about the run-time compilers of expressions, which are loaded for that: their
/// versions and paths, or why there are none. The line is cut to the capacity.
void gpualgo_v0_describe_compilers(char* line, std::uint32_t capacity) noexcept;
/// Writes the folder of the disk cache, cut to the capacity and empty if there is none; the number
/// of its entries and their bytes.
/// @param clears whether the entries are removed; then the numbers are those that were
void gpualgo_v0_expression_cache(char* folder, std::uint32_t capacity, std::uint64_t* entries,
                                 std::uint64_t* bytes, std::uint32_t clears) noexcept;
#pragma GCC visibility pop
}
