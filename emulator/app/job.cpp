#include "app/job.h"

#include "app/ending.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <inlet/machine_kind.h>
#include <inlet/processor.h>
#include <inlet/program.h>
#include <optional>
#include <system_error>
#include <utility>

namespace inlet::app {

namespace {

/// The path of the I/O nodes' program (runtime/machine/t1/io_server.c), which runtime/build
/// installs beside the compiler, relative to bin/inlet.
std::string runtime_io_program() {
    std::error_code error;
    const auto bin = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
    for (const char *place : {"../toolchain/t1/lib/io_server.elf", "../t1/lib/io_server.elf"})
        if (const auto file = bin / place; std::filesystem::is_regular_file(file, error))
            return file.string();
    throw UserError("the machine has I/O nodes, and the runtime's program for them is not where "
                    "./dev build puts it: give one with --io FILE");
}

} // namespace

std::string quoted(const std::string &word) {
    constexpr const char *plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                  "_-./:=,@%+";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
    std::string text = "'";
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

/// Where the runtime of this machine has the firmware `name` of second processors; empty: nowhere.
static std::string find_firmware(const std::string &machine, const std::string &name) {
    std::error_code error;
    const auto bin = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
    for (const std::string &place : {"../toolchain/" + machine + "/lib/", "../" + machine + "/lib/",
                                     "../toolchain-" + machine + "/" + machine + "/lib/",
                                     "../lib/inlet/toolchain-" + machine + "/" + machine + "/lib/"})
        if (const auto file = bin / (place + name + ".elf");
            std::filesystem::is_regular_file(file, error))
            return file.string();
    return "";
}

/// Myrinet: the library of LFC that a program is linked with, or for which a control program is, by
/// its note; empty: none, or not known.
static std::string_view noted_lfc(const Image &image) {
    if (!image.file) return "";
    for (const std::string_view library : {"imc", "hmc", "hrx"}) {
        const std::string text = fmt::format("inlet-lfc={}", library);
        if (std::search(image.file->begin(), image.file->end(), text.begin(), text.end()) !=
            image.file->end())
            return library;
    }
    return "";
}

/// The implementation of LFC that programs with a library of it get by default.
static std::string control_program_for(std::string_view lfc) {
    return lfc == "hmc" ? "nrx_hmc" : lfc == "hrx" ? "hrx_hmc" : "firmware";
}

/// The runtime's firmware for a program.
static std::string runtime_firmware(const std::string &machine, std::string_view lfc) {
    if (std::string file = find_firmware(machine, control_program_for(lfc)); !file.empty())
        return file;
    throw UserError("machine " + machine +
                    " has second processors, and the runtime's firmware for "
                    "them is not where ./dev build " +
                    machine + " puts it: give one with --firmware FILE");
}

/// An ELF note names the machine, and, for firmware, that it is.
static void check_role(const Image &image, bool as_firmware) {
    const NotedMachine *const noted = noted_machine(image.processor, image.machine);
    if (!noted || noted->firmware == as_firmware) return;
    throw UserError(image.path.string() +
                    (noted->firmware ? ": is firmware, which second processors run: give it with "
                                       "--firmware, and a program besides"
                                     : ": is a program of first processors, and no firmware: link "
                                       "firmware as the runtime's firmware.elf is linked"));
}

/// The file that --firmware names: itself, or the runtime's control program of that name.
static std::string named_firmware(const std::string &machine, const std::string &file) {
    std::error_code error;
    if (file.find('/') != std::string::npos || std::filesystem::exists(file, error)) return file;
    const std::string own = find_firmware(machine, file);
    return own.empty() ? file : own;
}

std::optional<Image> firmware_of(const MachineConfig &config, const std::string &file,
                                 const Image &program) {
    if (config.cores.size() < 2) {
        if (file.empty()) return std::nullopt;
        throw UserError(fmt::format("--firmware: machine {} has no second processors: leave it out",
                                    config.name));
    }
    const std::string &base = config.kind; // its presets have one runtime
    const std::string_view lfc = noted_lfc(program);
    const std::string name =
        file.empty() ? runtime_firmware(base, lfc) : named_firmware(base, file);
    const auto processor = facts_of(config).firmware;
    Image image = processor ? load_program(name, config.firmware_bytes, *processor, config.kind)
                            : Image::load(name, config.firmware_bytes);
    check_role(image, true);
    const std::string_view other = noted_lfc(image);
    if (!lfc.empty() && other.empty())
        throw UserError(fmt::format("--firmware {}: this is no control program of LFC, and {} is "
                                    "linked with LFC's library, "
                                    "which waits for one: leave --firmware out, or name {}",
                                    file, program.path.string(),
                                    lfc == "imc"   ? "nrx_imc or irx_imc"
                                    : lfc == "hmc" ? "nrx_hmc or irx_hmc"
                                                   : "hrx_hmc"));
    if (!lfc.empty() && other != lfc)
        throw UserError(
            fmt::format("--firmware {}: this control program is for programs with LFC's library "
                        "'{}', and {} has "
                        "the library '{}': leave --firmware out, or link the program with {}",
                        file, other, program.path.string(), lfc,
                        other == "imc" ? "no --config" : fmt::format("--config={}.cfg", other)));
    return image;
}

MachineConfig machine_with(const std::string &machine, const std::vector<std::string> &set) {
    MachineConfig config = MachineConfig::load(machine);
    std::vector<MachineSetting> settings;
    std::string given;
    for (const std::string &text : set) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos)
            throw UserError(
                fmt::format("--set {0}: write {0}=VALUE, for example network.hop_latency=4", text));
        settings.push_back({text.substr(0, equals), text.substr(equals + 1)});
        given += fmt::format("{}--set {}", given.empty() ? "" : " ", text);
    }
    try {
        return config.with(settings);
    } catch (const UserError &error) {
        throw UserError(fmt::format("{}: {}", given, error.what()));
    }
}

