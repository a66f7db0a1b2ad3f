// The T1 network interface as the processor sees it (CSD-94-823, Appendix A): registers, register
// sets, events, sends and HRET, and the vector registers of its messages. It changes the CPU's
// state and accesses the network. Time is the CPU's clock.
#pragma once

#include "cpu/mips/instruction_set.h"
#include "cpu/mips/system.h"
#include "inlet/context.h"
#include "memory/caches.h"
#include "memory/memory.h"
#include "net/mesh.h"
#include "net/packet.h"
#include "ni/t1/config.h"
#include "ni/t1/gang.h"
#include "ni/t1/hardwired.h"
#include "ni/t1/late.h"
#include "ni/vectors.h"

#include <array>
#include <cstdint>
#include <optional>

namespace inlet::t1 {

/// One of the eight forms of SEND (isa/decisions.md, "Function code of SENDnH").
struct SendForm {
    bool vector;    ///< the message has a vector: SENDn.V ...
    bool high;      ///< high priority: SENDnH ...
    bool multicast; ///< MCSTn ...

    explicit constexpr SendForm(std::uint32_t word)
        : vector(word & 1), high(word >> 1 & 1), multicast(word >> 2 & 1) {}
    constexpr net::Priority priority() const {
        return high ? net::Priority::high : net::Priority::low;
    }
};

/// The result of a network instruction.
struct Result {
    enum class Kind : std::uint8_t {
        done,
        not_known, ///< the network must first be known up to the CPU's clock; repeat the call
        fault,     ///< see state.fault
    } kind = Kind::done;
    std::uint32_t cycles = 0; ///< of the instruction
    CacheStall memory{};      ///< LW.V, SW.V: the share of caches and write buffer
    bool refused = false;     ///< a SEND that the network did not accept
    const net::Packet *sent =
        nullptr;         ///< the message of an accepted SEND, valid until the next call
    bool drains = false; ///< the router here began or ceased to drain
};

/// Events in the order of A.9: arrival before timelet before outlet, high before low. Hard-wired
/// handlers, which do not involve the CPU, come first.
enum class Event : std::uint8_t {
    none,
    hardwired,
    high_arrival,
    low_arrival,
    timelet,
    outlet,
    // The arrival of a message that the kernel has stored (gang.h).
    high_stored,
    low_stored,
    // Arrivals that are masked as events and raise interrupts by Status (docs/exceptions.md).
    high_interrupt,
    low_interrupt,
    timer, ///< the kernel's, of gang.h: see ring()
};

class Interface {
  public:
    Interface(const Config &config, std::uint32_t node, net::Mesh &mesh);

    /// The visible register set (A.10's table).
    Context visible() const;

    /// Executes the network instruction at state.pc. On `done` the state is past it and its cycles
    /// are added. A store into decoded code is Fault text_write: the caller unprotects the page and
    /// repeats the call.
    Result execute(engine::State &state, const engine::Instruction &in, Memory &memory,
                   Caches *caches);

    /// Called when Status has changed, which enables events and selects the arrivals that
    /// interrupt.
    void follow(const mips::System &system);

    /// Exposed machines: called after another instruction than execute()'s. True: the interface or
    /// its events have changed.
    bool retired(engine::State &state, const engine::Instruction &in);
    /// Exposed machines: applies delayed effects now, as at an exception. False: there were none.
    bool drain(engine::State &state);

    /// The event to take now, if any.
    Event due(std::uint64_t now) const;
    /// The first cycle after `now` at which an event may be due, as far as is known.
    std::uint64_t next_due(std::uint64_t now) const;
    /// Whether an event waits for a slot of the injection buffer. The network reports the slot
    /// (Mesh::take_told); from then on next_due() has its cycle.
    bool waits_for_room() const;

    /// Takes the event: sets register set and pc to the handler's (A.9.1 to A.9.3) and adds the
    /// cycles of dispatch. Returns the message of an arrival.
    net::Packet dispatch(engine::State &state, Event event);
    /// Takes the message of an arrival that interrupts: sets its level as a dispatch would, but for
    /// pc, EE and LPEE. Returns the message. The caller raises the exception.
    net::Packet interrupt(engine::State &state, Event event);
    /// Event::timer: sets the bit of Cause. Takes no time.
    void ring(engine::State &state);
    /// The message of this level's handler. Its vector has moved to $vr1.
    const net::Packet &handled(Context level) const { return level_[level_index(level)].message; }

    /// The unit of Event::hardwired. The owner of the memory executes its requests.
    Hardwired &hardwired() { return hardwired_; }
    const Hardwired &hardwired() const { return hardwired_; }
    /// Sends a message that the hard-wired handlers have ready at `now`, if any. Returns it, valid
    /// until the next call.
    const net::Packet *send_answer(std::uint64_t now);

    /// Whether Status allows events in this mode.
    bool listens() const { return listens_; }
    /// Enables and masks (A.2.4 to A.2.7).
    bool events_enabled() const { return ee_; }
    bool low_events_enabled() const { return lpee_; }
    bool masked_in(isa::Field field) const { return mask(field); }
    bool timelet_pending(std::uint64_t now) const { return now >= timelet_at_; }
    /// Makes the timelet pending at `now` instead of when Count equals timec.
    void expire_timelet(std::uint64_t now) { timelet_at_ = now; }

