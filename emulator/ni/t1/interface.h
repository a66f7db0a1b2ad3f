// The T1 network interface as the processor sees it (CSD-94-823, Appendix A): registers, register
// sets, events, sends and HRET, and the vector registers of its messages. It moves the CPU's state
// and asks the network; time is the CPU's clock.
#pragma once

#include "cpu/mips/instruction_set.h"
#include "cpu/mips/system.h"
#include "inlet/context.h"
#include "memory/caches.h"
#include "memory/memory.h"
#include "net/mesh.h"
#include "ni/t1/config.h"
#include "ni/t1/gang.h"
#include "ni/t1/hardwired.h"
#include "ni/t1/late.h"
#include "ni/t1/vectors.h"

#include <array>
#include <cstdint>
#include <optional>

namespace inlet::t1 {

/// What became of a network instruction.
struct Result {
    enum class Kind : std::uint8_t {
        done,
        not_known, ///< the network must first be known up to the CPU's clock; ask again then
        fault,     ///< state.fault says what
    } kind = Kind::done;
    std::uint32_t cycles = 0; ///< the instruction takes
    CacheStall memory{};      ///< LW.V, SW.V: what of them caches and write buffer are
    bool refused = false;     ///< a SEND that the network did not accept
    const net::Packet *sent =
        nullptr;         ///< the message of an accepted SEND, valid until the next call
    bool drains = false; ///< the network began or ceased to drain here
};

/// An event that is due, in the order of A.9: arrival before timelet before outlet, high before
/// low. Hard-wired handlers come before all: they are none of the CPU's.
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
    // Arrivals that are masked as events, where Status has them interrupt (docs/exceptions.md).
    high_interrupt,
    low_interrupt,
    timer, ///< the kernel's, of gang.h: see ring()
};

class Interface {
  public:
    Interface(const Config &config, std::uint32_t node, net::Mesh &mesh);

    /// Which register set is visible (A.10's table).
    Context visible() const;

    /// Executes the network instruction at state.pc. On `done` the state is past it and its cycles
    /// are added. A store into decoded code is Fault text_write: the caller makes it possible and
    /// asks again.
    Result execute(engine::State &state, const engine::Instruction &in, Memory &memory,
                   Caches *caches);

    /// Status has changed: it says whether events may come, and which arrivals interrupt.
    void follow(const mips::System &system);

    /// Exposed machines: `in` was executed, which is none of execute()'s. True: what the interface
    /// does has changed, events included.
    bool retired(engine::State &state, const engine::Instruction &in);
    /// Exposed machines: what is on its way takes effect now, as at an exception. False: nothing
    /// was.
    bool drain(engine::State &state);

    /// The event to be taken now, if any.
    Event due(std::uint64_t now) const;
    /// The first cycle after `now` at which an event may be due, as far as it is known.
    std::uint64_t next_due(std::uint64_t now) const;
    /// An event waits for a slot of the injection buffer. When there will be one the network tells
    /// (Mesh::take_told); next_due() has it from then on.
    bool waits_for_room() const;

    /// Takes the event: state, register set and pc are the handler's (A.9.1 to A.9.3), and the
    /// cycles of dispatch are added. Returns the message of an arrival.
    net::Packet dispatch(engine::State &state, Event event);
    /// Takes the message of an arrival that interrupts: its words, and all that a dispatch would
    /// set but for pc, EE and LPEE, are ready in its level. Returns the message; the exception is
    /// the caller's.
    net::Packet interrupt(engine::State &state, Event event);
    /// Event::timer: Cause has it from now on. Takes no time.
    void ring(engine::State &state);
    /// The message that the handler of this level works on. Its vector is in $vr1 now.
    const net::Packet &handled(Context level) const { return level_[level_index(level)].message; }

    /// Event::hardwired is dispatched by who has the memory: what it takes and sends is here.
    Hardwired &hardwired() { return hardwired_; }
    const Hardwired &hardwired() const { return hardwired_; }
    /// Sends what the hard-wired handlers have ready at `now`, if anything. Returns it, valid until
    /// the next call.
    const net::Packet *send_answer(std::uint64_t now);

    /// Status allows events in this mode.
    bool listens() const { return listens_; }
    /// What may be enabled and masked (A.2.4 to A.2.7).
    bool events_enabled() const { return ee_; }
    bool low_events_enabled() const { return lpee_; }
    bool masked_in(isa::Field field) const { return mask(field); }
    bool timelet_pending(std::uint64_t now) const { return now >= timelet_at_; }
    /// The timelet becomes pending at `now` instead of when Count equals timec.
    void expire_timelet(std::uint64_t now) { timelet_at_ = now; }

    /// What CFC2 of this register would read now, as far as the network is known; nothing where
    /// Table 1 has none. Changes nothing.
    std::optional<std::uint32_t> peek(const engine::State &state, std::uint32_t number) const;
    /// $4 to $9 and $29 as code of that level has them.
    std::array<std::uint32_t, 7> set_of(const engine::State &state, Context level) const;

    bool operator==(const Interface &) const = default;
    void archive(Archive &ar);

    /// A program start as a resident kernel leaves it: EE = LPEE = ame = 1 (docs/t1-abi.md).
    void start();

  private:
    /// What the two levels have apart: epc, and the low half of nistat and inh, valid in a handler
    /// only.
    struct Level {
        std::uint32_t epc = 0;
        std::uint32_t information = 0;
        net::Packet message;
        bool of_message = false; ///< the level was entered by a message, and not yet left
        bool user = false;       ///< KUc of what the message interrupted
        Late held;               ///< exposed machines: takes effect when the level is left

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
    /// The message of `p` is the handler's of its level (A.9.1). Its words are returned.
    const net::Packet &take(engine::State &state, net::Priority p);
    /// Nodes that a message that ended here was still to be delivered to.
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
    /// False: whether a full buffer has room again is not known at `now`.
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
