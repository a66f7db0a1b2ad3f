#include "node/host_files.h"

#include "archive/archive.h"
#include "inlet/config.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <dirent.h>
#include <fcntl.h>
#include <limits>
#include <sys/stat.h>
#include <system_error>
#include <tuple>
#include <unistd.h>
#include <utility>

namespace inlet {

namespace {

/// Besides HostFiles::Mode: as to_update, of a file that there is.
constexpr std::uint32_t to_reopen = 3;

std::int32_t error_of(int host_error) {
    switch (host_error) {
    case ENOENT: return HostFiles::not_found;
    case EMFILE:
    case ENFILE: return HostFiles::too_many;
    case EIO: return HostFiles::failed;
    case ENOSPC:
    case EDQUOT:
    case EFBIG: return HostFiles::no_space;
    case EEXIST:
    case ENOTEMPTY: return HostFiles::exists;
    default: return HostFiles::refused;
    }
}

std::uint64_t fnv(std::uint64_t hash, std::span<const std::uint8_t> bytes) {
    for (const std::uint8_t byte : bytes) hash = (hash ^ byte) * 0x100000001b3u;
    return hash;
}

/// read() or write() until all is done, the file ends, or the host fails: what was done until then
/// counts.
template <typename Call> std::int32_t whole(std::size_t bytes, Call call) {
    std::size_t done = 0;
    while (done < bytes) {
        const ssize_t part = call(done, bytes - done);
        if (part < 0 && errno == EINTR) continue;
        if (part < 0 && done == 0)
            return errno == EBADF                           ? HostFiles::bad
                   : error_of(errno) == HostFiles::no_space ? HostFiles::no_space
                                                            : HostFiles::failed;
        if (part <= 0) break;
        done += static_cast<std::size_t>(part);
    }
    return static_cast<std::int32_t>(done);
}

/// False: with the reason in errno.
bool is_plain(int directory, const char *name) {
    struct stat status {};
    if (::fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) != 0) return false;
    errno = EPERM;
    return S_ISREG(status.st_mode);
}

} // namespace

HostFiles::HostFiles(const std::string &root, Answered answered, Recorded recorded, Input input)
    : answered_(std::move(answered)), recorded_(std::move(recorded)), input_(std::move(input)) {
    if (root.empty() || recorded_) return;
    root_ = ::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (root_ < 0)
        throw UserError("--io-root " + root + ": " + std::generic_category().message(errno));
    confined_ = std::make_unique<Confined>(root_);
}

HostFiles::~HostFiles() {
    if (root_ >= 0) ::close(root_);
}

HostFiles::Shared::~Shared() { ::close(file); }

