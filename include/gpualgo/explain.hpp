// SPDX-License-Identifier: Apache-2.0
/// @file
/// explain: what a strategy does to warps, memory sectors and banks, on any machine.
#pragma once

#include <gpualgo/abi/explain_request.hpp>
#include <gpualgo/abi/matmul_lists.hpp>
#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/abi/scan_lists.hpp>
#include <gpualgo/detail/call.hpp>
#include <gpualgo/detail/explanation_table.hpp>
#include <gpualgo/explanation.hpp>
#include <gpualgo/policy.hpp>
#include <gpualgo/warp_counts.hpp>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>

namespace gpu::inline v0 {

/// A call of an algorithm, without its data: counts depend on the shape only.
class problem {
public:
    /// @tparam T a listed type, of the elements and of their sum
    /// @param n elements
    /// @return `gpu::reduce` of a range
    template <class T>
    [[nodiscard]] static problem reduce(std::uint64_t n) {
        return of_range<T>(detail::explained_algorithm::reduce, n);
    }

    /// @tparam T a listed type, of the elements and of their sum
    /// @param n elements of each range
    /// @return `gpu::transform_reduce` of two ranges: their inner product
    template <class T>
    [[nodiscard]] static problem transform_reduce(std::uint64_t n) {
        return of_range<T>(detail::explained_algorithm::transform_reduce, n);
    }

    /// @tparam T a listed type that has an order
    /// @param n elements
    /// @return `gpu::min_element` of a range
    template <class T>
    [[nodiscard]] static problem min_element(std::uint64_t n) {
        return of_range<T>(detail::explained_algorithm::min_element, n);
    }

    /// @tparam T a type of matrices
    /// @param m rows of A and C
    /// @param n columns of B and C
    /// @param k columns of A, rows of B
    /// @return `gpu::matmul` of row-major matrices
    template <class T>
    [[nodiscard]] static problem matmul(std::uint64_t m, std::uint64_t n, std::uint64_t k) {
        using listed = detail::as_listed<T>;
        static_assert(detail::in_list<listed, detail::matmul_types>,
                      "gpu::problem: T is not a type of matrices");
        problem made(detail::explained_algorithm::matmul,
                     detail::number_of<listed, detail::matmul_types>);
        made.request_.m = m;
        made.request_.n = n;
        made.request_.k = k;
        return made;
    }

    /// The sum of two arrays, element by element, with one thread per element. It shows boundary
    /// checks that diverge.
    /// @tparam T a listed type
    /// @param n elements of an array
    /// @return the problem, with blocks of 256 threads
    template <class T>
    [[nodiscard]] static problem transform(std::uint64_t n) {
        return of_range<T>(detail::explained_algorithm::transform, n).block(256);
    }

    /// The same for pictures, whose rows have no gaps between them.
    /// @tparam T a listed type
    /// @param width elements per row
    /// @param height rows
    /// @return the problem, with blocks of 16 by 16 threads
    template <class T>
    [[nodiscard]] static problem transform(std::uint64_t width, std::uint64_t height) {
        auto made = of_range<T>(detail::explained_algorithm::transform, width).block(16, 16);
        made.request_.m = height;
        return made;
    }

    /// The number of elements that a predicate selects. Here it selects every other element, the
    /// second one first.
    /// @tparam T a listed type of real numbers
    /// @param n elements
    /// @return `gpu::count_if` of a range
    template <class T>
    [[nodiscard]] static problem count_if(std::uint64_t n) {
        return of_selection<T>(detail::explained_algorithm::count_if, n);
    }

    /// Copies these elements.
    /// @tparam T a listed type of real numbers
    /// @param n elements
    /// @return `gpu::copy_if` of a range
    template <class T>
    [[nodiscard]] static problem copy_if(std::uint64_t n) {
        return of_selection<T>(detail::explained_algorithm::copy_if, n);
    }

    /// Copies these elements to one output, and the others to another one.
    /// @tparam T a listed type of real numbers
    /// @param n elements
    /// @return `gpu::partition_copy` of a range
    template <class T>
    [[nodiscard]] static problem partition_copy(std::uint64_t n) {
        return of_selection<T>(detail::explained_algorithm::partition_copy, n);
    }

    /// @tparam T a listed type, of the elements and of their sums
    /// @param n elements
    /// @return `gpu::inclusive_scan` of a range, to another range
    template <class T>
    [[nodiscard]] static problem inclusive_scan(std::uint64_t n) {
        return of_range<T>(detail::explained_algorithm::inclusive_scan, n);
    }

    /// @tparam T a listed type, of the elements and of their sums
    /// @param n elements
    /// @return `gpu::exclusive_scan` of a range with an init, to another range
    template <class T>
    [[nodiscard]] static problem exclusive_scan(std::uint64_t n) {
        return of_range<T>(detail::explained_algorithm::exclusive_scan, n);
    }

