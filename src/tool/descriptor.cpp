// SPDX-License-Identifier: Apache-2.0
#include "descriptor.hpp"

#include "streamed_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace tool {

descriptor::descriptor(std::filesystem::path path)
    : path_(std::move(path)),
      number_(path_ == "-" ? STDIN_FILENO : open(path_.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (number_ < 0)
        throw std::system_error(errno, std::generic_category(),
                                input_name(path_) + " cannot be opened");
    if (isatty(number_) == 1) {
        if (number_ != STDIN_FILENO) close(number_);
        throw std::invalid_argument(input_name(path_) +
                                    " is a terminal; numbers are read from files and pipes");
    }
}

descriptor::~descriptor() {
    if (number_ != STDIN_FILENO) close(number_);
}

std::size_t descriptor::read(std::span<std::byte> target) const {
    for (;;) {
        ssize_t const count = ::read(number_, target.data(), target.size());
        if (count >= 0) return static_cast<std::size_t>(count);
        if (errno != EINTR)
            throw std::system_error(errno, std::generic_category(),
                                    input_name(path_) + " cannot be read");
    }
}

} // namespace tool