    /// The value that CFC2 of this register would read, as far as the network is known; nothing if
    /// Table 1 has no such register. Has no effects.
    std::optional<std::uint32_t> peek(const engine::State &state, std::uint32_t number) const;
    /// $4 to $9 and $29 of the code of that level.
    std::array<std::uint32_t, 7> set_of(const engine::State &state, Context level) const;

    bool operator==(const Interface &) const = default;
    void archive(Archive &ar);

    /// A program start as a resident kernel leaves it: EE = LPEE = ame = 1 (docs/t1-abi.md).
    void start();

  private:
    /// State of each level: epc, and the low half of nistat and inh, which are valid in a handler
    /// only.
    struct Level {
        std::uint32_t epc = 0;
        std::uint32_t information = 0;
        net::Packet message;
        bool of_message = false; ///< the level was entered by a message, and not yet left
        bool user = false;       ///< KUc of the interrupted code
        Late held;               ///< exposed machines: effects that wait until the level is left

        bool operator==(const Level &) const = default;
    };
    static constexpr std::size_t swapped = 7; ///< $4-$9, $29
    using RegisterSet = std::array<std::uint32_t, swapped>;

    static std::size_t level_index(Context level) { return level == Context::high ? 1 : 0; }
    bool high_enabled() const { return listens_ && ee_; }
    bool low_enabled() const { return listens_ && ee_ && lpee_; }
    bool high_interrupts() const { return high_interrupts_ && ee_ && !mask(isa::nistat::hpmm); }
    bool low_interrupts() const {
        return low_interrupts_ && ee_ && lpee_ && !mask(isa::nistat::lpmm);
    }
    bool arrived(net::Priority p, std::uint64_t now) const;
    bool pending(net::Priority p, std::uint64_t now) const {
        return gang_.stored(p == net::Priority::high) || arrived(p, now);
    }
    /// The Count register at cycle `now` (A.2.3).
    std::uint32_t count(std::uint64_t now) const {
        return config_->count_start + static_cast<std::uint32_t>(now);
    }
    /// The next cycle after `now` at which Count equals `compare` (A.2.2).
    std::uint64_t next_match(std::uint64_t now, std::uint32_t compare) const;
    bool mask(isa::Field field) const { return field.get(status_); }
    /// Makes the message of `p` the current one of its level (A.9.1). Returns its words.
    const net::Packet &take(engine::State &state, net::Priority p);
    /// Number of nodes without a copy of a multicast that was drained here.
    std::uint32_t receivers(const net::Packet &message) const {
        return message.rest.hops()
                   ? mesh_->grid().nodes_on(mesh_->grid().router_of(node_), message.rest)
                   : 1;
    }

    Result send(engine::State &state, const engine::Instruction &in);
    /// LW.V, SW.V.
    Result move_vector(engine::State &state, const engine::Instruction &in, Memory &memory,
                       Caches *caches);
    Result hret(engine::State &state);
    Result read(engine::State &state, const engine::Instruction &in);
    Result write(engine::State &state, const engine::Instruction &in);
    Result read_gang(engine::State &state, const engine::Instruction &in,
                     std::uint32_t &value) const;
    Result write_gang(engine::State &state, const engine::Instruction &in);
    /// Whether this code may use gang.h's registers.
    bool may_switch(const engine::State &state) const {
        return config_->gang && !mips::system(state).user();
    }
    void set_register(engine::State &state, std::uint32_t number, std::uint32_t value);
    void set_condition(engine::State &state, bool accepted);
    void take_effect(engine::State &state, const Late::Effect &effect);
    /// False: it is not known at `now` whether a full buffer has room again.
    bool room_known(std::uint64_t now) const;
    std::uint32_t status(const engine::State &state) const;
    void set_enables(engine::State &state, bool ee, bool lpee);
    Result fault(engine::State &state, FaultKind kind, std::uint32_t value,
                 std::uint32_t size = 0) const;

    const Config *config_;
    std::uint32_t node_;
    net::Mesh *mesh_;
    std::uint32_t status_ = 0; ///< the stored fields of nistat: onicond, EM, ame
    bool ee_ = false, lpee_ = false;
    bool listens_ = true;
    bool high_interrupts_ = false, low_interrupts_ = false; ///< Status allows these interrupts
    std::uint32_t timeh_ = 0, timec_ = 0, dmh_ = 0, outh_ = 0;
    std::uint64_t
        timelet_at_; ///< the cycle at which Count next equals timec, or did and tp is set since
    std::uint32_t sent_ = 0; ///< messages
    net::Packet last_;
    Hardwired hardwired_;
    std::array<Level, 2> level_;
    std::array<RegisterSet, 3> hidden_{}; ///< by Context; the visible one is in the CPU
    Vectors vectors_;
    Late late_; ///< exposed machines
    Gang gang_; ///< machines that have its registers
};

} // namespace inlet::t1