    /// Sorts keys that are in random order, the same one in the run of each block. Two runs that
    /// are merged have each other's elements between theirs, at random too.
    ///
    /// The kernels are those of GPUs: `sort_runs` sorts a run per block, and `merge_pairs` merges
    /// runs. On the simulated device `gpu::sort` takes them for up to 16384 keys.
    /// @tparam T a listed type of real numbers, of 4 or 8 bytes
    /// @param n keys: at most 1179648 of 4 bytes, or 2359296 of 8 bytes. CUB sorts more of them on
    /// GPUs
    /// @return `gpu::sort` of a range
    template <class T>
    [[nodiscard]] static problem sort(std::uint64_t n) {
        return of_order<T>(detail::explained_algorithm::sort, n);
    }

    /// Merges two sorted arrays, whose elements differ. In the result they follow each other at
    /// random, alike in the tile of each block. A tile has about as many elements of one array as
    /// of the other, until one of them ends.
    ///
    /// The kernels are those of GPUs and of the simulated device.
    /// @tparam T a listed type of real numbers, of 4 or 8 bytes
    /// @param n1 elements of the first array, at most 2^29
    /// @param n2 elements of the second one, at most 2^29
    /// @return `gpu::merge` of two ranges
    template <class T>
    [[nodiscard]] static problem merge(std::uint64_t n1, std::uint64_t n2) {
        auto made = of_order<T>(detail::explained_algorithm::merge, n1);
        made.request_.m = n2;
        return made;
    }

    /// Sets the shape of a block of `transform`.
    /// @param x threads along x
    /// @param y threads along y; at most 1024 threads altogether
    /// @return the changed problem
    [[nodiscard]] problem block(unsigned x, unsigned y = 1) const {
        problem changed = *this;
        changed.request_.block_x = x;
        changed.request_.block_y = y;
        return changed;
    }

    /// Moves the arrays of any problem but `matmul`: they start this many elements after an aligned
    /// address.
    /// @param elements the distance
    /// @return the changed problem
    [[nodiscard]] problem offset(std::uint64_t elements) const {
        problem changed = *this;
        changed.request_.offset = elements;
        return changed;
    }

    /// Lets `transform` add one field of arrays of structures: adjacent elements are some elements
    /// apart. A structure of two floats has a stride of 2.
    /// @param elements the distance; 1 if elements have no gaps between them
    /// @return the changed problem
    [[nodiscard]] problem stride(std::uint64_t elements) const {
        problem changed = *this;
        changed.request_.stride = elements;
        return changed;
    }

    /// @cond internal
    [[nodiscard]] detail::explain_request const& request() const { return request_; }
    [[nodiscard]] bool is_product() const {
        return request_.algorithm == std::uint32_t(detail::explained_algorithm::matmul);
    }
    [[nodiscard]] bool is_scan() const {
        return request_.algorithm == std::uint32_t(detail::explained_algorithm::inclusive_scan) ||
               request_.algorithm == std::uint32_t(detail::explained_algorithm::exclusive_scan);
    }
    /// @endcond

private:
    problem(detail::explained_algorithm algorithm, std::uint32_t value) {
        request_.algorithm = static_cast<std::uint32_t>(algorithm);
        request_.value = value;
    }
    template <class T>
    static problem of_range(detail::explained_algorithm algorithm, std::uint64_t n) {
        using listed = detail::as_listed<T>;
        static_assert(detail::in_list<listed, detail::types>, "gpu::problem: T is not listed");
        problem made(algorithm, detail::number_of<listed, detail::types>);
        made.request_.n = n;
        return made;
    }
    template <class T>
    static problem of_selection(detail::explained_algorithm algorithm, std::uint64_t n) {
        static_assert(detail::in_list<detail::as_listed<T>, detail::real_types>,
                      "gpu::problem: T is not a listed type of real numbers");
        return of_range<T>(algorithm, n);
    }
    template <class T>
    static problem of_order(detail::explained_algorithm algorithm, std::uint64_t n) {
        static_assert(detail::in_list<detail::as_listed<T>, detail::real_types> && sizeof(T) >= 4,
                      "gpu::problem: T is not a listed type of real numbers of 4 or 8 bytes");
        return of_range<T>(algorithm, n);
    }

    detail::explain_request request_;
};

namespace detail {

/// Collects what the library reports. Exceptions wait until its function has returned.
class explanation_builder {
public:
    explicit explanation_builder(explanation& built) : built_(built) {}

