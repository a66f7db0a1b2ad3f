// The same programs under qemu-mips: the T1 program with a Linux start in the place of ours.
#include "bench/guest.h"
#include "cpu/memory.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <spawn.h>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace inlet::bench {

namespace {

constexpr const char *emulator = "qemu-mips";

/// main(); exit(its value), by Linux system call 4001 (o32).
std::array<std::uint32_t, 6> linux_start(std::uint32_t main_address) {
    return {
        0x0C000000 | (main_address >> 2 & 0x03FFFFFF), // jal main
        0x27BDFFF0,                                    // addiu $29, $29, -16
        0x00402021,                                    // move $4, $2
        0x24020FA1,                                    // li $2, 4001
        0x0000000C,                                    // syscall
        0x00000000,                                    // nop
    };
}

/// Place in the ELF file of what is loaded at `address`.
std::size_t place_in_file(const std::vector<std::uint8_t> &file, std::uint32_t address) {
    const auto word = [&](std::size_t at) { return from_guest<std::uint32_t>(&file.at(at)); };
    const std::size_t headers = word(28);
    const unsigned count = from_guest<std::uint16_t>(&file.at(44));
    for (unsigned i = 0; i < count; ++i) {
        const std::size_t header = headers + 32 * i; // p_type, p_offset, p_vaddr, ., p_filesz
        if (word(header) == 1 && address - word(header + 8) < word(header + 16))
            return word(header + 4) + (address - word(header + 8));
    }
    throw UserError("the program's start is not in its file");
}

/// A file that is gone at the end.
class LinuxProgram {
  public:
    /// Without main it ends at once.
    LinuxProgram(const Guest &guest, bool with_main) {
        std::ifstream in(guest.image.path, std::ios::binary);
        std::vector<std::uint8_t> file{std::istreambuf_iterator<char>(in), {}};
        std::size_t at = place_in_file(file, guest.image.entry);
        auto start = linux_start(guest.symbol("main"));
        if (!with_main) start[0] = 0; // nop
        for (const std::uint32_t word : start) {
            to_guest(&file.at(at), word);
            at += 4;
        }
        const int fd = mkstemp(name_.data());
        if (fd < 0) throw UserError("no temporary file for qemu-mips");
        const bool written = write(fd, file.data(), file.size()) == ssize_t(file.size());
        fchmod(fd, 0700); // qemu-mips refuses a file that is not executable
        close(fd);
        if (!written) throw UserError("a temporary file cannot be written");
    }
    ~LinuxProgram() { std::remove(name_.c_str()); }
    LinuxProgram(const LinuxProgram &) = delete;
    LinuxProgram &operator=(const LinuxProgram &) = delete;

    const std::string &name() const { return name_; }

  private:
    std::string name_ = (std::filesystem::temp_directory_path() / "inlet-bench-XXXXXX").string();
};

struct Child {
    int status = -1;
    double seconds = 0;
};

Child run_child(std::vector<std::string> words) {
    std::vector<char *> argv;
    for (std::string &word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    pid_t child = 0;
    const int error = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error) return {};
    int status = 0;
    rusage use{};
    wait4(child, &status, 0, &use);
    const auto seconds = [](timeval t) {
        return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    };
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1,
            seconds(use.ru_utime) + seconds(use.ru_stime)};
}

} // namespace

bool has_qemu() {
    static const bool found = run_child({emulator, "--version"}).status == 0;
    return found;
}

Timing run_in_qemu(const Guest &guest) {
    const LinuxProgram program(guest, true), empty(guest, false);
    const Child start = run_child({emulator, empty.name()});
    const Child child = run_child({emulator, program.name()});
    if (child.status < 0) throw UserError(guest.name + " does not run under qemu-mips");
    return {child.seconds - start.seconds, 0, 0, static_cast<std::uint32_t>(child.status)};
}

} // namespace inlet::bench
