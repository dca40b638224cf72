// SPDX-License-Identifier: Apache-2.0
/// Code that an attacking caller would inject into a program. Prints its file name when it is
/// loaded.
#include <dlfcn.h>

#include <cstdio>
#include <string_view>

namespace {

[[gnu::constructor]] void intrude() {
    Dl_info here{};
    dladdr(reinterpret_cast<void const*>(&intrude), &here);
    std::string_view const path = here.dli_fname;
    std::printf("loads %s\n", path.substr(path.rfind('/') + 1).data());
}

} // namespace
