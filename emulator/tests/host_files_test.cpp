// Access to the directory of --io-root, and none outside of it.
#include "archive/archive.h"
#include "inlet/config.h"
#include "node/confined.h"
#include "node/host_files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace inlet {
namespace {

namespace fs = std::filesystem;

struct Files : testing::Test {
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "inlet-io-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        base = name;
        fs::create_directories(base / "root/inner");
        write(base / "secret", "outside");
        write(base / "root/a", "hello");
        write(base / "root/inner/b", "there");
        fs::create_symlink("../secret", base / "root/out");
        fs::create_symlink("a", base / "root/in");
        fs::create_directory_symlink("..", base / "root/up");
    }
    void TearDown() override { fs::remove_all(base); }
    static void write(const fs::path &file, const std::string &text) {
        std::ofstream(file) << text;
    }
    std::string root() const { return (base / "root").string(); }
    static std::string read(HostFiles &files, std::int32_t file, std::size_t bytes) {
        std::string text(bytes, 0);
        const std::int32_t got =
            files.read(file, {reinterpret_cast<std::uint8_t *>(text.data()), bytes});
        text.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
        return text;
    }
    fs::path base;
};

TEST_F(Files, AreReadAndWritten) {
    HostFiles files(root());
    EXPECT_EQ(files.open("a", HostFiles::to_read), 0);
    EXPECT_EQ(files.open("inner/b", HostFiles::to_update), 1);
    EXPECT_EQ(read(files, 0, 3), "hel");
    EXPECT_EQ(read(files, 0, 3), "lo");
    EXPECT_EQ(read(files, 0, 3), "");
    const std::array<std::uint8_t, 2> bytes = {'T', 'H'};
    EXPECT_EQ(files.write(1, bytes), 2);
    EXPECT_EQ(files.seek(1, 1, 0), 1);
    EXPECT_EQ(read(files, 1, 9), "Here");
    EXPECT_EQ(files.write(0, bytes), HostFiles::bad);
    EXPECT_EQ(files.close(0), 0);
    EXPECT_EQ(files.close(0), HostFiles::bad);
    EXPECT_EQ(files.open("new", HostFiles::to_write), 0) << "the lowest that is free";
    EXPECT_EQ(files.seek(0, -1, 0), HostFiles::bad);
    EXPECT_EQ(files.seek(0, 0, 3), HostFiles::bad);
    EXPECT_TRUE(fs::exists(base / "root/new"));
}

TEST_F(Files, AreRenamedRemovedAndListed) {
    HostFiles files(root());
    std::array<std::uint8_t, 4> size{};
    std::array<std::uint8_t, 8> name{};
    const auto entry = [&](std::string_view path, std::uint32_t number) {
        const std::int32_t length = files.entry(path, number, name);
        return length < 0 ? "error" : std::string(name.begin(), name.begin() + length);
    };
    EXPECT_EQ(files.status("a", size), HostFiles::plain);
    EXPECT_EQ(size, (std::array<std::uint8_t, 4>{5, 0, 0, 0}));
    EXPECT_EQ(files.status("inner", size), HostFiles::directory);
    EXPECT_EQ(files.status("out", size), HostFiles::refused);
    EXPECT_EQ(files.status("nothing", size), HostFiles::not_found);
    EXPECT_EQ(entry("", 0) + entry("", 1) + entry("", 2), "ainner") << "and no links";
    EXPECT_EQ(entry("inner", 0), "b");
    EXPECT_EQ(entry("a", 0), "error");
    EXPECT_EQ(entry("up", 0), "error");
    EXPECT_EQ(files.rename("a", "inner/c"), 0);
    EXPECT_EQ(files.status("a", size), HostFiles::not_found);
    EXPECT_EQ(entry("inner", 1), "c");
    EXPECT_EQ(files.remove("inner/c"), 0);
    EXPECT_EQ(files.remove("inner/c"), HostFiles::not_found);
    HostFiles none("");
    EXPECT_EQ(none.remove("a"), HostFiles::no_root);
    EXPECT_EQ(none.entry("", 0, name), HostFiles::no_root);
}

