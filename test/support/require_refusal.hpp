// SPDX-License-Identifier: Apache-2.0
/// @file
/// A check of a call that must be refused.
#pragma once

#include <catch2/catch.hpp>

#include <initializer_list>
#include <stdexcept>
#include <string>

namespace test {

/// Requires that a call is refused with a message that contains all of these words.
template <class Call>
void require_refusal(Call call, std::initializer_list<char const*> words) {
    std::string said;
    try {
        call();
        FAIL("should be refused");
    } catch (std::invalid_argument const& refused) {
        said = refused.what();
    }
    for (char const* const word : words) CHECK_THAT(said, Catch::Matchers::Contains(word));
}

} // namespace test
