// SPDX-License-Identifier: Apache-2.0
#include "fragments.hpp"

#include <bit>

// Embeds the files that src/cmake/fragments.cmake makes, and a table of their begin and end. The
// assembler finds them by its include path.
asm(R"(
    .macro embedded file
    .pushsection .rodata
    .balign 16
.Lbegin\@:
    .incbin "\file"
.Lend\@:
    .byte 0
    .popsection
    .quad .Lbegin\@, .Lend\@
    .endm

    .pushsection .data.rel.ro, "aw"
    .balign 16
    .globl gpualgo_embedded
    .hidden gpualgo_embedded
gpualgo_embedded:
    embedded "transform.cu"
    .irp value, 1, 2, 4, 8
    .irp total, 4, 8
    embedded "\value-\total-0-1-fold.fatbin"
    .irp ranges, 1, 2
    .irp aligned, 0, 1
    embedded "\value-\total-\ranges-\aligned-fold.fatbin"
    .endr
    .endr
    .endr
    .endr
    .irp value, 1, 2, 4, 8
    embedded "\value-0-select.fatbin"
    .irp targets, 1, 2
    .irp at_once, 0, 1
    embedded "\value-\targets-\at_once-select.fatbin"
    .endr
    .endr
    .endr
    .irp value, 1, 2, 4, 8
    .irp key, 4, 8
    .irp both, 0, 1
    .irp aligned, 0, 1
    embedded "\value-\key-\both-\aligned-extrema.fatbin"
    .endr
    .endr
    .endr
    .endr
    .irp value, 1, 2, 4, 8
    embedded "\value-find.fatbin"
    .endr
    .irp value, 1, 2, 4, 8
    .irp at_once, 0, 1
    embedded "\value-\at_once-scan.fatbin"
    .endr
    .endr
    embedded "made-find.fatbin"
    .irp key, 4, 8
    .irp both, 0, 1
    embedded "made-\key-\both-extrema.fatbin"
    .endr
    .endr
    .popsection
)");

namespace {

struct embedded_file {
    char const* begin;
    char const* end;
};

/// The reductions for one size of values and one of totals.
struct embedded_folds {
    embedded_file of_positions;
    embedded_file of_ranges[2][2]; ///< by ranges, and whether they are aligned
};

/// The selections for one size of values.
struct embedded_selections {
    embedded_file count;
    embedded_file copy[2][2]; ///< by targets, and whether they take tiles at once
};

struct embedded_files {
    embedded_file transform;
    embedded_folds fold[4][2];     ///< by bytes of a value, and bytes of a total
    embedded_selections select[4]; ///< by bytes of a value
    /// by bytes of a value, bytes of a key, whether for both ends, and whether aligned
    embedded_file extrema[4][2][2][2];
    embedded_file find[4];    ///< by bytes of a value
    embedded_file scan[4][2]; ///< by bytes of a value, and whether they take tiles at once
    embedded_file made_find;
    embedded_file made_extrema[2][2]; ///< by bytes of a key, and whether for both ends
};

} // namespace

extern "C" embedded_files const gpualgo_embedded;

namespace gpu::inline v0::detail {
namespace {

/// The index of a number's size in a table.
std::size_t index_of_size(std::size_t value_bytes) {
    return static_cast<std::size_t>(std::bit_width(value_bytes)) - 1;
}

std::span<char const> bytes_of(embedded_file const& file) { return {file.begin, file.end}; }

} // namespace

std::string_view transform_source() {
    return {gpualgo_embedded.transform.begin, gpualgo_embedded.transform.end};
}

std::span<char const> fold_fragment(std::size_t value_bytes, std::size_t total_bytes,
                                    std::size_t ranges, bool are_aligned) {
    auto const& folds = gpualgo_embedded.fold[index_of_size(value_bytes)][total_bytes / 8];
    return bytes_of(ranges == 0 ? folds.of_positions
                                : folds.of_ranges[ranges - 1][are_aligned ? 1 : 0]);
}

std::span<char const> select_fragment(std::size_t value_bytes, std::size_t targets,
                                      bool is_at_once) {
    auto const& selections = gpualgo_embedded.select[index_of_size(value_bytes)];
    return bytes_of(targets == 0 ? selections.count
                                 : selections.copy[targets - 1][is_at_once ? 1 : 0]);
}

std::span<char const> extrema_fragment(std::size_t value_bytes, std::size_t key_bytes, bool both,
                                       bool is_aligned) {
    auto const& searches = gpualgo_embedded.extrema[index_of_size(value_bytes)][key_bytes / 8];
    return bytes_of(searches[both ? 1 : 0][is_aligned ? 1 : 0]);
}

std::span<char const> find_fragment(std::size_t value_bytes) {
    return bytes_of(gpualgo_embedded.find[index_of_size(value_bytes)]);
}

std::span<char const> scan_fragment(std::size_t value_bytes, bool is_at_once) {
    return bytes_of(gpualgo_embedded.scan[index_of_size(value_bytes)][is_at_once ? 1 : 0]);
}

std::span<char const> made_find_fragment() { return bytes_of(gpualgo_embedded.made_find); }

std::span<char const> made_extrema_fragment(std::size_t key_bytes, bool both) {
    return bytes_of(gpualgo_embedded.made_extrema[key_bytes / 8][both ? 1 : 0]);
}

} // namespace gpu::inline v0::detail
