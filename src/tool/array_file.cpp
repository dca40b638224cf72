// SPDX-License-Identifier: Apache-2.0
#include "array_file.hpp"

#include "npy.hpp"
#include "quoted.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace tool {

namespace {

npy_header parse_raw(std::span<std::byte const> file, std::optional<element_type> stated) {
    if (!stated)
        throw std::invalid_argument("this is no NPY file; --type has to say what it holds: " +
                                    element_type_names());
    element_facts const& facts = facts_of(*stated);
    if (file.size() % facts.size != 0)
        throw std::invalid_argument(
            fmt::format("the file has {} bytes, no multiple of the {} of {}", file.size(),
                        facts.size, facts.name));
    std::size_t const count = file.size() / facts.size;
    return {*stated, {count}, false, count, 0};
}

} // namespace

array_file open_array(std::filesystem::path const& path, std::optional<element_type> stated) {
    auto file = std::make_unique<mapped_file const>(path);
    auto const bytes = file->bytes();
    try {
        npy_header header = path.extension() == ".npy" || begins_as_npy(bytes)
                                ? parse_npy(bytes, stated)
                                : parse_raw(bytes, stated);
        return {std::move(file),      header.type,  std::move(header.shape),
                header.fortran_order, header.count, bytes.data() + header.offset};
    } catch (std::invalid_argument const& refused) {
        throw std::invalid_argument(quoted_path(path.native()) + ": " + refused.what());
    }
}

} // namespace tool
