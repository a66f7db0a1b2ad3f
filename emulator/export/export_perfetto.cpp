// Writes a time line for ui.perfetto.dev. A cycle is a nanosecond of its clock. The field numbers
// are those of https://github.com/google/perfetto/tree/main/protos/perfetto/trace (trace.proto,
// trace_packet.proto, interned_data/interned_data.proto, track_event/track_event.proto,
// track_event/track_descriptor.proto); tests/exports has the used part.
#include "analysis/hop_names.h"
#include "analysis/polls.h"
#include "analysis/wait_finder.h"
#include "analysis/wiring.h"
#include "export/exports.h"
#include "export/protobuf.h"
#include "inlet/disassembler.h"
#include "report/trip_lines.h"

#include <array>
#include <fmt/format.h>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace inlet {

namespace {

/// The tracks of a node; the process itself is the first.
enum Track : std::uint32_t {
    process,
    main_code,
    low_code,
    high_code,
    network_out,
    network_in,
    low_buffer,
    high_buffer,
    refused_sends,
    polls,
    first_link, ///< links of the router, by port
};
constexpr std::uint32_t links_of_grid = 4;
constexpr bool is_counter(std::uint32_t track) { return track >= low_buffer && track < first_link; }
constexpr const char *track_names[] = {
    "",     "", "", "", "network out", "network in", "low buffer", "high buffer", "refused sends",
    "polls"};

enum class Type : std::uint8_t { begin = 1, end = 2, instant = 3, counter = 4 };

class PerfettoWriter final : public Ledger {
  public:
    PerfettoWriter(const Recording &recording, OutputFile &out, std::optional<std::uint32_t> only,
                   bool instructions)
        : functions_(recording.names()), tree_(functions_), names_(recording.names()),
          disassembler_(recording.names(), {true, true}), out_(out), only_(only),
          instructions_(instructions),
          io_nodes_from_(recording.header().nodes - recording.header().io_nodes),
          all_nodes_(recording.header().nodes), wiring_(recording.header()),
          links_of_router_(wiring_.grid() || wiring_.topology() == nullptr
                               ? links_of_grid
                               : wiring_.topology()->ports()) {
        ProtoMessage packet; // begins the only sequence
        packet.number(10, sequence);
        packet.number(13, 1); // SEQ_INCREMENTAL_STATE_CLEARED
        write(packet);
    }

    /// Ends all open slices.
    std::uint64_t finish() {
        for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
            for (const std::size_t level : {2u, 1u, 0u}) close(n, level, clock(n));
            if (nodes_[n].polls != 0) show_polls(n, clock(n));
        }
        return cycles_;
    }

  private:
    static constexpr std::uint32_t sequence = 1;

    struct Level {
        std::vector<std::uint32_t> open; ///< ways of the call tree, below its root
        bool interrupted = false;
    };
    struct Node {
        std::array<Level, 3> levels;
        std::array<std::int64_t, 2> buffers{}; ///< waiting messages, by priority
        std::uint64_t refused = 0;
        std::uint64_t polls = 0;
        std::uint32_t look_finds = 0; ///< messages found by the last look
        std::uint64_t last_start = 0; ///< cycle at which the last instruction began
    };

    void write(const ProtoMessage &packet) {
        trace_.clear();
        trace_.message(1, packet);
        out_.write(trace_.bytes());
    }

    std::uint64_t uuid(std::uint32_t node, std::uint32_t track) const {
        return std::uint64_t{node} * (first_link + links_of_router_) + track + 1;
    }

    Node &of(std::uint32_t node) {
        if (node >= nodes_.size()) nodes_.resize(node + 1);
        return nodes_[node];
    }

    /// A track is described in front of its first event, and its process in front of that.
    void use(std::uint32_t node, std::uint32_t track) {
        const std::uint64_t number = uuid(node, track);
        if (number >= described_.size()) described_.resize(number + 1);
        if (described_[number]) return;
        described_[number] = true;
        if (track != process) use(node, process);
        describe(node, track);
    }

