// The life of every message: injection, arrival, handler, reply.
#pragma once

#include "inlet/observer.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

namespace inlet {

/// The record of one message. In a truncated trace, later steps are missing.
struct MessageRecord {
    MessageId id;
    std::uint32_t destination = 0;
    std::uint32_t handler = 0;      ///< address
    std::uint32_t words = 0;        ///< scalar words
    std::uint32_t vector_words = 0; ///< of its vector
    bool high = false;              ///< priority
    bool multicast = false; ///< the steps after `injected` are those of the copy for `destination`,
                            ///< or of the copy that was drained on the way there
    std::optional<std::uint32_t> drained; ///< the node that drained it, instead of `destination`
    Context sender = Context::main;
    std::uint32_t pc = 0; ///< of the SEND
    std::optional<std::uint64_t> injected;
    /// Where the trace tells stages between node and network: cycles at which it enters and leaves
    /// the network.
    std::optional<std::uint64_t> entered, left;
    std::optional<std::uint64_t> lost; ///< instead of `arrived`
    std::optional<std::uint64_t> arrived;
    std::optional<std::uint64_t> in_hardware; ///< cycle at which a hard-wired handler processed it
    std::optional<std::uint64_t> taken; ///< cycle at which hardware or a second processor took it
    std::optional<std::uint64_t> dispatched;
    std::uint32_t dispatch_cycles = 0;
    Context level = Context::low;  ///< of its handler
    std::uint32_t interrupted = 0; ///< pc
    std::optional<std::uint64_t> returned;
    std::uint32_t resumed = 0;      ///< pc
    std::optional<MessageId> cause; ///< the message whose handler sent this one
    std::optional<MessageId> reply; ///< the first message from its handler to its source, at high
                                    ///< priority if there is one

    /// The node at which it arrives and is handled.
    std::uint32_t place() const { return drained.value_or(destination); }
    /// Its cycles between `injected` and `arrived`, in the sender's interface, on links and in the
    /// receiver's interface. Empty: the trace does not divide them.
    struct Crossing {
        std::uint64_t sender, links, receiver;
    };
    std::optional<Crossing> crossing() const {
        if (!entered || !left || !arrived || *left < *entered) return {};
        return Crossing{*entered - *injected, *left - *entered, *arrived - *left};
    }
    std::uint64_t started() const {
        return *dispatched + dispatch_cycles;
    } ///< cycle of the handler's first instruction; needs `dispatched`
};

class MessageLog final : public Observer {
  public:
    Wants wants() const override { return {.instructions = false, .hops = false}; }
    void event(const MessageEvent &event) override;

    /// nullptr: no such message.
    const MessageRecord *find(MessageId id) const;
    using Wanted = std::function<bool(const MessageRecord &)>;
    static bool any(const MessageRecord &) { return true; }
    /// The last wanted request whose reply has been handled; nullptr: none. Prefers requests to
    /// another node, then those sent by main. If the program uses both priorities, the reply must
    /// have the high one.
    const MessageRecord *last_answered(const Wanted &wanted = any) const;
    /// The last wanted message that has been handled, preferably from another node; nullptr: none.
    const MessageRecord *last_handled(const Wanted &wanted = any) const;
    std::size_t size() const { return records_.size(); }
    /// All messages, by source and number.
    std::vector<const MessageRecord *> all() const;

  private:
    MessageRecord &record(MessageId id);
    /// The messages whose handlers run at this level of this node, innermost last: a handler that
    /// waits may run others of its level (nCUBE/2). Number 0: a handler without a message.
    std::vector<MessageId> &handled(std::uint32_t node, Context level);
    void inject(const MessageEvent &event);
    void note_stage(const MessageEvent &event);
    void note_reply(const MessageRecord &sent);

    std::unordered_map<std::uint64_t, MessageRecord> records_;
    std::vector<std::array<std::vector<MessageId>, 3>> handled_; ///< by node and context
    bool priorities_ = false; ///< a message was sent at high priority
};

} // namespace inlet
