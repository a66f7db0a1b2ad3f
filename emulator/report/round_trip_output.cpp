#include "report/round_trip_output.h"

#include "analysis/event_names.h"
#include "inlet/cause.h"
#include "inlet/disassembler.h"
#include "inlet/printable.h"
#include "ni/interface_text.h"
#include "report/trip_lines.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <tuple>

namespace inlet {

using nlohmann::json;

namespace {

constexpr std::size_t width = 120;

std::string shortened(std::string text, std::size_t longest) {
    if (characters(text) <= longest) return text;
    while (characters(text) >= longest) text.pop_back();
    return text + "~";
}

/// The functions of these instructions, in the order of appearance.
class Functions {
  public:
    explicit Functions(const Image &names) : names_(names) {}

    void add(std::uint32_t pc) {
        const Symbol *symbol = names_.find(pc);
        const std::string name = symbol != nullptr ? symbol->readable() : "";
        if (!name.empty() && std::find(seen_.begin(), seen_.end(), name) == seen_.end())
            seen_.push_back(name);
    }
    std::string text() const {
        constexpr std::size_t most = 3;
        std::string out;
        for (std::size_t i = 0; i < std::min(most, seen_.size()); ++i)
            out += (i == 0 ? "" : ", ") + seen_[i];
        return seen_.size() > most ? out + ", ..." : out;
    }

  private:
    const Image &names_;
    std::vector<std::string> seen_;
};

/// Instructions off the critical path that share a line.
struct Group {
    std::uint64_t begin = 0, instructions = 0, cycles = 0;
    std::uint32_t node = 0;
    Context context = Context::main;
    std::vector<std::uint32_t> pcs; ///< distinct, in the order of appearance
};

class Timeline {
  public:
    Timeline(const RoundTrip &trip, const Image &names)
        : trip_(trip), names_(names), disassembler_(names) {
        for (const std::string &name : names.contexts.names)
            context_width_ = std::max(context_width_, name.size());
    }

    std::string text(bool all) {
        add_events();
        if (all)
            for (const TripInstruction &one : trip_.instructions) add(one);
        else
            add_shortened();
        std::stable_sort(lines_.begin(), lines_.end(), [](const Line &a, const Line &b) {
            return std::tuple(a.cycle, a.rank) < std::tuple(b.cycle, b.rank);
        });
        std::string out =
            fmt::format("{:>10} {:>4} {:<{}}  {:<8} {:<22} {:<32} {:>4}  {}\n", "cycle", "node",
                        "code", context_width_, "pc", "place", "instruction", "cost", "made of");
        for (const Line &line : lines_) out += line.text + "\n";
        return out;
    }

  private:
    /// Order of lines in a cycle.
    enum Rank { event, beside, path };
    struct Line {
        std::uint64_t cycle;
        Rank rank;
        std::string text;
    };

    std::string where(std::uint64_t cycle, std::uint32_t node, const std::string &context) const {
        return fmt::format("{:>10} {:>4} {:<{}} ", cycle, node, context, context_width_);
    }

    void add_events() {
        for (const TripEvent &event : trip_events(trip_, names_)) {
            const std::string context =
                event.kind == "arrive" ? "" : names_.contexts.of(event.context);
            const char *arrow = event.kind == "inject"   ? "-->"
                                : event.kind == "arrive" ? "<--"
                                                         : "***";
            lines_.push_back(
                {event.cycle, Rank::event,
                 shortened(fmt::format("{} {} {}", where(event.cycle, event.node, context), arrow,
                                       event.text),
                           width)});
        }
    }

    void add(const TripInstruction &one) {
        const InstructionEvent &e = one.event;
        const std::string cost = trip_.split.text(e) + (e.waiting ? ", refused" : "");
        lines_.push_back({e.cycle, one.stream == Stream::path ? Rank::path : Rank::beside,
                          fmt::format("{}{} {:08x} {:<22} {:<32} {:>4}  {}",
                                      where(e.cycle, e.node, code_name(e, names_)),
                                      one.stream == Stream::path ? ' ' : '.', e.pc,
                                      shortened(names_.place(e.pc), 22),
                                      shortened(disassembler_.text(e), 32), e.cost.total(), cost)});
    }