    std::string name_of(std::uint32_t track) const {
        if (track >= first_link && !wiring_.has_routers()) return "link to the network";
        if (track >= first_link)
            return "link " + wiring_.port_name(static_cast<Port>(track - first_link));
        if (track >= main_code && track <= high_code)
            return names_.contexts.of(static_cast<Context>(track - main_code));
        return track_names[track];
    }

    void describe(std::uint32_t node, std::uint32_t track) {
        ProtoMessage descriptor;
        descriptor.number(1, uuid(node, track));
        if (track == process) {
            ProtoMessage name;
            name.number(1, node + 1); // pid; 0 is the idle task
            name.text(6, node < io_nodes_from_ ? fmt::format("node {}", node)
                         : node < all_nodes_   ? fmt::format("I/O node {}", node)
                                               : fmt::format("router {}", node - all_nodes_));
            descriptor.message(3, name);
            descriptor.number(11, 3); // child_ordering: EXPLICIT
        } else {
            descriptor.text(2, name_of(track));
            descriptor.number(5, uuid(node, process));
            descriptor.number(12, track); // sibling_order_rank
        }
        if (is_counter(track)) {
            ProtoMessage counter;
            counter.number(3, 2); // UNIT_COUNT
            descriptor.message(8, counter);
        }
        ProtoMessage packet;
        packet.number(10, sequence);
        packet.message(60, descriptor);
        write(packet);
    }

    /// The interned number of a name, which is written once.
    std::uint64_t interned(const std::string &name) {
        const auto [at, added] = interned_.try_emplace(name, interned_.size() + 1);
        if (added) {
            ProtoMessage entry, data, packet;
            entry.number(1, at->second);
            entry.text(2, name);
            data.message(2, entry); // event_names
            packet.number(10, sequence);
            packet.number(13, 2); // SEQ_NEEDS_INCREMENTAL_STATE
            packet.message(12, data);
            write(packet);
        }
        return at->second;
    }

    /// The same for the text of an instruction.
    std::uint64_t interned(const InstructionEvent &event) {
        std::uint64_t &name = instruction_names_[std::uint64_t{event.pc} << 32 | event.word];
        if (name == 0) name = interned(disassembler_.text(event));
        return name;
    }

    struct Flow {
        std::uint32_t field; ///< 47: on its way; 48: it ends here
        MessageId message;
    };

    void emit(Type type, std::uint32_t node, std::uint32_t track, std::uint64_t cycle,
              std::uint64_t name = 0, std::optional<Flow> flow = {}, std::int64_t value = 0) {
        use(node, track);
        event_.clear();
        event_.number(9, static_cast<std::uint64_t>(type));
        if (name != 0) event_.number(10, name);
        event_.number(11, uuid(node, track));
        if (type == Type::counter) event_.integer(30, value);
        if (flow) event_.fixed64(flow->field, flow->message.key());
        packet_.clear();
        packet_.number(8, cycle);
        packet_.number(10, sequence);
        packet_.message(11, event_);
        packet_.number(13, 2);
        write(packet_);
    }

    static std::uint32_t track_of(std::size_t level) {
        return main_code + static_cast<std::uint32_t>(level);
    }

    /// Ends all open slices of a level.
    void close(std::uint32_t node, std::size_t level, std::uint64_t cycle) {
        Level &l = nodes_[node].levels[level];
        if (l.interrupted) emit(Type::end, node, track_of(level), cycle);
        l.interrupted = false;
        for (; !l.open.empty(); l.open.pop_back()) emit(Type::end, node, track_of(level), cycle);
    }

