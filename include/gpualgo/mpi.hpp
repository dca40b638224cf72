// SPDX-License-Identifier: Apache-2.0
/// @file
/// Algorithms on all processes of an MPI communicator, with the bits of one process. Header-only:
/// the library itself depends on no MPI.
#pragma once

#include <gpualgo/detail/mpi_exchange.hpp>
#include <gpualgo/mean.hpp>
#include <gpualgo/partial.hpp>
#include <gpualgo/partial_extrema.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <utility>

namespace gpu::inline v0 {

namespace policy {

/// `automatic` on all processes of a communicator: see `automatic::across`.
template <class Communicator>
class distributed {
public:
    /// @param local for the part of this process
    /// @param communicator of the processes
    /// @param root the rank that takes the result; all by default
    explicit distributed(automatic const& local, Communicator communicator, int root = -1)
        : local_(local), communicator_(communicator), root_(root) {}

    /// @cond internal
    [[nodiscard]] automatic const& local() const { return local_; }
    [[nodiscard]] Communicator communicator() const { return communicator_; }
    [[nodiscard]] int root() const { return root_; }
    /// @endcond

private:
    automatic local_;
    Communicator communicator_;
    int root_;
};

} // namespace policy

namespace detail {

/// An iterator to a rank's elements: in any memory if they lie side by side, otherwise of the host.
template <class I>
concept block_iterator = byte_iterator<I> || forward_iterator<I>;

/// Runs a reduction on all ranks.
/// @param make returns this rank's partial reduction, given the index of its first element
template <class Partial, class T, class I, class Make>
T reduce_across(policy::distributed<MPI_Comm> const& policy, I first, I last, T init, Make make) {
    check_communicator(policy.communicator());
    struct {
        std::uint64_t type;
        T init;
    } arguments;
    std::memset(static_cast<void*>(&arguments), 0, sizeof arguments); // padding, too
    arguments.type = Partial::type_code;
    arguments.init = init;
    mpi_exchange<Partial> exchange(policy.communicator(), policy.root(), &arguments,
                                   sizeof arguments);
    Partial const whole = exchange.run([&] { return detail::length_of_part(first, last); }, make);
    return exchange.takes_result() ? whole.total(init) : init;
}

/// Runs a search on all ranks.
template <found_element Which, class I, class Compare>
std::uint64_t search_across(policy::distributed<MPI_Comm> const& policy, I first, I last,
                            Compare const&) {
    using partial = partial_search<std::iter_value_t<I>, Compare, Which>;
    check_communicator(policy.communicator());
    std::uint64_t const type = partial::type_code;
    mpi_exchange<partial> exchange(policy.communicator(), policy.root(), &type, sizeof type);
    partial const whole = exchange.run(
        [&] { return detail::length_of_part(first, last); },
        [&](std::uint64_t begin) { return partial(policy.local(), begin, first, last); });
    return exchange.takes_result() ? whole.index() : 0;
}

} // namespace detail

/// @defgroup mpi Algorithms on the processes of a communicator
/// Each process passes its block of the elements, in the order of ranks. Blocks have any length,
/// and lie in memory of the host or of a device. On the host, any forward iterators will do. The
/// total has the bits of `gpu::reduce` of all elements in one process, for any number of processes
/// and any lengths of blocks.
///
/// @par Requires
/// All processes of the communicator make the same call. MPI is initialised, with
/// `MPI_THREAD_FUNNELED` or more if the process has several threads. Types and operators are those
/// of @ref gpu::partial_reduction.
/// @par Returns
/// The total on all ranks; with a root, on that rank, and init on all others.
/// @par Throws
/// `gpu::error` on every rank if any rank fails, naming that rank and its reason, or if types,
/// operators, inits or roots differ between ranks. `std::invalid_argument` if MPI is not
/// initialised or already finalised, or if the communicator is null or an intercommunicator. No
/// rank waits for one that has failed.
/// @par Communication
/// Collective calls only, of at most 4 KiB per message. One `MPI_Exscan` of 8 bytes gives indices,
/// and one `MPI_Allreduce` of 48 bytes the size of messages. If blocks cut segments of the
/// canonical order, up to three calls of `MPI_Exscan` pass elements on, or five for two ranges. One
/// `MPI_Allreduce` gives the result. For a few elements no other calls are needed.
/// @par Memory
/// Two messages of `partial_reduction::max_serialized_size` bytes.
/// @{

/// The total of init and of the elements of all ranks.
/// @return the total; init on ranks that take no result
/// @param policy `gpu::automatic.across(communicator)`
/// @param first the first element of this rank
/// @param last the end
/// @param init precedes the elements; the same on all ranks
/// @param op the operator
template <detail::block_iterator I, class T, class Op = std::plus<>>
[[nodiscard]] T reduce(policy::distributed<MPI_Comm> const& policy, I first, I last, T init,
                       Op op = {}) {
    using partial = partial_reduction<T, std::iter_value_t<I>, Op>;
    (void)op;
    return detail::reduce_across<partial>(policy, first, last, init, [&](std::uint64_t begin) {
        return partial(policy.local(), begin, first, last);
    });
}

/// The total of init and of what f makes of the elements of all ranks.
/// @return the total; init on ranks that take no result
/// @param policy `gpu::automatic.across(communicator)`
/// @param first the first element of this rank
/// @param last the end
/// @param init precedes the elements; the same on all ranks
/// @param op the operator
/// @param f the transform
template <detail::block_iterator I, class T, class Op, class F>
[[nodiscard]] T transform_reduce(policy::distributed<MPI_Comm> const& policy, I first, I last,
                                 T init, [[maybe_unused]] Op op, [[maybe_unused]] F f) {
    using partial = partial_reduction<T, std::iter_value_t<I>, Op, F>;
    return detail::reduce_across<partial>(policy, first, last, init, [&](std::uint64_t begin) {
        return partial(policy.local(), begin, first, last);
    });
}

/// The total of init and of what f makes of the pairs of elements of all ranks: sums of products by
/// default.
/// @return the total; init on ranks that take no result
/// @param policy `gpu::automatic.across(communicator)`
/// @param first the first element of this rank
/// @param last the end
/// @param first2 the first element of this rank's second range
/// @param init precedes the elements; the same on all ranks
/// @param op the operator
/// @param f the transform
template <detail::block_iterator I, detail::block_iterator J, class T, class Op = std::plus<>,
          class F = std::multiplies<>>
[[nodiscard]] T transform_reduce(policy::distributed<MPI_Comm> const& policy, I first, I last,
                                 J first2, T init, [[maybe_unused]] Op op = {},
                                 [[maybe_unused]] F f = {}) {
    using partial = partial_reduction<T, std::iter_value_t<I>, Op, F>;
    return detail::reduce_across<partial>(policy, first, last, init, [&](std::uint64_t begin) {
        return partial(policy.local(), begin, first, last, first2);
    });
}

/// The mean of the elements of all ranks: NaN if there are none.
/// @return the mean; 0 on ranks that take no result
/// @param policy `gpu::automatic.across(communicator)`
/// @param first the first element of this rank
/// @param last the end
template <detail::block_iterator I>
[[nodiscard]] auto mean(policy::distributed<MPI_Comm> const& policy, I first, I last) {
    using value = std::iter_value_t<I>;
    using sum = detail::sum_type<value>;
    using partial = partial_reduction<sum, value>;
    detail::check_communicator(policy.communicator());
    std::uint64_t const type = partial::type_code;
    detail::mpi_exchange<partial> exchange(policy.communicator(), policy.root(), &type,
                                           sizeof type);
    partial const whole = exchange.run(
        [&] { return detail::length_of_part(first, last); },
        [&](std::uint64_t begin) { return partial(policy.local(), begin, first, last); });
    if (!exchange.takes_result()) return detail::mean_type<value>();
    // the identity of addition, also for sums of zeros
    return detail::divided<value>(whole.total(sum(-0.0)),
                                  static_cast<std::size_t>(exchange.count()));
}

/// Finds the first of the smallest elements of all ranks.
/// @return its index among the elements of all ranks; their number if there are none; 0 on ranks
/// that take no result
/// @param policy `gpu::automatic.across(communicator)`
/// @param first the first element of this rank
/// @param last the end
/// @param compare `std::less<>` or `std::greater<>`
template <detail::block_iterator I, class Compare = std::less<>>
[[nodiscard]] std::uint64_t min_element(policy::distributed<MPI_Comm> const& policy, I first,
                                        I last, Compare compare = {}) {
    return detail::search_across<found_element::first_smallest>(policy, first, last, compare);
}

/// Finds the first of the largest elements of all ranks.
/// @return its index among the elements of all ranks, as min_element does
/// @param policy `gpu::automatic.across(communicator)`
/// @param first the first element of this rank
/// @param last the end
/// @param compare `std::less<>` or `std::greater<>`
template <detail::block_iterator I, class Compare = std::less<>>
[[nodiscard]] std::uint64_t max_element(policy::distributed<MPI_Comm> const& policy, I first,
                                        I last, Compare compare = {}) {
    return detail::search_across<found_element::first_largest>(policy, first, last, compare);
}

/// Finds the first of the smallest and the last of the largest elements of all ranks.
/// @return their indices among the elements of all ranks, as min_element does
/// @param policy `gpu::automatic.across(communicator)`
/// @param first the first element of this rank
/// @param last the end
/// @param compare `std::less<>` or `std::greater<>`
template <detail::block_iterator I, class Compare = std::less<>>
[[nodiscard]] std::pair<std::uint64_t, std::uint64_t>
minmax_element(policy::distributed<MPI_Comm> const& policy, I first, I last, Compare compare = {}) {
    auto const smallest =
        detail::search_across<found_element::first_smallest>(policy, first, last, compare);
    return {smallest,
            detail::search_across<found_element::last_largest>(policy, first, last, compare)};
}

/// @}

} // namespace gpu::inline v0
