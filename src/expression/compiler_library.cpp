// SPDX-License-Identifier: Apache-2.0
#include "compiler_library.hpp"

#include <dlfcn.h>
#include <glob.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace gpu::inline v0::detail {
namespace {

/// Appends the files that match a pattern.
void add_matches(std::vector<std::string>& paths, std::string const& pattern) {
    glob_t found{};
    if (glob(pattern.c_str(), 0, nullptr, &found) == 0)
        paths.insert(paths.end(), found.gl_pathv, found.gl_pathv + found.gl_pathc);
    globfree(&found);
}

/// The reason why a file that exists cannot be loaded, without its path.
std::string load_error(std::string const& path) {
    char const* const words = dlerror();
    std::string text = words != nullptr ? words : "the loader gives no reason";
    if (text.starts_with(path + ": ")) text.erase(0, path.size() + 2);
    return path + " cannot be loaded (" + text + ")";
}

} // namespace

std::vector<std::string> usual_paths(std::string const& name) {
    std::vector<std::string> paths;
    add_matches(paths, "/usr/local/cuda/lib64/" + name);
    add_matches(paths, "/usr/local/cuda-*/lib64/" + name);
    add_matches(paths, "/usr/lib/*-linux-gnu/" + name);
    std::vector<std::string> prefixes;
    if (char const* const path = secure_getenv("VIRTUAL_ENV"))
        prefixes.push_back(std::string(path) + "/lib/python3*/site-packages");
    if (char const* const path = secure_getenv("HOME"))
        prefixes.push_back(std::string(path) + "/.local/lib/python3*/site-packages");
    prefixes.emplace_back("/usr/local/lib/python3*/*-packages");
    for (auto const& prefix : prefixes) add_matches(paths, prefix + "/nvidia/*/lib/" + name);
    return paths;
}

compiler_library load_compiler_library(std::string const& name, std::string const& named,
                                       char const* variable) {
    compiler_library library;
    auto const load = [&](std::string const& path) {
        library.handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (library.handle != nullptr) library.path = path;
        return library.handle != nullptr;
    };
    if (!named.empty()) {
        if (!load(named)) library.why_not = std::string(variable) + ": " + load_error(named);
        return library;
    }
    if (load(name)) return library;
    for (auto const& path : usual_paths(name)) {
        if (load(path)) return library;
        library.why_not += (library.why_not.empty() ? "" : "; ") + load_error(path);
    }
    if (library.why_not.empty())
        library.why_not = name +
                          " is not in the loader's path, the CUDA toolkit in /usr/local/cuda, "
                          "/usr/lib, or a wheel of PyPI; " +
                          variable + " may name it";
    return library;
}

} // namespace gpu::inline v0::detail
