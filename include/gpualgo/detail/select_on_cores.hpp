// SPDX-License-Identifier: Apache-2.0
/// @file
/// The selection of elements of a host range by the program: in the calling thread, or on all
/// cores.
#pragma once

#include <gpualgo/abi/host_services.hpp>
#include <gpualgo/detail/divisible_iterator.hpp>
#include <gpualgo/detail/first_failure.hpp>
#include <gpualgo/detail/flagged_elements.hpp>
#include <gpualgo/detail/invoke.hpp>
#include <gpualgo/detail/ordered_chunks.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/detail/select_arguments.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// The numbers of elements by the results of their tests.
struct numbers_selected {
    std::size_t selected = 0;
    std::size_t others = 0;
};

/// Stands for the target of elements that are not wanted.
struct no_target {
    std::size_t room = unknown_room;
};

/// Writes to a target one by one. Moves its iterator to the end of what is written.
template <class Target>
class target_writer {
public:
    constexpr explicit target_writer(Target& target) : target_(target) {}

    template <class T>
    constexpr void put(T&& x) {
        if constexpr (!std::same_as<Target, no_target>)
            if (written_ < target_.room) {
                *target_.first = static_cast<T&&>(x);
                ++target_.first;
            }
        ++written_;
    }
    [[nodiscard]] constexpr std::size_t written() const { return written_; }

private:
    Target& target_;
    std::size_t written_ = 0;
};

/// Selects in the calling thread.
/// @param selected a `target` or `no_target`; afterwards, its iterator is at the end of the
/// elements that were written
/// @param others likewise, for elements that are not selected
template <class I, class S, class Predicate, class Selected, class Others>
constexpr numbers_selected select_here(I first, S last, Predicate& predicate, Selected& selected,
                                       Others& others) {
    if constexpr (std::same_as<Selected, no_target> && std::same_as<Others, no_target>) {
        std::size_t n = 0, matches = 0;
        for (; first != last; ++first, (void)++n) // no branch, which could be mispredicted
            matches += static_cast<bool>(detail::invoke(predicate, *first));
        return {matches, n - matches};
    } else {
        target_writer to_selected(selected);
        target_writer to_others(others);
        for (; first != last; ++first) {
            if (static_cast<bool>(detail::invoke(predicate, *first))) to_selected.put(*first);
            else to_others.put(*first);
        }
        return {to_selected.written(), to_others.written()};
    }
}

/// Whether several threads can write to a target at once.
template <class Target>
inline constexpr bool is_random_target = false;
template <>
inline constexpr bool is_random_target<no_target> = true;
template <class O>
inline constexpr bool is_random_target<target<O>> = is_divisible<O>;

/// A selection on all cores. The elements that are tested may be those of another range.
template <class I, class Tested, class Predicate, class Selected, class Others>
class selection_on_cores_of {
    static constexpr std::size_t chunk = 8192; ///< elements that a thread takes at once
    using difference = std::iter_difference_t<I>;

public:
    selection_on_cores_of(I first, std::size_t n, Tested tested, Predicate& predicate,
                          Selected& selected, Others& others)
        : first_(first), n_(n), tested_(tested), predicate_(predicate), selected_(selected),
          others_(others) {}