    void add_shortened() {
        // Of a step with a very long path, only the beginning and the end are shown.
        constexpr std::size_t most = 200, shown = 60;
        std::array<std::vector<const TripInstruction *>, static_cast<std::size_t>(Step::COUNT)>
            on_path;
        std::map<std::tuple<Step, Stream, std::uint32_t, Context>, Group> groups;
        for (const TripInstruction &one : trip_.instructions) {
            if (one.stream == Stream::path)
                on_path[static_cast<std::size_t>(one.step)].push_back(&one);
            else
                add_to(groups[{one.step, one.stream, one.event.node, one.event.context}],
                       one.event);
        }
        for (const auto &path : on_path) {
            Group middle;
            for (std::size_t i = 0; i < path.size(); ++i) {
                if (path.size() <= most || i < shown || i + shown >= path.size())
                    add(*path[i]);
                else
                    add_to(middle, path[i]->event);
            }
            if (middle.instructions != 0) add_line(middle, "not shown, --all shows them");
        }
        for (const auto &[key, group] : groups) add_line(group, what(std::get<Stream>(key), group));
    }

    static void add_to(Group &group, const InstructionEvent &event) {
        if (group.instructions++ == 0) {
            group.begin = event.cycle;
            group.node = event.node;
            group.context = event.context;
        }
        group.cycles += event.cost.total();
        if (std::find(group.pcs.begin(), group.pcs.end(), event.pc) == group.pcs.end() &&
            group.pcs.size() < 64)
            group.pcs.push_back(event.pc);
    }

    /// The title of a group of instructions.
    static std::string what(Stream stream, const Group &group) {
        switch (stream) {
        case Stream::main: return "of main meanwhile";
        case Stream::rest: return "of the handler after its reply";
        case Stream::back: return "back to what was interrupted";
        default: return group.context == Context::main ? "of main" : "of other messages' handlers";
        }
    }

    void add_line(const Group &group, const std::string &what) {
        Functions functions(names_);
        for (const std::uint32_t pc : group.pcs) functions.add(pc);
        const std::string places = functions.text();
        lines_.push_back(
            {group.begin, Rank::beside,
             shortened(
                 fmt::format("{} ... {} instruction{} {}{}, {} cycles",
                             where(group.begin, group.node, names_.contexts.of(group.context)),
                             group.instructions, group.instructions == 1 ? "" : "s", what,
                             places.empty() ? "" : " (" + places + ")", group.cycles),
                 width)});
    }

