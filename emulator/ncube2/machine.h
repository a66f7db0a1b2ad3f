// A machine of nCUBE/2 nodes on a hypercube: a conservative discrete-event simulation, as
// scheduler/machine.h's. Each node has its own clock; the one with the smallest runs as far as
// nothing can reach it. Every instruction is the stepper's.
#pragma once

#include "cpu/ncube/execute.h"
#include "inlet/cube_config.h"
#include "ncube2/program.h"
#include "net/cube.h"
#include "ni/ncube2/channels.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace inlet::ncube2 {

/// The numbers of machine file ncube2.json.
struct Config {
    std::string name = "ncube2";
    std::uint32_t nodes = 4;
    std::uint32_t max_nodes = 8192;
    std::uint32_t memory_bytes = 4u << 20;
    std::uint32_t clock_hz = 20'000'000;
    ncube::Costs costs;
    CubeConfig network;
};

struct Options {
    std::uint32_t nodes = 0; ///< 0: the machine's
    std::uint64_t jitter = 0;
    std::uint64_t max_cycles = net::Cube::never;
    bool lock_step = false; ///< cycle by cycle: the reference
    bool skip_waits = true; ///< a loop that only waits is not executed turn by turn
    bool check_dma = false; ///< buffers that a channel has must not be touched
    std::function<void(const std::string &)> print; ///< console lines; nothing: they are dropped
};

/// Whose code an instruction is.
enum class Context : std::uint8_t { user, kernel, handler };
const char *context_name(Context context);

class Observer {
  public:
    virtual ~Observer() = default;
    /// Turns of a wait that are skipped are not reported.
    virtual void instruction(std::uint32_t node, const ncube::Step &step, Context context) {
        static_cast<void>(node);
        static_cast<void>(step);
        static_cast<void>(context);
    }
    virtual void interrupt(std::uint32_t node, unsigned vector, std::uint64_t cycle,
                           std::uint32_t pc, const ncube::Cost &cost) {
        static_cast<void>(node);
        static_cast<void>(vector);
        static_cast<void>(cycle);
        static_cast<void>(pc);
        static_cast<void>(cost);
    }
    /// LCNT at `cycle` has sent message `number` of `node`.
    virtual void sent(std::uint32_t node, std::uint32_t number, std::uint64_t cycle) {
        static_cast<void>(node);
        static_cast<void>(number);
        static_cast<void>(cycle);
    }
    virtual void mark(std::uint32_t node, std::uint32_t mark, std::uint64_t cycle) {
        static_cast<void>(node);
        static_cast<void>(mark);
        static_cast<void>(cycle);
    }
};

enum class Ending : std::uint8_t { exited, fault, deadlock, max_cycles };

struct NodeResult {
    std::uint64_t cycles = 0, instructions = 0, waiting = 0;
    std::uint64_t sent = 0, received = 0, bytes_received = 0;
    std::uint64_t interrupts = 0;
    std::uint32_t deepest_stack = 0; ///< bytes of the user's stack, at an interrupt or trap
    bool operator==(const NodeResult &) const = default;
};

struct Result {
    Ending ending = Ending::exited;
    std::uint32_t status = 0; ///< the greatest
    std::string message;      ///< fault, deadlock: what happened
    std::uint64_t cycles = 0; ///< of the last node
    std::uint64_t message_hash = 0;
    std::vector<NodeResult> nodes;
};

class Machine {
  public:
    /// Throws UserError where options and machine do not go together.
    Machine(const Config &config, const Program &program, const Options &options);
    ~Machine();

    /// Before run().
    void watch(Observer *observer);
    void watch_paths(net::PathObserver *observer);
    Result run();

    net::Cube &cube();

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace inlet::ncube2
