// SPDX-License-Identifier: Apache-2.0
#include "array_file.hpp"

#include "mapped_file.hpp"
#include "npy.hpp"
#include "streamed_file.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace tool {

namespace {

npy_header parse_raw(std::span<std::byte const> file, std::optional<element_type> stated) {
    element_type const type = type_of_raw(stated);
    std::size_t const count = count_of_raw(file.size(), type);
    return {type, {count}, false, count, 0};
}

/// @tparam File with its bytes in memory
template <class File>
array_file open_as(std::filesystem::path const& path, std::optional<element_type> stated) {
    auto file = std::make_shared<File const>(path);
    auto const bytes = file->bytes();
    try {
        bool const is_npy = path.extension() == ".npy" || begins_as_npy(bytes);
        npy_header header = is_npy ? parse_npy(bytes, stated) : parse_raw(bytes, stated);
        return {std::move(file),
                is_npy,
                header.type,
                std::move(header.shape),
                header.fortran_order,
                header.count,
                bytes.data() + header.offset};
    } catch (std::invalid_argument const& refused) {
        throw std::invalid_argument(input_name(path) + ": " + refused.what());
    }
}

} // namespace

element_type type_of_raw(std::optional<element_type> stated) {
    if (stated) return *stated;
    throw std::invalid_argument("this is no NPY file; --type must give the type of its elements: " +
                                element_type_names());
}

std::size_t count_of_raw(std::size_t bytes, element_type type) {
    element_facts const& facts = facts_of(type);
    if (bytes % facts.size == 0) return bytes / facts.size;
    throw std::invalid_argument(fmt::format("the file has {} bytes, no multiple of the {} of {}",
                                            bytes, facts.size, facts.name));
}

array_file open_array(std::filesystem::path const& path, std::optional<element_type> stated) {
    return is_streamed(path) ? open_as<streamed_file>(path, stated)
                             : open_as<mapped_file>(path, stated);
}

} // namespace tool
