// SPDX-License-Identifier: Apache-2.0
#include "streamed_file.hpp"

#include "descriptor.hpp"
#include "progress.hpp"
#include "quoted.hpp"

#include <gpualgo/device.hpp>
#include <gpualgo/error.hpp>

#include <fmt/format.h>

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>

namespace tool {

namespace {

constexpr std::size_t first_size = std::size_t{1} << 16;

[[noreturn]] void refuse(std::filesystem::path const& path, std::size_t read, std::size_t needed,
                         std::size_t free) {
    throw gpu::out_of_memory(
        fmt::format("{} does not fit into the host's memory: {} bytes were read, {} are free",
                    input_name(path), read, free),
        needed, free);
}

} // namespace

bool is_streamed(std::filesystem::path const& path) {
    struct stat status {};
    if (path == "-") return true;
    return stat(path.c_str(), &status) == 0 &&
           (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
}

std::string input_name(std::filesystem::path const& path) {
    return path == "-" ? "standard input" : quoted_path(path.native());
}

void streamed_file::release::operator()(std::byte* memory) const noexcept { std::free(memory); }

streamed_file::streamed_file(std::filesystem::path const& path) {
    descriptor const file(path);
    progress shown;
    std::size_t room = 0;
    for (;;) {
        if (size_ == room) {
            room = std::max(first_size, 2 * room);
            auto const free = gpu::device::host().memory().free;
            // realloc moves pages of large blocks instead of bytes
            auto* const larger = room - size_ > free ? nullptr : std::realloc(bytes_.get(), room);
            if (larger == nullptr) refuse(path, size_, room - size_, free);
            (void)bytes_.release(); // realloc has freed it
            bytes_.reset(static_cast<std::byte*>(larger));
            shown.show(fmt::format("reading {}: {} MiB", input_name(path), size_ >> 20));
        }
        auto const count = file.read({bytes_.get() + size_, room - size_});
        if (count == 0) return;
        size_ += count;
    }
}

} // namespace tool
