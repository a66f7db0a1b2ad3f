#include "gdb_process.h"

#include <cerrno>
#include <csignal>
#include <fmt/format.h>
#include <inlet/config.h>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace inlet::cli {

namespace {

constexpr const char *debugger = "gdb-multiarch"; ///< Debian's gdb does not support MIPS

} // namespace

GdbProcess::GdbProcess(const std::string &program, std::uint16_t port) {
    std::string connect = fmt::format("target remote :{}", port), file = program;
    std::string name = debugger, quiet = "-q", command = "-ex", end = "--";
    char *arguments[] = {name.data(), quiet.data(), command.data(), connect.data(),
                         end.data(),  file.data(),  nullptr};
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
    const int error = posix_spawnp(&child_, debugger, nullptr, &attributes, arguments, environ);
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
