// SPDX-License-Identifier: Apache-2.0
#include "mapped_file.hpp"

#include "quoted.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <string>
#include <system_error>

namespace tool {

namespace {

[[noreturn]] void fail(std::filesystem::path const& path, char const* what) {
    throw std::system_error(errno, std::generic_category(), quoted_path(path.native()) + what);
}

class open_descriptor {
public:
    explicit open_descriptor(int number) : number_(number) {}
    ~open_descriptor() {
        if (number_ >= 0) close(number_);
    }
    open_descriptor(open_descriptor const&) = delete;
    open_descriptor& operator=(open_descriptor const&) = delete;
    operator int() const { return number_; }

private:
    int number_;
};

char const* kind_of(mode_t mode) {
    switch (mode & S_IFMT) {
    case S_IFDIR: return "a directory";
    case S_IFIFO: return "a pipe";
    case S_IFSOCK: return "a socket";
    case S_IFCHR:
    case S_IFBLK: return "a device";
    default: return "of an unknown kind";
    }
}

void require_regular(std::filesystem::path const& path, struct stat const& status) {
    if (S_ISREG(status.st_mode)) return;
    throw std::invalid_argument(quoted_path(path.native()) + " is " + kind_of(status.st_mode) +
                                "; only regular files can be read");
}

std::span<std::byte const> map(std::filesystem::path const& path) {
    struct stat status {};
    if (stat(path.c_str(), &status) != 0) fail(path, " cannot be opened");
    // before it is opened: opening a pipe waits, opening a device can do anything
    require_regular(path, status);
    // O_NONBLOCK in case it has become a pipe since
    open_descriptor const file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
    if (file < 0) fail(path, " cannot be opened");
    if (fstat(file, &status) != 0) fail(path, " cannot be examined");
    require_regular(path, status);

    auto const size = static_cast<std::size_t>(status.st_size);
    if (size == 0) {
        std::byte first;
        ssize_t const read = pread(file, &first, 1, 0);
        if (read < 0) fail(path, " cannot be read");
        if (read > 0)
            throw std::invalid_argument(
                quoted_path(path.native()) +
                " has bytes but no size; only files of a known size can be read");
        return {};
    }
    void* const memory = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (memory == MAP_FAILED) fail(path, " cannot be mapped into memory");
    (void)madvise(memory, size, MADV_SEQUENTIAL); // advice, which may be refused
    return {static_cast<std::byte const*>(memory), size};
}

} // namespace

// Delegates, so that the destructor unmaps if the body throws.
mapped_file::mapped_file(std::filesystem::path const& path) : mapped_file(map(path)) {
    if (bytes_.empty()) return;
    guard_.emplace(bytes_, "gpualgo: " + quoted_path(path.native()) +
                               " became shorter, or its disk failed, while it was read\n");
}

mapped_file::~mapped_file() {
    guard_.reset();
    if (!bytes_.empty()) munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

} // namespace tool
