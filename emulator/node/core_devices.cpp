// A node and its devices: accesses, time, DMA and interrupts (memory/device.h).
//
// The stepper stops at an access of a device, Stop::access, and the instruction is not executed. It
// is then tried on a copy of the registers, with the answer in the place of memory: first to learn
// what it loads or stores, and when all of its accesses are answered the copy is the node's state.
// So an instruction set needs no other code for devices than that stop.
#include "archive/archive.h"
#include "cpu/engine/spin.h"
#include "net/contract.h"
#include "node/node.h"
#include "node/node_core.h"
#include "node/trial.h"

#include <algorithm>
#include <bit>

namespace inlet {

using engine::Stop;

namespace {

// Devices speak of numbers; what the processor sees is bytes in its order.
std::uint64_t number_of(const Memory::Tried &tried, bool little) {
    std::uint64_t value = 0;
    const unsigned bytes = tried.access.bytes;
    for (unsigned i = 0; i < bytes; ++i)
        value = value << 8 | tried.bytes[little ? bytes - 1 - i : i];
    return value;
}

/// The instruction began with `begun`, which stopped at its first access.
void begin_with(engine::Stepped &stepped, const engine::Stepped &begun) {
    stepped.cycle = begun.cycle;
    stepped.cost.load_use += begun.cost.load_use;
    stepped.cost.multiply += begun.cost.multiply;
    stepped.cost.cache += begun.cost.cache;
    stepped.cost.write_buffer += begun.cost.write_buffer;
}

/// The bus, as devices that access memory see it.
class NodeBus final : public Bus {
  public:
    explicit NodeBus(Core &core) : core_(&core) {}
    bool read(std::uint32_t address, std::span<std::uint8_t> to) override {
        core_->memory().show();
        return core_->memory().copy_out(address, to);
    }
    /// Breaks a link of LL, as a store of the processor does.
    bool write(std::uint32_t address, std::span<const std::uint8_t> from) override {
        if (!core_->write(address, from)) return false;
        core_->state().linked = false;
        return true;
    }

