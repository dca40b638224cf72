// SPDX-License-Identifier: Apache-2.0
#include "write_file.hpp"

#include "quoted.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <system_error>

namespace tool {

namespace {

/// A temporary file that replaces another one, or is removed.
class replacement {
public:
    explicit replacement(std::filesystem::path const& path)
        : path_(path), temporary_(path.native() + ".XXXXXX"), number_(mkstemp(temporary_.data())) {
        if (number_ < 0) fail();
        struct stat old {};
        // the old permissions, if the system allows
        if (stat(path_.c_str(), &old) == 0) (void)!fchmod(number_, old.st_mode & 07777);
        else {
            mode_t const mask = umask(0); // the only way to read it
            umask(mask);
            (void)!fchmod(number_, 0666 & ~mask);
        }
    }
    ~replacement() {
        if (number_ >= 0) close(number_);
        if (!temporary_.empty()) unlink(temporary_.c_str());
    }
    replacement(replacement const&) = delete;
    replacement& operator=(replacement const&) = delete;

    void write(std::string_view bytes) {
        while (!bytes.empty()) {
            ssize_t const written = ::write(number_, bytes.data(), bytes.size());
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) fail();
            bytes.remove_prefix(static_cast<std::size_t>(written));
        }
    }

    /// Errors of the disk may come this late.
    void finish() {
        if (fsync(number_) != 0) fail();
        if (int const number = number_; number_ = -1, close(number) != 0) fail();
        if (std::rename(temporary_.c_str(), path_.c_str()) != 0) fail();
        temporary_.clear();
    }

private:
    [[noreturn]] void fail() const {
        throw std::system_error(errno, std::generic_category(),
                                quoted_path(path_.native()) + " cannot be written");
    }

    std::filesystem::path const& path_;
    std::string temporary_;
    int number_;
};

/// The file itself if the path is a link to it, or will be its name: the link stays a link. So does
/// /dev/stdout, a link to a pipe that has no path.
std::filesystem::path target_of(std::filesystem::path const& path) {
    namespace fs = std::filesystem;
    std::error_code failed;
    auto const status = fs::status(path, failed); // of that to which links lead
    if (fs::is_regular_file(status)) return fs::canonical(path);
    if (fs::exists(status))
        throw std::system_error(std::make_error_code(std::errc::invalid_argument),
                                quoted_path(path.native()) +
                                    " is no regular file, and is not replaced by one");
    if (status.type() != fs::file_type::not_found)
        throw std::system_error(failed, quoted_path(path.native()) + " cannot be written");
    auto target = path;
    while (fs::is_symlink(fs::symlink_status(target)))
        target = target.parent_path() / fs::read_symlink(target);
    return target;
}

} // namespace

void write_file(std::filesystem::path const& path, std::initializer_list<std::string_view> parts) {
    auto const target = target_of(path);
    replacement file(target);
    for (auto const part : parts) file.write(part);
    file.finish();
}

} // namespace tool
