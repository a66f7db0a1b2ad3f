// A machine: nodes, network and the scheduler that runs them. Machines are independent objects;
// there is no global state.
#pragma once

#include "inlet/compile_options.h"
#include "inlet/config.h"
#include "inlet/fault.h"
#include "inlet/image.h"
#include "inlet/named_count.h"
#include "inlet/observer.h"
#include "inlet/snapshot.h"
#include "inlet/state_dump.h"

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

class Ranks;

/// Progress of a run.
struct RunProgress {
    std::uint64_t cycle = 0;                      ///< that every node has reached
    std::uint64_t instructions = 0, messages = 0; ///< executed and sent by all nodes so far
};

/// No run reaches this cycle.
inline constexpr std::uint64_t never_cycle = ~std::uint64_t{0};

/// Threads of the host that run the machine (docs/network.md, "Threads"). With an observer, with
/// `lock_step` or `check_dma` or `check_lfc`, and for debuggers there is one.
struct ThreadOptions {
    unsigned count = 1; ///< that of the caller included; at most 64
    // Which work is handed over. Tests choose others.
    std::uint64_t least = 50'000;  ///< cycles that the node ran ahead the last time
    std::uint64_t chunk = 1 << 15; ///< cycles between two looks at how far it is
    std::uint32_t delay = 0;       ///< at most these microseconds before a look
    /// The machine is run in so many parts, if its network can be divided; 0: in one.
    std::uint32_t parts = 0;
    std::uint32_t shuffle = 0; ///< one thread, parts: the seed of their order
    /// run() begins in one part, and goes on in as many as there are threads, or in one again,
    /// where it measures that this is quicker. Then machine and program must outlive the Machine.
    /// Runs with `mark` or `checkpoint_every` stay in one part.
    bool choose = false;
    /// choose: for tests, after so many turns in one part, or things that a thread does in parts;
    /// after each change half as many more.
    std::uint32_t change_every = 0;
};

struct RunOptions {
    std::uint32_t nodes = 0; ///< without I/O nodes; 0: the machine's default
    /// Program of the I/O nodes, if the machine has any; not owned.
    const Image *io_program = nullptr;
    /// Program of the second cores of nodes that have them; not owned.
    const Image *firmware = nullptr;
    std::string io_root; ///< directory that I/O nodes may access; empty: none
    std::uint64_t max_cycles = ~std::uint64_t{0};
    std::vector<std::string> arguments; ///< argv[0] is the program's file name
    bool skip_waits =
        true; ///< false: execute every iteration of recognised waits; the result is the same
    bool lock_step =
        false; ///< the reference scheduler: every node, every cycle; slow, the result is the same
    /// When to compile code for the host; nullopt: interpret all code. The result is the same.
    std::optional<CompileOptions> compiled = CompileOptions{};
    /// The result is the same for all of them.
    ThreadOptions threads;
    /// Not owned; nullptr, or of one rank: this process does the run alone. Else each of them makes
    /// the same machine, of the same program and options, which both must outlive it, and calls
    /// run(), which returns the result on rank 0, and an empty one on the others. What else options
    /// have to call is called on rank 0. Observers, `mark`, `note`, `host_answer`, `lock_step`,
    /// `check_dma`, `check_lfc`, snapshots, runs in pieces and debuggers are refused (UserError).
    Ranks *ranks = nullptr;
    std::uint64_t jitter = 0; ///< seed of legal, reproducible network delays; 0: none
    /// Not owned; may be set by another thread or a signal: the run ends soon after, with
    /// Outcome::interrupted.
    const std::atomic<bool> *stop = nullptr;
    bool check_dma = false;       ///< nCUBE/2, Myrinet: report who touches what a DMA engine has
    bool check_lfc = false;       ///< Myrinet: check what LFC's control programs keep (LfcCheck)
    bool state_dump = false;      ///< set RunResult::state_dump for every outcome
    Observer *observer = nullptr; ///< not owned; nullptr: no observer, at no cost
    /// If not 0: calls `checkpoint` with a snapshot each time all nodes have reached a multiple of
    /// it (cycles). The run is the same.
    std::uint64_t checkpoint_every = 0;
    std::function<void(Snapshot &&)> checkpoint;
    /// Called by run() when every node has reached `cycle`, with Machine::fingerprint(). Returns
    /// the cycle of the next call. The first call comes before the run. The last one comes at its
    /// end, with never_cycle, or where it is interrupted.
    std::function<std::uint64_t(std::uint64_t cycle, std::uint64_t fingerprint)> mark;
    /// Receives every answer of the files of I/O nodes, in the order of the run: the result of the
    /// service, and the bytes read.
    std::function<void(std::int32_t, std::span<const std::uint8_t>)> host_answered;
    /// Replaces the files when a run is repeated: returns the result of the service and copies the
    /// bytes read into `read`. May throw.
    std::function<std::int32_t(std::span<std::uint8_t> read)> host_answer;
    /// Called with the progress, at least every 2^14 cycles of a run in which all nodes compute.
    /// The run is the same.
    std::function<void(const RunProgress &)> progress;
    /// Receives marks of programs (docs/ncube2.md): node, number of the mark, cycle.
    std::function<void(std::uint32_t node, std::uint32_t number, std::uint64_t cycle)> note;
    /// Receives console output in whole lines, without the newline; an incomplete line comes at the
    /// end.
    std::function<void(std::uint32_t node, std::string_view line)> console;
    /// The same of the second cores.
    std::function<void(std::uint32_t node, std::string_view line)> firmware_console;
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
    fault,       ///< a node faulted; `fault` says where and why
    max_cycles,  ///< the limit of cycles was reached
    deadlock,    ///< no node can proceed and no message can move
    stalled,     ///< all programs only poll, and no message arrives; or all have exited, and
                 ///< firmware never rests
    interrupted, ///< RunOptions::stop was set; all nodes are at the same cycle
};

