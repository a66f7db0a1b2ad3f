// An observer that holds message handlers to the rules of Active Messages (von Eicken's thesis,
// section 4.1.1; CSD-94-823 A.10, "Active Messages"), and measures them.
#pragma once

#include "inlet/call_stack.h"
#include "inlet/observer.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace inlet {

/// What a handler, or main, must not do.
enum class AmBreachKind : std::uint8_t {
    reply_sends,      ///< a handler of a high message sends, or tries to
    request_requests, ///< a handler of a low message sends a low one, or tries to
    too_long,         ///< takes more cycles than the limit
    endless,          ///< still runs at the end of the run, or runs longer than the limit
    not_polled,       ///< main keeps messages waiting: it neither polls nor ends its hold
};

struct AmBreach {
    AmBreachKind kind{};
    std::uint32_t handler = 0; ///< address that its message carried; not_polled: 0
    std::uint32_t pc = 0;      ///< of the SEND; too_long: the handler; endless: where it is;
                               ///< not_polled: where main was when the limit had passed
    std::uint32_t node = 0; ///< node of the first occurrence; too_long, not_polled: of the longest
    /// cycle of that SEND; too_long, endless: of the dispatch; not_polled: the first cycle at which
    /// main could have taken a message
    std::uint64_t cycle = 0;
    std::uint64_t cycles = 0;   ///< too_long, endless: cycles of the handler itself so far;
                                ///< not_polled: all cycles
    std::uint64_t count = 0;    ///< occurrences on all nodes
    std::uint32_t messages = 0; ///< not_polled: messages that waited at the end
    /// Calls that were open at `pc`, innermost first, by address of the call; too_long: none.
    std::vector<std::uint32_t> callers{};
};

/// One handler, all nodes together.
struct AmHandler {
    std::uint32_t address = 0;
    bool high = false;         ///< priority of its messages; a handler of both priorities has two
                               ///< entries
    bool upcall = false;       ///< no handler of Active Messages, but LFC's upcall
    std::uint64_t count = 0;   ///< messages that it has handled
    std::uint64_t longest = 0; ///< cycles of the longest run, see CheckAm
    std::uint32_t stack = 0;   ///< most bytes of its stack in use, without those of handlers that
                               ///< interrupt it
};

/// A handler's cycles are those of its own instructions. They exclude handlers that interrupt it,
/// and the time for which its message has no room: where the network refuses it, or where the
/// runtime or a kernel sends, from the first instruction of the send that is repeated until the
/// message leaves. Outlets and timelets are measured too,
/// but may send any message. So is LFC's upcall on machines whose interface calls it (Myrinet),
/// which is no handler of Active Messages: it may send, wait, and take its time (001 3.4).
///
/// On machines whose handlers run in polls and sends only, a main that does not poll blocks its
/// senders, and blocks them for ever if they wait for an answer. Such a main is reported after
/// `patience` times the limit, and so is a hold of that length.
class CheckAm final : public Observer {
  public:
    /// `limit`: the cycles that a handler may take. `upcall`: the address of LFC's upcall, 0: the
    /// program has none. `machine`: Image::machine of the program. `of_runtime`: whether a handler
    /// is the libraries', not the program's: a long one is measured, but no breach, since it moves
    /// what the program asked for. `libraries_poll`: the program has a library that promises to
    /// take its own messages in its calls (MPI, CRL, Panda): main owes no polls for messages
    /// of_runtime.
    CheckAm(std::uint32_t nodes, std::uint64_t limit, Processor processor = Processor::mips,
            std::uint32_t upcall = 0, std::string machine = {},
            std::function<bool(std::uint32_t)> of_runtime = {}, bool libraries_poll = false);

    void instruction(const InstructionEvent &event) override;
    void event(const MessageEvent &event) override;
    /// Ends the run. `idle`: no event is pending, so a handler that still runs never ends.
    /// `failed`: a fault has ended the run, so handlers that still run are not endless.
    void finish(bool idle, bool failed = false);

    static constexpr std::uint64_t patience = 100;

    std::uint64_t limit() const { return limit_; }
    std::vector<AmHandler> handlers() const; ///< by address and priority
    std::vector<AmBreach> breaches() const;  ///< by kind, handler and pc

  private:
    /// The handler that runs at a level of a node.
    struct Active {
        AmHandler *handler = nullptr; ///< nullptr: no handler runs
        std::uint64_t cycle = 0;      ///< of the dispatch
        std::uint64_t cycles = 0;
        std::uint32_t pc = 0;                  ///< of the last instruction
        std::uint32_t trap = 0;                ///< of its last call of the kernel (x86); 0: none
        std::uint32_t stack_top = 0;           ///< 0: no frame yet
        std::uint32_t lowest = 0, highest = 0; ///< stack pointers; 0: none yet
        MessageId message;                     ///< number 0: an outlet or a timelet
        bool refused = false;                  ///< its last SEND was refused
        bool in_window_trap = false;           ///< its stack pointers are those of other windows
        CallStack calls{};
        /// Since the handler has called the runtime: places there, and `cycles` at the first one
        /// that came again.
        std::unordered_set<std::uint32_t> called{};
        std::optional<std::uint64_t> repeats{};
        /// Its own traps since its last message: `cycles` at the first and last time.
        std::map<std::uint32_t, std::pair<std::uint64_t, std::uint64_t>> traps{};
    };
    /// What waits at a node, and since when main could have taken some of it.
    struct Waiting {
        std::uint32_t messages = 0;
        std::uint64_t since = 0;
        std::uint64_t now = 0; ///< the node's clock
        std::uint32_t pc = 0;  ///< where main is, or was when the patience ended
        bool too_long = false;
        CallStack calls{};
        std::vector<std::uint32_t> callers{}; ///< at `pc`, where too_long
    };
    using Key = std::tuple<AmBreachKind, std::uint32_t, std::uint32_t>;

    using Level = std::vector<Active>; ///< innermost last: a handler may wait and run others
    Active *active(std::uint32_t node, Context level);
    void begin(const MessageEvent &event);
    void end(const MessageEvent &event);
    void note_stack(Active &run, const InstructionEvent &event) const;
    void note(const AmBreach &breach);
    void sent(const MessageEvent &event, Active &active);
    void note_sending(Active &run, const InstructionEvent &event) const;
    static void leaves(Active &run);
    void comes(Waiting &waiting, std::uint64_t cycle);
    static void too_long(Waiting &waiting);
    void goes(std::uint32_t node, std::uint64_t cycle, bool message);
    /// Whether the program must take this message: not one of the runtime's protocol.
    bool counts(const MessageEvent &event) const;
    /// Whether main owes polls for it.
    bool is_owed(const MessageEvent &event) const;
    void waited(std::uint32_t node);

    std::uint64_t limit_;
    Processor processor_;
    std::string machine_;
    std::uint32_t upcall_;
    std::function<bool(std::uint32_t)> of_runtime_;
    bool libraries_poll_;
    std::vector<Level> active_;                             ///< low, high of each node
    std::vector<Waiting> waiting_;                          ///< by node
    std::unordered_map<std::uint64_t, AmHandler> handlers_; ///< by address and priority
    std::map<Key, AmBreach> breaches_;
};

} // namespace inlet
