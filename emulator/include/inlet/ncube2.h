// The nCUBE/2 as a whole: running, tracing and reporting its programs (docs/ncube2.md). It has a
// machine of its own beside inlet/machine.h.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace inlet::ncube2 {

/// A machine file of this kind, checked.
struct MachineFile {
    std::string name, description;
    std::string text; ///< JSON
    std::string file; ///< empty: built in
};
/// Whether a name, or the file of that name, is a machine of this kind.
bool is_machine(const std::string &name_or_file);
/// Throws UserError.
MachineFile machine_file(const std::string &name_or_file);

struct Request {
    std::string machine = "ncube2";
    std::vector<std::string> set; ///< "costs.memory=3"
    std::string program;
    std::uint32_t nodes = 0; ///< 0: what the machine file says
    std::uint64_t jitter = 0;
    std::uint64_t max_cycles = ~std::uint64_t{0};
    bool skip_waits = true, lock_step = false;
    bool check_dma = false; ///< report buffers that are touched while a channel has them
    std::string trace;      ///< file; empty: none
};

enum class RunEnding : std::uint8_t { exited, fault, deadlock, max_cycles };

struct Outcome {
    RunEnding ending = RunEnding::exited;
    std::uint32_t nodes = 0, status = 0;
    std::uint64_t cycles = 0, instructions = 0, messages = 0, message_hash = 0;
    std::string message; ///< what went wrong
    std::string table;   ///< what each node did
};

/// Throws UserError. `print`: lines of the console.
Outcome run(const Request &request, const std::function<void(const std::string &)> &print);

/// Whether a file is what Request::trace wrote.
bool is_trace(const std::string &file);
/// One message from the trap that sends it to the return of the interrupted program: "SRC:NUM", or
/// empty for the first. Throws UserError.
std::string report(const std::string &trace, const std::string &message);

/// One number of the paper beside ours.
struct Reproduced {
    std::string where, what, unit;
    std::string kind; ///< I input, C calibrated, D follows, P predicted, X listed
    double paper = 0; ///< NaN: the paper has none
    double ours = 0;  ///< NaN: not measured
    std::string note;
};
/// `rows`: examples/reproduce/ncube2.json, beside which ncube2_send_receive.elf is; the program:
/// that of signal.s. Throws UserError.
std::vector<Reproduced> reproduce(const Request &request, const std::string &rows);

} // namespace inlet::ncube2
