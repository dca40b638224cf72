// SPDX-License-Identifier: Apache-2.0
#include "npy.hpp"

#include "npy_dictionary.hpp"
#include "quoted.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace tool {

namespace {

static_assert(std::endian::native == std::endian::little,
              "elements are used in the byte order of the file");

constexpr std::string_view magic = "\x93NUMPY";

template <class... Arguments>
[[noreturn]] void refuse(fmt::format_string<Arguments...> sentence, Arguments&&... arguments) {
    throw std::invalid_argument(fmt::format(sentence, std::forward<Arguments>(arguments)...));
}

std::string_view text_of(std::span<std::byte const> bytes) {
    return {reinterpret_cast<char const*>(bytes.data()), bytes.size()};
}

/// The little-endian number that the bytes are.
std::size_t number_in(std::string_view bytes) {
    std::size_t number = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        number |= std::size_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    return number;
}

/// The header's text. The elements follow it.
std::string_view header_of(std::string_view file) {
    if (!file.starts_with(magic))
        refuse("this is no NPY file: it begins with {}, not with {}",
               quoted_bytes(file.substr(0, magic.size())), quoted_bytes(magic));
    std::string_view const version = file.substr(magic.size(), 2);
    std::size_t const width = version.starts_with('\1') ? 2 : 4; // bytes of the header's length
    std::string_view const rest = file.substr(magic.size() + version.size());
    if (rest.size() < width) refuse("the file ends before its header, after {} bytes", file.size());
    if (version[0] < 1 || version[0] > 3 || version[1] != 0)
        refuse("the version of the NPY format is {}.{}; 1.0, 2.0 and 3.0 are allowed",
               number_in(version.substr(0, 1)), number_in(version.substr(1)));
    std::size_t const length = number_in(rest.substr(0, width));
    if (length > rest.size() - width)
        refuse("the file says that its header has {} bytes, but only {} follow", length,
               rest.size() - width);
    return rest.substr(width, length);
}

/// Words for elements of a type that the tool does not have.
std::string_view words_for(char letter) {
    switch (letter) {
    case 'b': return "bool (numbers are a.astype('uint8') in NumPy)";
    case 'O': return "Python objects";
    case 'S':
    case 'a': return "strings of bytes";
    case 'U': return "strings";
    case 'M': return "points in time";
    case 'm': return "spans of time";
    case 'V': return "bytes of no type";
    case 'i':
    case 'u': return "integers of another size";
    case 'f': return "floating-point numbers of another size";
    case 'c': return "complex numbers of another size";
    default: return "of an unknown type";
    }
}

[[noreturn]] void refuse_descr(std::string_view descr, std::string_view code) {
    bool const is_empty = code.size() > 1 && code.substr(1).find_first_not_of('0') == code.npos;
    refuse("the elements are {}{}, {}; allowed are {}", is_empty ? "of size zero: " : "",
           words_for(code.empty() ? ' ' : code[0]), quoted_bytes(descr), element_type_names());
}

element_type type_of(std::string_view descr, std::optional<element_type> stated) {
    std::string_view const order = descr.substr(0, 1);
    std::string_view const code = descr.substr(order.size());
    auto const found = find_element_type(&element_facts::descr, code);
    if (!found) refuse_descr(descr, code);
    element_facts const& facts = facts_of(*found);
    if (order == "<" || (facts.size == 1 && (order == "|" || order == ">"))) return *found;
    if (order == ">")
        refuse("the elements are big-endian, {}; only little-endian ones are allowed "
               "(a.astype('<{}') in NumPy)",
               quoted_bytes(descr), code);
    if (found != element_type::bfloat16 || order != "|")
        refuse("the elements have the byte order {} in {}; '<' is allowed", quoted_bytes(order),
               quoted_bytes(descr));
    if (stated != element_type::bfloat16)
        refuse("the elements are two bytes of no type, {}; if they are bfloat16, say so by --type "
               "bfloat16",
               quoted_bytes(descr));
    return *found;
}

/// The product of a shape. As in NumPy, a zero in it does not make up for other dimensions that are
/// too large.
std::size_t count_of(std::vector<std::size_t> const& shape, element_facts const& facts) {
    constexpr std::size_t most = std::numeric_limits<std::ptrdiff_t>::max();
    std::size_t count = 1;
    for (std::size_t const extent : shape) {
        if (extent > most / facts.size / count)
            refuse("the shape ({}) of {} is larger than any file", fmt::join(shape, ", "),
                   facts.name);
        if (extent != 0) count *= extent;
    }
    return std::find(shape.begin(), shape.end(), std::size_t{0}) == shape.end() ? count : 0;
}

} // namespace

bool begins_as_npy(std::span<std::byte const> file) { return text_of(file).starts_with(magic); }

npy_header parse_npy_header(std::span<std::byte const> begin, std::optional<element_type> stated) {
    std::string_view const text = text_of(begin);
    std::string_view const header = header_of(text);
    npy_dictionary dictionary = parse_npy_dictionary(header);
    element_type const type = type_of(dictionary.descr, stated);
    element_facts const& facts = facts_of(type);
    if (stated && stated != type)
        refuse("the elements are {}, not {} as --type says", facts.name, facts_of(*stated).name);
    std::size_t const count = count_of(dictionary.shape, facts);
    auto const offset = static_cast<std::size_t>(header.data() + header.size() - text.data());
    return {type, std::move(dictionary.shape), dictionary.fortran_order, count, offset};
}

void check_size(npy_header const& header, std::size_t present) {
    element_facts const& facts = facts_of(header.type);
    std::size_t const needed = header.count * facts.size;
    if (present != needed)
        refuse("the shape ({}) of {} takes {} bytes, but {} follow the header: the file is {}",
               fmt::join(header.shape, ", "), facts.name, needed, present,
               present < needed ? "truncated" : "too long");
}

npy_header parse_npy(std::span<std::byte const> file, std::optional<element_type> stated) {
    npy_header header = parse_npy_header(file, stated);
    check_size(header, file.size() - header.offset);
    element_facts const& facts = facts_of(header.type);
    if (header.offset % facts.alignment != 0)
        refuse("the elements begin at byte {}, which is no multiple of the {} that {} needs",
               header.offset, facts.alignment, facts.name);
    return header;
}

} // namespace tool