TEST_F(Files, NothingOutsideIsReached) {
    HostFiles files(root());
    for (const std::string path :
         {"../secret", "/etc/passwd", "inner/../../secret", "inner/../a", "out", "in", "up/secret",
          "up/root/a", "", ".", "./a", "a/", "inner", "inner//b", "/a"})
        for (const std::uint32_t mode : {0u, 1u, 2u})
            EXPECT_EQ(files.open(path, mode), HostFiles::refused) << path << ' ' << mode;
    EXPECT_EQ(files.open(std::string("a\0b", 3), 0), HostFiles::refused);
    EXPECT_EQ(files.open("nothing", 0), HostFiles::not_found);
    EXPECT_EQ(files.open("no/thing", 1), HostFiles::not_found);
    EXPECT_EQ(files.open("a", 3), HostFiles::bad);
    EXPECT_EQ(mkfifo((base / "root/fifo").c_str(), 0666), 0);
    EXPECT_EQ(files.open("fifo", 0), HostFiles::refused) << "and does not wait for a writer";
    for (const std::string path : {"../secret", "/etc/passwd", "inner/../../secret", "out", "in",
                                   "up/secret", "up", "fifo", "inner", "", "."}) {
        EXPECT_EQ(files.remove(path), HostFiles::refused) << path;
        EXPECT_EQ(files.rename(path, "new"), HostFiles::refused) << path;
    }
    for (const std::string path : {"../new", "/tmp/new", "up/new", "inner/../new", "a/new"})
        EXPECT_EQ(files.rename("a", path), HostFiles::refused) << path;
    EXPECT_EQ(files.rename("a", "out"), 0) << "the link goes, not what it leads to";
    EXPECT_EQ(files.rename("out", "a"), 0);
    std::ifstream secret(base / "secret");
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(secret), {}), "outside");
}

TEST_F(Files, HaveABound) {
    HostFiles files(root());
    for (std::size_t n = 0; n < HostFiles::most_files; ++n)
        ASSERT_EQ(files.open("a", 0), static_cast<std::int32_t>(n)); // the host has one open file
    EXPECT_EQ(files.open("a", 0), HostFiles::too_many);
    HostFiles others(root());
    for (std::size_t n = 0; n < HostFiles::most_different; ++n)
        ASSERT_EQ(others.open(std::to_string(n), HostFiles::to_write),
                  static_cast<std::int32_t>(n));
    EXPECT_EQ(others.open("a", 0), HostFiles::too_many);
    EXPECT_EQ(others.close(7), 0);
    EXPECT_EQ(others.open("a", 0), 7);
}

TEST_F(Files, HaveAPositionForEachWhoOpensThem) {
    HostFiles files(root());
    const std::array<std::uint8_t, 1> byte = {'J'};
    EXPECT_EQ(files.open("a", HostFiles::to_read), 0);
    EXPECT_EQ(files.open("a", HostFiles::to_read), 1);
    EXPECT_EQ(files.open("a", HostFiles::to_update), 2);
    EXPECT_EQ(read(files, 0, 2), "he");
    EXPECT_EQ(files.write(2, byte), 1);
    EXPECT_EQ(read(files, 1, 2), "Je");
    EXPECT_EQ(read(files, 0, 2), "ll");
    EXPECT_EQ(files.open("a", HostFiles::to_write), 3) << "emptied, although others have it open";
    EXPECT_EQ(read(files, 1, 2), "");
}

TEST_F(Files, NeedADirectory) {
    HostFiles none("");
    EXPECT_EQ(none.open("a", 0), HostFiles::no_root);
    EXPECT_THROW(HostFiles((base / "secret").string()), UserError);
    EXPECT_THROW(HostFiles((base / "nothing").string()), UserError);
}

