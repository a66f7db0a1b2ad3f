#include "inlet/trace_filter.h"

#include "inlet/config.h"
#include "inlet/suggest.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string_view>

namespace inlet {

namespace {

constexpr std::uint32_t am_entry_bytes = 8; // docs/t1-abi.md: before the label of a handler

/// Parses one condition.
class Condition {
  public:
    Condition(const std::string &text, const Image *names, const std::vector<std::string> &cores)
        : text_(text), names_(names), cores_(cores) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos) fail("write KIND=VALUE");
        kind_ = text.substr(0, equals);
        value_ = std::string_view(text_).substr(equals + 1);
    }

    void add_to(TraceFilter &filter) const {
        if (kind_ == "node")
            nodes(filter);
        else if (kind_ == "cycles")
            cycles(filter);
        else if (kind_ == "code")
            code(filter);
        else if (kind_ == "message")
            message(filter);
        else if (kind_ == "core")
            filter.core = core();
        else
            fail("unknown kind of filter" +
                 did_you_mean(
                     kind_, std::vector<std::string>{"node", "cycles", "code", "message", "core"}));
    }
    bool selects_core() const { return kind_ == "core"; }
    std::uint8_t core() const {
        const auto found = std::ranges::find(cores_, value_);
        if (found != cores_.end()) return static_cast<std::uint8_t>(found - cores_.begin());
        if (cores_.empty()) fail("the machine's nodes have one core, without a name");
        fail(fmt::format("the cores are called {}", fmt::join(cores_, ", ")));
    }

  private:
    [[noreturn]] void fail(const std::string &what) const {
        throw UserError(fmt::format("--only {}: {} (node=0,3-5, cycles=1000:2000, code=NAME, "
                                    "code=0x10000:0x10100, message=3:17 or core=NAME)",
                                    text_, what));
    }
    template <typename Number> Number number(std::string_view text) const {
        Number value{};
        const bool hex = text.starts_with("0x");
        if (hex) text.remove_prefix(2);
        const auto [end, error] =
            std::from_chars(text.data(), text.data() + text.size(), value, hex ? 16 : 10);
        if (error != std::errc() || end != text.data() + text.size())
            fail(fmt::format("'{}' is not a number", text));
        return value;
    }
    /// Splits a text at `by`.
    std::pair<std::string_view, std::string_view> halves(std::string_view text, char by) const {
        const std::size_t at = text.find(by);
        if (at == std::string_view::npos) fail(fmt::format("no '{}' in it", by));
        return {text.substr(0, at), text.substr(at + 1)};
    }
    void nodes(TraceFilter &filter) const {
        for (std::string_view rest = value_;;) {
            const std::size_t comma = rest.find(',');
            const std::string_view part = rest.substr(0, comma);
            const bool range = part.find('-') != std::string_view::npos;
            const auto [first, last] = range ? halves(part, '-') : std::pair(part, part);
            filter.nodes.emplace_back(number<std::uint32_t>(first), number<std::uint32_t>(last));
            if (filter.nodes.back().first > filter.nodes.back().second) fail("no node is so");
            if (comma == std::string_view::npos) return;
            rest.remove_prefix(comma + 1);
        }
    }
    void cycles(TraceFilter &filter) const {
        const auto [from, until] = halves(value_, ':');
        if (!from.empty()) filter.from = std::max(filter.from, number<std::uint64_t>(from));
        if (!until.empty()) filter.until = std::min(filter.until, number<std::uint64_t>(until));
        if (filter.from >= filter.until) fail("no cycle is so");
    }
    /// Functions of this name, or the range of addresses.
    void code(TraceFilter &filter) const {
        std::vector<std::string> known;
        const std::size_t known_before = filter.code.size();
        for (std::size_t i = 0; i < names_->symbols.size(); ++i) {
            const Symbol &symbol = names_->symbols[i];
            known.push_back(symbol.readable());
            if (!symbol.is_called(value_)) continue;
            const std::uint32_t next =
                i + 1 < names_->symbols.size() ? names_->symbols[i + 1].address : ~0u;
            // A function has an entry unless other code directly precedes it.
            const Symbol *before = i ? &names_->symbols[i - 1] : nullptr;
            const bool entry =
                !before || before->address + before->size <= symbol.address - am_entry_bytes;
            filter.code.emplace_back(symbol.address - (entry ? am_entry_bytes : 0),
                                     symbol.size ? symbol.address + symbol.size : next);
        }
        if (filter.code.size() != known_before) return;
        const bool range = !value_.empty() && value_[0] >= '0' && value_[0] <= '9';
        if (!range)
            fail((filter.core ? "the firmware" : "the program") +
                 std::string(" has no such function") + did_you_mean(std::string(value_), known));
        const auto [first, end] = halves(value_, ':');
        filter.code.emplace_back(number<std::uint32_t>(first), number<std::uint32_t>(end));
        if (filter.code.back().first >= filter.code.back().second) fail("no address is so");
    }
    void message(TraceFilter &filter) const {
        const auto [source, count] = halves(value_, ':');
        if (filter.message) fail("one message is enough");
        filter.message = MessageId{number<std::uint32_t>(source), number<std::uint32_t>(count)};
        if (filter.message->number == 0) fail("a node's messages are counted from 1");
    }

