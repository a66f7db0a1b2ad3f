#include "subject.h"

#include "ni/t1/in_node.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <utility>

namespace inlet::test {

namespace {

/// Registers of the interface (CSD-94-823, Table 1).
constexpr std::pair<const char *, std::uint32_t> interface_registers[] = {
    {"timeh", isa::ni::timeh},   {"timec", isa::ni::timec},   {"count", isa::ni::count},
    {"enable", isa::ni::enable}, {"nistat", isa::ni::nistat}, {"lpepc", isa::ni::lpepc},
    {"hpepc", isa::ni::hpepc},   {"niid", isa::ni::niid},     {"dmh", isa::ni::dmh},
    {"outh", isa::ni::outh},     {"inh", isa::ni::inh},       {"vlr", isa::ni::vlr}};

std::uint32_t address_of(const std::vector<Symbol> &symbols, const char *name) {
    const auto found =
        std::ranges::find_if(symbols, [&](const Symbol &symbol) { return symbol.name == name; });
    if (found == symbols.end())
        throw UserError(std::string("the program has no ") + name + ": link visitor.S to it");
    return found->address;
}

struct Differences {
    std::string text;
    void operator()(const std::string &name, std::uint64_t a, std::uint64_t b) {
        if (a != b) text += fmt::format("{}: {:#x} and {:#x}; ", name, a, b);
    }
};

RunOptions made(RunOptions options, bool reference, Observer *deaf, std::string *console) {
    options.lock_step = reference;
    if (reference) options.observer = deaf;
    options.console = [console](std::uint32_t node, std::string_view line) {
        *console += fmt::format("[node {}] {}\n", node, line);
    };
    return options;
}

const t1::Interface &registers_of(const NodeCore &node) {
    return static_cast<const t1::InNode &>(node.core().interface()).registers();
}

void compare_state(Differences &compare, const NodeCore &one, const NodeCore &other) {
    const engine::State &a = one.core().state(), &b = other.core().state();
    for (unsigned i = 0; i < engine::registers; ++i)
        if (i != engine::sink) compare(fmt::format("r[{}]", i), a.r[i], b.r[i]);
    compare("now", a.now, b.now);
    compare("pc", a.pc, b.pc);
    compare("npc", a.npc, b.npc);
    compare("slot", a.in_slot, b.in_slot);
    compare("unit_ready", a.unit_ready, b.unit_ready);
    compare("linked", a.linked, b.linked);
    compare("instructions", a.instructions, b.instructions);
    compare("waiting", a.waiting, b.waiting);
    // A loaded register matters only if the next instruction uses it.
    const engine::Instruction *next = one.core().instruction();
    const engine::Late awaits = next ? next->awaits : 0;
    compare("load_mask", a.load_mask & awaits, b.load_mask & awaits);
    compare("fault", static_cast<unsigned>(a.fault.kind), static_cast<unsigned>(b.fault.kind));
    for (const auto &[name, number] : interface_registers)
        compare(name, registers_of(one).peek(a, number).value_or(0),
                registers_of(other).peek(b, number).value_or(0));
    for (const Context level : {Context::main, Context::low, Context::high})
        for (unsigned i = 0; i < 7; ++i)
            compare(fmt::format("register {} of {}", i, static_cast<unsigned>(level)),
                    registers_of(one).set_of(a, level)[i], registers_of(other).set_of(b, level)[i]);
    if (const Caches *const caches = one.core().caches();
        caches && *caches != *other.core().caches())
        compare.text += "caches; ";
    const NodeSummary mine = one.summary(), theirs = other.summary();
    compare("sent", mine.messages_sent, theirs.messages_sent);
    compare("received", mine.messages_received, theirs.messages_received);
    compare("cycles_waiting", mine.cycles_waiting, theirs.cycles_waiting);
    compare("exited", mine.exited, theirs.exited);
    compare("status of exit", mine.status, theirs.status);
    compare("order of messages", one.core().counts.message_hash, other.core().counts.message_hash);
}

void compare_memory(Differences &compare, const Memory &one, const Memory &other) {
    for (std::uint32_t at = first_mapped; at < one.bytes(); at += page_bytes) {
        const std::uint8_t *mine = one.read<std::uint8_t>(at),
                           *theirs = other.read<std::uint8_t>(at);
        if (mine == theirs || (mine && theirs && !one.written(at) && !other.written(at))) continue;
        if (!mine || !theirs || std::memcmp(mine, theirs, page_bytes) != 0)
            compare.text += fmt::format("memory at {:#x}; ", at);
    }
}

} // namespace

Visitor::Visitor(const Image &image)
    : handler(address_of(image.symbols, "every_cycle_visitor")),
      visits(address_of(image.objects, "every_cycle_visits")) {}

Subject::Subject(const char *name, bool reference, const MachineConfig &config, const Image &image,
                 RunOptions options)
    : name_(name), machine_(config, image, made(std::move(options), reference, &deaf_, &console_)) {
}

bool Subject::run_until(std::uint64_t cycle) {
    const bool more = machine_.run_until(cycle);
    if (!more) return false;
    machine_.settle_all(cycle);
    machine_.catch_up(cycle);
    return true;
}

void Subject::finish() { result_ = machine_.run(); }

std::uint32_t Subject::nodes() const { return machine_.count - machine_.program->context.io_nodes; }

bool Subject::sender(std::uint32_t target, std::uint64_t at, net::Priority priority,
                     Sending &out) const {
    // The target itself last.
    for (std::uint32_t step = 1; step <= nodes(); ++step) {
        out.source = (target + step) % nodes();
        if (!machine_.network.free_slots(out.source, priority)) continue;
        out.cycle = std::max(at, machine_.cores[out.source].now()) + 1;
        return true;
    }
    return false;
}

void Subject::send(const Sending &sending, std::uint32_t target, const Visitor &visitor,
                   net::Priority priority) {
    constexpr std::uint32_t number = 0xE0000000; // no message of the source has this tag
    machine_.network.inject(sending.cycle, {sending.source,
                                            target,
                                            number,
                                            visitor.handler,
                                            priority,
                                            2,
                                            {static_cast<std::uint32_t>(sending.cycle), 3}});
}

std::uint32_t Subject::visits(std::uint32_t node, const Visitor &visitor) const {
    const std::uint8_t *word =
        machine_.cores[node].core().memory().read<std::uint32_t>(visitor.visits);
    return word ? from_guest<std::uint32_t>(word) : 0;
}

std::string Subject::difference(const Subject &other, bool memory) const {
    std::string all;
    for (std::size_t n = 0; n < machine_.count; ++n) {
        Differences compare;
        compare_state(compare, machine_.cores[n], other.machine_.cores[n]);
        if (memory)
            compare_memory(compare, machine_.cores[n].core().memory(),
                           other.machine_.cores[n].core().memory());
        if (!compare.text.empty()) all += fmt::format("node {}: {}", n, compare.text);
    }
    Differences compare;
    compare("messages in flight", machine_.network.in_flight(), other.machine_.network.in_flight());
    compare("outcome", static_cast<unsigned>(result_.outcome),
            static_cast<unsigned>(other.result_.outcome));
    compare("status", result_.status, other.result_.status);
    compare("cycles", result_.cycles, other.result_.cycles);
    compare("message hash", result_.message_hash, other.result_.message_hash);
    if (console_ != other.console_) compare.text += "console; ";
    return all + compare.text;
}

} // namespace inlet::test
