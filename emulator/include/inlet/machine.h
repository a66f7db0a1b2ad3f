// A whole machine: nodes, network and the scheduler that runs them. An object that can be made
// as often as one likes; nothing here is global.
#pragma once

#include "inlet/compile_options.h"
#include "inlet/config.h"
#include "inlet/fault.h"
#include "inlet/image.h"
#include "inlet/look.h"
#include "inlet/observer.h"
#include "inlet/snapshot.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace inlet {

/// How far a run is.
struct RunProgress {
    std::uint64_t cycle = 0;                      ///< that every node has reached
    std::uint64_t instructions = 0, messages = 0; ///< executed, sent by all nodes so far
};

/// Of which no run comes to its end.
inline constexpr std::uint64_t never_cycle = ~std::uint64_t{0};

struct RunOptions {
    std::uint32_t nodes = 0; ///< without I/O nodes; 0: the machine's default
    /// What the machine's I/O nodes run, if it has any; not owned.
    const Image *io_program = nullptr;
    std::string io_root; ///< directory whose files they may use; empty: none
    std::uint64_t max_cycles = ~std::uint64_t{0};
    std::vector<std::string> arguments; ///< argv[0] is the program's file name
    bool skip_waits =
        true; ///< false: every turn of a recognised wait is executed; the result is the same
    bool lock_step =
        false; ///< the reference scheduler: every node, every cycle; slow, the result is the same
    /// When code is compiled for the host; nullopt: all is interpreted. The result is the same.
    std::optional<CompileOptions> compiled = CompileOptions{};
    std::uint64_t jitter = 0; ///< seed of legal, reproducible network delays; 0: none
    /// Not owned; may be set by another thread or a signal: the run ends soon after, with
    /// Outcome::interrupted.
    const std::atomic<bool> *stop = nullptr;
    bool check_dma = false;       ///< nCUBE/2: buffers that a channel has must not be touched
    bool look = false;            ///< RunResult::look is there however the run ends
    Observer *observer = nullptr; ///< not owned; nullptr: none, and nothing is paid
    /// Not 0: `checkpoint` gets a snapshot each time all nodes have reached a multiple of it
    /// (cycles). The run is the same.
    std::uint64_t checkpoint_every = 0;
    std::function<void(Snapshot &&)> checkpoint;
    /// Is told how far run() is: that every node has reached `cycle`, and Machine::fingerprint().
    /// Returns the cycle at which it is told next. The first time is before anything runs, the last
    /// time at the run's own end, with never_cycle, or where it is interrupted.
    std::function<std::uint64_t(std::uint64_t cycle, std::uint64_t fingerprint)> mark;
    /// Gets every answer of the files of I/O nodes, in the order of the run: what the service
    /// returns, and what was read.
    std::function<void(std::int32_t, std::span<const std::uint8_t>)> host_answered;
    /// Answers instead of files, to repeat a run: returns what the service returned, and puts what
    /// was read into `read`. May throw.
    std::function<std::int32_t(std::span<std::uint8_t> read)> host_answer;
    /// Called now and then, at least every 2^14 cycles of a run in which all nodes compute, with
    /// how far the machine is. The run is the same.
    std::function<void(const RunProgress &)> progress;
    /// Programs that note places of their run (docs/ncube2.md): what they note, and the cycle.
    std::function<void(std::uint32_t node, std::uint32_t number, std::uint64_t cycle)> note;
    /// Console output, whole lines (without the newline) as they are complete; the rest at the end.
    std::function<void(std::uint32_t node, std::string_view line)> console;
};

struct NodeSummary {
    std::uint64_t cycles = 0; ///< the node's clock at the end
    std::uint64_t instructions = 0;
    std::uint64_t messages_sent = 0;
    std::uint64_t messages_received = 0; ///< dispatched to a handler
    std::uint64_t cycles_waiting = 0; ///< in recognised wait loops, refused SENDs, and after exit
    std::uint32_t status = 0;         ///< of exit
    bool exited = false;
    std::uint64_t cycles_refused = 0; ///< of cycles_waiting: in refused SENDs
    std::uint64_t cycles_idle = 0;    ///< of cycles_waiting: after exit

    /// Of cycles_waiting: in wait loops.
    std::uint64_t cycles_looping() const { return cycles_waiting - cycles_refused - cycles_idle; }
};

/// How a run ended.
enum class Outcome : std::uint8_t {
    exited,      ///< every node called exit
    fault,       ///< `fault` says where and why
    max_cycles,  ///< the limit came first
    deadlock,    ///< no node gets on and no message can move
    stalled,     ///< programs that must ask for messages do nothing else, and none comes
    interrupted, ///< RunOptions::stop; all nodes have come to the same cycle
};

/// A branch that ran twice, because it was interrupted in its slot (CSD-94-823 A.9.1), and cannot
/// be repeated: it links into the register that it reads.
struct RepeatedBranch {
    std::uint32_t node;
    std::uint64_t cycle; ///< of the interruption
    std::uint32_t pc;    ///< of the branch
};

struct RunResult {
    Outcome outcome = Outcome::exited;
    /// Where outcome == fault; max_cycles: node, cycle and pc of the first node that had not
    /// exited, or, if all had, of one that had still to handle something.
    Fault fault;
    /// Of that node: the calls that are open, innermost first, by address of the call instruction
    /// (fault.pc is somewhere among them, where the program blames a place); and what it was in.
    std::vector<std::uint32_t> callers;
    Context context = Context::main;
    std::optional<Handled> handles; ///< see LookNode
    std::string message;            ///< what the program says, where fault.kind == program_failed
    std::optional<Look> look;       ///< where outcome == deadlock, and with RunOptions::look
    std::vector<RepeatedBranch> repeated; ///< the first time for each pc, by pc
    std::uint32_t status = 0;             ///< first non-zero exit status in node order
    std::vector<NodeSummary> nodes;       ///< I/O nodes are the last ones
    std::uint64_t cycles = 0;             ///< largest clock
    std::uint64_t message_hash =
        0; ///< over (cycle, node, message) of all dispatches, in each node's order
};

/// Runs `image` on the machine. Throws UserError for what can be seen before the first cycle.
class Machine {
  public:
    Machine(const MachineConfig &config, const Image &image, RunOptions options);
    ~Machine();
    Machine(Machine &&) noexcept;
    Machine &operator=(Machine &&) noexcept;

    /// To the end, from wherever the machine is.
    RunResult run();
    /// Until every node has reached `cycle`. False: the run is over before; run() has the result.
    bool run_until(std::uint64_t cycle);
    /// The machine as it is now. Before, between and after calls of the above.
    Snapshot snapshot();
    /// Of where all nodes are: their registers, clocks and messages. The same run has the same ones
    /// at the same cycles, however it is executed. Who waits has been observed to wait until here.
    std::uint64_t fingerprint();
    /// Goes on from there, with the same program, machine and jitter; engine, scheduler, observers
    /// and limits may be others. Throws UserError, after which this machine is good for nothing.
    void resume(const Snapshot &snapshot);

    class Control; ///< to stop within a run and look at nodes: inlet/control.h

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace inlet