TEST_F(Files, LinksMadeDuringTheRunAreRefused) {
    HostFiles files(root());
    EXPECT_EQ(files.open("inner/b", 0), 0);
    EXPECT_EQ(files.open("a", 0), 1);
    fs::rename(base / "root/inner", base / "aside");
    write(base / "b", "outside");
    fs::create_directory_symlink("..", base / "root/inner");
    fs::remove(base / "root/a");
    fs::create_symlink("../secret", base / "root/a");
    for (const std::string path : {"inner/b", "a"}) {
        for (const std::uint32_t mode : {1u, 2u})
            EXPECT_EQ(files.open(path, mode), HostFiles::refused);
        EXPECT_EQ(files.remove(path), HostFiles::refused);
        EXPECT_EQ(files.make_directory(path + "/new"), HostFiles::refused);
        EXPECT_EQ(files.remove_directory(path), HostFiles::refused);
    }
    EXPECT_EQ(files.make_directory("inner/new"), HostFiles::refused);
    EXPECT_EQ(read(files, 0, 9), "there") << "an open file stays";
    EXPECT_EQ(read(files, 1, 9), "hello");
    // The same name, which others have open: it is the file of before.
    EXPECT_EQ(files.open("a", 0), 2);
    EXPECT_EQ(read(files, 2, 9), "hello");
    for (const std::int32_t file : {0, 1, 2}) EXPECT_EQ(files.close(file), 0);
    for (const std::string path : {"inner/b", "a"})
        EXPECT_EQ(files.open(path, 0), HostFiles::refused);
    std::ifstream secret(base / "secret");
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(secret), {}), "outside");
}

TEST_F(Files, MayShrinkWhileTheyAreRead) {
    HostFiles files(root());
    EXPECT_EQ(files.open("a", 0), 0);
    EXPECT_EQ(read(files, 0, 3), "hel");
    fs::resize_file(base / "root/a", 1);
    EXPECT_EQ(read(files, 0, 3), "");
    EXPECT_EQ(files.seek(0, 0, 2), 1);
    EXPECT_EQ(files.seek(0, 0, 0), 0);
    EXPECT_EQ(read(files, 0, 3), "h");
}

// The limit of a process for the size of its files stands for a full disk.
TEST_F(Files, ThatDoNotFitAreAnError) {
    HostFiles files(root());
    ASSERT_EQ(files.open("new", HostFiles::to_write), 0);
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
    auto *const handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{6, before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    const std::array<std::uint8_t, 4> bytes = {'d', 'i', 's', 'k'};
    const std::int32_t first = files.write(0, bytes), part = files.write(0, bytes),
                       none = files.write(0, bytes), longer = files.truncate(0, 9);
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, handler);
    EXPECT_EQ(first, 4);
    EXPECT_EQ(part, 2) << "what fits is written";
    EXPECT_EQ(none, HostFiles::no_space);
    EXPECT_EQ(longer, HostFiles::no_space);
    EXPECT_EQ(files.truncate(0, 5), 0);
    EXPECT_EQ(files.seek(0, 0, 2), 5);
}

TEST_F(Files, HaveDirectories) {
    HostFiles files(root());
    std::array<std::uint8_t, 4> size{};
    EXPECT_EQ(files.make_directory("made"), 0);
    EXPECT_EQ(files.make_directory("made"), HostFiles::exists);
    EXPECT_EQ(files.make_directory("made/below"), 0);
    EXPECT_EQ(files.make_directory("no/thing"), HostFiles::not_found);
    EXPECT_EQ(files.status("made/below", size), HostFiles::directory);
    EXPECT_EQ(files.remove_directory("made"), HostFiles::exists) << "it is not empty";
    EXPECT_EQ(files.remove_directory("made/below"), 0);
    EXPECT_EQ(files.remove_directory("made"), 0);
    EXPECT_EQ(files.remove_directory("made"), HostFiles::not_found);
    EXPECT_EQ(files.remove_directory("a"), HostFiles::refused);
    for (const std::string path : {"../new", "up/new", "/tmp/new", "", ".", "made/..", "out"}) {
        EXPECT_LT(files.make_directory(path), 0) << path;
        EXPECT_LT(files.remove_directory(path), 0) << path;
    }
    EXPECT_FALSE(fs::exists(base / "new"));
}

