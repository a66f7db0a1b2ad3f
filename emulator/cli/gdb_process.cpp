#include "gdb_process.h"

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <inlet/config.h>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace inlet::cli {

namespace {

constexpr const char *debugger = "gdb-multiarch"; ///< Debian's gdb does not support MIPS

/// Backtraces through the runtime's assembly (gdb/inlet-gdb.py); empty: it is not installed.
std::string script() {
    std::error_code error;
    const auto bin = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
    const auto file = bin / "../share/inlet/inlet-gdb.py";
    return std::filesystem::is_regular_file(file, error) ? file.lexically_normal().string() : "";
}

} // namespace

GdbProcess::GdbProcess(const std::string &program, std::uint16_t port) {
    std::string connect = fmt::format("target remote :{}", port), file = program;
    std::string loaded = script();
    std::string name = debugger, quiet = "-q", load = "-x", command = "-ex", end = "--";
    std::vector<char *> arguments = {name.data(), quiet.data()};
    if (!loaded.empty()) arguments.insert(arguments.end(), {load.data(), loaded.data()});
    arguments.insert(arguments.end(),
                     {command.data(), connect.data(), end.data(), file.data(), nullptr});
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t interrupt, none;
    sigemptyset(&none);
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    posix_spawnattr_setsigdefault(&attributes, &interrupt);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    std::signal(SIGINT, SIG_IGN);
    const int error =
        posix_spawnp(&child_, debugger, nullptr, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    if (error) {
        std::signal(SIGINT, SIG_DFL);
        throw UserError(fmt::format("{}: {}; './dev build' installs it", debugger,
                                    std::generic_category().message(error)));
    }
    thread_ = std::thread([this] { wait(); });
}

GdbProcess::~GdbProcess() { thread_.join(); }

void GdbProcess::wait() {
    while (waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
    }
    std::signal(SIGINT, SIG_DFL);
    over_ = true;
}

} // namespace inlet::cli