    /// Opens and closes slices of a level so that they are the path to `way`. `flow` ends at the
    /// first new slice.
    void move_to(std::uint32_t node, std::size_t level, std::uint32_t way, std::uint64_t cycle,
                 std::optional<Flow> flow) {
        auto &open = nodes_[node].levels[level].open;
        if (!open.empty() && open.back() == way) return;
        wanted_.clear();
        for (std::uint32_t at = way; tree_.ways()[at].parent != CallTree::none;
             at = tree_.ways()[at].parent)
            wanted_.push_back(at);
        std::size_t same = 0;
        while (same < open.size() && same < wanted_.size() &&
               open[same] == wanted_[wanted_.size() - 1 - same])
            ++same;
        for (; open.size() > same; open.pop_back()) emit(Type::end, node, track_of(level), cycle);
        for (; open.size() < wanted_.size(); flow.reset()) {
            open.push_back(wanted_[wanted_.size() - 1 - open.size()]);
            const std::uint64_t name =
                interned(functions_.name(tree_.ways()[open.back()].function));
            emit(Type::begin, node, track_of(level), cycle, name, flow);
        }
    }

    void charge(const Charge &charge) override {
        if (only_ && charge.node != *only_) return;
        Node &node = of(charge.node);
        cycles_ += charge.cycles;
        const auto level = static_cast<std::size_t>(charge.context);
        const std::uint32_t way = tree_.charge(charge);
        for (std::size_t above = 2; above > level; --above)
            close(charge.node, above, charge.cycle); // left other than by HRET
        for (std::size_t below = 0; below < level; ++below) {
            Level &l = node.levels[below];
            if (l.open.empty() || l.interrupted) continue;
            l.interrupted = true;
            emit(Type::begin, charge.node, track_of(below), charge.cycle,
                 interned("(interrupted)"));
        }
        if (node.levels[level].interrupted) {
            node.levels[level].interrupted = false;
            emit(Type::end, charge.node, track_of(level), charge.cycle);
        }
        std::optional<Flow> flow;
        if (charge.cause == Cause::dispatch) {
            close(charge.node, level, charge.cycle);
            if (charge.event->message.number != 0) flow = Flow{48, charge.event->message};
        }
        move_to(charge.node, level, way, charge.cycle, flow);
        if (charge.instruction == nullptr) return;
        node.last_start = charge.cycle;
        if (!instructions_) return;
        emit(Type::begin, charge.node, track_of(level), charge.cycle,
             interned(*charge.instruction));
        emit(Type::end, charge.node, track_of(level), charge.cycle + charge.cycles);
    }

    void count(std::uint32_t node, bool high, std::int64_t by, std::uint64_t cycle) {
        std::int64_t &waiting = of(node).buffers[high];
        waiting += by;
        emit(Type::counter, node, high ? high_buffer : low_buffer, cycle, 0, {}, waiting);
    }

    void show_polls(std::uint32_t node, std::uint64_t cycle) {
        emit(Type::counter, node, polls, cycle, 0, {}, static_cast<std::int64_t>(of(node).polls));
    }

    /// Shows polls that let messages in, and looks whose result differs from the last one. Others
    /// are only counted: a waiting loop may poll with every other instruction.
    void poll(const MessageEvent &event, const events::Polled &polled) {
        Node &node = of(event.node);
        ++node.polls;
        const std::uint32_t finds = polled.finds & found::message;
        bool shown = finds != 0;
        if (polled.how == Poll::looks) shown = std::exchange(node.look_finds, finds) != finds;
        if (!shown) return;
        emit(Type::instant, event.node, network_in, event.cycle, interned(poll_text(polled)));
        show_polls(event.node, event.cycle);
    }

