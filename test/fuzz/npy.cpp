// SPDX-License-Identifier: Apache-2.0
/// Any input is either an NPY file consistent with its header, or is refused with one line of
/// printable text.
#include "tool/npy.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

namespace {

void require(bool condition) {
    if (!condition) std::abort(); // also if assertions are off
}

void check(tool::npy_header const& header, std::span<std::byte const> file,
           std::optional<tool::element_type> stated) {
    auto const& facts = tool::facts_of(header.type);
    require(!stated || *stated == header.type);
    require(tool::begins_as_npy(file));
    require(header.offset <= file.size() && header.offset % facts.alignment == 0);
    require((file.size() - header.offset) % facts.size == 0 &&
            (file.size() - header.offset) / facts.size == header.count);
    std::size_t count = 1; // multiplied up here; the parser checks by division
    bool const is_empty =
        std::find(header.shape.begin(), header.shape.end(), std::size_t{0}) != header.shape.end();
    for (std::size_t const extent : header.shape) {
        if (is_empty) continue;
        require(header.count / extent >= count);
        count *= extent;
    }
    require(header.count == (is_empty ? 0 : count));
}

void parse(std::span<std::byte const> file, std::optional<tool::element_type> stated) {
    try {
        check(tool::parse_npy(file, stated), file, stated);
    } catch (std::invalid_argument const& refused) {
        std::string_view const sentence = refused.what();
        require(!sentence.empty() && sentence.size() < 2000);
        require(std::all_of(sentence.begin(), sentence.end(),
                            [](char c) { return c >= ' ' && c <= '~'; }));
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    auto const file = std::as_bytes(std::span(data, size));
    parse(file, std::nullopt);
    parse(file, tool::element_type::bfloat16);
    parse(file, tool::element_type::float32);
    return 0;
}
