// Lists the life of one message with its times.
#include "analysis/by_interface.h"
#include "analysis/cause_split.h"
#include "analysis/event_names.h"
#include "analysis/message_log.h"
#include "analysis/wiring.h"
#include "inlet/cost_totals.h"
#include "inlet/disassembler.h"
#include "inlet/inspect.h"
#include "inlet/tee.h"
#include "ni/interface_text.h"
#include "report/trip_lines.h"
#include "trace/recording.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <optional>

namespace inlet {

namespace {

/// The refused SENDs of each thread since its last accepted one, until the message is injected.
class Refusals final : public Observer {
  public:
    explicit Refusals(const MessageRecord &message) : message_(message) {}

    void event(const MessageEvent &event) override {
        if (done_ || event.node != message_.id.source) return;
        auto &pending = pending_[static_cast<std::size_t>(event.context)];
        if (event.kind() == EventKind::refuse) {
            pending.push_back(event);
        } else if (event.kind() == EventKind::inject) {
            done_ = event.message == message_.id;
            if (done_)
                std::erase_if(pending, [&](const MessageEvent &e) { return e.pc != event.pc; });
            else
                pending.clear();
        } else if (event.kind() == EventKind::dispatch) {
            pending.clear(); // another handler begins at this level
        }
    }
    Wants wants() const override {
        return {.instructions = false, .hops = false, .nodes = {message_.id.source}};
    }
    /// By time.
    const std::vector<MessageEvent> &all() const {
        return pending_[static_cast<std::size_t>(message_.sender)];
    }

  private:
    const MessageRecord &message_;
    bool done_ = false;
    std::array<std::vector<MessageEvent>, 3> pending_;
};

/// What a message goes through between the nodes and the network.
class Stages final : public Observer {
  public:
    explicit Stages(const MessageRecord &message) : message_(message) {}

    void event(const MessageEvent &event) override {
        if (event.message == message_.id && event.kind() == EventKind::stage && !is_taken(event))
            all_.push_back(event);
    }
    Wants wants() const override { return {.instructions = false, .hops = false}; }
    const std::vector<MessageEvent> &all() const { return all_; }

  private:
    const MessageRecord &message_;
    std::vector<MessageEvent> all_;
};

/// The hops of a message and its copies.
class Hops final : public Observer {
  public:
    explicit Hops(const MessageRecord &message) : message_(message) {}

    void hop(const HopEvent &event) override {
        if (event.message == message_.id) all_.push_back(event);
    }
    Wants wants() const override { return {.instructions = false, .events = false}; }
    /// By time.
    const std::vector<HopEvent> &all() const { return all_; }

  private:
    const MessageRecord &message_;
    std::vector<HopEvent> all_;
};

/// The instructions of the destination between arrival and HRET.
class Handling final : public Observer {
  public:
    explicit Handling(const MessageRecord &message, std::size_t most)
        : message_(message), most_(most) {}

    struct Other {
        std::uint64_t times = 0, cycles = 0;
    };

    void instruction(const InstructionEvent &event) override {
        if (event.node != message_.place() || !message_.arrived) return;
        const std::uint64_t until = message_.returned.value_or(~std::uint64_t{0});
        if (event.cycle >= until) return;
        if (!message_.dispatched || event.cycle < *message_.dispatched) {
            meanwhile(before[static_cast<std::size_t>(event.context)], event.cycle,
                      event.cost.total());
        } else if (event.context == message_.level) {
            ++own_instructions;
            own_cycles += event.cost.total();
            if (most_ == 0 || own.size() < most_) own.push_back(event);
        } else {
            interrupting.push_back({event.cycle, event.cost.total()});
        }
    }

    void event(const MessageEvent &event) override {
        if (event.node != message_.place() || !message_.arrived || !message_.dispatched) return;
        if (event.kind() == EventKind::dispatch && event.message == message_.id) return;
        if (const auto cost = cost_of(event))
            meanwhile(events[static_cast<std::size_t>(cost->cause)], event.cycle, cost->cycles);
    }

    void wait(const WaitEvent &waited) override {
        if (message_.arrived && waited.end() > *message_.arrived) Observer::wait(waited);
    }
    Wants wants() const override { return {.hops = false, .nodes = {message_.place()}}; }

    // While the message waits, in cycles of that time alone.
    std::array<Other, 3> before{};      ///< instructions, by context
    std::array<Other, causes> events{}; ///< by cause
    std::vector<InstructionEvent> own;
    std::uint64_t own_instructions = 0, own_cycles = 0;
    struct Interrupting {
        std::uint64_t cycle, cycles;
    };
    std::vector<Interrupting> interrupting; ///< handlers of the other level

