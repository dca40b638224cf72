# SPDX-License-Identifier: Apache-2.0
# How Doxygen reads the headers: awk -f filter.awk HEADER.

BEGIN {
    # The chapter of the reference that the names of a header are in. Headers of algorithms say theirs themselves.
    headers["types"] = "bfloat16 half"
    headers["distributed"] = "partial partial_extrema device_group sharded_vector"
    headers["explain"] = "explain explanation warp_counts"
    headers["own_kernels"] = "simulated launch_shape launch_arguments finding context array group code_location"
    headers["containers"] = "copy device_iterator device_vector soa_iterator soa_vector pinned_vector device_elements device_ptr device_reference uninitialized"
    headers["matrices"] = "matrix matrix_view matrix_batch epilogue"
    headers["devices"] = "device stream"
    headers["memory"] = "device_resource limiting_resource memory_resource memory_source pool_resource"
    headers["errors"] = "error"
    headers["operators"] = "functional"
    headers["policies"] = "policy report scan_policy"
    headers["version"] = "version"
    headers["canonical"] = "canonical"
    for (chapter in headers) {
        count = split(headers[chapter], names, " ")
        for (i = 1; i <= count; ++i) chapter_of[names[i]] = chapter
    }
    # Requirements in signatures have the names of doc/requirements.hpp.
    explained = "reduce_policy|mean_policy|scan_policy|scan_output|output_for|extrema_policy|select_policy|sort_policy|is_sorted_policy|sorted_policy|orders|compares|countable_iterator|edge_of|sortable_iterator|sortable_pair|sortable_range|random_access_pair|random_access_range|index_output|find_policy|pair_predicate_of|elementwise_policy|settable_iterator|settable_range|sequence_iterator|reversible_iterator|reversible_range|random_access_iterator|random_range|copy_target_for|viewable_range|device_view|device_rows|kernel_view|device_range|any_view|predicate_of|value_for|target_iterator|target_range_or_iterator|target_of_argument|any_policy|std_policy|input_iterator|forward_iterator|paired_iterator|forward_pair|" \
        "sentinel_for|iterator_of|input_range|range_of|lasting_range|not_a_sentinel_of|transforms_elements|comparator_of|listed_comparator|addressable|scanned_in_stream_order|" \
        "byte_iterator|block_iterator|searchable_part|readable_part|output_of_bytes|copy_output|copy_target|elementwise_output|output_position|matrix_like|operand_like|vector_like|arithmetic|matmul_scalar|partial_input|partial_policy|partially_reducible|counted_range|stored_number|number|iterator_t|range_value_t|computed_as|iterator_bounds"
}

function open_chapter() { print "/// @addtogroup " chapter; print "/// @{" }

FNR == 1 {
    name = FILENAME
    sub(/.*\//, "", name)
    sub(/\..*/, "", name)
    chapter = chapter_of[name]
    policies = name ~ /^(scan_)?policy$/
}

# These two lines make room for @addtogroup and @{: the others keep their numbers, which warnings have.
chapter != "" && (FNR == 1 || /^#pragma once$/) { next }

# What is between the public headers and the library is left out; but options are shown beside the policies, which inherit them.
policies { gsub(/namespace detail/, "namespace policy"); gsub(/detail::/, "") }
/^namespace detail \{/ { $0 = "/** @cond */ " $0 }
/^\} \/\/ namespace detail/ { $0 = $0 " /** @endcond */" }

# Users write gpu::reduce; Doxygen 1.9 knows no nested inline namespaces and would call it v0::reduce.
/^namespace gpu::inline v0/ {
    sub(/gpu::inline v0/, "gpu")
    print
    if (chapter != "") open_chapter()
    next
}
policies && /^namespace policy \{/ { print; open_chapter(); next }
chapter != "" && (/^\} \/\/ namespace gpu/ || (policies && /^\} \/\/ namespace policy/)) { $0 = "/** @} */ " $0 }

# The value that stands for an element of a device, if a program gives one.
{ gsub(/detail::value_given<T>/, "T") }

{
    while (match($0, "detail::(" explained ")[^a-z_]")) $0 = substr($0, 1, RSTART - 1) substr($0, RSTART + 8)
    print
}
