// SPDX-License-Identifier: Apache-2.0
#include "tool/quoted.hpp"

#include <catch2/catch.hpp>

#include <string>

TEST_CASE("quoted: bytes of a file stay on the line and off the terminal") {
    CHECK(tool::quoted_bytes("") == "''");
    CHECK(tool::quoted_bytes("plain ~") == "'plain ~'");
    CHECK(tool::quoted_bytes(std::string("\0\n\x1b[2J\x7f\x80\xff", 9)) ==
          "'\\x00\\x0a\\x1b[2J\\x7f\\x80\\xff'");
    CHECK(tool::quoted_bytes(std::string(60, 'a')) == "'" + std::string(60, 'a') + "'");
    CHECK(tool::quoted_bytes(std::string(61, 'a')) == "'" + std::string(60, 'a') + "'...");
}

TEST_CASE("quoted: names of files stay readable") {
    CHECK(tool::quoted_path("a b\nc\x7f") == "'a b\\x0ac\\x7f'");
    CHECK(tool::quoted_path("\xec\x88\x98.npy") == "'\xec\x88\x98.npy'");
    CHECK(tool::quoted_path(std::string(300, 'a')).size() == 302);
}
