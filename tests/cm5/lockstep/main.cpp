// A CM-5 without a scheduler: the node with the smallest clock executes one instruction by the
// stepper, and the network follows it. Slow, with little that can be wrong: inlet's scheduler and
// engines must have the same results.
//
//   inlet-cm5-lockstep [--listing FROM TO] NODES PROGRAM.elf [ARGUMENT...]
//
// FROM and TO are functions, or constants that hold an address.
//
// Prints the console as inlet run does, and the instructions and messages of each node. --listing:
// the last execution of node 0 between two symbols, with the start cycle of each instruction.
#include "cpu/engine/code_cache.h"
#include "cpu/engine/engine.h"
#include "cpu/sparc/instruction_set.h"
#include "description/config_kinds.h"
#include "inlet/config.h"
#include "inlet/disassembler.h"
#include "inlet/image.h"
#include "kinds/platform.h"
#include "memory/memory.h"
#include "net/control_network.h"
#include "net/fat_tree.h"
#include "ni/cm5/interface.h"
#include "scheduler/setup.h"

#include <algorithm>
#include <deque>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace inlet;
using engine::State;
using engine::Stop;

enum : std::uint32_t { service_exit, service_write, service_fail = 8, service_heap = 9 };
constexpr std::uint64_t most_cycles = 1 << 28;
constexpr unsigned sparc_return_address = 31;

class NoBus final : public Bus {
  public:
    bool read(std::uint32_t, std::span<std::uint8_t>) override { return false; }
    bool write(std::uint32_t, std::span<const std::uint8_t>) override { return false; }
};

struct Node {
    Node(engine::CodeCache &cache, const SharedPages &pages, const cm5::Config &config,
         std::uint32_t number, net::Network &data, net::ControlNetwork &control)
        : number(number), memory(pages), code(cache), interface(config, number, data, &control) {
        memory.add_device(cm5::ni_base, cm5::ni_bytes);
    }
    std::uint32_t number;
    State state{};
    Memory memory;
    engine::CodeMap code;
    cm5::Interface interface;
    std::uint32_t exit_pc = 0; ///< 0: not yet started
    std::string line;
};

struct Listed {
    std::uint64_t cycle;
    std::uint32_t pc, word;
    std::uint64_t cycles;
};

class Lockstep {
  public:
    Lockstep(std::uint32_t nodes, const MachineConfig &config, const Image &image,
             const std::vector<std::string> &arguments)
        : config_(config), numbers_(config.part<Cm5Config>()), image_(image),
          pages_(shared_pages(image, config.memory_bytes)), text_(text_of(pages_)),
          cache_(Platform::make(config, 1, 0)->instruction_set(), text_.base, text_.bytes,
                 text_.gaps),
          network_(numbers_.network, nodes), control_(nodes, numbers_.barrier_latency) {
        interface_ = {nodes, numbers_.load_wait, numbers_.store_wait, numbers_.store_drain};
        for (std::uint32_t n = 0; n < nodes; ++n) {
            Node &node = nodes_.emplace_back(cache_, pages_, interface_, n, network_, control_);
            cache_.set().reset(node.state);
            const engine::Abi &abi = cache_.set().abi();
            const std::uint32_t top = node.memory.bytes() - page_bytes;
            node.state.r[abi.first_argument] = static_cast<std::uint32_t>(arguments.size());
            node.state.r[abi.first_argument + 1u] = top;
            std::uint32_t at = top,
                          text = top + 4 * (static_cast<std::uint32_t>(arguments.size()) + 1);
            for (const std::string &one : arguments) {
                to_guest(node.memory.write<std::uint32_t>(at), text);
                (void)node.memory.copy_in(
                    text, {reinterpret_cast<const std::uint8_t *>(one.c_str()), one.size() + 1});
                at += 4;
                text += static_cast<std::uint32_t>(one.size()) + 1;
            }
            node.state.r[abi.first_argument + 2u] = nodes;
            node.state.r[abi.stack] = top - abi.frame;
            node.state.jump(image.entry);
        }
    }

    std::optional<std::uint32_t> symbol(const std::string &name) const {
        for (const Symbol &one : image_.symbols)
            if (one.name == name) return one.address;
        for (const Symbol &one : image_.objects)
            if (one.name == name) return image_.loaded_word(one.address);
        return {};
    }
    void watch(std::uint32_t from, std::uint32_t to) { from_ = from, to_ = to; }
    const std::vector<Listed> &watched() const { return last_; }

