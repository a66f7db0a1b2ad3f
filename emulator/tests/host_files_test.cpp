// Access to the directory of --io-root, and none outside of it.
#include "inlet/config.h"
#include "node/host_files.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/stat.h>
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

} // namespace
} // namespace inlet
