// SPDX-License-Identifier: Apache-2.0
#include "comparisons.hpp"

#include "by_number.hpp"

namespace tool {

std::vector<comparison> comparisons(numbers const& elements, std::uint32_t op) {
    return with_type(elements.type, [&]<class T>(std::type_identity<T>) {
        return comparisons_of<T>(elements, op);
    });
}

} // namespace tool
