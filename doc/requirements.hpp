// SPDX-License-Identifier: Apache-2.0
/// @file
/// The names that stand in signatures of the reference in place of internal ones. Read by Doxygen
/// only: no program includes this file, and doc/filter.awk puts the names into the headers' text.
#pragma once

namespace gpu::inline v0 {

/// A policy of `reduce` and `transform_reduce`: `gpu::automatic`, `neighbored`, `neighbored_less`,
/// `interleaved`, `bank_conflict_free`, `cg_tile<N>`, `warp_shuffle` or `vendor`.
template <class P>
concept reduce_policy = true;

/// A policy of `mean`: those of `reduce`, or one of `std::execution`.
template <class P>
concept mean_policy = true;

/// A policy that scans accept: `gpu::automatic`, `gpu::hillis_steele` ... or one of
/// `std::execution`.
template <class P>
concept scan_policy = true;

/// A policy of searches: `gpu::automatic` with its options.
template <class P>
concept extrema_policy = true;

/// A policy of functions that count and select: `gpu::automatic`, `warp_shuffle` or `vendor`.
template <class P>
concept select_policy = true;

/// A policy of searches for the first match: `gpu::automatic` with its options, or one of
/// `std::execution`.
template <class P>
concept find_policy = true;

/// A callable whose result for an element of an `I` and one of a `J` converts to bool.
template <class Predicate, class I, class J>
concept pair_predicate_of = true;

/// A policy of functions that sort: `gpu::automatic` or `vendor`.
template <class P>
concept sort_policy = true;

/// A policy of `is_sorted` and `is_sorted_until`: `gpu::automatic` with its options.
template <class P>
concept is_sorted_policy = true;

/// An iterator of random access, whose elements can be assigned to.
template <class I>
concept sortable_iterator = true;

/// A `sortable_iterator`, two of which bound a range.
template <class I>
concept sortable_pair = true;

/// A range whose iterators are `sortable_iterator`s.
template <class R>
concept sortable_range = true;

/// An iterator of random access, two of which bound a range.
template <class I>
concept random_access_pair = true;

/// A range of random access.
template <class R>
concept random_access_range = true;

/// An iterator through which indices can be written.
template <class O>
concept index_output = true;

/// A policy of `merge`, `lower_bound`, `upper_bound`, `histogram`, `unique`, `unique_copy`,
/// `remove`, `remove_if` and `reduce_by_key`: `gpu::automatic` with its options.
template <class P>
concept sorted_policy = true;

/// A comparator of the elements of an `A` and a `B`; a strict weak order.
template <class C, class A, class B>
concept orders = true;

/// An iterator to integers of 8 to 64 bits, `float`, `double`, `gpu::half` or `gpu::bfloat16`.
template <class I>
concept countable_iterator = true;

/// A callable whose result for an element of an `I` converts to bool.
template <class Predicate, class I>
concept predicate_of = true;

/// A type that elements of an `I` can be compared with by `==`.
template <class T, class I>
concept value_for = true;

/// An output iterator.
template <class O>
concept target_iterator = true;

/// An output iterator, or a range that elements are written to.
template <class O>
concept target_range_or_iterator = true;

/// Any policy of this library. Those that an algorithm does not accept are a compile error, which
/// lists the ones that it does.
template <class P>
concept any_policy = true;

/// An execution policy of the standard library, such as `std::execution::par`.
template <class P>
concept std_policy = true;

/// An iterator that can be read at least once, of C++17 or C++20.
template <class I>
concept input_iterator = true;

/// An iterator that can be read more than once.
template <class I>
concept forward_iterator = true;

/// An iterator to contiguous elements of type `Value`, on the host or on a device.
template <class I, class Value>
concept partial_input = true;

/// `gpu::policy::automatic`, or it on a `gpu::device_group`.
template <class P>
concept partial_policy = true;

/// Types, an operator and a transform with precompiled kernels.
template <class T, class Value, class Op, class F>
concept partially_reducible = true;

/// An iterator that can be read, two of which bound a range.
template <class I>
concept paired_iterator = true;

/// A `forward_iterator`, two of which bound a range.
template <class I>
concept forward_pair = true;

/// The end of a range that begins with an `I`: another `I`, or a sentinel.
template <class S, class I>
concept sentinel_for = true;

/// An iterator whose elements convert to `T`.
template <class I, class T>
concept iterator_of = true;

/// A policy of elementwise algorithms: `gpu::automatic` with its options.
template <class P>
concept elementwise_policy = true;

/// A `forward_iterator` to elements that a `T` can be assigned to.
template <class I, class T>
concept settable_iterator = true;

/// A range of elements that a `T` can be assigned to.
template <class R, class T>
concept settable_range = true;

/// An iterator to elements that the values of a sequence of `T` can be assigned to.
template <class I, class T>
concept sequence_iterator = true;

/// An iterator that can step back, two of which bound a range.
template <class I>
concept reversible_iterator = true;

/// A range whose iterators can step back.
template <class R>
concept reversible_range = true;

/// An iterator that advances by any number of elements at once.
template <class I>
concept random_access_iterator = true;

/// A range of such iterators.
template <class R>
concept random_range = true;

/// An iterator to elements that those of an `I` can be assigned to.
template <class O, class I>
concept copy_target_for = true;

/// A range of random-access iterators that is an lvalue, or whose iterators outlive it.
template <class R>
concept viewable_range = true;

/// A view of ranges on a device.
template <class R>
concept device_view = true;

/// A view of ranges on a device; or a soa_vector, if F is an expression.
template <class R, class F>
concept device_rows = true;

/// A view that kernels can be made of.
template <class R>
concept kernel_view = true;

/// A range on a device.
template <class R>
concept device_range = true;

/// A view of gpu::views.
template <class R>
concept any_view = true;

/// Anything with a begin and an end: a container, an array, a view.
template <class R>
concept input_range = true;

/// An `input_range` whose elements can be counted before they are read.
template <class R>
concept counted_range = true;

/// An output iterator, and no range.
template <class O>
concept output_position = true;

/// A `counted_range`, whose size is checked, or an `output_position`.
template <class O>
concept elementwise_output = true;

/// An integer of up to 64 bits, bool, float or double.
template <class T>
concept number = true;

/// A `number`, gpu::half or gpu::bfloat16.
template <class T>
concept stored_number = true;

/// An `input_range` whose elements convert to `T`.
template <class R, class T>
concept range_of = true;

/// An `input_range` that lives on after the call, so that an iterator of it can be returned.
template <class R>
concept lasting_range = true;

/// A comparator that is precompiled for elements of type `T`: `std::less` or `std::greater`.
template <class C, class T>
concept listed_comparator = true;

/// An iterator through which results can be written.
template <class O>
concept scan_output = true;

/// An output iterator, or a range that is as long as an `R` and not a temporary.
template <class Out, class R>
concept output_for = true;

/// A type that does not end a range that begins with an `R`. It keeps `reduce(pointer, pointer)`
/// apart from `reduce(range, init)`.
template <class X, class R>
concept not_a_sentinel_of = true;

/// A function of one element per iterator.
template <class F, class... I>
concept transforms_elements = true;

/// A comparator of the projected elements of `I`; a strict weak order.
template <class C, class I, class Projection>
concept comparator_of = true;

/// An iterator of contiguous memory, of the host or of a device.
template <class I>
concept addressable = true;

/// An `addressable` iterator, or one of a view that kernels make.
template <class I>
concept scanned_in_stream_order = true;

/// An `addressable` iterator to elements that are trivially copyable.
template <class I>
concept byte_iterator = true;

/// A `byte_iterator`, or a `forward_iterator` of the host.
template <class I>
concept block_iterator = true;

/// A `block_iterator` to elements of type `T`.
template <class I, class T>
concept searchable_part = true;

/// An `input_iterator` of the host to elements of type `Value`.
template <class I, class Value>
concept readable_part = true;

/// A `byte_iterator` that elements of type `T` can be written to.
template <class O, class T>
concept output_of_bytes = true;
/// As output_of_bytes, or an iterator of the host that only takes values, such as
/// std::back_inserter.
template <class O, class T>
concept copy_output = true;

/// As copy_output for the elements at I. Or contiguous and trivially copyable elements, to which
/// those at I convert.
template <class O, class I>
concept copy_target = true;

/// Anything with the members `extent(r)`, `stride(r)` and `data_handle()` of `std::mdspan`, of two
/// dimensions: `gpu::matrix`, `gpu::matrix_view`, `std::mdspan`.
template <class M>
concept matrix_like = true;

/// A `matrix_like`, or a batch of matrices: `gpu::matrix_batch`, `gpu::matrix_pointers`.
template <class M>
concept operand_like = true;

/// A vector in contiguous memory, with `data()` and `size()`: `gpu::device_vector`, `std::vector`.
template <class V>
concept vector_like = true;

/// A number of the language.
template <class T>
concept arithmetic = true;

/// @defgroup requirements Types in signatures
/// Types that follow from an argument. They explain; programs do not write them.
/// @{

/// The type of alpha and beta: that in which the products of `A` are summed.
template <class A>
using matmul_scalar = A;

/// The type that a transform of a `T` has: `float` for the 16-bit numbers, otherwise `T`.
template <class T>
using computed_as = T;

/// The vector that an iterator is checked against if `GPUALGO_DEBUG` is defined; otherwise nothing.
class iterator_bounds {};

/// The iterator of a range.
template <class R>
using iterator_t = R;

/// The type of a range's elements.
template <class R>
using range_value_t = R;

/// The iterator type of a target: that of a range, or the type itself.
template <class O>
using target_of_argument = O;

/// The type of the edges of bins for the elements of an `I`: `double` for `double`, `float` for
/// other floating-point types, `std::uint64_t` for itself, `std::int64_t` for other integers.
template <class I>
using edge_of = double;

/// @}

} // namespace gpu::inline v0