  private:
    /// Adds what [cycle, cycle + cycles) has of the time from arrival to dispatch.
    void meanwhile(Other &other, std::uint64_t cycle, std::uint64_t cycles) const {
        const std::uint64_t from = std::max(cycle, *message_.arrived),
                            until = std::min(cycle + cycles,
                                             message_.dispatched.value_or(~std::uint64_t{0}));
        if (from >= until) return;
        ++other.times;
        other.cycles += until - from;
    }

    const MessageRecord &message_;
    std::size_t most_;
};

std::uint64_t life(const MessageRecord &m) {
    if (!m.injected) return 0;
    const std::uint64_t end = m.returned     ? *m.returned
                              : m.dispatched ? *m.dispatched
                              : m.taken      ? *m.taken
                                             : m.arrived.value_or(*m.injected);
    return end > *m.injected ? end - *m.injected : 0;
}

/// The network's cycles where interfaces are a part of them.
std::string crossing_text(const MessageRecord &m, const Image &names) {
    const auto crossing = m.crossing();
    if (!crossing) return "";
    const char *device = interface_text(names).device();
    return fmt::format(" ({} sending {}, {} links, {} receiving {})", crossing->sender, device,
                       crossing->links, crossing->receiver, device);
}

class PathWriter {
  public:
    PathWriter(Recording &recording, const MessageLog &log, const MessageRecord &message,
               const PathOptions &options)
        : recording_(recording), log_(log), message_(message), refusals_(message), stages_(message),
          hops_(message), handling_(message, options.most),
          disassembler_(recording.names(), {true, true}), wiring_(recording.header()),
          split_(recording.names().processor, recording.header()) {
        Tee tee{&refusals_, &stages_, &hops_, &handling_};
        recording_.read(tee);
        table_.name = "path";
        table_.columns = {{"cycle"},
                          {"after"},
                          {"node"},
                          Table::Column::text("code"),
                          Table::Column::text("place"),
                          Table::Column::text("what"),
                          {"cost"},
                          Table::Column::text("made_of")};
    }

    Inspection answer() {
        sending();
        travelling();
        waiting();
        consequences(); // before instructions of the same cycle
        handling();
        std::stable_sort(table_.rows.begin(), table_.rows.end(), [](const auto &a, const auto &b) {
            return std::get<std::uint64_t>(a[0]) < std::get<std::uint64_t>(b[0]);
        });
        Inspection out;
        out.text = recording_.warning() + title() + "\n" + table_.text() + "\n" + summary();
        out.tables = {table_};
        return out;
    }

  private:
    const Image &names() const { return recording_.names(); }
    /// Without network instructions there is neither a SEND nor an HRET.
    bool by_software() const { return called_by_software(names().contexts); }

    void row(std::uint64_t cycle, std::uint32_t node, Context context, std::uint32_t pc,
             std::string what, Cell cost = {}, std::string made_of = "") {
        table_.rows.push_back({cycle, static_cast<std::int64_t>(cycle - *message_.injected),
                               std::uint64_t{node}, names().contexts.of(context),
                               pc == 0 ? "" : names().place(pc), std::move(what), std::move(cost),
                               std::move(made_of)});
    }

    std::string title() const {
        std::string text = fmt::format(
            "{} {} from node {} to node {}: {}, {} priority, {} words",
            message_.multicast ? "Multicast" : "Message", message_name(message_.id),
            message_.id.source, message_.destination, handler_name(message_.handler, names()),
            message_.high ? "high" : "low", message_.words + message_.vector_words);
        if (message_.cause)
            text += fmt::format("; sent by the handler of {}", message_name(*message_.cause));
        return text + "\n";
    }

    void sending() {
        const auto &refused = refusals_.all();
        constexpr std::size_t shown = 10;
        for (std::size_t i = 0; i < std::min(refused.size(), shown); ++i)
            row(refused[i].cycle, message_.id.source, message_.sender, refused[i].pc,
                "SEND is refused");
        if (refused.size() > shown)
            row(refused.back().cycle, message_.id.source, message_.sender, refused.back().pc,
                fmt::format("... the last of {} refused SENDs", refused.size()));
        row(*message_.injected, message_.id.source, message_.sender, message_.pc,
            by_software() ? "is sent: into the injection buffer"
                          : "SEND is accepted: into the injection buffer");
    }

    /// The text for a message that was drained before its destination.
    static std::string drained(std::uint32_t node, std::uint32_t receivers) {
        return fmt::format(": drained at node {}{}", node,
                           receivers > 1 ? fmt::format(", for {} nodes", receivers) : "");
    }

    void staged() {
        for (const MessageEvent &event : stages_.all()) {
            const auto [stage, cycles] = *event.as<events::Staged>();
            const char *device = interface_text(names()).device();
            table_.rows.push_back({event.cycle,
                                   static_cast<std::int64_t>(event.cycle - *message_.injected),
                                   std::uint64_t{event.node}, "", device, facts_of(stage).name,
                                   std::uint64_t{cycles}, device});
        }
    }

