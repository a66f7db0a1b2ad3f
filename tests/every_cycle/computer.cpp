#include "computer.h"

#include "../../emulator/tests/assemble.h"
#include "cpu/mips/spin.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace inlet::test {

using mips::Stop;
using net::Mesh;

namespace {

constexpr std::uint32_t exit_service = 0x1F000, write_service = 0x1F001, heap_service = 0x1F009;

net::Packet message(const Visit &visit, std::uint64_t at) {
    // Both priorities take turns.
    const auto priority = at & 1 ? net::Priority::high : net::Priority::low;
    return {1, 0, 1, visit.handler, priority, 2, {static_cast<std::uint32_t>(at), 3}};
}

t1::Config config_of(const MachineConfig &machine) {
    return {machine.dispatch_cycles, machine.send_refused_cycles, 1};
}

} // namespace

std::vector<std::uint8_t> visitor(const Visit &visit) {
    Code code; // $4-$8 and $29 are the handler's own; $9 is the top of its stack (docs/t1-abi.md)
    code.li(8, visit.memory).op("lw", {29, 0, 8}).op("addiu", {29, 29, 1}).op("sw", {29, 0, 8});
    code.op("mflo", {6}).op("mfhi", {7}).op("multu", {29, 4}).op("lw", {29, 4, 8});
    code.op("mflo", {4}).op("addu", {29, 29, 4}).op("divu", {29, 5}).op("sw", {29, 4, 8});
    code.label("turn").op("sb", {5, 8, 8}).op("addiu", {5, 5, -1}).op("lbu", {29, 8, 8});
    code.to("bnel", {5, 0}, "turn").op("addu", {4, 4, 29});
    code.op("mfhi", {29}).op("sw", {29, 64, 8}).op("mtlo", {6}).op("mthi", {7}).op("hret");
    return code.bytes();
}

std::uint64_t Computer::earliest_visit(const MachineConfig &machine) {
    Mesh mesh(machine.mesh, 2);
    mesh.inject(1, message({}, 0));
    while (!mesh.front(0, net::Priority::low)) mesh.advance(mesh.next_event());
    return mesh.front(0, net::Priority::low)->cycle;
}

Computer::Computer(const MachineConfig &machine, const mips::Program &program,
                   const SharedPages &pages, std::uint32_t entry, const Visit &visit,
                   std::uint64_t at, Engine engine)
    : program_(&program), engine_(engine), memory_(pages), mesh_(machine.mesh, 2),
      config_(config_of(machine)), interface_(config_, 0, mesh_) {
    if (program.has_caches()) caches_.emplace(program.timing().caches);
    // As Node::start, without arguments.
    const std::uint32_t top = memory_.bytes() - page_bytes;
    state_.r[5] = top;
    state_.r[6] = 1;
    state_.r[29] = top - 16;
    state_.jump(entry);
    interface_.start();
    mesh_.inject(at - earliest_visit(machine) + 1, message(visit, at));
}

void Computer::run(std::uint64_t until) {
    while (!ended_ && state_.now < until) {
        mesh_.advance(std::max(mesh_.known(), state_.now));
        if (network_) {
            const mips::Instruction &in = *program_->at(state_.pc);
            network_ = false;
            if (interface_.execute(state_, in, memory_, caches_ ? &*caches_ : nullptr).kind !=
                t1::Result::Kind::done)
                ended_ = true;
            if (in.op == mips::Mips::HRET) mips::left_loop(state_);
        } else if (const t1::Event event = interface_.due(state_.now); event != t1::Event::none) {
            interface_.dispatch(state_, event);
            mips::left_loop(state_);
            ++dispatches_;
        } else {
            const std::uint64_t next =
                interface_.waits_for_room()
                    ? 0
                    : std::min(interface_.next_due(state_.now), mesh_.next_delivery());
            execute(std::min(until, std::max(next, state_.now + 1)));
        }
    }
}