/// Calls `call` with the host's directory that has the path's last name, and that name. Name by
/// name, so that no link is followed anywhere. Gives what `call` gives; -1: the host's error.
template <typename Call> std::int32_t HostFiles::in_directory(std::string_view path, Call call) {
    std::int32_t value = 0;
    confined_->call([&] {
        int directory = root_;
        for (std::string_view rest = path;;) {
            const std::size_t slash = rest.find('/');
            const std::string name(rest.substr(0, slash));
            const bool last = slash == std::string_view::npos;
            int result = -1;
            errno = EPERM;
            if (!name.empty() && name != "." && name != ".." &&
                name.find('\0') == std::string::npos)
                result = last ? call(directory, name.c_str())
                              : ::openat(directory, name.c_str(),
                                         O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
            const int host_error = errno;
            if (directory != root_) ::close(directory);
            value = result < 0 ? error_of(host_error) : result;
            if (result < 0 || last) return;
            directory = result;
            rest.remove_prefix(slash + 1);
        }
    });
    return value;
}

/// The host's file, or an error.
std::int32_t HostFiles::open_host(std::string_view path, std::uint32_t mode) {
    constexpr int flags[] = {O_RDONLY, O_RDWR | O_CREAT | O_TRUNC, O_RDWR | O_CREAT, O_RDWR};
    const std::int32_t file = in_directory(path, [&](int directory, const char *name) {
        // Opening a device or a FIFO may have effects.
        if (!is_plain(directory, name) && errno != ENOENT) return -1;
        return ::openat(directory, name, flags[mode] | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC, 0666);
    });
    if (file < 0) return file;
    struct stat status {};
    if (::fstat(file, &status) == 0 && S_ISREG(status.st_mode)) return file;
    ::close(file);
    return refused;
}

template <typename Call> std::int32_t HostFiles::answer(std::span<std::uint8_t> read, Call call) {
    if (recorded_) return recorded_(read);
    const std::int32_t value = call();
    if (answered_) {
        const auto count = static_cast<std::size_t>(std::max(value, 0));
        answered_(value, read.first(std::min(read.size(), count)));
    }
    return value;
}

std::int32_t HostFiles::open(std::string_view path, std::uint32_t mode) {
    return answer({}, [&] { return open_file(path, mode); });
}

std::int32_t HostFiles::close(std::int32_t descriptor) {
    return answer({}, [&]() -> std::int32_t {
        File *file = find(descriptor);
        if (!file) return bad;
        *file = {};
        return 0;
    });
}

std::int32_t HostFiles::read(std::int32_t descriptor, std::span<std::uint8_t> to) {
    const std::int32_t bytes = answer(to, [&] {
        return descriptor == standard_input ? read_input(to) : read_file(descriptor, to);
    });
    return std::min(bytes, static_cast<std::int32_t>(to.size())); // a trace may say more
}

std::int32_t HostFiles::write(std::int32_t descriptor, std::span<const std::uint8_t> from) {
    return answer({}, [&] { return write_file(descriptor, from); });
}

std::int32_t HostFiles::seek(std::int32_t descriptor, std::int32_t offset, std::uint32_t from) {
    return answer({}, [&] { return seek_file(descriptor, offset, from); });
}

std::int32_t HostFiles::truncate(std::int32_t descriptor, std::int32_t size) {
    return answer({}, [&]() -> std::int32_t {
        const File *file = find(descriptor);
        if (!file || size < 0) return bad;
        return ::ftruncate(file->shared->file, size) == 0 ? 0 : error_of(errno);
    });
}

std::int32_t HostFiles::make_directory(std::string_view path) {
    return answer({}, [&]() -> std::int32_t {
        if (root_ < 0) return no_root;
        return in_directory(
            path, [](int directory, const char *name) { return ::mkdirat(directory, name, 0777); });
    });
}

std::int32_t HostFiles::remove_directory(std::string_view path) {
    return answer({}, [&]() -> std::int32_t {
        if (root_ < 0) return no_root;
        return in_directory(path, [](int directory, const char *name) {
            return ::unlinkat(directory, name, AT_REMOVEDIR);
        });
    });
}

std::int32_t HostFiles::remove(std::string_view path) {
    return answer({}, [&]() -> std::int32_t {
        if (root_ < 0) return no_root;
        return in_directory(path, [](int directory, const char *name) {
            return is_plain(directory, name) ? ::unlinkat(directory, name, 0) : -1;
        });
    });
}

std::int32_t HostFiles::rename(std::string_view from, std::string_view to) {
    return answer({}, [&]() -> std::int32_t {
        if (root_ < 0) return no_root;
        int reason = 0;
        const std::int32_t result = in_directory(from, [&](int directory, const char *name) {
            if (!is_plain(directory, name)) return -1;
            reason = in_directory(to, [&](int other, const char *other_name) {
                return ::renameat(directory, name, other, other_name);
            });
            return 0;
        });
        return result < 0 ? result : reason;
    });
}

std::int32_t HostFiles::status(std::string_view path, std::span<std::uint8_t> size) {
    std::int32_t kind = 0;
    const std::int32_t result = answer(size, [&]() -> std::int32_t {
        if (root_ < 0) return no_root;
        struct stat status {};
        const std::int32_t found = in_directory(path, [&](int directory, const char *name) {
            return ::fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW);
        });
        if (found < 0) return found;
        if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) return refused;
        for (std::size_t i = 0; i < size.size(); ++i)
            size[i] = static_cast<std::uint8_t>(status.st_size >> 8 * i);
        kind = S_ISREG(status.st_mode) ? plain : directory;
        return static_cast<std::int32_t>(size.size()) + kind; // all of the size is kept in a trace
    });
    return result < 0 ? result : result - static_cast<std::int32_t>(size.size());
}

