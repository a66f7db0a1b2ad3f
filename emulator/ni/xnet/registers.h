// The network interface of CSD-94-823 without a processor around it: its registers, the two levels
// of handlers, and which event is due. What a processor does when an event comes (another register
// set, another window) and how its instructions name operands is its own: sparc.h. T1's interface
// (ni/t1) has the same meaning and more: vectors, hazards, hard-wired handlers, gangs.
#pragma once

#include "inlet/context.h"
#include "inlet/isa/t1_isa.h"
#include "net/network.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace inlet::xnet {

struct Config {
    std::uint32_t nodes = 1;        ///< destinations are 0 .. nodes - 1
    std::uint32_t send_refused = 5; ///< cycles of a SEND that the network does not accept
    std::uint32_t dispatch = 5;     ///< cycles from an event to the handler's first instruction
    std::uint32_t frame = 96;       ///< wframe at the start, bytes
    /// A message whose handler's word has one of these bits is dmh's, as all are without ame. So
    /// software keeps what it likes there; the word is in inh.
    std::uint32_t deferred = 0;
    /// Words of a packet that the handler takes, before those of the message: 1 where a packet has
    /// nothing but words, 0 where it has a place for it.
    std::uint32_t handler_words = 1;
    unsigned channels = 2; ///< numbers that the network knows the room of (Registers::ask_for)
};

/// Ours, beside CSD-94-823 Table 1: bytes from the interrupted stack pointer to the handler's.
inline constexpr std::uint32_t wframe = 27;

/// An event that is due, in the order of A.9: arrival before timelet before outlet, high before
/// low.
enum class Event : std::uint8_t { none, high_arrival, low_arrival, timelet, outlet };

class Registers {
  public:
    static constexpr unsigned low = 0, high = 1; ///< channels of the network

    Registers(const Config &config, std::uint32_t node, net::Network &network);
    /// A program start as a resident kernel leaves it: EE = LPEE = ame = 1, as T1's.
    void start();

    /// Whose code runs (A.10's table).
    Context visible() const;
    /// The processor takes events at all.
    void listen(bool listens) { listens_ = listens; }

    // --- Events (A.9) ---

    Event due(std::uint64_t now) const;
    /// The first cycle from `now` on at which one may be due, as far as it is known.
    std::uint64_t next_due(std::uint64_t now) const;
    /// An event waits for a slot of the injection buffer.
    bool waits_for_room() const;
    /// Enters the level of an event: enables, message, onicond. Returns the handler's address.
    std::uint32_t enter(std::uint64_t now, Event event, bool condition);
    /// The message that the handler of this level works on, without one `number` is 0.
    const net::Packet &handled(Context level) const {
        return level_[level == Context::high].message;
    }
    std::span<const std::uint32_t> words(Context level) const;
    /// HRET: leaves the visible level, which is none of main's. Returns the condition there was.
    bool leave();

    // --- Instructions ---

    enum class Done : std::uint8_t { yes, not_known, no_such_register };
    Done read(std::uint64_t now, std::uint32_t number, bool condition, std::uint32_t &value) const;
    /// `condition` changes with nistat.
    Done write(std::uint64_t now, std::uint32_t number, std::uint32_t value, bool &condition);
    /// What read() would give as far as the network is known. Changes nothing.
    std::optional<std::uint32_t> peek(std::uint64_t now, std::uint32_t number,
                                      bool condition) const;

    /// Whether the network has room for a message; nothing: it must first be known up to `now`.
    std::optional<bool> room(std::uint64_t now, unsigned channel) const;
    /// The channels of the network that nistat and outlet events speak of: where a message goes out
    /// may depend on its destination (net::CubeLines). Else those of the priorities.
    void ask_for(unsigned channel) { asks_.fill(static_cast<std::uint8_t>(channel)); }
    /// Sends one, for which there is room; it is in the injection buffer from `cycle` on. Valid
    /// until the next call.
    const net::Packet &send(std::uint64_t cycle, unsigned channel, std::uint32_t destination,
                            std::uint32_t handler, std::span<const std::uint32_t> words);

    bool timelet_pending(std::uint64_t now) const { return now >= timelet_at_; }
    /// The timelet becomes pending at `now` instead of when Count equals timec.
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
        bool condition = false;        ///< of what it interrupted

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
};

} // namespace inlet::xnet