    /// The status of the run.
    int run(std::uint64_t limit) {
        for (;;) {
            Node *next = nullptr;
            for (Node &node : nodes_)
                if (!parked(node) && (!next || node.state.now < next->state.now)) next = &node;
            if (!next) {
                if (!network_.busy()) return status_;
                network_.advance(network_.next_event());
                wake();
                continue;
            }
            if (next->state.now > limit) {
                for (const Node &node : nodes_)
                    if (!parked(node))
                        fmt::print("node {} still runs at cycle {}: {}, called from {}\n",
                                   number(node), node.state.now, image_.place(node.state.pc),
                                   image_.place(node.state.r[sparc_return_address]));
                return 3;
            }
            if (next->state.now > network_.known() + 1) {
                network_.advance(next->state.now - 1);
                if (wake()) continue;
            }
            if (!step(*next)) return 1;
        }
    }
    void print_nodes() const {
        for (const Node &node : nodes_)
            fmt::print("node {}: {} instructions, {} cycles, {} messages\n", number(node),
                       node.state.instructions, node.state.now, node.interface.messages_sent());
    }

  private:
    static std::uint32_t number(const Node &node) { return node.number; }
    static bool at_exit(const Node &node) {
        return node.exit_pc && node.state.pc == node.exit_pc && !node.state.in_slot;
    }
    bool waits(const Node &node, std::uint64_t until) const {
        for (unsigned n = 0; n < 2; ++n)
            if (const net::Delivery *d = network_.front(number(node), n); d && d->cycle <= until)
                return false;
        return true;
    }
    bool parked(const Node &node) const { return at_exit(node) && waits(node, node.state.now); }
    /// A parked node whose message has arrived continues at that cycle.
    bool wake() {
        bool any = false;
        for (Node &node : nodes_) {
            if (!at_exit(node) || !waits(node, node.state.now)) continue;
            std::uint64_t at = net::Network::never;
            for (unsigned n = 0; n < 2; ++n)
                if (const net::Delivery *d = network_.front(number(node), n))
                    at = std::min(at, d->cycle);
            if (at > network_.known()) continue;
            node.state.now = std::max(node.state.now, at);
            any = true;
        }
        return any;
    }

    bool step(Node &node) {
        State &s = node.state;
        const std::uint64_t begin = s.now;
        const std::uint32_t pc = s.pc;
        if (const std::uint64_t due = node.interface.next(s.now); due <= s.now)
            node.interface.advance(s.now, bus_);
        engine::Stepped stepped;
        const Stop stop = engine::step(s, node.memory, node.code.program(), stepped);
        switch (stop) {
        case Stop::budget:
        case Stop::spin:
        case Stop::system: break;
        case Stop::host: return host(node);
        case Stop::access:
            if (!access(node)) return false;
            break;
        case Stop::fault: return settle(node);
        case Stop::network: return fail(node, "a network instruction");
        }
        if (&node == &nodes_[0]) note(begin, pc, s.now - begin);
        return true;
    }
    void note(std::uint64_t begin, std::uint32_t pc, std::uint64_t cycles) {
        if (pc == from_) open_ = true, current_.clear();
        if (open_ && pc == to_) open_ = false, last_ = current_;
        if (!open_) return;
        std::uint8_t bytes[4] = {};
        (void)nodes_[0].memory.copy_out(pc, bytes);
        current_.push_back({begin, pc, from_guest<std::uint32_t>(bytes), cycles});
    }
    bool fail(const Node &node, const std::string &what) {
        fmt::print("node {} at cycle {}, {:08x} {}: {}\n", number(node), node.state.now,
                   node.state.pc, image_.place(node.state.pc), what);
        return false;
    }
    bool settle(Node &node) {
        State &s = node.state;
        if (s.fault.kind == FaultKind::not_decoded)
            return node.code.fetch(node.memory, s.pc) || fail(node, "no code");
        if (s.fault.kind == FaultKind::text_write) {
            const std::uint32_t address = s.fault.value;
            node.memory.watch(address, false);
            engine::Stepped stepped;
            if (engine::step(s, node.memory, node.code.program(), stepped) != Stop::budget)
                return fail(node, "a store to text");
            node.code.changed(address);
            return true;
        }
        const Fault fault = s.fault;
        if (!cache_.set().trap(s, node.memory, fault, [] {}))
            return fail(node,
                        fmt::format("fault {} {:08x}", static_cast<int>(fault.kind), fault.value));
        s.now += config_.exception_cycles;
        return true;
    }

