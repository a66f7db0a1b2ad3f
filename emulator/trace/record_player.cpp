#include "trace/record_player.h"

#include "trace/event_words.h"

#include <fmt/format.h>
#include <limits>

namespace inlet {

using trace::Damaged;

namespace {

constexpr std::uint32_t longest_vector = 32; // words

Context context(unsigned bits) {
    if (bits > static_cast<unsigned>(Context::high)) throw Damaged("unknown context");
    return static_cast<Context>(bits);
}

std::uint64_t relative(trace::Bytes &bytes, std::uint64_t base) {
    return base + static_cast<std::uint64_t>(trace::unzigzag(bytes.number()));
}

} // namespace

void take_end(trace::Bytes &bytes, TraceEnd &end) {
    const std::span<const std::uint8_t> text = bytes.bytes(bytes.number());
    end.end.assign(text.begin(), text.end());
    end.complete = true;
}

void RecordPlayer::frame(std::span<const std::uint8_t> bytes) {
    bytes_ = trace::Bytes(bytes);
    while (!bytes_.empty()) record();
}

RecordPlayer::Node &RecordPlayer::current() {
    if (node_ >= nodes_) throw Damaged("a record belongs to no node");
    std::vector<Node> &of = cores_[core_];
    if (of.empty()) of.resize(nodes_);
    return of[node_];
}

void RecordPlayer::select(std::uint32_t node, std::uint32_t core) {
    if (core > std::numeric_limits<std::uint8_t>::max()) throw Damaged("unknown core");
    node_ = node;
    core_ = core;
    if (core_ >= cores_.size()) cores_.resize(core_ + 1);
}

void RecordPlayer::record() {
    if (end_.complete) throw Damaged("records after the end");
    const std::uint8_t tag = bytes_.byte();
    if (tag < trace::event)
        instruction(tag);
    else if (tag == trace::node)
        select(bytes_.word(), 0);
    else if (tag == trace::core && version_ >= 8)
        select(node_, bytes_.word());
    else if (tag == trace::end)
        take_end(bytes_, end_);
    else if (tag == trace::hop && version_ >= 5)
        hop();
    else if (tag <= trace::event + static_cast<std::uint8_t>(last_kind()))
        event(static_cast<EventKind>(tag - trace::event));
    else
        throw Damaged(fmt::format("unknown record {:#x}", tag));
}

void RecordPlayer::instruction(std::uint8_t tag) {
    Node &node = current();
    InstructionEvent event{.node = node_,
                           .context = context(tag & trace::instruction::context_mask),
                           .cycle = node.cycle,
                           .pc = node.pc,
                           .word = 0,
                           .cost = {.issue = 1},
                           .waiting = (tag & trace::instruction::waiting) != 0,
                           .core = static_cast<std::uint8_t>(core_)};
    if ((tag & trace::instruction::pc) != 0)
        event.pc = static_cast<std::uint32_t>(relative(bytes_, node.pc));
    if ((tag & trace::instruction::cycle) != 0) event.cycle = relative(bytes_, node.cycle);
    if ((tag & trace::instruction::cost) != 0) event.cost = cost();
    TraceWords::Encoded encoded;
    if ((tag & trace::instruction::word) != 0) {
        encoded = this->encoded();
        words_.tell(event.pc, encoded);
    } else if (!words_.find(event.pc, encoded)) {
        throw Damaged("an instruction without its encoding");
    }
    event.word = encoded.word;
    event.length = encoded.length;
    event.tail = encoded.tail;
    node.pc = event.pc + event.length;
    node.cycle = event.cycle + event.cost.total();
    sink_.instruction(event);
}

TraceWords::Encoded RecordPlayer::encoded() {
    TraceWords::Encoded encoded;
    if (version_ >= 8) encoded.length = bytes_.byte();
    if (encoded.length == 0 || encoded.length > 4 + encoded.tail.size())
        throw Damaged("an instruction of no known length");
    for (int i = 0; i < 4; ++i) encoded.word = encoded.word << 8 | bytes_.byte();
    for (std::size_t i = 4; i < encoded.length; ++i) encoded.tail[i - 4] = bytes_.byte();
    return encoded;
}

Cost RecordPlayer::cost() {
    Cost cost;
    if (version_ == 1) {
        for (std::size_t i = 0; i < trace::causes_in_format_1; ++i)
            cost.*cost_parts[i] = bytes_.word();
        return cost;
    }
    const unsigned present = bytes_.byte();
    if (present >> cost_parts.size() != 0) throw Damaged("a cost of unknown cause");
    for (std::size_t i = 0; i < cost_parts.size(); ++i)
        if ((present >> i & 1) != 0) cost.*cost_parts[i] = bytes_.word();
    return cost;
}

void RecordPlayer::event(EventKind kind) {
    const Node &node = current();
    const std::uint8_t flags = bytes_.byte();
    MessageEvent event;
    event.node = node_;
    std::uint8_t known = trace::event_high;
    if (version_ >= 3) known |= trace::event_multicast | trace::event_vector;
    if (version_ >= 5) known |= trace::event_drained;
    event.context = context(flags & ~known);
    event.high = (flags & trace::event_high) != 0;
    event.multicast = (flags & known & trace::event_multicast) != 0;
    event.cycle = relative(bytes_, node.cycle);
    event.pc = static_cast<std::uint32_t>(relative(bytes_, node.pc));
    event.message = {.source = bytes_.word(), .number = bytes_.word()};
    trace::EventWords numbers;
    numbers.other = bytes_.word();
    event.handler = bytes_.word();
    event.words = bytes_.word();
    numbers.value = bytes_.word();
    if ((flags & known & trace::event_vector) != 0) {
        const std::uint32_t words = bytes_.word();
        if (words > longest_vector) throw Damaged("a vector is too long");
        event.vector_words = static_cast<std::uint8_t>(words);
    }
    if ((flags & known & trace::event_drained) != 0) event.drained = receivers();
    if (!trace::set_words(event, kind, numbers)) throw Damaged("an event of unknown cause");
    sink_.event(event);
}

std::uint16_t RecordPlayer::receivers() {
    const std::uint32_t number = bytes_.word();
    if (number > 0xFFFF) throw Damaged("a message has too many receivers");
    return static_cast<std::uint16_t>(number);
}

void RecordPlayer::hop() {
    const std::uint8_t flags = bytes_.byte();
    const auto port = [&](unsigned number) {
        if (version_ >= 8) return static_cast<Port>(bytes_.byte());
        if (number > static_cast<unsigned>(Port::local)) throw Damaged("a router has no such side");
        return static_cast<Port>(number);
    };
    HopEvent event{};
    event.from = port(flags & trace::hop_port);
    event.to = port(flags >> trace::hop_to_shift & trace::hop_port);
    event.high = (flags & trace::hop_high) != 0;
    event.second = (flags & trace::hop_second) != 0;
    event.cycle = hop_cycle_ = relative(bytes_, hop_cycle_);
    event.since = event.cycle - bytes_.number();
    event.end = event.cycle + bytes_.number();
    event.arrives = event.cycle + bytes_.number();
    event.message = {.source = bytes_.word(), .number = bytes_.word()};
    event.destination = bytes_.word();
    event.handler = bytes_.word();
    event.words = bytes_.word();
    event.multicast = bytes_.word() != 0;
    event.router = bytes_.word();
    event.next = bytes_.word();
    event.node = bytes_.word() - 1;
    if (event.node != HopEvent::none && event.node >= nodes_)
        throw Damaged("a hop at a node that does not exist");
    event.drained = receivers();
    sink_.hop(event);
}

} // namespace inlet
