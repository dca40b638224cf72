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
    .irp ranges, 0, 1, 2
    embedded "\value-\total-\ranges-fold.fatbin"
    .endr
    .endr
    .endr
    .irp value, 1, 2, 4, 8
    .irp targets, 0, 1, 2
    embedded "\value-\targets-select.fatbin"
    .endr
    .endr
    .popsection
)");

namespace {

struct embedded_file {
    char const* begin;
    char const* end;
};

struct embedded_files {
    embedded_file transform;
    embedded_file fold[4][2][3]; ///< by bytes of a value, bytes of a total, and ranges
    embedded_file select[4][3];  ///< by bytes of a value, and targets
};

} // namespace

extern "C" embedded_files const gpualgo_embedded;

namespace gpu::inline v0::detail {

std::string_view transform_source() {
    return {gpualgo_embedded.transform.begin, gpualgo_embedded.transform.end};
}

std::span<char const> fold_fragment(std::size_t value_bytes, std::size_t total_bytes,
                                    std::size_t ranges) {
    auto const& file =
        gpualgo_embedded.fold[std::bit_width(value_bytes) - 1][total_bytes / 8][ranges];
    return {file.begin, file.end};
}

std::span<char const> select_fragment(std::size_t value_bytes, std::size_t targets) {
    auto const& file = gpualgo_embedded.select[std::bit_width(value_bytes) - 1][targets];
    return {file.begin, file.end};
}

} // namespace gpu::inline v0::detail