    void told(const MessageEvent &message) override {
        hop_names_.event(message);
        if (only_ && message.node != *only_) return;
        Node &node = of(message.node);
        switch (message.kind()) {
        case EventKind::inject: {
            const std::uint64_t name = interned(fmt::format(
                "{} to {}", handler_name(message.handler, names_), message.destination));
            emit(Type::begin, message.node, network_out, std::min(node.last_start, message.cycle),
                 name, Flow{47, message.message});
            emit(Type::end, message.node, network_out, message.cycle);
            tree_.sent(message.node, message.context, message.pc);
            break;
        }
        case EventKind::refuse:
            emit(Type::instant, message.node, network_out, message.cycle, interned("refused"));
            emit(Type::counter, message.node, refused_sends, message.cycle, 0, {},
                 static_cast<std::int64_t>(++node.refused));
            break;
        case EventKind::arrive:
            emit(Type::instant, message.node, network_in, message.cycle,
                 interned(fmt::format("{} from {}{}", handler_name(message.handler, names_),
                                      message.message.source,
                                      message.drained != 0 ? ", drained" : "")),
                 Flow{47, message.message});
            high_[key(message)] = message.high;
            count(message.node, message.high, 1, message.cycle);
            break;
        case EventKind::stage:
            if (!is_taken(message)) break;
            [[fallthrough]];
        case EventKind::dispatch:
        case EventKind::hardwired:
            if (const auto at = high_.find(key(message)); at != high_.end()) {
                count(message.node, at->second, -1, message.cycle);
                high_.erase(at);
            }
            break;
        case EventKind::ret:
            close(message.node, static_cast<std::size_t>(message.context), message.cycle);
            break;
        case EventKind::poll: poll(message, *message.as<events::Polled>()); break;
        case EventKind::drop:
            emit(Type::instant, message.node, network_in, message.cycle,
                 interned(fmt::format("lost, from {}", message.message.source)),
                 Flow{47, message.message});
            break;
        default: break;
        }
    }

    void hop(const HopEvent &event) override {
        const HopEvent hop = hop_names_.complete(event);
        if (only_ && hop.node != *only_) return;
        if (hop.node == HopEvent::none && !wiring_.has_routers()) return;
        // A router without a node is a process of its own.
        std::uint32_t owner = hop.node, track = network_in;
        if (hop.node == HopEvent::none) owner = all_nodes_ + hop.router;
        if (hop.to != Port::local) track = first_link + static_cast<std::uint32_t>(hop.to);
        emit(Type::begin, owner, track, hop.cycle,
             interned(fmt::format("{} from {} to {}", handler_name(hop.handler, names_),
                                  hop.message.source, hop.destination)),
             Flow{47, hop.message});
        emit(Type::end, owner, track, hop.end);
    }

    /// The key of a message at a node. A multicast is at several nodes, and twice at the node that
    /// drains it.
    static std::uint64_t key(const MessageEvent &event) {
        const std::uint64_t at = std::uint64_t{event.node} << 1 | (event.drained != 0 ? 1 : 0);
        return event.message.key() * 0x9E3779B97F4A7C15u ^ at;
    }

    Functions functions_;
    CallTree tree_;
    HopNames hop_names_;
    const Image &names_;
    Disassembler disassembler_;
    OutputFile &out_;
    std::optional<std::uint32_t> only_;
    bool instructions_;
    std::uint32_t io_nodes_from_, all_nodes_;
    Wiring wiring_;
    std::uint32_t links_of_router_;
    std::vector<Node> nodes_;
    std::unordered_map<std::string, std::uint64_t> interned_;
    std::vector<bool> described_;                  ///< tracks, by uuid()
    std::unordered_map<std::uint64_t, bool> high_; ///< messages in receive buffers: priority
    std::unordered_map<std::uint64_t, std::uint64_t> instruction_names_; ///< by pc and word
    ProtoMessage event_, packet_, trace_;
    std::vector<std::uint32_t> wanted_;
    std::uint64_t cycles_ = 0;
};

} // namespace

std::uint64_t write_perfetto(Recording &recording, OutputFile &out,
                             std::optional<std::uint32_t> node, bool instructions) {
    PerfettoWriter writer(recording, out, node, instructions);
    read_waits(recording, writer);
    writer.end(recording.end());
    return writer.finish();
}

} // namespace inlet