/// Kinds of machines with one processor have compilers of their own, and other libraries.
static void check_machine(const Image &image, const MachineConfig &config) {
    if (image.machine.empty()) return;
    const std::string own = compiler_of(image.processor, image.machine),
                      wanted = compiler_of(image.processor, config.kind);
    if (own == wanted) return;
    throw UserError(fmt::format("{}: is compiled for machine {}, not for {}: compile it with {}",
                                image.path.string(), image.machine, config.name, wanted));
}

static void check_interface(const Image &image, const MachineConfig &config) {
    const auto &ways = facts_of(config).ways_out;
    if (!ways || image.machine.empty()) return;
    const bool wants = image.machine.ends_with("-xnet");
    if (wants == ways->by_instructions(config)) return;
    const std::string way = wants
                                ? fmt::format("without -mxnet, or take --machine {}", image.machine)
                                : fmt::format("with {} -mxnet", facts_of(image.processor).compiler);
    throw UserError(fmt::format("{}: is compiled for {}, machine {} has {}: compile it {}",
                                image.path.string(), wants ? ways->instructions : ways->other,
                                config.name, wants ? ways->other : ways->instructions, way));
}

/// Refuses a program whose text has instructions that the machine's network interface lacks.
static void check_parts(const Image &image, const MachineConfig &config) {
    const NetworkParts *const parts = network_parts(config);
    if (!parts) return;
    const auto found = lacking(image, *parts);
    if (!found) return;
    throw UserError(fmt::format(
        "{}: {} {}", image.path.string(), found->text,
        found->multicast ? fmt::format("is a multicast, and the network of machine {} has none: "
                                       "take one whose network is a grid",
                                       config.name)
                         : fmt::format("is for vectors, and machine {} has none", config.name)));
}

/// Options for what I/O nodes do, and whether they are given.
static std::array<std::pair<bool, const char *>, 2> of_io_nodes(const JobArguments &arguments) {
    return {{{!arguments.io_program.empty(), "--io"}, {!arguments.io_root.empty(), "--io-root"}}};
}

/// Refuses options for what the kind of machine lacks.
static void check_kind(const JobArguments &arguments, const MachineConfig &config) {
    if (arguments.columns != 0 && !grid_of(config))
        throw UserError(fmt::format("--nodes {}x{}: machine {} has no grid: write --nodes {}",
                                    arguments.nodes / arguments.columns, arguments.columns,
                                    config.name, arguments.nodes));
    if (may_have_io_nodes(config)) return;
    const auto refuse = [&](const char *option) {
        throw UserError(
            fmt::format("{}: machine {} has no I/O nodes: leave it out", option, config.name));
    };
    if (arguments.io_nodes) refuse("--io-nodes");
    for (const auto &[given, option] : of_io_nodes(arguments))
        if (given) refuse(option);
}