    const RoundTrip &trip_;
    const Image &names_;
    Disassembler disassembler_;
    std::size_t context_width_ = 4; ///< of "code", and of the longest name
    std::vector<Line> lines_;
};

/// A reported part of the elapsed time. The three steps of the reply are one part.
struct Part {
    std::string name;
    std::uint64_t cycles = 0, instructions = 0;
    std::string text;
};

std::string others(const TripSpan &span) {
    return span.other_cycles == 0
               ? ""
               : fmt::format("; {} of them other messages' handlers", span.other_cycles);
}

/// "CMAM_poll 12, CMAM_got_left 9": the path's cycles in a step, by function.
std::string by_function(const RoundTrip &trip, Step step, const Image &names) {
    std::vector<std::pair<std::string, std::uint64_t>> sums;
    for (const TripInstruction &one : trip.instructions) {
        if (one.step != step || one.stream != Stream::path) continue;
        const Symbol *symbol = names.find(one.event.pc);
        const std::string name = symbol != nullptr ? symbol->readable() : names.place(one.event.pc);
        auto at = std::find_if(sums.begin(), sums.end(),
                               [&](const auto &sum) { return sum.first == name; });
        if (at == sums.end()) at = sums.insert(at, {name, 0});
        at->second += one.event.cost.total();
    }
    std::string text;
    for (const auto &[name, cycles] : sums)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, cycles);
    return text;
}

/// Dispatch by software: the time until the poll or the interrupt, and the code from there on,
/// which adds up to the rest.
std::string software_text(const RoundTrip &trip, Step step, const MessageRecord &message,
                          const Image &names) {
    const TripSpan &span = trip.span(step);
    const std::uint64_t rest = span.cycles() - span.other_cycles;
    std::uint64_t told = span.entries;
    for (const TripInstruction &one : trip.instructions)
        if (one.step == step && one.stream == Stream::path) told += one.event.cost.total();
    std::string code = by_function(trip, step, names);
    const auto add = [&](const char *what, std::uint64_t cycles) {
        if (cycles != 0) code += fmt::format("{}{} {}", code.empty() ? "" : ", ", what, cycles);
    };
    add("entry of the interrupt", span.entries);
    add("other handlers", rest > told ? rest - told : 0);
    return fmt::format("{} until node {} {}, {} from {} to the handler ({})", span.other_cycles,
                       message.place(), span.by_interrupt ? "is interrupted" : "polls", rest,
                       span.by_interrupt ? "there" : "that poll", code);
}

std::string dispatch_text(const RoundTrip &trip, const Image &names) {
    const MessageRecord &message = trip.request;
    const TripSpan &span = trip.span(Step::dispatch);
    if (span.polled) return software_text(trip, Step::dispatch, message, names);
    if (span.other_cycles == 0) return fmt::format("to the first instruction of its handler");
    if (span.other_cycles == span.cycles()) // a poll that looks at memory only is not told
        return fmt::format("in the memory of node {} until its software calls the handler",
                           message.place());
    return fmt::format("{} until node {} was ready, {} to the handler's first instruction",
                       span.other_cycles, message.place(), span.cycles() - span.other_cycles);
}

std::vector<Part> parts(const RoundTrip &trip, const Image &names) {
    const MessageRecord &request = trip.request;
    const TripSpan &send = trip.span(Step::send), &network = trip.span(Step::network),
                   &dispatch = trip.span(Step::dispatch), &handler = trip.span(Step::handler);
    // Only network instructions are called SEND.
    const bool by_software = called_by_software(names.contexts);
    std::vector<Part> list;
    list.push_back(
        {"send", send.cycles(), send.instructions,
         fmt::format("{} until {}{}",
                     !trip.function.empty()  ? "from the call of " + trip.function
                     : trip.begins_with_trap ? "from the trap that sends"
                     : by_software           ? "the instruction that sends,"
                                             : "the SEND itself,",
                     by_software ? "the message leaves" : "SEND is accepted", others(send))});
    list.push_back({"network", network.cycles(), 0,
                    fmt::format("node {} to the receive buffer of node {}", request.id.source,
                                request.destination)});
    list.push_back(
        {"dispatch", dispatch.cycles(), dispatch.instructions, dispatch_text(trip, names)});
    list.push_back({"handler", handler.cycles(), handler.instructions,
                    fmt::format("{} until {}{}", handler_name(request.handler, names),
                                !trip.reply   ? "it returns"
                                : by_software ? "its reply leaves"
                                              : "its reply's SEND is accepted",
                                others(handler))});
    if (!trip.reply) return list;
    const TripSpan &back = trip.span(Step::reply_network),
                   &redispatch = trip.span(Step::reply_dispatch),
                   &rehandler = trip.span(Step::reply_handler), &wait = trip.span(Step::wait);
    list.push_back(
        {"reply", back.cycles() + redispatch.cycles() + rehandler.cycles(),
         redispatch.instructions + rehandler.instructions,
         fmt::format(
             "network {}, dispatch {}{}, handler {} {}{}", back.cycles(), redispatch.cycles(),
             redispatch.polled ? fmt::format(": {}", software_text(trip, Step::reply_dispatch,
                                                                   *trip.reply, names))
             : redispatch.other_cycles == 0 ? ""
                                            : fmt::format(" ({} waiting)", redispatch.other_cycles),
             handler_name(trip.reply->handler, names), rehandler.cycles(), others(rehandler))});
    list.push_back({"wait", wait.cycles(), wait.instructions,
                    fmt::format("until {}{}",
                                trip.waiting_function.empty() ? "main goes on"
                                                              : trip.waiting_function + " returns",
                                others(wait))});
    return list;
}

/// A message from the sending software to the receiving one, in the parts of 004 Figure 7.
struct Way {
    std::array<std::uint64_t, 5> cycles{};
    std::uint64_t sum() const {
        return std::accumulate(cycles.begin(), cycles.end(), std::uint64_t{0});
    }
};
std::array<std::string, 5> way_parts(const Image &names) {
    const std::string device = interface_text(names).device();
    return {"processor, send", device + ", send", "links", device + ", receive",
            "processor, receive"};
}

std::vector<Way> ways(const RoundTrip &trip) {
    const auto way = [&](const MessageRecord &m, std::uint64_t before, std::uint64_t after) {
        const auto crossing = *m.crossing();
        return Way{{before, crossing.sender, crossing.links, crossing.receiver, after}};
    };
    if (!trip.request.crossing() || (trip.reply && !trip.reply->crossing())) return {};
    const auto cycles = [&](Step step) { return trip.span(step).cycles(); };
    std::vector<Way> list{way(trip.request, cycles(Step::send),
                              cycles(Step::dispatch) + (trip.reply ? 0 : cycles(Step::handler)))};
    if (trip.reply)
        list.push_back(
            way(*trip.reply, cycles(Step::handler),
                cycles(Step::reply_dispatch) + cycles(Step::reply_handler) + cycles(Step::wait)));
    return list;
}

json instruction_json(const TripInstruction &one, const CauseSplit &split, const Image &names,
                      const Disassembler &disassembler) {
    constexpr const char *streams[] = {"path", "main", "rest", "back", "other"};
    const InstructionEvent &e = one.event;
    json cost = {{"total", e.cost.total()}};
    for (const Cause cause : instruction_causes) cost[facts_of(cause).key] = 0;
    split.each(e, [&](Cause cause, std::uint64_t cycles) { cost[facts_of(cause).key] = cycles; });
    return {{"cycle", e.cycle},
            {"node", e.node},
            {"context", code_name(e, names)},
            {"pc", e.pc},
            {"place", names.place(e.pc)},
            {"word", fmt::format("{:#010x}", e.word)},
            {"text", disassembler.text(e)},
            {"cost", cost},
            {"refused", e.waiting},
            {"step", step_name(one.step)},
            {"stream", streams[static_cast<std::size_t>(one.stream)]},
            {"length", e.length}};
}

json message_json(const MessageRecord &message, const Image &names) {
    return {{"source", message.id.source},
            {"number", message.id.number},
            {"destination", message.destination},
            {"priority", message.high ? "high" : "low"},
            {"words", message.words},
            {"vector_words", message.vector_words},
            {"multicast", message.multicast},
            {"handler", message.handler},
            {"handler_name", handler_name(message.handler, names)}};
}

} // namespace