/// A branch that executed twice because its slot was interrupted (CSD-94-823 A.9.1), with another
/// result, because it links into the register that it reads.
struct RepeatedBranch {
    std::uint32_t node;
    std::uint64_t cycle; ///< of the interruption
    std::uint32_t pc;    ///< of the branch
};

/// The host's work for a run. It depends on how the run is executed and observed; on the host, too,
/// where several threads run the machine.
struct RunWork {
    std::uint64_t turns = 0;  ///< how often the scheduler ran a node
    std::uint64_t looks = 0;  ///< how often an output of a router was considered
    std::uint64_t starts = 0; ///< of packets, onto a link or to a node

    bool operator==(const RunWork &) const = default;
};

struct RunResult {
    Outcome outcome = Outcome::exited;
    /// outcome == fault: the fault. max_cycles: node, cycle and pc of the first node that had not
    /// exited, or else of a node that had a message to handle.
    Fault fault;
    /// That node's open calls, by address of the call instruction, innermost first; fault.pc may be
    /// among them if the program blames a place.
    std::vector<std::uint32_t> callers;
    Context context = Context::main;
    std::vector<GuestThread> threads; ///< of that node, if its program has created some
    std::optional<Handled> handles;   ///< see DumpNode
    std::string message;              ///< text of the program if fault.kind == program_failed
    std::optional<StateDump>
        state_dump; ///< set for outcome == deadlock, or with RunOptions::state_dump
    /// max_cycles: the nodes that have not exited, with their open calls.
    std::vector<DumpNode> unfinished;
    std::vector<RepeatedBranch> repeated; ///< the first time for each pc, by pc
    std::uint32_t status = 0;             ///< first non-zero exit status in node order
    std::vector<NodeSummary> nodes;       ///< I/O nodes are the last ones
    std::vector<NodeSummary> firmware;    ///< second cores, by node; empty: there are none
    std::uint64_t cycles = 0;             ///< largest clock
    RunWork work;                         ///< since the machine was made; routers: of the mesh,
                                          ///< torus, fat tree and switch
    std::uint64_t link_bytes =
        0; ///< bytes that the links of a hypercube carried, headers included; other networks: 0
    /// What the machine's interfaces and its software count (inlet/guest_counts.h), of all nodes
    /// together: on a Myrinet packets by kind (docs/lfc-myrinet.md).
    NamedCounts counts;
    std::uint64_t message_hash =
        0; ///< hash of (cycle, node, message) of all dispatches, in each node's order
};

/// Runs `image` on the machine. Throws UserError for errors that are detectable before the first
/// cycle.
class Machine {
  public:
    Machine(const MachineConfig &config, const Image &image, const RunOptions &options);
    ~Machine();
    Machine(Machine &&) noexcept;
    Machine &operator=(Machine &&) noexcept;

    /// Runs to the end from the machine's present state.
    RunResult run();
    /// Runs until every node has reached `cycle`. False: the run ended earlier; run() returns the
    /// result.
    bool run_until(std::uint64_t cycle);
    /// The machine's state. May be called before, between and after calls of the above.
    Snapshot snapshot();
    /// Hash of the registers, clocks and messages of all nodes. It depends on the run and the cycle
    /// only, not on how the run is executed. Waiting nodes are advanced to this cycle first.
    std::uint64_t fingerprint();
    /// Continues from `snapshot` with the same program, machine and jitter; engine, scheduler,
    /// observers and limits may differ. Throws UserError; afterwards the machine must not be used.
    void resume(const Snapshot &snapshot);

    class Control; ///< stops a run and inspects nodes: inlet/control.h

    struct Impl; ///< of the library
    explicit Machine(std::unique_ptr<Impl> impl);

  private:
    std::unique_ptr<Impl> impl_;
};

} // namespace inlet