void Computer::execute(std::uint64_t until) {
    Caches *const caches = caches_ ? &*caches_ : nullptr;
    Stop stop = Stop::budget;
    if (engine_ == Engine::blocks) {
        stop = mips::run(state_, memory_, *program_, until, caches);
    } else {
        mips::Stepped stepped;
        while (stop == Stop::budget && state_.now < until)
            stop = mips::step(state_, memory_, *program_, stepped, caches);
    }
    switch (stop) {
    case Stop::budget: break;
    case Stop::network: network_ = true; break;
    case Stop::host: host_call(); break;
    case Stop::system: interface_.follow(state_.system); break;
    case Stop::spin:
        ended_ = !mesh_.in_flight() && interface_.next_due(state_.now) == Mesh::never;
        break;
    case Stop::fault: ended_ = true; break;
    }
}

void Computer::host_call() {
    const std::uint32_t service = program_->at(state_.pc)->imm;
    if (service == write_service) {
        std::string text(state_.r[5], ' ');
        memory_.copy_out(state_.r[4], {reinterpret_cast<std::uint8_t *>(text.data()), text.size()});
        console_ += text;
        state_.r[2] = state_.r[5];
        ++state_.instructions;
        state_.advance();
    } else if (service == heap_service) {
        state_.r[2] = 0; // all memory is there
        ++state_.instructions;
        state_.advance();
    } else {
        ended_ = true;
        exited_ = service == exit_service;
    }
}

std::string Computer::ending() const {
    return fmt::format("{} at pc {:#x}, cycle {}, status {}",
                       exited_ ? "exit" : describe(state_.fault.kind), state_.pc, state_.now,
                       state_.r[4]);
}

std::string Computer::difference(const Computer &other) const {
    std::string text;
    const auto compare = [&](const std::string &name, std::uint64_t a, std::uint64_t b) {
        if (a != b) text += fmt::format("{}: {:#x} and {:#x}; ", name, a, b);
    };
    const mips::State &a = state_, &b = other.state_;
    for (unsigned i = 0; i < 32; ++i) compare(fmt::format("${}", i), a.r[i], b.r[i]);
    for (unsigned i = 0; i < 32; ++i) compare(fmt::format("$f{}", i), a.f[i], b.f[i]);
    compare("now", a.now, b.now);
    compare("pc", a.pc, b.pc);
    compare("npc", a.npc, b.npc);
    compare("slot", a.in_slot, b.in_slot);
    compare("hi", a.hi, b.hi);
    compare("lo", a.lo, b.lo);
    compare("hilo_ready", a.hilo_ready, b.hilo_ready);
    compare("condition", a.condition, b.condition);
    compare("linked", a.linked, b.linked);
    compare("fcsr", a.fcsr, b.fcsr);
    compare("instructions", a.instructions, b.instructions);
    compare("waiting", a.waiting, b.waiting);
    // A loaded register matters only if the next instruction uses it.
    const mips::Instruction *next = program_->at(a.pc);
    const mips::Late awaits = next ? next->awaits : 0;
    compare("load_mask", a.load_mask & awaits, b.load_mask & awaits);
    compare("fault", static_cast<unsigned>(a.fault.kind), static_cast<unsigned>(b.fault.kind));
    compare("ended", ended_, other.ended_);
    compare("dispatches", dispatches_, other.dispatches_);
    if (caches_ != other.caches_) text += "caches; ";
    if (console_ != other.console_) text += "console; ";
    for (std::uint32_t at = first_mapped; at < memory_.bytes(); at += page_bytes) {
        const std::uint8_t *mine = memory_.read<std::uint8_t>(at),
                           *theirs = other.memory_.read<std::uint8_t>(at);
        if (mine != theirs && std::memcmp(mine, theirs, page_bytes) != 0)
            text += fmt::format("memory at {:#x}; ", at);
    }
    return text;
}

} // namespace inlet::test
