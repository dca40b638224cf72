// SPDX-License-Identifier: Apache-2.0
#include "element_stream.hpp"

#include "array_file.hpp"
#include "streamed_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

namespace tool {

namespace {

/// Bytes per piece: more than caches hold, and whole subtrees of the canonical order.
constexpr std::size_t piece_bytes = std::size_t{1} << 25;

[[noreturn]] void refuse(std::filesystem::path const& path, std::string const& reason) {
    throw std::invalid_argument(input_name(path) + ": " + reason);
}

} // namespace

element_stream::element_stream(std::filesystem::path const& path,
                               std::optional<element_type> stated)
    : file_(path), buffer_(piece_bytes) {
    fill();
    std::span<std::byte const> const begin(buffer_.data(), filled_);
    try {
        if (path.extension() == ".npy" || begins_as_npy(begin))
            header_ = parse_npy_header(begin, stated);
        type_ = header_ ? header_->type : type_of_raw(stated);
    } catch (std::invalid_argument const& refused) {
        refuse(path, refused.what());
    }
    std::size_t const offset = header_ ? header_->offset : 0;
    std::copy(begin.begin() + static_cast<std::ptrdiff_t>(offset), begin.end(), buffer_.begin());
    filled_ -= offset;
    read_ = filled_;
}

std::span<std::byte const> element_stream::next() {
    if (delivered_ != 0) {
        filled_ = 0;
        fill();
        read_ += filled_;
    } else if (!has_ended_) { // the header has left room
        std::size_t const before = filled_;
        fill();
        read_ += filled_ - before;
    }
    check();
    delivered_ = filled_;
    return {buffer_.data(), filled_};
}

/// Reads until the buffer is full, or to the end.
void element_stream::fill() {
    while (filled_ < buffer_.size() && !has_ended_) {
        auto const count = file_.read({buffer_.data() + filled_, buffer_.size() - filled_});
        has_ended_ = count == 0;
        filled_ += count;
    }
}

/// Checks the size, as far as it is known.
void element_stream::check() const {
    try {
        if (!header_) {
            if (has_ended_) (void)count_of_raw(read_, type_);
        } else if (has_ended_) {
            check_size(*header_, read_);
        } else if (read_ > header_->count * facts_of(type_).size) {
            throw std::invalid_argument(
                fmt::format("the shape ({}) of {} takes {} bytes, but more follow the header",
                            fmt::join(header_->shape, ", "), facts_of(type_).name,
                            header_->count * facts_of(type_).size));
        }
    } catch (std::invalid_argument const& refused) {
        refuse(file_.path(), refused.what());
    }
}

} // namespace tool