    /// Rethrows an exception of the predicate or of an assignment.
    numbers_selected run() {
        constexpr std::size_t most_threads = 1024;
        std::size_t const chunks = (n_ + chunk - 1) / chunk;
        ::gpualgo_v0_parallel_for(
            chunks < most_threads ? chunks : most_threads,
            [](void* self, std::uint64_t) {
                static_cast<selection_on_cores_of*>(self)->run_chunks();
            },
            this);
        failure_.rethrow();
        std::size_t const selected = chunks_.sum();
        return {selected, n_ - selected};
    }

private:
    /// A chunk that fails still adds its number, so that no thread waits for it in vain.
    void run_chunks() noexcept {
        std::uint8_t flags[chunk + flags_at_once];
        for (std::size_t i; (i = chunks_.take()) * chunk < n_;) {
            std::size_t const begin = i * chunk;
            std::size_t const size = n_ - begin < chunk ? n_ - begin : chunk;
            std::size_t count = 0;
            if (!failure_.has_failed())
                failure_.try_to([&] {
                    auto x = tested_ + static_cast<std::iter_difference_t<Tested>>(begin);
                    for (std::size_t k = 0; k < size; ++k, (void)++x)
                        flags[k] = static_cast<bool>(detail::invoke(predicate_, *x)) ? 1 : 0;
                    count = detail::count_flags(flags, size);
                });
            std::size_t const before = chunks_.add(i, count);
            if (failure_.has_failed()) continue;
            failure_.try_to([&] {
                copy(begin, selected_, before, count, flags, 1);
                copy(begin, others_, begin - before, size - count, flags, 0);
            });
        }
    }

    template <class Target>
    void copy(std::size_t begin, Target const& target, std::size_t first, std::size_t count,
              std::uint8_t const* flags, std::uint8_t wanted) const {
        if constexpr (!std::same_as<Target, no_target>) {
            using out_difference = std::iter_difference_t<decltype(target.first)>;
            std::size_t const room = target.room > first ? target.room - first : 0;
            std::size_t const end = count < room ? count : room;
            if (end == 0) return;
            auto const x = first_ + static_cast<difference>(begin);
            auto const out = target.first + static_cast<out_difference>(first);
            using target_iterator = std::remove_const_t<decltype(out)>;
            // Elements that are not selected are copied, too: no function of the program may make
            // or convert them.
            if constexpr (contiguous_memory<I> && contiguous_memory<target_iterator> &&
                          std::same_as<std::iter_value_t<target_iterator>, std::iter_value_t<I>> &&
                          std::is_trivially_copyable_v<std::iter_value_t<I>>) {
                detail::copy_flagged(
                    [&](std::size_t i) -> decltype(auto) { return x[difference(i)]; },
                    [&](std::size_t i, auto&& value) { out[out_difference(i)] = value; }, flags,
                    wanted, end);
            } else {
                std::size_t done = 0;
                for (std::size_t i = 0; done < end; ++i)
                    if (flags[i] == wanted) out[out_difference(done++)] = x[difference(i)];
            }
        }
    }

    I first_;
    std::size_t n_;
    Tested tested_;
    Predicate& predicate_;
    Selected& selected_;
    Others& others_;
    ordered_chunks chunks_;
    first_failure failure_;
};

/// Moves a target's iterator to the end of what is written.
template <class Target>
constexpr void advance_target(Target& target, std::size_t wanted) {
    if constexpr (!std::same_as<Target, no_target>)
        target.first += static_cast<std::iter_difference_t<decltype(target.first)>>(
            wanted < target.room ? wanted : target.room);
}

/// Selects on all cores by tests of the elements of another range.
/// @param tested the first one of these
template <class I, class Tested, class Predicate, class Selected, class Others>
numbers_selected select_by_tests(I first, std::size_t n, Tested tested, Predicate& predicate,
                                 Selected& selected, Others& others) {
    using selection = selection_on_cores_of<I, Tested, Predicate, Selected, Others>;
    auto const done = selection(first, n, tested, predicate, selected, others).run();
    detail::advance_target(selected, done.selected);
    detail::advance_target(others, done.others);
    return done;
}

/// Selects on all cores, if the iterators allow that. See select_here.
template <class I, class Predicate, class Selected, class Others>
numbers_selected select_on_cores(I first, std::size_t n, Predicate& predicate, Selected& selected,
                                 Others& others) {
    if constexpr (random_access_iterator<I> && is_random_target<Selected> &&
                  is_random_target<Others>) {
        return detail::select_by_tests(first, n, first, predicate, selected, others);
    } else {
        auto last = first;
        detail::advance_by(last, n);
        return detail::select_here(first, last, predicate, selected, others);
    }
}

} // namespace gpu::inline v0::detail
