#include "inlet/control.h"

#include "node/callers.h"
#include "scheduler/impl.h"
#include "scheduler/state_dump.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <utility>

namespace inlet {

using net::Network;

Machine::Control::Control(Machine &machine) : machine_(machine.impl_.get()) {
    machine_->needs_one_process("debuggers");
    machine_->settle_all(machine_->position());
    machine_->workers.reset();
    machine_->choice.reset();
    machine_->program->context.skip_polls = false; // stops in polls, too
    if (machine_->parts)
        machine_->parts->each_context([](NodeContext &context) { context.skip_polls = false; });
    if (machine_->io_program) machine_->io_program->context.skip_polls = false;
    position_ = {machine_->partition.clocks.smallest(), 0};
    for (auto *console : {&machine_->options.console, &machine_->options.firmware_console})
        *console = [lines = lines_, print = std::move(*console)](std::uint32_t node,
                                                                 std::string_view line) {
            if (lines->now++ < lines->shown) return;
            lines->shown = lines->now;
            if (print) print(node, line);
        };
}

void Machine::Control::set_standard_input(Machine &machine, Input input) {
    machine.impl_->standard_input = std::move(input);
}

std::uint32_t Machine::Control::nodes() const { return machine_->count; }
std::uint32_t Machine::Control::cores() const {
    return static_cast<std::uint32_t>(machine_->cores.size());
}

std::optional<std::uint32_t> Machine::Control::next() {
    Impl &m = *machine_;
    for (;;) {
        const std::uint64_t now = m.advance_network(Network::never);
        m.print_before(now);
        if (now == Network::never || m.is_over(now) || now >= m.end() || m.standstill)
            return std::nullopt;
        // Turns of a wait are steps too, so that one can stop in them. Where
        // interfaces have clocks of their own, programs that have exited wait no longer.
        std::optional<std::uint32_t> first;
        for (std::uint32_t n = 0; n < cores(); ++n)
            if (m.cores[n].waiting() && !(m.devices && m.cores[n].rests()) &&
                m.cores[n].now() < now && (!first || m.cores[n].now() < m.cores[*first].now()))
                first = n;
        if (first) return first;
        if (now >= m.meeting && (m.standstill = m.stands_still())) return std::nullopt;
        const std::uint32_t clock = m.partition.clocks.first();
        if (clock >= m.devices) return clock - m.devices;
        m.run_device(clock); // is no step
    }
}

bool Machine::Control::before_instruction(std::uint32_t node) const {
    return machine_->cores[node].before_instruction();
}

Position Machine::Control::upcoming() {
    const auto node = next();
    if (!node) return {Network::never, 0};
    const NodeCore &n = machine_->cores[*node];
    const std::uint64_t cycle = std::min(n.clock(), n.waiting() ? n.now() : Network::never);
    return cycle > position_.cycle ? Position{cycle, 1}
                                   : Position{position_.cycle, position_.steps + 1};
}

void Machine::Control::act() {
    const auto node = next();
    if (!node) return;
    position_ = upcoming();
    NodeCore &n = machine_->cores[*node];
    n.act();
    machine_->set_clocks(*node);
    if (n.faulted()) machine_->partition.output.note(n.fault());
}

bool Machine::Control::run_until(std::uint64_t cycle) {
    const bool more = machine_->run_until(cycle);
    machine_->stand();
    const std::uint64_t now = machine_->position();
    if (now > position_.cycle) position_ = {now, 0};
    return more;
}

void Machine::Control::catch_up() { machine_->catch_up(machine_->position()); }

Machine::Control::Saved Machine::Control::save() {
    next(); // brings the network up to the known time
    Archive ar;
    machine_->archive(ar);
    return {position_, lines_->now, ar.take()};
}

void Machine::Control::restore(const Saved &saved) {
    Archive ar(saved.state);
    machine_->archive(ar);
    position_ = saved.position;
    lines_->now = saved.lines;
}

Outcome Machine::Control::outcome() const {
    const Impl &m = *machine_;
    const bool quiet = m.still();
    if (m.partition.output.fault()) return Outcome::fault;
    const bool all_exited =
        std::ranges::all_of(m.first_cores(), [](const NodeCore &n) { return n.rests(); });
    if (m.standstill && m.stalled && !m.stuck) return Outcome::stalled;
    if (m.standstill || (quiet && !all_exited)) return Outcome::deadlock;
    return quiet || m.all_done() ? Outcome::exited : Outcome::max_cycles;
}

const std::optional<Fault> &Machine::Control::fault() const {
    return machine_->partition.output.fault();
}

std::uint32_t Machine::Control::status() const {
    for (const NodeCore &node : machine_->first_cores())
        if (const std::uint32_t status = node.summary().status) return status;
    return 0;
}

bool Machine::Control::in_instruction(std::uint32_t node) const {
    return machine_->cores[node].in_instruction();
}
bool Machine::Control::exited(std::uint32_t node) const { return machine_->cores[node].parked(); }
std::uint64_t Machine::Control::instructions(std::uint32_t node) const {
    return machine_->cores[node].core().state().instructions;
}
std::uint64_t Machine::Control::clock(std::uint32_t node) const {
    return machine_->cores[node].now();
}
std::uint32_t Machine::Control::pc(std::uint32_t node) const {
    return machine_->cores[node].core().state().pc;
}
Context Machine::Control::context(std::uint32_t node) const {
    return machine_->cores[node].core().interface().context();
}

std::optional<std::uint32_t> Machine::Control::behind_slot(std::uint32_t node) const {
    const engine::State &state = machine_->cores[node].core().state();
    return state.in_slot ? std::optional(state.npc) : std::nullopt;
}

const char *Machine::Control::architecture(std::uint32_t node) const {
    return machine_->cores[node].core().set().architecture();
}

const char *Machine::Control::register_types(std::uint32_t node) const {
    return machine_->cores[node].core().set().register_types();
}

std::uint32_t Machine::Control::stack_pointer(std::uint32_t node) const {
    const Core &core = machine_->cores[node].core();
    return core.state().r[core.abi().stack];
}

bool Machine::Control::little(std::uint32_t node) const {
    return machine_->cores[node].core().set().abi().little;
}

std::vector<RegisterInfo> Machine::Control::registers(std::uint32_t node) const {
    const Core &core = machine_->cores[node].core();
    const auto known = core.set().registers();
    std::vector<RegisterInfo> all(known.begin(), known.end());
    std::ranges::copy(core.interface().control_registers(), std::back_inserter(all));
    return all;
}

std::optional<std::uint32_t> Machine::Control::interrupted_word(std::uint32_t node,
                                                                std::uint32_t address) const {
    const Core &core = machine_->cores[node].core();
    return core.interface().interrupted_word(core.state(), address);
}

std::uint32_t Machine::Control::read(std::uint32_t node, std::uint32_t number) const {
    const Core &core = machine_->cores[node].core();
    const auto known = static_cast<std::uint32_t>(core.set().registers().size());
    return number < known ? core.set().read_register(core.state(), number)
                          : core.interface().control_register(core.state(), number - known);
}

bool Machine::Control::writable(std::uint32_t node, std::uint32_t number) const {
    const Core &core = machine_->cores[node].core();
    const auto known = core.set().registers();
    if (number >= known.size()) return false; // of the network interface
    engine::State copy = core.state();
    if (known[number].bits > 32) {
        std::vector<std::uint8_t> bytes(known[number].bits / 8);
        core.set().read_wide(copy, number, bytes);
        return core.set().write_wide(copy, number, bytes);
    }
    return core.set().write_register(copy, number, core.set().read_register(copy, number));
}

bool Machine::Control::write(std::uint32_t node, std::uint32_t number, std::uint32_t value) {
    const bool done = machine_->cores[node].set_register(number, value);
    machine_->set_clocks(node);
    return done;
}

void Machine::Control::read_wide(std::uint32_t node, std::uint32_t number,
                                 std::span<std::uint8_t> bytes) const {
    const Core &core = machine_->cores[node].core();
    core.set().read_wide(core.state(), number, bytes);
}

bool Machine::Control::write_wide(std::uint32_t node, std::uint32_t number,
                                  std::span<const std::uint8_t> bytes) {
    const bool done = machine_->cores[node].set_wide_register(number, bytes);
    machine_->set_clocks(node);
    return done;
}

bool Machine::Control::read(std::uint32_t node, std::uint32_t address,
                            std::span<std::uint8_t> to) const {
    const Core &core = machine_->cores[node].core();
    const auto physical = core.set().physical(core.state(), core.memory(), address,
                                              static_cast<std::uint32_t>(to.size()));
    if (!core.memory().copy_out(physical.value_or(address), to)) return false;
    core.set().show_memory(core.state(), address, to);
    return true;
}

bool Machine::Control::write(std::uint32_t node, std::uint32_t address,
                             std::span<const std::uint8_t> from) {
    const bool done = machine_->cores[node].write(address, from);
    machine_->set_clocks(node);
    return done;
}

std::vector<Machine::Control::Access> Machine::Control::accesses(std::uint32_t node) const {
    const Core &core = machine_->cores[node].core();
    std::vector<Access> all;
    for (const engine::DataAccess &found : core.accesses())
        all.push_back({found.address, found.bytes, found.store});
    return all;
}

StateDump Machine::Impl::state_dump(bool polls) {
    std::vector<std::vector<HeldPacket>> held;
    for (const NodeCore &node : first_cores()) {
        held.push_back(node.core().interface().held(node.core().memory()));
        const std::uint32_t at = program_of(node).keeps;
        std::array<std::uint8_t, 4> keeps{};
        if (at == 0 || !node.core().read_kernel(at, keeps)) keeps = {};
        if (keeps == decltype(keeps){}) std::erase_if(held.back(), &HeldPacket::by_kernel);
    }
    // Only the interfaces know where a packet has the address of its handler.
    return state_dump_of(network, dumps_of(first_cores(), polls), held, contexts,
                         [&](const net::Packet &packet) {
                             return cores[0].core().event_of(events::Inject{}, packet);
                         });
}

void Machine::Impl::add_calls(std::vector<DumpNode> &nodes) {
    std::map<const RoleProgram *, Callers> callers;
    for (DumpNode &dump : nodes) {
        if (dump.state == DumpNode::State::exited) continue;
        const NodeCore &core = cores[dump.core * count + dump.node];
        const RoleProgram &runs = program_of(core);
        dump.callers =
            core.callers(callers.try_emplace(&runs, runs.functions, runs.frames).first->second);
    }
}

StateDump Machine::Control::state_dump() {
    StateDump dump = machine_->state_dump(false);
    machine_->add_calls(dump.nodes);
    dump.firmware = machine_->dumps_of(machine_->second_cores(), false);
    machine_->add_calls(dump.firmware);
    for (const NodeCore &node : machine_->cores) dump.cycle = std::max(dump.cycle, node.now());
    return dump;
}

} // namespace inlet
