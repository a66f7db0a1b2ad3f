#include "job.h"

#include "ending.h"

#include <filesystem>
#include <fmt/format.h>

namespace inlet::cli {

namespace {

/// As a shell reads it back.
std::string quoted(const std::string &word) {
    constexpr const char *plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                  "_-./:=,@%+";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
    std::string text = "'";
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

} // namespace

Job::Job(const JobArguments &arguments)
    : arguments_(arguments), config_(MachineConfig::load(arguments.machine)),
      image_(Image::load(arguments.program, config_.memory_bytes)),
      nodes_(arguments.nodes == 0 ? config_.nodes : arguments.nodes) {
    if (nodes_ > config_.max_nodes)
        throw UserError(fmt::format("--nodes {}: machine {} has at most {} nodes", nodes_,
                                    config_.name, config_.max_nodes));
    if (arguments.columns != 0) config_.mesh.columns = arguments.columns;
}

RunOptions Job::options(std::uint64_t jitter) const {
    RunOptions options;
    options.nodes = nodes_;
    options.max_cycles = arguments_.max_cycles;
    options.skip_waits = !arguments_.no_skip;
    options.lock_step = arguments_.lock_step;
    if (arguments_.engine == "interpreter") options.compiled.reset();
    if (arguments_.engine == "compiler")
        options.compiled = {.threshold = 0, .shortest = 0, .cuts = 0};
    options.jitter = jitter;
    options.arguments = {std::filesystem::path(arguments_.program).filename().string()};
    options.arguments.insert(options.arguments.end(), arguments_.arguments.begin(),
                             arguments_.arguments.end());
    return options;
}

RunSummary Job::summary(const RunResult &result, std::uint64_t jitter) const {
    RunSummary summary(result);
    summary.message = ending(result, image_);
    summary.jitter = jitter;
    summary.program = arguments_.program;
    summary.arguments = arguments_.arguments;
    summary.machine = config_.name;
    return summary;
}

std::string Job::command(std::uint64_t jitter, std::uint64_t max_cycles) const {
    const JobArguments standard;
    std::string text = "inlet run";
    if (jitter != 0) text += fmt::format(" --jitter {}", jitter);
    if (arguments_.machine != standard.machine) text += " --machine " + quoted(arguments_.machine);
    if (arguments_.columns != 0)
        text += fmt::format(" --nodes {}x{}", arguments_.nodes / arguments_.columns,
                            arguments_.columns);
    else if (arguments_.nodes != 0)
        text += fmt::format(" --nodes {}", arguments_.nodes);
    if (max_cycles != standard.max_cycles) text += fmt::format(" --max-cycles {}", max_cycles);
    if (arguments_.no_skip) text += " --no-skip";
    if (arguments_.lock_step) text += " --lock-step";
    if (arguments_.engine != standard.engine) text += " --engine " + arguments_.engine;
    if (arguments_.program.starts_with('-')) text += " --";
    text += " " + quoted(arguments_.program);
    for (const std::string &argument : arguments_.arguments) text += " " + quoted(argument);
    return text;
}

} // namespace inlet::cli