    const std::string &text_;
    const Image *names_; ///< nullptr: only core() is asked for
    const std::vector<std::string> &cores_;
    std::string kind_;
    std::string_view value_;
};

} // namespace

TraceFilter::TraceFilter(const std::vector<std::string> &texts, const Image &names,
                         const std::vector<std::string> &cores) {
    core = core_of(texts, cores); // whose functions the others name
    for (const std::string &text : texts) Condition(text, &names, cores).add_to(*this);
}

std::uint8_t TraceFilter::core_of(const std::vector<std::string> &texts,
                                  const std::vector<std::string> &cores) {
    std::uint8_t core = 0;
    for (const std::string &text : texts)
        if (const Condition one(text, nullptr, cores); one.selects_core()) core = one.core();
    return core;
}

void TraceFilter::check_nodes(std::uint32_t count, const std::string &run) const {
    for (const auto &[first, unused] : nodes)
        if (first >= count)
            throw UserError(fmt::format("--only: there is no node {}: {} has nodes 0 to {}", first,
                                        run, count - 1));
}

FilteredObserver::FilteredObserver(TraceFilter filter, const std::vector<TraceSwitch> &switches,
                                   Observer &sink)
    : filter_(std::move(filter)), switches_(switches), sink_(sink) {
    const auto by_address = [](const TraceSwitch &a, const TraceSwitch &b) {
        return a.address < b.address;
    };
    std::stable_sort(switches_.begin(), switches_.end(), by_address);
    // A program that switches the trace on somewhere begins with the trace off.
    for (const TraceSwitch &one : switches_) begins_off_ |= one.on;
}

FilteredObserver::Node &FilteredObserver::node(std::uint32_t number) {
    while (nodes_.size() <= number) {
        const auto next = static_cast<std::uint32_t>(nodes_.size());
        Node &node = nodes_.emplace_back();
        node.off = node.off_for_hops = begins_off_;
        node.wanted = filter_.nodes.empty();
        for (const auto &[first, last] : filter_.nodes)
            node.wanted |= next >= first && next <= last;
    }
    return nodes_[number];
}

bool FilteredObserver::in_code(std::uint32_t address) const {
    for (const auto &[first, end] : filter_.code)
        if (address >= first && address < end) return true;
    return filter_.code.empty();
}