std::string timeline_text(const RoundTrip &trip, const Image &names, bool all) {
    std::string out = Timeline(trip, names).text(all);
    if (trip.cut) out += "(the way is too long to show all of it)\n";
    return out;
}

std::string ways_text(const RoundTrip &trip, const Image &names) {
    const std::vector<Way> all = ways(trip);
    if (all.empty()) return "";
    std::string out =
        fmt::format("\n{:<18} {:>8} {:>8}\n", "part", "request", all.size() > 1 ? "reply" : "");
    const auto row = [&](std::string_view name, std::uint64_t request, std::uint64_t reply) {
        out += fmt::format("{:<18} {:>8} {:>8}\n", name, request,
                           all.size() > 1 ? std::to_string(reply) : "");
    };
    const auto names_of_parts = way_parts(names);
    for (std::size_t i = 0; i < names_of_parts.size(); ++i)
        row(names_of_parts.at(i), all.front().cycles.at(i), all.back().cycles.at(i));
    row("total", all.front().sum(), all.back().sum());
    return out;
}

std::string parts_text(const RoundTrip &trip, const Image &names) {
    std::string out =
        fmt::format("{:<10} {:>8} {:>13}  {}\n", "part", "cycles", "instructions", "what");
    for (const Part &part : parts(trip, names))
        out += fmt::format("{:<10} {:>8} {:>13}  {}\n", part.name, part.cycles,
                           part.instructions == 0 ? "-" : std::to_string(part.instructions),
                           part.text);
    out += fmt::format("{:<10} {:>8} {:>13}  from cycle {} to {}; the parts add up to it\n",
                       "total", trip.cycles(), "", trip.begin(), trip.end());
    std::array<std::uint64_t, static_cast<std::size_t>(Stream::COUNT)> count{}, cycles{};
    for (const TripInstruction &one : trip.instructions) {
        ++count[static_cast<std::size_t>(one.stream)];
        cycles[static_cast<std::size_t>(one.stream)] += one.event.cost.total();
    }
    const auto beside = [&](Stream stream, const std::string &what) {
        const auto i = static_cast<std::size_t>(stream);
        if (count[i] != 0)
            out += fmt::format("{:<10} {:>8} {:>13}  {}\n", "beside it", cycles[i], count[i], what);
    };
    beside(Stream::main,
           fmt::format("main of node {} while the message was away", trip.request.id.source));
    beside(Stream::rest,
           fmt::format("the handler on node {} after its reply", trip.request.place()));
    beside(Stream::back, fmt::format("node {} from the handler back to what was interrupted",
                                     trip.request.place()));
    beside(Stream::other, "other messages' handlers on the two nodes, and what they interrupted");
    return out;
}

