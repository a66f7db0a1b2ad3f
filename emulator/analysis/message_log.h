// The life of every message: sent, arrived, handled, answered.
#pragma once

#include "inlet/observer.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

namespace inlet {

/// What is known of one message. A trace that was cut off leaves the later steps open.
struct MessageRecord {
    MessageId id;
    std::uint32_t destination = 0;
    std::uint32_t handler = 0;      ///< address
    std::uint32_t words = 0;        ///< scalar ones
    std::uint32_t vector_words = 0; ///< of its vector
    bool high = false;              ///< priority
    bool multicast = false; ///< what follows `injected` is then of the copy at `destination`, or of
                            ///< what was drained on the way there
    std::optional<std::uint32_t> drained; ///< the node at which it ended instead
    Context sender = Context::main;
    std::uint32_t pc = 0; ///< of the SEND
    std::optional<std::uint64_t> injected;
    std::optional<std::uint64_t> arrived;
    std::optional<std::uint64_t> in_hardware; ///< cycle at which a hard-wired handler did it
    std::optional<std::uint64_t> dispatched;
    std::uint32_t dispatch_cycles = 0;
    Context level = Context::low;  ///< of its handler
    std::uint32_t interrupted = 0; ///< pc
    std::optional<std::uint64_t> returned;
    std::uint32_t resumed = 0;      ///< pc
    std::optional<MessageId> cause; ///< the message whose handler sent this one
    std::optional<MessageId>
        reply; ///< what its handler sent back to the source: the first, at high priority if any is

    /// Where it arrives and is handled.
    std::uint32_t place() const { return drained.value_or(destination); }
    std::uint64_t started() const {
        return *dispatched + dispatch_cycles;
    } ///< cycle of the handler's first instruction
};

class MessageLog final : public Observer {
  public:
    Wants wants() const override { return {.instructions = false, .hops = false}; }
    void event(const MessageEvent &event) override;

    /// nullptr: no such message.
    const MessageRecord *find(MessageId id) const;
    using Wanted = std::function<bool(const MessageRecord &)>;
    static bool any(const MessageRecord &) { return true; }
    /// The last wanted request whose reply has been handled; nullptr: none. Between nodes before
    /// within one, sent by main before sent by a handler. Where a program uses two priorities, a
    /// reply is sent at the high one.
    const MessageRecord *last_answered(const Wanted &wanted = any) const;
    /// The last wanted message that has been handled; nullptr: none.
    const MessageRecord *last_handled(const Wanted &wanted = any) const;
    std::size_t size() const { return records_.size(); }
    /// All of them, by source and then by number.
    std::vector<const MessageRecord *> all() const;

  private:
    MessageRecord &record(MessageId id);
    /// The message that is handled at this level of this node.
    std::optional<MessageId> &handled(std::uint32_t node, Context level);
    void inject(const MessageEvent &event);
    void note_reply(const MessageRecord &sent);

    std::unordered_map<std::uint64_t, MessageRecord> records_;
    std::vector<std::array<std::optional<MessageId>, 3>> handled_; ///< by node and context
    bool priorities_ = false; ///< a message was sent at high priority
};

} // namespace inlet