void FilteredObserver::instruction(const InstructionEvent &of_any_core) {
    if (of_any_core.core != filter_.core) return;
    InstructionEvent event = of_any_core;
    event.core = 0;
    Node &here = node(event.node);
    auto at = std::lower_bound(
        switches_.begin(), switches_.end(), event.pc,
        [](const TraceSwitch &one, std::uint32_t address) { return one.address < address; });
    for (; at != switches_.end() && at->address == event.pc; ++at) {
        if (here.off != at->on) continue; // it changes nothing
        here.off = !at->on;
        follow(here, last_hop_);
        here.changes.push_back({event.cycle, here.off});
    }
    if (!here.wanted || here.off || !in_time(event.cycle) || !in_code(event.pc)) return;
    if (filter_.message) {
        here.last = event;
        if (here.works[static_cast<std::size_t>(event.context)] != filter_.message) return;
        here.last.reset();
    }
    sink_.instruction(event);
}

void FilteredObserver::wait(const WaitEvent &of_any_core) {
    WaitEvent waited = of_any_core;
    if (waited.turn.front().core != filter_.core) return;
    if (filter_.core) {
        turn_.assign(waited.turn.begin(), waited.turn.end());
        for (InstructionEvent &event : turn_) event.core = 0;
        waited.turn = turn_;
    }
    const std::uint64_t begin = waited.turn.front().cycle;
    const bool all_in_time = in_time(begin) && in_time(waited.end() - 1);
    const bool none_in_time = waited.end() <= filter_.from || begin >= filter_.until;
    const bool switches =
        std::any_of(switches_.begin(), switches_.end(), [&](const TraceSwitch &one) {
            return std::any_of(waited.turn.begin(), waited.turn.end(),
                               [&](const auto &event) { return event.pc == one.address; });
        });
    if (switches || !filter_.code.empty() || filter_.message || !(all_in_time || none_in_time))
        return Observer::wait(of_any_core);
    const Node &here = node(waited.turn.front().node);
    if (here.wanted && !here.off && all_in_time) sink_.wait(waited);
}

void FilteredObserver::event(const MessageEvent &of_any_core) {
    if (of_any_core.core != filter_.core) return;
    MessageEvent event = of_any_core;
    event.core = 0;
    if (event.kind() == EventKind::inject && !filter_.code.empty() && in_code(event.pc))
        sent_.insert(event.message.key());
    Node &here = node(event.node);
    const auto level = static_cast<std::size_t>(event.context);
    // Events without a message, such as polls and refused SENDs, belong to the message of the
    // running handler.
    const auto own = event.message.number ? std::optional(event.message) : here.works[level];
    const bool is_it = !filter_.message || own == filter_.message;
    if (event.kind() == EventKind::dispatch) here.works[level] = event.message;
    if (event.kind() == EventKind::ret) here.works[level].reset();
    if (event.kind() != EventKind::exit &&
        (!here.wanted || here.off || !in_time(event.cycle) || !is_it ||
         !(in_code(event.pc) || in_code(event.handler))))
        return;
    // The SEND comes before its event.
    if (event.kind() == EventKind::inject && here.last && here.last->pc == event.pc) {
        sink_.instruction(*here.last);
        here.last.reset();
    }
    sink_.event(event);
}

/// Applies the changes before `cycle`, the cycle of the next hop.
void FilteredObserver::follow(Node &node, std::uint64_t cycle) {
    for (; !node.changes.empty() && node.changes.front().cycle < cycle; node.changes.pop_front())
        node.off_for_hops = node.changes.front().off;
}

void FilteredObserver::hop(const HopEvent &event) {
    last_hop_ = event.cycle;
    if (filter_.core) return; // messages are those of the first core
    bool sent_by_code = false;
    if (const auto at = sent_.find(event.message.key()); at != sent_.end()) {
        sent_by_code = true;
        if (event.is_last()) sent_.erase(at);
    }
    if (!in_time(event.cycle) || !(in_code(event.handler) || sent_by_code) ||
        (filter_.message && event.message != *filter_.message))
        return;
    if (event.node == HopEvent::none) {
        if (filter_.nodes.empty()) sink_.hop(event);
        return;
    }
    // Changes of nodes in the same cycle may not be known yet.
    Node &here = node(event.node);
    follow(here, event.cycle);
    if (here.wanted && !here.off_for_hops) sink_.hop(event);
}

} // namespace inlet