    /// A network of which the machine has the latency alone.
    void crossing() {
        if (hops_.all().empty()) return;
        const HopEvent &first = hops_.all().front();
        std::uint64_t end = first.end;
        for (const HopEvent &hop : hops_.all()) end = std::max(end, hop.end);
        table_.rows.push_back({first.cycle,
                               static_cast<std::int64_t>(first.cycle - *message_.injected), Cell{},
                               "", "network", "leaves the injection buffer, for the receive buffer",
                               end - first.cycle, "network"});
    }

    void travelling() {
        staged();
        if (!wiring_.has_routers()) return crossing();
        for (const HopEvent &hop : hops_.all()) {
            std::string what =
                hop.from == Port::local ? "leaves the injection buffer " : "goes on ";
            if (hop.to != Port::local) {
                static constexpr std::array directions = {"north", "south", "east", "west"};
                const std::string port = wiring_.port_name(hop.to);
                const bool direction = std::ranges::find(directions, port) != directions.end();
                what += fmt::format("over the link {}{}{}", direction ? "to the " : "", port,
                                    hop.second ? ", second channel" : "");
            } else {
                what += "into the receive buffer";
                if (hop.drained != 0)
                    what += drained(hop.node, hop.drained);
                else if (!hop.is_last())
                    what += ": a copy";
            }
            if (hop.cycle != hop.since)
                what += fmt::format(", after {} cycles here", hop.cycle - hop.since);
            table_.rows.push_back(
                {hop.cycle, static_cast<std::int64_t>(hop.cycle - *message_.injected),
                 hop.node == HopEvent::none ? Cell{} : Cell{std::uint64_t{hop.node}}, "",
                 fmt::format("router {}", hop.router), std::move(what), hop.end - hop.cycle,
                 "link"});
        }
    }

    void waiting() {
        if (!message_.arrived) return;
        row(*message_.arrived, message_.place(), message_.level, 0,
            fmt::format("arrives in the receive buffer: {} cycles in the network{}",
                        *message_.arrived - *message_.injected, crossing_text(message_, names())));
        if (message_.in_hardware)
            row(*message_.in_hardware, message_.place(), message_.level, 0,
                "a hard-wired handler does it");
        if (message_.taken)
            row(*message_.taken, message_.place(), message_.level, 0,
                "hardware or firmware takes it");
        if (!message_.dispatched) return;
        const std::uint64_t after = *message_.dispatched - *message_.arrived;
        std::uint64_t rest = after;
        const auto meanwhile = [&](Context context, const Handling::Other &other,
                                   const std::string &what) {
            if (other.times == 0) return;
            row(*message_.arrived, message_.place(), context, 0,
                fmt::format("... {} while it waits", what), other.cycles);
            rest -= std::min(rest, other.cycles);
        };
        for (const Context context : {Context::main, Context::low, Context::high}) {
            const auto &other = handling_.before[static_cast<std::size_t>(context)];
            meanwhile(context, other,
                      fmt::format("{} instruction{} of {}", other.times,
                                  other.times == 1 ? "" : "s",
                                  context == Context::main ? "main" : "other handlers"));
        }
        for (std::size_t cause = 0; cause < causes; ++cause) {
            const auto &other = handling_.events[cause];
            meanwhile(
                Context::main, other,
                cause_name(static_cast<Cause>(cause)) +
                    (other.times == 1 ? std::string() : fmt::format(", {} times,", other.times)));
        }
        meanwhile(Context::main, {rest != 0, rest},
                  recording_.reader().shows_all() ? "the node is idle" : "not shown");
        if (message_.dispatch_cycles == 0)
            row(*message_.dispatched, message_.place(), message_.level,
                message_.handler < first_handler ? 0 : message_.handler,
                fmt::format("the handler begins, called by software: {} cycles after arrival",
                            after));
        else
            row(*message_.dispatched, message_.place(), message_.level, message_.interrupted,
                fmt::format("dispatch: {} cycles after arrival; interrupts here", after),
                std::uint64_t{message_.dispatch_cycles}, "dispatch");
    }