Job::Job(const JobArguments &arguments)
    : arguments_(arguments), config_(machine_with(arguments.machine, arguments.set)),
      image_(load_program(arguments.program, config_.memory_bytes, facts_of(config_).processor,
                          config_.kind)),
      nodes_(arguments.nodes == 0 ? config_.nodes : arguments.nodes) {
    check_kind(arguments, config_);
    check_machine(image_, config_);
    check_interface(image_, config_);
    check_parts(image_, config_);
    image_.contexts = config_.contexts();
    if (!facts_of(config_).gets_arguments && !arguments.arguments.empty())
        throw UserError(fmt::format("{}: programs of machine {} get no arguments",
                                    arguments.arguments.front(), config_.name));
    if (nodes_ > config_.max_nodes)
        throw UserError(fmt::format("--nodes {}: machine {} has at most {} nodes", nodes_,
                                    config_.name, config_.max_nodes));
    if (arguments.columns != 0) grid_of(config_)->columns = arguments.columns;
    if (arguments.io_nodes) grid_of(config_)->io_nodes = *arguments.io_nodes;
    if (io_nodes_of(config_) == 0)
        for (const auto &[given, option] : of_io_nodes(arguments))
            if (given)
                throw UserError(fmt::format("{}: there are no I/O nodes: add --io-nodes 1, or "
                                            "leave it out",
                                            option));
    check_role(image_, false);
    firmware_ = firmware_of(config_, arguments.firmware, image_);
    if (!arguments.files.empty()) {
        if (io_nodes_of(config_) != 0)
            throw UserError(
                "--files: on a machine with I/O nodes, these serve the files: write --io-root");
        std::error_code error;
        if (!std::filesystem::is_directory(arguments.files, error))
            throw UserError(fmt::format("--files {}: no such directory", arguments.files));
    }
    if (io_nodes_of(config_) == 0) return;
    const auto io_program =
        arguments.io_program.empty() ? runtime_io_program() : arguments.io_program;
    io_image_ = Image::load(io_program, config_.memory_bytes);
    // Its addresses differ from those of programs (runtime/build), so that an address has one name.
    image_.add(*io_image_);
}

RunOptions Job::options(std::uint64_t jitter) const {
    RunOptions options;
    options.nodes = nodes_;
    options.max_cycles = arguments_.max_cycles;
    if (io_image_) options.io_program = &*io_image_;
    options.firmware = firmware();
    options.io_root = arguments_.files.empty() ? arguments_.io_root : arguments_.files;
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
    summary.message = ending(result, image_, features_of(config_), second_cores());
    summary.jitter = jitter;
    summary.program = arguments_.program;
    summary.arguments = arguments_.arguments;
    summary.machine = config_.name;
    summary.settings = config_.settings;
    return summary;
}

SecondCores Job::second_cores() const {
    return firmware_ ? SecondCores{&*firmware_, config_.cores.at(1)} : SecondCores{};
}

std::string Job::identity() const {
    const auto hash_of = [](const auto &image) { return image ? image->hash : 0; };
    std::string text =
        fmt::format("program {:x} io {:x} firmware {:x} machine {:x} nodes {} "
                    "columns {} io nodes {} cycles {}",
                    image_.hash, hash_of(io_image_), hash_of(firmware_), config_.hash(), nodes_,
                    columns_of(config_), io_nodes_of(config_), arguments_.max_cycles);
    for (const std::string &argument : arguments_.arguments)
        text += fmt::format(" {}:{}", argument.size(), argument);
    return text;
}

std::string Job::command(std::uint64_t jitter, std::uint64_t max_cycles) const {
    return command(jitter != 0 ? fmt::format("inlet run --jitter {}", jitter) : "inlet run",
                   max_cycles);
}

std::string Job::command(const std::string &words, std::uint64_t max_cycles) const {
    const JobArguments standard;
    std::string text = words;
    if (arguments_.machine != standard.machine) text += " --machine " + quoted(arguments_.machine);
    for (const std::string &setting : arguments_.set) text += " --set " + quoted(setting);
    if (arguments_.columns != 0)
        text += fmt::format(" --nodes {}x{}", arguments_.nodes / arguments_.columns,
                            arguments_.columns);
    else if (arguments_.nodes != 0)
        text += fmt::format(" --nodes {}", arguments_.nodes);
    if (arguments_.io_nodes) text += fmt::format(" --io-nodes {}", *arguments_.io_nodes);
    if (!arguments_.io_program.empty()) text += " --io " + quoted(arguments_.io_program);
    if (!arguments_.firmware.empty()) text += " --firmware " + quoted(arguments_.firmware);
    if (!arguments_.io_root.empty()) text += " --io-root " + quoted(arguments_.io_root);
    if (!arguments_.files.empty()) text += " --files " + quoted(arguments_.files);
    if (max_cycles != standard.max_cycles) text += fmt::format(" --max-cycles {}", max_cycles);
    if (arguments_.no_skip) text += " --no-skip";
    if (arguments_.lock_step) text += " --lock-step";
    if (arguments_.engine != standard.engine) text += " --engine " + arguments_.engine;
    if (arguments_.program.starts_with('-')) text += " --";
    text += " " + quoted(arguments_.program);
    for (const std::string &argument : arguments_.arguments) text += " " + quoted(argument);
    return text;
}

} // namespace inlet::app