    /// The instruction at pc loads from or stores to the interface: tried on a copy of the state
    /// with the answer in place of memory.
    bool access(Node &node) {
        const Memory::DeviceAccess what = node.memory.missed();
        std::vector<Memory::Tried> tried{{what}};
        const engine::Instruction *in = node.code.program().at(node.state.pc);
        engine::Stepped stepped;
        const auto attempt = [&] {
            State state = node.state;
            node.memory.try_with(tried);
            (void)engine::step(state, node.memory, node.code.program(), stepped);
            node.memory.try_with({});
            return state;
        };
        Access access{what.address, what.bytes, what.store, 0, in->cost};
        State after = node.state;
        if (what.store) {
            after = attempt();
            for (unsigned i = 0; i < what.bytes; ++i)
                access.value = access.value << 8 | tried[0].bytes[i];
        }
        // The state at the access: a load-use stall comes before.
        Answer answer = node.interface.access(node.state.now, access);
        if (answer.kind == Answer::Kind::not_known) {
            network_.advance(node.state.now);
            answer = node.interface.access(node.state.now, access);
        }
        if (answer.kind != Answer::Kind::done)
            return fail(node, node.interface.fault_text(answer.value));
        if (!what.store) {
            for (unsigned i = what.bytes; i-- > 0; answer.value >>= 8)
                tried[0].bytes[i] = static_cast<std::uint8_t>(answer.value);
            after = attempt();
        }
        after.now += answer.cycles;
        node.state = after;
        return true;
    }

    bool host(Node &node) {
        State &s = node.state;
        const engine::Abi &abi = cache_.set().abi();
        const auto argument = [&](unsigned n) -> std::uint32_t & {
            return s.r[abi.first_argument + n];
        };
        const std::uint32_t service = node.code.program().at(s.pc)->imm - abi.first_service;
        switch (service) {
        case service_exit:
            if (!status_) status_ = static_cast<int>(argument(0));
            node.exit_pc = s.npc;
            break;
        case service_write: {
            std::vector<std::uint8_t> bytes(argument(1));
            (void)node.memory.copy_out(argument(0), bytes);
            for (const std::uint8_t byte : bytes)
                if (byte == '\n') {
                    fmt::print("[node {}] {}\n", number(node), node.line);
                    node.line.clear();
                } else {
                    node.line += static_cast<char>(byte);
                }
            s.r[abi.result] = argument(1);
            break;
        }
        case service_fail: {
            std::vector<std::uint8_t> bytes(argument(2));
            (void)node.memory.copy_out(argument(1), bytes);
            return fail(node, fmt::format("{}: {}", image_.place(argument(0)),
                                          std::string(bytes.begin(), bytes.end())));
        }
        case service_heap: // all of it is mapped; up to the stack it may be used
            s.r[abi.result] = node.memory.bytes() - page_bytes - image_.guards.main_stack;
            break;
        default: return fail(node, fmt::format("host service {}", service));
        }
        ++s.instructions;
        s.advance();
        return true;
    }

    const MachineConfig &config_;
    Cm5Config numbers_;
    const Image &image_;
    SharedPages pages_;
    Text text_;
    engine::CodeCache cache_;
    net::FatTreeNetwork network_;
    net::ControlNetwork control_;
    cm5::Config interface_;
    std::deque<Node> nodes_;
    NoBus bus_;
    int status_ = 0;
    std::uint32_t from_ = 0, to_ = 0;
    bool open_ = false;
    std::vector<Listed> current_, last_;
};

} // namespace

int main(int argc, char **argv) {
    std::vector<std::string> arguments(argv + 1, argv + argc);
    std::string from, to;
    if (arguments.size() > 3 && arguments[0] == "--listing") {
        from = arguments[1], to = arguments[2];
        arguments.erase(arguments.begin(), arguments.begin() + 3);
    }
    if (arguments.size() < 2) {
        fmt::print(stderr, "usage: inlet-cm5-lockstep [--listing FROM TO] NODES PROGRAM.elf "
                           "[ARGUMENT...]\n");
        return 2;
    }
    try {
        const MachineConfig config = MachineConfig::load("cm5");
        const Image image = Image::load(arguments[1], config.memory_bytes);
        arguments[1] = image.path.filename(); // as inlet run gives it
        Lockstep machine(static_cast<std::uint32_t>(std::stoul(arguments[0])), config, image,
                         {arguments.begin() + 1, arguments.end()});
        if (!from.empty()) {
            const auto begin = machine.symbol(from), end = machine.symbol(to);
            if (!begin || !end) throw UserError("no such symbol");
            machine.watch(*begin, *end);
        }
        const int status = machine.run(most_cycles);
        const Disassembler disassembler(image);
        for (const Listed &one : machine.watched())
            fmt::print("{:6} {:4}  {:28} {}\n", one.cycle - machine.watched().front().cycle,
                       one.cycles, image.place(one.pc), disassembler.text(one.pc, one.word));
        machine.print_nodes();
        return status;
    } catch (const std::exception &error) {
        fmt::print(stderr, "{}\n", error.what());
        return 2;
    }
}
