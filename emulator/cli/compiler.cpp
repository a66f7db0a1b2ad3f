#include "compiler.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <inlet/machine_kind.h>
#include <inlet/program.h>
#include <iterator>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace inlet::cli {

namespace fs = std::filesystem;

namespace {

/// Places of a compiler's folder, relative to that of inlet: of ./dev build and of an installation.
std::vector<fs::path> folders_of(const std::string &name) {
    std::error_code error;
    const fs::path bin = fs::read_symlink("/proc/self/exe", error).parent_path();
    std::vector<fs::path> places;
    for (const char *from : {"..", "../lib/inlet"})
        for (const std::string &folder : {std::string("toolchain"), "toolchain-" + name})
            places.push_back((bin / from / folder / "bin").lexically_normal());
    return places;
}

bool is_cxx(const std::string &word) {
    const std::string ending = fs::path(word).extension().string();
    return ending == ".cpp" || ending == ".cc" || ending == ".cxx" || ending == ".C" ||
           ending == ".c++" || ending == ".ii";
}

/// A pipe's two ends.
struct Pipe {
    std::array<int, 2> ends{-1, -1};
    Pipe() {
        if (pipe2(ends.data(), O_CLOEXEC) != 0)
            throw UserError("pipe: " + std::generic_category().message(errno));
    }
    ~Pipe() {
        for (const int end : ends)
            if (end >= 0) close(end);
    }
    Pipe(const Pipe &) = delete;
    Pipe &operator=(const Pipe &) = delete;
    void close_end(std::size_t end) { close(std::exchange(ends[end], -1)); }
};

/// Runs a program; its outputs become `messages`.
Compilation outputs_of(std::vector<std::string> words) {
    Pipe pipe;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    for (const int output : {STDOUT_FILENO, STDERR_FILENO})
        posix_spawn_file_actions_adddup2(&actions, pipe.ends[1], output);
    posix_spawnattr_t attributes; // Ctrl-C ends the compiler too
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    std::vector<char *> arguments;
    for (std::string &word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_t child = 0;
    const int error =
        posix_spawn(&child, words[0].c_str(), &actions, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0)
        throw UserError(fmt::format("{}: does not start: {}", words[0],
                                    std::generic_category().message(error)));
    pipe.close_end(1);
    Compilation result;
    std::array<char, 4096> bytes{};
    for (;;) {
        const ssize_t got = read(pipe.ends[0], bytes.data(), bytes.size());
        if (got > 0) result.messages.append(bytes.data(), static_cast<std::size_t>(got));
        if (got == 0 || (got < 0 && errno != EINTR)) break;
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    result.good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    return result;
}

} // namespace

Compiler find_compiler(const MachineConfig &machine, const std::string &folder) {
    const KindFacts &kind = facts_of(machine);
    Compiler compiler;
    compiler.name = compiler_of(kind.processor, machine.kind);
    constexpr std::string_view clang = "-clang";
    if (!compiler.name.ends_with(clang))
        throw UserError(fmt::format(
            "has no C compiler, its programs are in assembly (docs/{}.md){}", machine.kind,
            kind.compiled_instead ? fmt::format(": take {}", kind.compiled_instead) : ""));
    compiler.name.resize(compiler.name.size() - clang.size());
    if (sends_by_instructions(machine)) compiler.options = {"-mxnet"};
    if (kind.compiler_option) compiler.options = {kind.compiler_option};
    const std::string program = compiler.name + "-clang";
    for (const fs::path &place :
         folder.empty() ? folders_of(compiler.name) : std::vector<fs::path>{folder}) {
        compiler.c = place / program;
        compiler.cxx = place / (program + "++");
        // The compiler of a machine without its library makes no programs.
        if (access(compiler.c.c_str(), X_OK) == 0 &&
            (!folder.empty() || fs::is_directory(place.parent_path() / compiler.name)))
            return compiler;
    }
    throw UserError(
        fmt::format("there is no {} {}: './dev build{}' makes it; --compilers DIR names "
                    "another folder",
                    program, folder.empty() ? "beside inlet" : "in " + folder,
                    compiler.name == usual_machine ? "" : " " + compiler.name));
}

bool is_source(const std::string &word) {
    if (word.starts_with('-')) return false;
    const std::string ending = fs::path(word).extension().string();
    return is_cxx(word) || ending == ".c" || ending == ".i" || ending == ".s" || ending == ".S";
}

Compilation compile(const Compiler &compiler, const std::vector<std::string> &words,
                    const fs::path &program) {
    const bool cxx = std::any_of(words.begin(), words.end(), is_cxx);
    const auto command_of = [&](const fs::path &driver) {
        std::vector<std::string> command = {driver.string(), "-O2"};
        command.insert(command.end(), compiler.options.begin(), compiler.options.end());
        return command;
    };
    // The C++ driver would take C sources as C++, and has a standard of C++ by default.
    std::vector<std::string> command = command_of(cxx ? compiler.cxx : compiler.c);
    std::string said;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (!cxx || !is_source(words[i]) || fs::path(words[i]).extension() != ".c") {
            command.push_back(words[i]);
            continue;
        }
        command.push_back(fmt::format("{}.{}.o", program.string(), i));
        std::vector<std::string> one = command_of(compiler.c);
        std::copy_if(words.begin(), words.end(), std::back_inserter(one),
                     [](const std::string &word) { return !is_source(word); });
        one.insert(one.end(), {"-Qunused-arguments", "-c", words[i], "-o", command.back()});
        Compilation object = outputs_of(std::move(one));
        if (!object.good) return object;
        said += object.messages;
    }
    command.insert(command.end(), {"-o", program.string()});
    Compilation all = outputs_of(std::move(command));
    all.messages.insert(0, said);
    return all;
}

} // namespace inlet::cli