json to_json(const RoundTrip &trip, const Image &names) {
    json parts_list = json::object(), steps = json::object();
    for (const Part &part : parts(trip, names)) parts_list[part.name] = part.cycles;
    for (const Step step : trip.steps) {
        const TripSpan &span = trip.span(step);
        steps[step_name(step)] = {{"begin", span.begin},
                                  {"end", span.end},
                                  {"cycles", span.cycles()},
                                  {"instructions", span.instructions},
                                  {"other_cycles", span.other_cycles}};
    }
    json ways_list = json::array();
    for (const Way &way : ways(trip)) {
        json one = json::object();
        for (std::size_t i = 0; i < way.cycles.size(); ++i)
            one[way_parts(names).at(i)] = way.cycles.at(i);
        ways_list.push_back(std::move(one));
    }
    const Disassembler disassembler(names);
    json instructions = json::array(), events = json::array();
    for (const TripInstruction &one : trip.instructions)
        instructions.push_back(instruction_json(one, trip.split, names, disassembler));
    for (const TripEvent &event : trip_events(trip, names))
        events.push_back({{"cycle", event.cycle},
                          {"node", event.node},
                          {"context", names.contexts.of(event.context)},
                          {"event", event.kind},
                          {"message", message_name(event.message)},
                          {"text", event.text}});
    json document = {{"request", message_json(trip.request, names)},
                     {"reply", trip.reply ? message_json(*trip.reply, names) : json(nullptr)},
                     {"begin", trip.begin()},
                     {"end", trip.end()},
                     {"cycles", trip.cycles()},
                     {"parts", std::move(parts_list)},
                     {"steps", std::move(steps)},
                     {"events", std::move(events)},
                     {"instructions", std::move(instructions)}};
    if (!ways_list.empty()) document["each_way"] = std::move(ways_list);
    return document;
}

} // namespace inlet