std::int32_t HostFiles::entry(std::string_view path, std::uint32_t number,
                              std::span<std::uint8_t> to) {
    const std::int32_t bytes = answer(to, [&]() -> std::int32_t {
        if (root_ < 0) return no_root;
        const auto open_directory = [](int directory, const char *name) {
            return ::openat(directory, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        };
        int file = -1;
        if (path.empty())
            confined_->call([&] { file = open_directory(root_, "."); });
        else
            file = in_directory(path, open_directory);
        if (file < 0) return path.empty() ? refused : file;
        DIR *directory = ::fdopendir(file);
        if (!directory) {
            ::close(file);
            return failed;
        }
        std::vector<std::string> names;
        while (const dirent *found = ::readdir(directory)) {
            const std::string name = found->d_name;
            struct stat status {};
            if (name != "." && name != ".." &&
                ::fstatat(file, found->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
                (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)))
                names.push_back(name);
        }
        ::closedir(directory);
        if (number >= names.size()) return 0;
        const auto place = names.begin() + static_cast<std::ptrdiff_t>(number);
        std::nth_element(names.begin(), place, names.end());
        if (place->size() > to.size()) return bad;
        std::copy(place->begin(), place->end(), to.begin());
        return static_cast<std::int32_t>(place->size());
    });
    return std::min(bytes, static_cast<std::int32_t>(to.size()));
}

std::int32_t HostFiles::open_file(std::string_view path, std::uint32_t mode) {
    if (root_ < 0) return no_root;
    if (mode > to_update) return bad;
    const auto place =
        std::find_if(files_.begin(), files_.end(), [](const File &file) { return !file.shared; });
    const auto descriptor = static_cast<std::int32_t>(place - files_.begin());
    if (files_.size() == most_files && place == files_.end()) return too_many;
    std::erase_if(shared_, [](const auto &entry) { return entry.second.expired(); });
    std::weak_ptr<Shared> &known = shared_[{std::string(path), mode != to_read}];
    std::shared_ptr<Shared> shared = known.lock();
    if (!shared) {
        if (shared_.size() > most_different) return too_many;
        const std::int32_t file = open_host(path, mode);
        if (file < 0) return file;
        known = shared = std::make_shared<Shared>(file);
    } else if (mode == to_write && ::ftruncate(shared->file, 0) != 0) {
        return failed;
    }
    if (place == files_.end()) files_.emplace_back();
    files_[static_cast<std::size_t>(descriptor)] = {std::move(shared), 0};
    return descriptor;
}

HostFiles::File *HostFiles::find(std::int32_t descriptor) {
    const auto place = static_cast<std::size_t>(descriptor);
    return descriptor >= 0 && place < files_.size() && files_[place].shared ? &files_[place]
                                                                            : nullptr;
}

std::int32_t HostFiles::read_file(std::int32_t descriptor, std::span<std::uint8_t> to) {
    File *file = find(descriptor);
    if (!file) return bad;
    const std::int32_t done = whole(to.size(), [&](std::size_t at, std::size_t bytes) {
        return ::pread(file->shared->file, to.data() + at, bytes,
                       file->position + static_cast<off_t>(at));
    });
    file->position += std::max(done, 0);
    return done;
}

std::int32_t HostFiles::write_file(std::int32_t descriptor, std::span<const std::uint8_t> from) {
    File *file = find(descriptor);
    if (!file) return bad;
    const std::int32_t done = whole(from.size(), [&](std::size_t at, std::size_t bytes) {
        return ::pwrite(file->shared->file, from.data() + at, bytes,
                        file->position + static_cast<off_t>(at));
    });
    file->position += std::max(done, 0);
    return done;
}

std::int32_t HostFiles::seek_file(std::int32_t descriptor, std::int32_t offset,
                                  std::uint32_t from) {
    File *file = find(descriptor);
    struct stat status {};
    if (!file || from > 2 || ::fstat(file->shared->file, &status) != 0) return bad;
    const std::int64_t starts[] = {0, file->position, status.st_size};
    const std::int64_t position = starts[from] + offset;
    if (position < 0 || position > std::numeric_limits<std::int32_t>::max()) return bad;
    file->position = position;
    return static_cast<std::int32_t>(position);
}

/// Of the first `size` bytes; 0 where there are not so many.
std::uint64_t HostFiles::Shared::hash(std::uint64_t size) const {
    std::uint64_t hash = Consumed().hash;
    std::vector<std::uint8_t> part(1 << 16);
    for (std::uint64_t at = 0; at < size;) {
        const auto wanted =
            static_cast<std::size_t>(std::min<std::uint64_t>(part.size(), size - at));
        const std::int32_t done = whole(wanted, [&](std::size_t from, std::size_t bytes) {
            return ::pread(file, part.data() + from, bytes, static_cast<off_t>(at + from));
        });
        if (done != static_cast<std::int32_t>(wanted)) return 0;
        hash = fnv(hash, {part.data(), wanted});
        at += wanted;
    }
    return hash;
}

std::int32_t HostFiles::read_input(std::span<std::uint8_t> to) {
    const std::size_t count = input_ ? input_(consumed_.bytes, to) : 0;
    consumed_.bytes += count;
    consumed_.hash = fnv(consumed_.hash, to.first(count));
    return static_cast<std::int32_t>(count);
}

/// Loading reads again what the program has read.
void HostFiles::archive_input(Archive &ar) {
    Consumed saved = consumed_;
    ar(saved.bytes, saved.hash);
    if (!ar.loads() || recorded_ || saved == consumed_) return;
    consumed_ = {};
    std::vector<std::uint8_t> part(1 << 16);
    while (consumed_.bytes < saved.bytes) {
        const std::uint64_t left = saved.bytes - consumed_.bytes;
        if (left < part.size()) part.resize(left);
        if (read_input(part) == 0) break;
    }
    if (saved == consumed_) return;
    throw UserError("the program has read " + std::to_string(saved.bytes) +
                    " bytes of standard input, which has changed since: give it the same again");
}

void HostFiles::archive(Archive &ar) {
    archive_input(ar);
    auto &[answered, recorded, input, consumed, root, confined, files, shared] = *this;
    static_cast<void>(input), static_cast<void>(consumed), static_cast<void>(confined);
    std::vector<std::shared_ptr<Shared>> open;
    if (ar.loads()) {
        files.clear();
        shared.clear();
    } else {
        std::erase_if(shared, [](const auto &entry) { return entry.second.expired(); });
    }
    auto next = shared.begin();
    for (std::size_t left = ar.count(shared.size()); left; --left) {
        std::string path;
        bool writes = false;
        std::uint64_t size = 0, hash = 0;
        if (!ar.loads()) {
            std::tie(path, writes) = next->first;
            open.push_back(next++->second.lock());
            struct stat status {};
            if (::fstat(open.back()->file, &status) == 0)
                size = static_cast<std::uint64_t>(status.st_size);
            hash = open.back()->hash(size);
        }
        ar(path, writes, size, hash);
        if (!ar.loads() || recorded) continue; // a run that is repeated needs no files
        const auto wrong = [&](const char *what) {
            throw UserError("the program has the file '" + path + "' open, " + what);
        };
        if (root < 0) wrong("so it needs --io-root or --files");
        if (path.size() > longest_path) throw BadArchive("a path that is too long");
        const std::int32_t file = open_host(path, writes ? to_reopen : to_read);
        if (file < 0) wrong("which cannot be opened");
        open.push_back(shared[{path, writes}].lock());
        if (open.back()) throw BadArchive("a file that is open twice");
        shared[{path, writes}] = open.back() = std::make_shared<Shared>(file);
        struct stat status {};
        const bool same = ::fstat(file, &status) == 0 &&
                          (writes ? status.st_size >= static_cast<off_t>(size)
                                  : status.st_size == static_cast<off_t>(size)) &&
                          open.back()->hash(size) == hash;
        if (!same) wrong("which has changed since");
        if (writes && ::ftruncate(file, static_cast<off_t>(size)) != 0)
            wrong("which cannot be written");
    }
    std::size_t left = ar.count(files.size());
    ar.require(left <= most_files, "too many files");
    if (ar.loads()) files.resize(left);
    for (auto &[file, position] : files) {
        std::uint32_t place = 0; // 0: free
        while (file && open[place++] != file) {
        }
        ar(place, position);
        ar.require((recorded || place <= open.size()) && position >= 0, "a file that is not open");
        if (ar.loads() && !recorded && place) file = open[place - 1];
    }
    if (recorded) files.clear();
}

} // namespace inlet
