// SPDX-License-Identifier: Apache-2.0
/// @file
/// Selections of a host range in place: the elements that are selected move to its front, in the
/// calling thread or on all cores.
#pragma once

#include <gpualgo/abi/host_services.hpp>
#include <gpualgo/abi/select_request.hpp>
#include <gpualgo/detail/divisible_iterator.hpp>
#include <gpualgo/detail/invoke.hpp>
#include <gpualgo/detail/select_on_cores.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <iterator>
#include <utility>

namespace gpu::inline v0::detail {

/// Whether the target is the range itself. Then all elements that are selected move to its front.
template <select_kind Wanted>
inline constexpr bool is_in_place =
    Wanted == select_kind::remove_if || Wanted == select_kind::remove;

/// Moves selected elements to the front, in their order. Those before the first one that is not
/// selected stay, because an element is not moved to itself.
/// @return the end of those that are selected
template <class I, class S, class Predicate>
constexpr I moved_to_front(I first, S last, Predicate& predicate) {
    while (first != last && static_cast<bool>(detail::invoke(predicate, *first))) ++first;
    if (first == last) return first;
    I end = first;
    for (++first; first != last; ++first)
        if (static_cast<bool>(detail::invoke(predicate, *first))) {
            *end = std::move(*first);
            ++end;
        }
    return end;
}

/// Moves selected elements to the front in the calling thread.
/// @param range a target that begins at the same element, perhaps by another iterator; afterwards,
/// its iterator is at the end of those that are selected
/// @return the number of elements selected
template <class I, class S, class Predicate, class Range>
constexpr numbers_selected move_selected_here(I first, S last, Predicate& predicate, Range& range) {
    I const end = detail::moved_to_front(first, std::move(last), predicate);
    numbers_selected done;
    for (; first != end; ++first, (void)++range.first) ++done.selected;
    return done;
}

/// The same on all cores. Threads move the selected elements of a chunk to its front. Then one
/// thread moves the chunks together.
template <class I, class Predicate>
class move_on_cores_of {
    static constexpr std::size_t most_chunks = 1024;
    static constexpr std::size_t smallest_chunk = 8192;
    using difference = std::iter_difference_t<I>;

public:
    move_on_cores_of(I first, std::size_t n, Predicate& predicate)
        : first_(first), n_(n), chunk_(n / most_chunks + 1), predicate_(predicate) {
        if (chunk_ < smallest_chunk) chunk_ = smallest_chunk;
    }

    /// Rethrows an exception of the predicate or of an assignment.
    /// @return the number of elements selected
    std::size_t run() {
        std::size_t const chunks = (n_ + chunk_ - 1) / chunk_;
        ::gpualgo_v0_parallel_for(
            chunks,
            [](void* self, std::uint64_t i) { static_cast<move_on_cores_of*>(self)->run_chunk(i); },
            this);
        if (failure_) std::rethrow_exception(failure_);
        std::size_t end = chunks > 0 ? selected_[0] : 0;
        for (std::size_t i = 1; i < chunks; ++i) {
            if (end != i * chunk_) move(i * chunk_, selected_[i], end);
            end += selected_[i];
        }
        return end;
    }

private:
    void run_chunk(std::size_t i) noexcept {
        std::size_t const begin = i * chunk_;
        std::size_t const end = n_ - begin < chunk_ ? n_ : begin + chunk_;
        try {
            I const first = at(begin);
            selected_[i] = static_cast<std::size_t>(
                detail::moved_to_front(first, at(end), predicate_) - first);
        } catch (...) {
            // the first one keeps its exception
            if (!__atomic_exchange_n(&has_failed_, true, __ATOMIC_RELAXED))
                failure_ = std::current_exception();
        }
    }
    void move(std::size_t from, std::size_t count, std::size_t to) {
        I in = at(from), out = at(to);
        for (; count > 0; --count, (void)++in, (void)++out) *out = std::move(*in);
    }
    [[nodiscard]] I at(std::size_t i) const { return first_ + static_cast<difference>(i); }

    I first_;
    std::size_t n_;
    std::size_t chunk_; ///< elements
    Predicate& predicate_;
    std::array<std::size_t, most_chunks> selected_{}; ///< by chunk
    std::exception_ptr failure_;
    bool has_failed_ = false; ///< accessed atomically
};

/// Moves selected elements to the front on all cores, if the iterators allow that. See
/// move_selected_here.
template <class I, class Predicate, class Range>
numbers_selected move_selected_on_cores(I first, std::size_t n, Predicate& predicate,
                                        Range& range) {
    if constexpr (is_divisible<I>) {
        std::size_t const selected = move_on_cores_of<I, Predicate>(first, n, predicate).run();
        detail::advance_target(range, selected);
        return {selected, n - selected};
    } else {
        auto last = first;
        detail::advance_by(last, n);
        return detail::move_selected_here(first, last, predicate, range);
    }
}

/// Selects in the calling thread.
template <select_kind Wanted, class I, class S, class Predicate, class Selected, class Others>
constexpr numbers_selected select_in_order_here(I first, S last, Predicate& predicate,
                                                Selected& selected, Others& others) {
    if constexpr (is_in_place<Wanted>)
        return detail::move_selected_here(std::move(first), std::move(last), predicate, selected);
    else return detail::select_here(std::move(first), std::move(last), predicate, selected, others);
}

/// Selects on all cores, if the iterators allow that.
template <select_kind Wanted, class I, class Predicate, class Selected, class Others>
numbers_selected select_among_cores(I first, std::size_t n, Predicate& predicate,
                                    Selected& selected, Others& others) {
    if constexpr (is_in_place<Wanted>)
        return detail::move_selected_on_cores(std::move(first), n, predicate, selected);
    else return detail::select_on_cores(std::move(first), n, predicate, selected, others);
}

} // namespace gpu::inline v0::detail
