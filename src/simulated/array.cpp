// SPDX-License-Identifier: Apache-2.0
#include "array.hpp"

#include <cstdint>
#include <string>

namespace gpu::inline v0::simulated {

void elements::check(std::size_t i, std::size_t count, char const* access,
                     std::source_location const& site) const {
    if (count <= count_ && i <= count_ - count) return;
    self_->fail(defect::bounds,
                std::string(access) + " of element " + std::to_string(i) +
                    (count > 1 ? " and " + std::to_string(count - 1) + " more" : "") + " of " +
                    std::to_string(count_) + " in " + to_string(memory_->kind()),
                site);
}

void elements::load(std::size_t i, std::size_t count, void* values,
                    std::source_location const& site) const {
    check(i, count, "a read", site);
    self_->load(*memory_, first_ + i * size_, values, count * size_, site);
}

void elements::store(std::size_t i, std::size_t count, void const* values,
                     std::source_location const& site) const {
    check(i, count, "a write", site);
    self_->store(*memory_, first_ + i * size_, values, count * size_, site);
}

std::size_t elements::bytes_before(std::size_t boundary) const {
    auto const address = reinterpret_cast<std::uintptr_t>(memory_->begin() + first_);
    return (boundary - address % boundary) % boundary;
}

elements elements::from(std::size_t offset, std::source_location const& site) const {
    check(offset, 0, "an array", site);
    return {*self_, *memory_, first_ + offset * size_, size_, count_ - offset};
}

} // namespace gpu::inline v0::simulated
