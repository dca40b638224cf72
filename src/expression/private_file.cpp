// SPDX-License-Identifier: Apache-2.0
#include "private_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

namespace gpu::inline v0::detail {
namespace {

/// Closes a file.
class descriptor {
public:
    explicit descriptor(int number) : number_(number) {}
    descriptor(descriptor const&) = delete;
    descriptor& operator=(descriptor const&) = delete;
    ~descriptor() {
        if (number_ >= 0) close(number_);
    }
    [[nodiscard]] int get() const { return number_; }

private:
    int number_;
};

bool is_private(struct stat const& facts) {
    return facts.st_uid == geteuid() && (facts.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

bool write_all(int file, std::string const& bytes) {
    for (std::size_t done = 0; done < bytes.size();) {
        auto const count = ::write(file, bytes.data() + done, bytes.size() - done);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        done += static_cast<std::size_t>(count);
    }
    return true;
}

} // namespace

bool is_private_folder(std::string const& path) {
    struct stat facts {};
    return stat(path.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode) && is_private(facts);
}

void make_private_folder(std::string const& path) { (void)!mkdir(path.c_str(), S_IRWXU); }

std::string read_private_file(std::string const& path, std::uint64_t most_bytes) {
    descriptor const file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    struct stat facts {};
    if (file.get() < 0 || fstat(file.get(), &facts) != 0 || !S_ISREG(facts.st_mode) ||
        !is_private(facts) || static_cast<std::uint64_t>(facts.st_size) > most_bytes)
        return {};
    std::string bytes(static_cast<std::size_t>(facts.st_size), '\0');
    std::size_t size = 0;
    while (size < bytes.size()) {
        auto const count = ::read(file.get(), bytes.data() + size, bytes.size() - size);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        size += static_cast<std::size_t>(count);
    }
    bytes.resize(size);
    return bytes;
}

bool write_private_file(std::string const& path, std::string const& bytes) {
    std::string name = path + ".XXXXXX";
    descriptor const file(mkostemp(name.data(), O_CLOEXEC));
    if (file.get() < 0) return false;
    if (write_all(file.get(), bytes) && std::rename(name.c_str(), path.c_str()) == 0) return true;
    unlink(name.c_str());
    return false;
}

} // namespace gpu::inline v0::detail
