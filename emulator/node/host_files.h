// Files of one directory of the host, and nothing outside of it: what I/O nodes serve, or what all
// nodes have by --files; and standard input.
#pragma once

#include "node/confined.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace inlet {

class Archive;

class HostFiles {
  public:
    /// What a call gives instead of a result (docs/t1-abi.md); all are negative.
    enum Error : std::int32_t {
        not_found = -2,
        refused = -3,  ///< leads out of the directory, over a link, is no plain file, no permission
        too_many = -4, ///< files are open
        bad = -5,      ///< a descriptor or another argument
        no_root = -6,  ///< there is no directory
        failed = -8,   ///< the host could not do it
        no_space = -9, ///< the host's disk is full, or the file too large
        exists = -10,  ///< there is one of that name, or the directory is not empty
    };
    /// As runtime/lib/io/include/io.h has them.
    enum Mode : std::uint32_t { to_read = 0, to_write = 1, to_update = 2 };
    static constexpr std::uint32_t longest_path = 512; ///< bytes
    static constexpr std::size_t most_files = 4096;    ///< open at a time
    static constexpr std::size_t most_different = 256; ///< of them with paths or modes of their own
    /// A descriptor that needs no opening. Reads of it are at most one line.
    static constexpr std::int32_t standard_input = -1;

    /// Gets every answer, and what was read.
    using Answered = std::function<void(std::int32_t, std::span<const std::uint8_t>)>;
    /// Answers instead of files, and has what was read.
    using Recorded = std::function<std::int32_t(std::span<std::uint8_t>)>;

    /// Standard input (Machine::Control::set_standard_input).
    using Input = std::function<std::size_t(std::uint64_t, std::span<std::uint8_t>)>;

    /// `root` empty: nothing can be opened. `input` null: standard input is at its end. Throws
    /// UserError where `root` is no directory. With `recorded` no file is ever touched.
    explicit HostFiles(const std::string &root, Answered answered = {}, Recorded recorded = {},
                       Input input = {});
    ~HostFiles();
    HostFiles(const HostFiles &) = delete;
    HostFiles &operator=(const HostFiles &) = delete;

    /// A path of names that lie below the directory, with '/' between them. No part may be "..",
    /// and none a symbolic link. Gives a descriptor, the lowest that is free.
    std::int32_t open(std::string_view path, std::uint32_t mode);
    std::int32_t close(std::int32_t descriptor);
    /// Bytes read; 0: at the end. Of standard_input at most to the end of a line.
    std::int32_t read(std::int32_t descriptor, std::span<std::uint8_t> to);
    std::int32_t write(std::int32_t descriptor, std::span<const std::uint8_t> from);
    /// `from` 0: the start, 1: where it stands, 2: the end. Gives the new position.
    std::int32_t seek(std::int32_t descriptor, std::int32_t offset, std::uint32_t from);

    std::int32_t truncate(std::int32_t descriptor, std::int32_t size);

    std::int32_t make_directory(std::string_view path);
    std::int32_t remove_directory(std::string_view path); ///< an empty one
    std::int32_t remove(std::string_view path);
    std::int32_t rename(std::string_view from, std::string_view to);
    enum Kind : std::int32_t { plain = 1, directory = 2 };
    /// The Kind of what is there; `size` gets four bytes, the least significant first.
    std::int32_t status(std::string_view path, std::span<std::uint8_t> size);
    /// Name number `number` of a directory, in the order of bytes: its length, 0 behind the last.
    /// Links, devices and what else cannot be opened are left out.
    std::int32_t entry(std::string_view path, std::uint32_t number, std::span<std::uint8_t> name);

    /// Which files are open and where each descriptor stands in them; of the files themselves only
    /// size and a hash, of standard input a hash of what was read. Loading opens the files, cuts
    /// off what was written behind the size, and throws UserError where one is not as it was.
    void archive(Archive &ar);
    bool any_open() const {
        return std::ranges::any_of(files_, [](const File &file) { return file.shared != nullptr; });
    }

  private:
    /// A file of the host. All who have it open in the same way share it: a thousand nodes may read
    /// one file.
    struct Shared {
        explicit Shared(int host) : file(host) {}
        std::uint64_t hash(std::uint64_t size) const;
        ~Shared();
        Shared(const Shared &) = delete;
        Shared &operator=(const Shared &) = delete;
        int file;
    };
    struct File {
        std::shared_ptr<Shared> shared; ///< null: the descriptor is free
        std::int64_t position = 0;
    };
    template <typename Call> std::int32_t answer(std::span<std::uint8_t> read, Call call);
    std::int32_t open_file(std::string_view path, std::uint32_t mode);
    std::int32_t read_file(std::int32_t descriptor, std::span<std::uint8_t> to);
    std::int32_t write_file(std::int32_t descriptor, std::span<const std::uint8_t> from);
    std::int32_t seek_file(std::int32_t descriptor, std::int32_t offset, std::uint32_t from);
    File *find(std::int32_t descriptor);
    std::int32_t read_input(std::span<std::uint8_t> to);
    void archive_input(Archive &ar);
    std::int32_t open_host(std::string_view path, std::uint32_t mode);
    template <typename Call> std::int32_t in_directory(std::string_view path, Call call);

    /// What a program has read of standard input.
    struct Consumed {
        std::uint64_t bytes = 0, hash = 0xcbf29ce484222325u; ///< FNV-1a
        bool operator==(const Consumed &) const = default;
    };

    Answered answered_;
    Recorded recorded_;
    Input input_;
    Consumed consumed_;
    int root_ = -1;
    std::unique_ptr<Confined> confined_; ///< executes calls with names; null: no directory
    std::vector<File> files_;            ///< by descriptor
    std::map<std::pair<std::string, bool>, std::weak_ptr<Shared>> shared_; ///< path, for writing
};

} // namespace inlet