    void handling() {
        for (const InstructionEvent &event : handling_.own)
            row(event.cycle, event.node, event.context, event.pc,
                disassembler_.text(event) + (event.waiting ? "  (refused)" : ""),
                std::uint64_t{event.cost.total()}, split_.text(event));
        if (handling_.own.size() < handling_.own_instructions)
            row(handling_.own.back().cycle, message_.place(), message_.level, 0,
                fmt::format("... {} more instructions of the handler",
                            handling_.own_instructions - handling_.own.size()));
        // One line for each interval of the other level.
        for (std::size_t i = 0; i < handling_.interrupting.size();) {
            std::size_t n = i;
            std::uint64_t end = handling_.interrupting[i].cycle, cycles = 0;
            for (; n < handling_.interrupting.size() && handling_.interrupting[n].cycle == end;
                 ++n) {
                end += handling_.interrupting[n].cycles;
                cycles += handling_.interrupting[n].cycles;
            }
            row(handling_.interrupting[i].cycle, message_.place(),
                message_.level == Context::low ? Context::high : Context::low, 0,
                fmt::format("... another handler comes in between: {} instructions", n - i),
                cycles);
            i = n;
        }
        if (message_.returned)
            row(*message_.returned, message_.place(), message_.level, message_.resumed,
                by_software() ? "the handler is done; goes on here"
                              : "HRET: the handler is done; goes on here");
    }

    void consequences() {
        for (const MessageRecord *caused : log_.all()) {
            if (caused->cause != message_.id || !caused->injected) continue;
            const std::string name = fmt::format("{} ({})", message_name(caused->id),
                                                 handler_name(caused->handler, names()));
            row(*caused->injected, caused->id.source, caused->sender, caused->pc,
                fmt::format("sends {} to node {}", name, caused->destination));
            if (caused->arrived)
                row(*caused->arrived, caused->place(), caused->level, 0, name + " arrives");
            if (caused->dispatched)
                row(*caused->dispatched, caused->place(), caused->level, caused->interrupted,
                    name + (caused->dispatch_cycles ? ": dispatch" : ": its handler begins"),
                    std::uint64_t{caused->dispatch_cycles},
                    caused->dispatch_cycles ? "dispatch" : "");
            if (caused->returned)
                row(*caused->returned, caused->place(), caused->level, caused->resumed,
                    name + (by_software() ? ": its handler is done" : ": HRET"));
        }
    }

    std::string summary() const {
        std::string text;
        const auto &refused = refusals_.all();
        if (!refused.empty())
            text += fmt::format("{} refused SENDs, the first {} cycles before it was accepted. ",
                                refused.size(), *message_.injected - refused.front().cycle);
        if (message_.lost)
            return text + fmt::format("It was lost after {} cycles.\n",
                                      *message_.lost - *message_.injected);
        if (!message_.arrived) return text + "It is in the network at the end of the trace.\n";
        if (message_.drained)
            text += fmt::format("Drained at node {}: its kernel sends it on as another message. ",
                                *message_.drained);
        text += fmt::format("Network {}{}", *message_.arrived - *message_.injected,
                            crossing_text(message_, names()));
        if (message_.dispatched)
            text += fmt::format(", queue {}", *message_.dispatched - *message_.arrived) +
                    (message_.dispatch_cycles || !by_software()
                         ? fmt::format(", dispatch {}", message_.dispatch_cycles)
                         : "");
        else if (!message_.in_hardware && !message_.taken)
            return text + ". It is in the receive buffer at the end of the trace.\n";
        if (message_.returned) {
            const std::uint64_t handler = *message_.returned - message_.started();
            text += fmt::format(", handler {}", handler);
            if (handler > handling_.own_cycles)
                text += fmt::format(" (its own instructions {})", handling_.own_cycles);
            text += fmt::format(": {} cycles from {}.\n", *message_.returned - *message_.injected,
                                by_software() ? "the send to the handler's end" : "SEND to HRET");
        } else {
            text += message_.in_hardware || message_.taken ? ".\n"
                                                           : "; its handler has not returned.\n";
        }
        return text;
    }

    Recording &recording_;
    const MessageLog &log_;
    const MessageRecord &message_;
    Refusals refusals_;
    Stages stages_;
    Hops hops_;
    Handling handling_;
    Disassembler disassembler_;
    Wiring wiring_;
    CauseSplit split_;
    Table table_;
};

} // namespace

Inspection message_path(const PathOptions &options) {
    Recording recording(options.trace, options.program, options.only);
    MessageLog log;
    recording.read(log);
    const MessageRecord *message = nullptr;
    if (options.message) {
        message = log.find(*options.message);
    } else {
        // What firmware, hardware or the runtime alone takes comes last.
        const InterfaceText &text = interface_text(recording.names());
        const auto rank = [&](const MessageRecord &m) {
            return std::pair(!m.taken && !text.is_control(m.handler), life(m));
        };
        for (const MessageRecord *m : log.all())
            if (m->injected && (message == nullptr || rank(*m) > rank(*message))) message = m;
    }
    if (message == nullptr || !message->injected)
        throw UserError(
            options.message
                ? fmt::format("{}: there is no such message in the trace: "
                              "{}",
                              options.trace.string(), message_name(*options.message))
                : fmt::format("{}: there is no message in the trace", options.trace.string()));
    return PathWriter(recording, log, *message, options).answer();
}

} // namespace inlet
