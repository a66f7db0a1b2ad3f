// The network interface of CSD-94-823 without a processor: its registers, the two handler levels,
// and the events that are due. Entry of handlers (another register set, another window) and
// operands of instructions are a processor's own (sparc.h). T1's interface (ni/t1) has the same
// semantics and adds hazards, hard-wired handlers and gangs.
#pragma once

#include "inlet/context.h"
#include "inlet/isa/t1_isa.h"
#include "inlet/network_parts.h"
#include "net/network.h"
#include "ni/vectors.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace inlet::net {
class Mesh;
}

namespace inlet::xnet {

struct Config {
    std::uint32_t nodes = 1;        ///< destinations are 0 .. nodes - 1
    std::uint32_t send_refused = 0; ///< cycles of a SEND that the network does not accept
    std::uint32_t dispatch = 0;     ///< cycles from an event to the handler's first instruction
    std::uint32_t frame = 0;        ///< wframe at the start, bytes
    /// A message whose handler word has one of these bits goes to dmh, as all do without ame.
    /// Software may use the bits; inh has the word.
    std::uint32_t deferred = 0;
    /// Words of a packet that hold the handler, in front of the message: 0 if packets have another
    /// place for it, else 1.
    std::uint32_t handler_words = 1;
    unsigned channels =
        2; ///< channels and outlets whose room the network knows (Registers::ask_for)
    /// The processor has vector registers, and vlr. Words that a load or store of one moves in a
    /// cycle; 0: it has none.
    std::uint32_t vector_words_per_cycle = 0;
    /// The network's, of one that has multicasts; nullptr: it has none.
    const net::Grid *grid = nullptr;

    /// Sets what the machine has of these. `mesh`: the network of one that has a grid, whose
    /// packets are T1's; else nullptr.
    void has(const NetworkParts &parts, const net::Mesh *mesh);
};

/// Our addition to CSD-94-823 Table 1: bytes from the interrupted stack pointer to the handler's.
inline constexpr std::uint32_t wframe = 27;

/// Events in the order of A.9: arrival before timelet before outlet, high before low.
enum class Event : std::uint8_t { none, high_arrival, low_arrival, timelet, outlet };

class Registers {
  public:
    static constexpr unsigned low = 0, high = 1; ///< channels of the network

    Registers(const Config &config, std::uint32_t node, net::Network &network);
    /// Sets the registers for the start of a program, as a resident kernel does: EE = LPEE = ame =
    /// 1, as on T1.
    void start();

    /// The context that runs (A.10's table).
    Context visible() const;
    /// Whether the processor takes events.
    void listen(bool listens) { listens_ = listens; }

    // --- Events (A.9) ---

    Event due(std::uint64_t now) const;
    /// The first cycle from `now` on at which an event may be due, as far as is known.
    std::uint64_t next_due(std::uint64_t now) const;
    /// Whether an event waits for a slot of the injection buffer.
    bool waits_for_room() const;
    /// Enters the level of an event: sets enables, message and onicond. Returns the handler's
    /// address.
    std::uint32_t enter(std::uint64_t now, Event event, bool condition);
    /// The message of this level's handler. `number` is 0 if there is none.
    const net::Packet &handled(Context level) const {
        return level_[level == Context::high].message;
    }
    std::span<const std::uint32_t> words(Context level) const;
    /// HRET: leaves the visible level, a handler's. Returns the condition of the interrupted code.
    bool leave();

    // --- Instructions ---

    enum class Done : std::uint8_t { yes, not_known, no_such_register, too_long };
    Done read(std::uint64_t now, std::uint32_t number, bool condition, std::uint32_t &value) const;
    /// A write of nistat changes `condition`.
    Done write(std::uint64_t now, std::uint32_t number, std::uint32_t value, bool &condition);
    /// The result of read() as far as the network is known. Has no effects.
    std::optional<std::uint32_t> peek(std::uint64_t now, std::uint32_t number,
                                      bool condition) const;

    /// Whether the network has room for a message; nothing if it must first be known up to `now`.
    std::optional<bool> room(std::uint64_t now, unsigned channel) const;
    /// Sets the channels whose room nistat and outlet events report. A network may have outlets by
    /// destination (net::CubeLines). By default they are those of the priorities.
    void ask_for(unsigned channel) { asks_.fill(static_cast<std::uint8_t>(channel)); }
    struct Message {
        unsigned channel = 0;
        std::uint32_t destination = 0, handler = 0;
        std::span<const std::uint32_t> words{};
        std::optional<unsigned> vector{}; ///< the register whose first vlr words are sent, too
        bool multicast = false;
    };
    /// Sends a message, for which there is room. It enters the injection buffer at `cycle`. The
    /// result is valid until the next call.
    const net::Packet &send(std::uint64_t cycle, const Message &message);
    bool has_vectors() const { return config_->vector_words_per_cycle != 0; }
    /// Loads or stores a vector register of the visible level.
    Vectors::Moved move(const Vectors::Access &access, std::uint64_t now, Memory &memory,
                        Caches *caches) {
        return vectors_.move(access, visible(), now, memory, caches);
    }

    bool timelet_pending(std::uint64_t now) const { return now >= timelet_at_; }
    /// Makes the timelet pending at `now` instead of when Count equals timec.
    void expire_timelet(std::uint64_t now) { timelet_at_ = now; }
    bool events_enabled() const { return ee_; }
    bool low_events_enabled() const { return lpee_; }
    bool masked_in(isa::Field field) const { return field.get(status_) != 0; }
    bool listens() const { return listens_; }
    std::uint32_t frame() const { return frame_; }

    bool operator==(const Registers &) const = default;
    void archive(Archive &ar);

  private:
    struct Level {
        net::Packet message;
        std::uint32_t information = 0; ///< the low half of nistat
        std::uint32_t handler = 0;     ///< inh
        bool condition = false;        ///< of the interrupted code

        bool operator==(const Level &) const = default;
    };

    bool high_enabled() const { return listens_ && ee_; }
    bool low_enabled() const { return listens_ && ee_ && lpee_; }
    bool arrived(unsigned channel, std::uint64_t now) const;
    std::uint32_t free_slots(unsigned priority) const {
        return network_->free_slots(node_, asks_[priority]);
    }
    std::uint32_t status(std::uint64_t now, bool condition) const;
    /// The next cycle after `now` at which Count equals `compare` (A.2.2).
    static std::uint64_t next_match(std::uint64_t now, std::uint32_t compare);

    const Config *config_;
    std::uint32_t node_;
    net::Network *network_;
    std::uint32_t status_ = 0; ///< the stored fields of nistat: onicond, EM, ame
    bool ee_ = false, lpee_ = false, listens_ = false;
    std::array<std::uint8_t, 2> asks_{low, high};
    std::uint32_t timeh_ = 0, timec_ = 0, dmh_ = 0, outh_ = 0, frame_;
    std::uint64_t timelet_at_; ///< the cycle at which Count next equals timec, or did
    std::uint32_t sent_ = 0;   ///< messages
    net::Packet last_;
    std::array<Level, 2> level_;
    Vectors vectors_; ///< of a machine that has them
};

} // namespace inlet::xnet