    explain_sink sink() noexcept {
        return {this, &take_launch, &take_line, &take_access, &take_note};
    }
    void rethrow() const {
        if (thrown_) std::rethrow_exception(thrown_);
    }

private:
    template <class F>
    int guarded(F f) noexcept {
        try {
            f();
            return 1;
        } catch (...) {
            thrown_ = std::current_exception();
            return 0;
        }
    }
    static int take_launch(void* self, explained_launch const* launch) noexcept {
        auto& builder = *static_cast<explanation_builder*>(self);
        return builder.guarded([&] {
            builder.built_.launches.push_back({launch->kernel,
                                               {launch->grid_x, launch->grid_y, launch->grid_z},
                                               {launch->block_x, launch->block_y, launch->block_z},
                                               launch->warps,
                                               launch->divergent_warps,
                                               launch->idle_warps,
                                               launch->is_extrapolated != 0});
        });
    }
    static int take_line(void* self, explained_line const* line) noexcept {
        auto& builder = *static_cast<explanation_builder*>(self);
        return builder.guarded([&] {
            builder.built_.lines.push_back(
                {builder.built_.launches.size() - 1, line->file, line->number, line->counts});
        });
    }
    static int take_access(void* self, explained_access const* access) noexcept {
        auto& builder = *static_cast<explanation_builder*>(self);
        return builder.guarded([&] {
            auto& built = builder.built_;
            explanation::access taken{built.launches.size() - 1,
                                      access->file,
                                      access->number,
                                      access->step,
                                      static_cast<memory_access>(access->kind),
                                      access->warp,
                                      access->interval,
                                      access->lanes,
                                      access->sectors,
                                      access->wavefronts,
                                      access->least_wavefronts};
            std::copy_n(access->bank_words, taken.bank_words.size(), taken.bank_words.begin());
            built.accesses.push_back(std::move(taken));
        });
    }
    static int take_note(void* self, char const* sentence) noexcept {
        auto& builder = *static_cast<explanation_builder*>(self);
        return builder.guarded([&] { builder.built_.notes.emplace_back(sentence); });
    }

    explanation& built_;
    std::exception_ptr thrown_;
};

/// Has the library explain a complete request.
/// @param policy the policy's name
inline explanation run_explain(explain_request const& request, std::string_view policy) {
    explanation built;
    built.policy = policy;
    explanation_builder builder(built);
    explain_sink const sink = builder.sink();
    call_result result;
    gpualgo_v0_explain(&request, &sink, &result);
    builder.rethrow();
    raise(result);
    return built;
}

} // namespace detail

/// Runs the kernels of a strategy on the simulated device, without data, and counts what their
/// warps do. Works on any machine.
///
/// Counts model the source of a kernel, not its machine code: a compiler may merge, reorder or
/// predicate accesses. Grids that a strategy chooses by the number of multiprocessors are those of
/// an H200. If a problem is large, few blocks run; others that do the same work have the same
/// counts. `launch::is_extrapolated` and the printed table say so.
///
/// Totals that blocks pass on to later blocks, in scans and in selections that keep the order,
/// count as published in time. On a GPU, a block that comes too early reads them repeatedly.
///
/// Products of a matrix and a few vectors by `automatic` are not extrapolated: there may be up to
/// 2^26 products of elements.
///
/// **Requires** a policy that serves the problem, and whose kernels are the library's own. These
/// are all but `vendor` and `tensor_core`. For `transform`, `min_element`, `sort` and `merge` it is
/// `automatic`, for selections also `warp_shuffle`.<br>
///
/// **Memory** At most 256 MiB for 2^30 elements. The elements themselves need none.<br>
///
/// **Determinism** The same counts for every seed and any number of cores.
///
/// @param policy the strategy and its options; `on` may name the simulated device only
/// @param problem what is computed
/// @return the counts
/// @throws std::invalid_argument if the policy does not serve the problem, the problem has no
/// elements or too many, or a block has more than 1024 threads
/// @throws gpu::error if the simulated device finds a defect in a kernel
template <detail::any_policy P>
[[nodiscard]] explanation explain(P const& policy, problem const& problem) {
    auto request = problem.request();
    if (problem.is_product()) detail::pack_options<detail::matmul_strategies>(request, policy);
    else if (problem.is_scan()) detail::pack_options<detail::scan_strategies>(request, policy);
    else detail::pack_options<detail::strategies>(request, policy);
    request.strategy_name = P::name.data();
    return detail::run_explain(request, P::name);
}

/// @param explained the counts
/// @return a table of the launches and their source lines, for people
[[nodiscard]] inline std::string to_string(explanation const& explained) {
    return detail::explanation_table(explained);
}

/// Prints the table.
/// @param out a stream
/// @param explained the counts
/// @return the stream
template <class Traits>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out,
                                             explanation const& explained) {
    return out << to_string(explained);
}

} // namespace gpu::inline v0