  private:
    Core *core_;
};

} // namespace

void put_number(Memory::Tried &tried, std::uint64_t value, bool little) {
    const unsigned bytes = tried.access.bytes;
    for (unsigned i = bytes; i-- > 0; value >>= 8)
        tried.bytes[little ? bytes - 1 - i : i] = static_cast<std::uint8_t>(value);
}

void NodeCore::add_devices(std::vector<PlacedDevice> placed) {
    const NetworkInterface::Range range = core_.interface().range();
    if (range.bytes) // the interface belongs to both
        placed.push_back({range.first, range.bytes, range.interrupts, core_.shared_interface()});
    devices_ = Devices(std::move(placed));
    for (const PlacedDevice &one : devices_.all()) core_.memory().add_device(one.first, one.bytes);
}

/// What a device does may let a message in, or send one.
void NodeCore::bound_by_network(std::uint64_t &until) const {
    const net::Network &network = *context_->network;
    until = std::min({until, core_.interface().wakes_others_at(),
                      core_.state().now + std::min(network.min_delivery(true),
                                                   network.min_delivery_after_take(true))});
}

void NodeCore::advance_devices(std::uint64_t &until) {
    NodeBus bus(core_);
    for (PlacedDevice &one : devices_.all()) {
        if (one.device->next(core_.state().now) > core_.state().now) continue;
        one.device->advance(core_.state().now, bus);
        net::contract::effect(one.device->next(core_.state().now), core_.state().now);
    }
    core_.interface().accessed(core_);
    core_.memory().forget_missed();   // an interrupt may come before the access at pc
    engine::left_loop(core_.state()); // what the CPU waits for may have come
    if (core_.mode == Mode::waiting) core_.mode = Mode::running;
    bound_by_network(until);
    follow_interrupts();
}

void NodeCore::follow_interrupts() {
    std::uint32_t asked = 0, all = 0;
    for (const PlacedDevice &one : devices_.all()) {
        all |= one.lines;
        if (one.device->interrupts()) asked |= one.lines;
    }
    all |= lines_;
    asked |= asked_;
    if (all && core_.set().interrupts(core_.state(), all, asked) && core_.mode == Mode::parked)
        core_.mode = Mode::running;
}

Answer NodeCore::ask(PendingAccess &pending, Memory::Tried &tried) {
    const engine::Instruction *in = core_.instruction();
    Access access = {pending.access.address,
                     pending.access.bytes,
                     pending.access.store,
                     pending.access.store ? number_of(tried, core_.abi().little) : 0,
                     in->cost,
                     pending.access.line};
    std::uint64_t at = pending.at;
    if (node_) {
        at = access_cycle();
        access.after = static_cast<std::uint32_t>(pending.at - core_.state().now);
    }
    const Answer answer = devices_.at(pending.access.address).device->access(at, access);
    if (answer.kind == Answer::Kind::later) {
        later_ = {true, Device::never, 0};
        node_->accessed(*this, at);
    }
    if (answer.kind != Answer::Kind::done) return answer;
    pending.answered = true;
    pending.cycles = answer.cycles;
    pending.of_line = answer.line;
    if (!pending.access.store) put_number(tried, answer.value, core_.abi().little);
    return answer;
}

bool NodeCore::device_access(std::uint64_t &until) {
    if (node_ && !node_->admits(*this, access_cycle())) return false;
    if (later_.out) later_.out = false; // answered
    std::vector<PendingAccess> &pending = devices_.pending;
    std::vector<Memory::Tried> &tried = devices_.tried;
    engine::State &state = devices_.trial;
    // The first access is known from the stop.
    bool known = pending.empty() && core_.memory().missed().bytes;
    for (;; known = false) {
        std::optional<Caches> caches;
        engine::Stepped stepped;
        Stop stop = Stop::access;
        if (!known) {
            state.assign(core_.state(), core_.words());
            if (const Caches *const own = core_.caches()) caches = *own;
            core_.memory().try_with(tried);
            stop = engine::step(state, core_.memory(), core_.program(), stepped,
                                caches ? &*caches : nullptr);
            core_.memory().try_with({});
        }
        // Of a store that the trial has made there is now what it stores.
        Answer answer;
        if (!pending.empty() && !pending.back().answered)
            answer = ask(pending.back(), tried.back());
        if (answer.kind == Answer::Kind::done && stop == Stop::access) {
            const Memory::DeviceAccess &access = core_.memory().missed();
            pending.push_back({access, known ? core_.state().now : state.now});
            tried.push_back({access});
            if (access.store) continue;
            answer = ask(pending.back(), tried.back());
            if (answer.kind == Answer::Kind::not_known) {
                pending.pop_back();
                tried.pop_back();
            }
            if (answer.kind == Answer::Kind::done) continue;
        }
        if (answer.kind == Answer::Kind::later) until = std::min(until, node_->clock());
        if (answer.kind == Answer::Kind::not_known || answer.kind == Answer::Kind::later)
            return false;
        const std::uint64_t at = access_cycle();
        later_ = {};
        stop_ = Stop::budget;
        std::uint64_t wait = 0, lines = 0;
        for (const PendingAccess &one : pending) (one.of_line ? lines : wait) += one.cycles;
        const bool quiet = std::ranges::all_of(pending, [&](const PendingAccess &one) {
            return !one.access.store &&
                   devices_.at(one.access.address).device == core_.shared_interface() &&
                   core_.interface().is_quiet(one.at, one.access.address);
        });
        // What a cache does nobody else sees.
        const bool cached =
            !pending.empty() && std::ranges::all_of(pending, &PendingAccess::of_line);
        const PendingAccess last = pending.empty() ? PendingAccess{} : pending.back();
        pending.clear();
        tried.clear();
        if (answer.kind == Answer::Kind::fault) {
            core_.stepped().cycle = core_.state().now;
            const Device &device = *devices_.at(last.access.address).device;
            const FaultKind kind = device.fault_kind(answer.value);
            const bool of_access = kind == FaultKind::unmapped;
            if (of_access || kind == FaultKind::program_failed)
                core_.explain(device.fault_text(answer.value));
            core_.state().fault = {kind,
                                   core_.number(),
                                   last.at,
                                   core_.state().pc,
                                   of_access ? last.access.address : answer.wrong,
                                   of_access ? last.access.bytes : 0u,
                                   {}};
            if (core_.take_exception())
                core_.explain("");
            else
                core_.give_up();
            return true;
        }
        // What the instruction has paid before it came to its first access.
        const engine::Stepped begun = core_.stepped();
        const bool paid =
            begun.pc == core_.state().pc && begun.cycle + begun.cost.total() == core_.state().now;
        core_.state().assign(state, core_.words());
        if (caches) *core_.caches() = std::move(*caches);
        core_.stepped() = stepped;
        if (paid) begin_with(core_.stepped(), begun);
        stop_ = stop;
        if (stop != Stop::fault) {
            core_.state().now += wait + lines;
            core_.stepped().cost.ni_wait += static_cast<std::uint32_t>(wait);
            core_.stepped().cost.cache += static_cast<std::uint32_t>(lines);
            engine::left_loop(core_.state()); // a loop that asks a device is no wait
            if (stop_ == Stop::spin) stop_ = Stop::budget;
            core_.done(core_.stepped());
            ++core_.counts.asked;
            core_.interface().accessed(core_);
        }
        if (!quiet) {
            if (node_) {
                node_->accessed(*this, at);
                until = std::min(until, node_->clock());
            } else if (!cached) {
                bound_by_network(until);
            }
            forget_polls();
        }
        follow_interrupts();
        act_on_stop();
        if (quiet && (context_->skip_polls || sleeps()) && core_.mode == Mode::running &&
            stop_ == Stop::budget && !exit_.exited)
            look_for_poll_loop();
        return true;
    }
}

Stop finish_load(NodePort &node, const Memory::DeviceAccess &access, const Answer &answer,
                 Caches *caches) {
    std::vector<Memory::Tried> tried{{access}};
    put_number(tried.front(), answer.value, node.code().set().abi().little);
    node.memory().try_with(tried);
    const Stop stop = step(node, caches);
    node.memory().try_with({});
    return stop;
}

void Devices::archive(Archive &ar) {
    if (placed_.empty()) return;
    for (PlacedDevice &one : placed_) one.device->archive(ar);
    std::size_t left = ar.count(pending.size());
    if (ar.loads()) {
        pending.assign(left, {});
        tried.assign(left, {});
        ar.require(left <= most_accesses, "an instruction that makes so many accesses");
    }
    for (std::size_t i = 0; i < pending.size(); ++i) {
        auto &[access, at, answered, cycles, of_line] = pending[i];
        auto &[address, bytes, store, line] = access;
        ar(address, bytes, store);
        ar.choice(line, LineOperation::barrier);
        ar.cycle(at);
        ar(answered, cycles, of_line, tried[i].bytes);
        tried[i].access = access;
        ar.require(bytes <= tried[i].bytes.size() && std::has_single_bit(bytes) &&
                       std::ranges::any_of(placed_,
                                           [&](const PlacedDevice &one) {
                                               return address - one.first < one.bytes;
                                           }),
                   "an access of no device");
    }
}

} // namespace inlet
