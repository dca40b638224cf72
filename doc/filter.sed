# SPDX-License-Identifier: Apache-2.0
# How Doxygen reads the headers.

# Users write gpu::reduce; Doxygen 1.9 knows no nested inline namespaces and would call it v0::reduce.
s/namespace gpu::inline v0/namespace gpu/

# What is between the public headers and the library is left out.
s|^namespace detail {|/** @cond */ &|
s|^} // namespace detail|& /** @endcond */|

# Requirements in signatures have the names of doc/requirements.hpp.
s/detail::\(reduce_policy\|extrema_policy\|any_policy\|std_policy\|input_iterator\|forward_iterator\|paired_iterator\|forward_pair\)/\1/g
s/detail::\(sentinel_for\|iterator_of\|input_range\|range_of\|lasting_range\|not_a_sentinel_of\|transforms_elements\|comparator_of\)/\1/g
s/detail::\(addressable\|byte_iterator\|output_of_bytes\|matrix_like\|arithmetic\|matmul_scalar\|iterator_t\|range_value_t\)/\1/g
s/detail::\(computed_as\|iterator_bounds\)/\1/g
