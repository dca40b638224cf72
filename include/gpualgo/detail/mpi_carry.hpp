// SPDX-License-Identifier: Apache-2.0
/// @file
/// The elements of segments that the blocks of ranks cut. They are passed on to the rank that has
/// the end of the segment. Then all ranks have whole segments, and partial results are short.
#pragma once

#include <gpualgo/detail/mpi_handles.hpp>
#include <gpualgo/partial.hpp>

#include <mpi.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// Bytes of a message that MPI sends at once. For longer ones, both sides may have to agree first,
/// which takes several times as long.
inline constexpr std::size_t mpi_eager_size = 4096;

/// A message with elements of one segment, at the positions [first, first + capacity): as many of
/// them as the ranks of the message have.
/// @tparam State a partial_state
template <class State>
class mpi_piece {
    using value = typename State::value;
    using elements = typename State::elements;

public:
    static constexpr std::uint64_t capacity =
        (mpi_eager_size - 2 * sizeof(std::uint64_t)) / (State::ranges * sizeof(value));

    explicit mpi_piece(std::uint64_t first = 0) : first_(first) {}

    /// Writes the elements of the segment that a block ends inside of.
    void put(State const& block) noexcept {
        std::uint64_t const boundary = block.end / State::segment * State::segment;
        bool const is_inside = block.begin > boundary; // the segment begins on an earlier rank
        begin_ = is_inside ? block.begin - boundary : 0;
        elements const& open = is_inside ? block.head : block.tail;
        for_each_range(begin_, begin_ + open.size(), [&](std::size_t r, place p) {
            std::memcpy(slots_[r] + p.offset, &open.values[r][p.position - begin_], p.bytes);
        });
    }

    /// Writes the elements of earlier ranks in front of these.
    void prepend(mpi_piece const& earlier) noexcept {
        if (begin_ == 0) return; // the segment begins here
        for_each_range(earlier.begin_, begin_, [&](std::size_t r, place p) {
            std::memcpy(slots_[r] + p.offset, earlier.slots_[r] + p.offset, p.bytes);
        });
        begin_ = earlier.begin_;
    }

    /// Reads elements from the beginning of the segment on.
    void get(elements& to) const noexcept {
        for_each_range(0, to.size(), [&](std::size_t r, place p) {
            void* const target = &to.values[r][p.position];
            std::memcpy(target, slots_[r] + p.offset, p.bytes);
        });
    }

    /// An MPI_User_function: right = left followed by right.
    static void join(void* left, void* right, int* count, MPI_Datatype*) {
        for (int i = 0; i < *count; ++i) { // MPI's memory may not be aligned
            auto const at = static_cast<std::size_t>(i) * sizeof(mpi_piece);
            mpi_piece earlier, later;
            std::memcpy(&earlier, static_cast<std::byte const*>(left) + at, sizeof earlier);
            std::memcpy(&later, static_cast<std::byte const*>(right) + at, sizeof later);
            later.prepend(earlier);
            std::memcpy(static_cast<std::byte*>(right) + at, &later, sizeof later);
        }
    }

private:
    struct place {
        std::size_t position; ///< in the segment
        std::size_t offset;   ///< in bytes, in this message
        std::size_t bytes;
    };
    /// Calls f(range, place) for those of the elements [begin, end) of the segment that fit here.
    template <class F>
    void for_each_range(std::uint64_t begin, std::uint64_t end, F f) const {
        begin = std::max(begin, first_);
        end = std::min(end, first_ + capacity);
        if (begin >= end) return;
        place const p{static_cast<std::size_t>(begin),
                      static_cast<std::size_t>(begin - first_) * sizeof(value),
                      static_cast<std::size_t>(end - begin) * sizeof(value)};
        for (std::size_t r = 0; r < State::ranges; ++r) f(r, p);
    }

    std::uint64_t first_;
    std::uint64_t begin_ = 0; ///< position of the first element of these ranks, perhaps not here
    std::byte slots_[State::ranges][capacity * sizeof(value)] = {};
};

/// Partial results without cut segments are short, so that nothing is passed on.
template <class Partial>
struct mpi_carry {
    static constexpr bool is_needed = false;

    explicit mpi_carry(Partial const&, bool) {}
    [[nodiscard]] std::uint64_t count() const { return 0; }
};

/// The elements of cut segments that a rank passes on and takes.
template <class T, class Value, class Op, class F>
class mpi_carry<partial_reduction<T, Value, Op, F>> {
    using partial = partial_reduction<T, Value, Op, F>;
    using state =
        std::remove_reference_t<decltype(partial_access::state(std::declval<partial&>()))>;
    using piece = mpi_piece<state>;
    static_assert(sizeof(piece) <= mpi_eager_size);

public:
    static constexpr bool is_needed = true;

    /// @return bytes of the longest result without cut segments
    /// @param end the number of elements of all ranks
    static std::size_t max_size(std::uint64_t end) {
        std::uint64_t const segments = end / state::segment + 1;
        auto const subtrees = 2 * static_cast<std::size_t>(std::bit_width(segments));
        return sizeof(partial_header) + subtrees * sizeof(typename state::node);
    }

    /// Allocates all memory that `exchange` needs.
    /// @param mine this rank's part, which must stay
    mpi_carry(partial& mine, bool is_last)
        : state_(partial_access::state(mine)), is_last_(is_last) {
        for (auto& range : taken_.values)
            range.resize(static_cast<std::size_t>(state_.begin % state::segment));
    }

    /// @return the number of elements that this rank passes on
    [[nodiscard]] std::uint64_t count() const { return is_last_ ? 0 : state_.end % state::segment; }

    /// Passes elements on. Collective. An exclusive scan brings each rank those from the last
    /// boundary of segments before its block, also of several short blocks. It needs no messages
    /// of our own, which might meet receives of the program from any rank.
    /// @param longest the largest count of all ranks
    void exchange(MPI_Comm communicator, std::uint64_t longest) {
        if (longest == 0) return;
        mpi_bytes const type(sizeof(piece));
        mpi_operation const join(&piece::join);
        for (std::uint64_t first = 0; first < longest; first += piece::capacity) {
            piece sent(first), received(first); // nothing is received by the first rank
            sent.put(state_);
            check_mpi(MPI_Exscan(&sent, &received, 1, type.get(), join.get(), communicator),
                      "MPI_Exscan");
            received.get(taken_);
        }
    }

    /// Makes this rank's part one of whole segments: with the elements that it took, without those
    /// that it passed on. The last segment of all counts as a whole one, since nothing follows.
    void complete() {
        state whole(state_.operation, state_.begin - taken_.size());
        whole.end = state_.begin;
        whole.tail = std::move(taken_);
        whole.merge(state_);
        std::uint64_t const open = whole.tail.size();
        if (is_last_ && open != 0) {
            state last(state_.operation);
            last.end = open;
            last.tail = whole.tail;
            whole.push({0, whole.end / state::segment, last.total()});
            whole.end += state::segment - open;
        } else {
            whole.end -= open;
        }
        whole.tail.clear();
        state_ = std::move(whole);
    }

private:
    state& state_;
    bool is_last_;
    typename state::elements taken_;
};

} // namespace gpu::inline v0::detail
