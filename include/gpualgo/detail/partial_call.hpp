// SPDX-License-Identifier: Apache-2.0
/// @file
/// Calls of the library that reduce a part of a larger range: memory for the results, and the way
/// of the results into a state.
#pragma once

#include <gpualgo/abi/partial_request.hpp>
#include <gpualgo/copy.hpp>
#include <gpualgo/detail/partial_interval.hpp>
#include <gpualgo/detail/partial_state.hpp>
#include <gpualgo/detail/reduce_call.hpp>
#include <gpualgo/policy.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace gpu::inline v0::detail {

/// `automatic` on several devices.
template <class P>
concept grouped_policy = requires(P const& policy) {
    { policy.local() } -> std::same_as<policy::automatic const&>;
    { policy.devices() } -> std::same_as<std::span<device_id const>>;
};

/// A policy of partial reductions.
template <class P>
concept partial_policy = std::same_as<P, policy::automatic> || grouped_policy<P>;

/// The beginning of a range in any memory.
template <addressable I>
range_start start_at(I first) {
    return {detail::pointer_of(first), detail::memory_of(first)};
}

/// A call that adds elements to the state of an empty interval. Not moved: the request points to
/// members.
/// @tparam State a partial_state
template <class State>
class partial_call {
public:
    using starts = std::array<range_start, State::ranges>;

    /// Throws std::invalid_argument if indices do not fit 64 bits.
    partial_call(State& state, std::uint64_t n) : state_(state) {
        check_indices(state.begin, n);
        state.describe(request_);
        request_.begin = state.begin;
        request_.n = n;
        request_.totals = totals_.data();
        reserve(state.head, State::head_size(state.begin, state.begin + n), request_.head);
    }
    partial_call(partial_call const&) = delete;
    partial_call& operator=(partial_call const&) = delete;

    /// Sets the elements.
    void read(starts const& first) {
        request_.first = first[0].first;
        request_.memory = first[0].memory;
        if constexpr (State::ranges == 2) {
            request_.second = first[1].first;
            request_.second_memory = first[1].memory;
        }
        state_.end = state_.begin + request_.n;
        reserve(state_.tail, State::tail_size(state_.begin, state_.end), request_.tail);
    }
    /// Sets a source of elements, at most n.
    /// @param read set to the number of elements by the call
    void read(element_source const& source, std::uint64_t& read) {
        request_.source = source;
        request_.elements_read = &read;
        reserve(state_.tail, State::segment - 1, request_.tail);
    }
    void use(std::span<device_id const> devices) {
        request_.devices = devices.data();
        request_.device_count = devices.size();
    }
    [[nodiscard]] partial_request& request() { return request_; }

    /// Runs the call, and all that `request().next` leads to.
    void run(policy::automatic const& policy) {
        call<strategies>(policy, request_, &gpualgo_v0_reduce_partial);
    }

    /// Takes the results of a call that has run.
    void take() {
        if (request_.source.read != nullptr) {
            state_.end = state_.begin + *request_.elements_read;
            shrink(state_.head, State::head_size(state_.begin, state_.end));
            shrink(state_.tail, State::tail_size(state_.begin, state_.end));
        }
        auto const* total = totals_.data();
        State::for_each_subtree(state_.begin, state_.end,
                                [&](std::uint64_t level, std::uint64_t index) {
                                    state_.nodes.push_back({level, index, *total++});
                                });
    }

private:
    static void shrink(typename State::elements& part, std::uint64_t n) {
        for (auto& range : part.values) range.resize(static_cast<std::size_t>(n));
    }
    static void reserve(typename State::elements& part, std::uint64_t n, void* (&targets)[2]) {
        shrink(part, n);
        for (std::size_t r = 0; r < State::ranges; ++r) targets[r] = part.values[r].data();
    }

    State& state_;
    partial_request request_;
    std::array<typename State::total_type, State::max_subtrees> totals_;
};

/// Adds n elements to the state of an empty interval.
template <partial_policy P, class State>
void read_part(State& to, P const& policy, typename partial_call<State>::starts const& first,
               std::uint64_t n) {
    partial_call<State> call(to, n);
    call.read(first);
    if constexpr (grouped_policy<P>) {
        call.use(policy.devices());
        call.run(policy.local());
    } else {
        call.run(policy);
    }
    call.take();
}

} // namespace gpu::inline v0::detail