TEST_F(Files, StandardInputIsReadByLines) {
    const std::string text = "one\nand two\nthe end";
    const auto input = [&](std::uint64_t position, std::span<std::uint8_t> to) {
        const std::string_view rest = std::string_view(text).substr(position);
        const std::string_view line = rest.substr(0, rest.find('\n') + 1);
        const std::size_t count = std::min(line.empty() ? rest.size() : line.size(), to.size());
        std::copy_n(rest.begin(), count, to.begin());
        return count;
    };
    HostFiles none(root());
    EXPECT_EQ(read(none, HostFiles::standard_input, 9), "") << "without input";
    HostFiles files("", {}, {}, input);
    EXPECT_EQ(read(files, HostFiles::standard_input, 99), "one\n");
    EXPECT_EQ(read(files, HostFiles::standard_input, 3), "and");
    Archive saved;
    files.archive(saved);
    const auto state = saved.take();
    EXPECT_EQ(read(files, HostFiles::standard_input, 99), " two\n");
    EXPECT_EQ(read(files, HostFiles::standard_input, 99), "the end");
    EXPECT_EQ(read(files, HostFiles::standard_input, 99), "");

    HostFiles other("", {}, {}, input);
    Archive loads(state);
    other.archive(loads);
    EXPECT_EQ(read(other, HostFiles::standard_input, 99), " two\n");
    Archive again(state); // as a debugger goes back
    other.archive(again);
    EXPECT_EQ(read(other, HostFiles::standard_input, 99), " two\n");

    const auto different = [&](std::uint64_t position, std::span<std::uint8_t> to) {
        const std::size_t count = input(position, to);
        if (position == 0) to[0] = 'O';
        return count;
    };
    HostFiles changed("", {}, {}, different);
    Archive refused(state);
    EXPECT_THROW(changed.archive(refused), UserError);
    HostFiles without("");
    Archive missing(state);
    EXPECT_THROW(without.archive(missing), UserError);
}

// Landlock refuses what is outside of the directory, whatever the names are.
TEST_F(Files, AreOpenedOnAConfinedThread) {
    const int directory = ::open(root().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    ASSERT_GE(directory, 0);
    Confined confined(directory);
    if (!confined.works()) GTEST_SKIP() << "this system has no Landlock";
    const auto opens = [&](const fs::path &path, int flags) {
        int error = -1;
        confined.call([&] {
            confined.call([&] { // from its own thread too
                const int file = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
                error = file < 0 ? errno : 0;
                if (file >= 0) ::close(file);
            });
        });
        return error;
    };
    EXPECT_EQ(opens(base / "root/a", O_RDWR), 0);
    EXPECT_EQ(opens(base / "root/inner/new", O_RDWR | O_CREAT), 0);
    EXPECT_EQ(opens(base / "root/out", O_RDONLY), EACCES) << "over a link";
    EXPECT_EQ(opens(base / "root/../secret", O_RDONLY), EACCES);
    EXPECT_EQ(opens(base / "secret", O_RDONLY), EACCES);
    EXPECT_EQ(opens(base / "new", O_RDWR | O_CREAT), EACCES);
    EXPECT_EQ(opens("/proc/self/exe", O_RDONLY), EACCES);
    int removed = 0;
    confined.call([&] { removed = ::unlink((base / "secret").c_str()) == 0 ? 0 : errno; });
    EXPECT_EQ(removed, EACCES);
    EXPECT_TRUE(std::ifstream(base / "secret").good()) << "other threads are not confined";
    // A copy of the process has no thread yet.
    const pid_t copy = fork();
    if (copy == 0)
        _exit(opens(base / "root/a", O_RDWR) == 0 && opens(base / "secret", O_RDONLY) == EACCES
                  ? 0
                  : 1);
    int status = -1;
    EXPECT_EQ(::waitpid(copy, &status, 0), copy);
    EXPECT_EQ(status, 0);
    EXPECT_EQ(opens(base / "root/a", O_RDWR), 0);
    ::close(directory);
}

} // namespace
} // namespace inlet
