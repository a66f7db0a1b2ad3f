#include "inlet/trace_writer.h"

#include "inlet/config.h"
#include "trace/event_words.h"
#include "trace/trace_bytes.h"
#include "trace/trace_output.h"
#include "trace/trace_words.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <vector>

namespace inlet {

using trace::put;
using trace::put_signed;

namespace {

/// a - b for counters, with wrap-around.
std::int64_t difference(std::uint64_t a, std::uint64_t b) {
    return static_cast<std::int64_t>(a - b);
}
std::int64_t difference(std::uint32_t a, std::uint32_t b) {
    return static_cast<std::int32_t>(a - b);
}

} // namespace

struct TraceWriter::File {
    File(const std::filesystem::path &path, const TraceHeader &header, std::size_t frame_bytes);
    ~File();
    void instruction(const InstructionEvent &event);
    void event(const MessageEvent &event);
    void hop(const HopEvent &event);
    void finish(const std::string &end);

    struct Node {
        std::uint64_t cycle = 0; ///< expected of the next instruction
        std::uint32_t pc = 0;    ///< expected of the next instruction
    };
    std::uint8_t *room();
    std::uint8_t *select(std::uint8_t *at, std::uint32_t node, std::uint32_t core = 0);
    Node &current() { return cores_[core_][node_]; }
    void flush();

    TraceOutput output_;
    std::size_t frame_bytes_;
    std::vector<std::uint8_t> frame_;         ///< records not yet packed; its size is the capacity
    std::size_t used_ = 0;                    ///< of frame_
    std::vector<std::vector<Node>> cores_{1}; ///< by core and node
    std::uint32_t node_ = ~0u, core_ = 0;     ///< of the last record
    std::uint64_t hop_cycle_ = 0;             ///< of the last hop
    TraceWords words_;
    std::uint64_t records_ = 0;
};

TraceWriter::File::File(const std::filesystem::path &path, const TraceHeader &header,
                        std::size_t frame_bytes)
    : output_(path, trace::records_version),
      frame_bytes_(std::clamp(frame_bytes, trace::longest_record, trace::longest_frame)),
      frame_(frame_bytes_) {
    cores_[0].resize(header.nodes);
    const std::string json = header.to_json();
    if (json.size() > trace::longest_frame)
        throw UserError(
            fmt::format("{}: the program has too many symbols for a trace", path.string()));
    output_.frame(json);
    output_.check();
}

TraceWriter::File::~File() {
    if (output_.open()) flush();
}

void TraceWriter::File::flush() {
    if (used_ != 0) output_.frame({frame_.data(), used_});
    used_ = 0;
}

/// The position of the next record, with space for the longest one.
std::uint8_t *TraceWriter::File::room() {
    if (frame_bytes_ - used_ < trace::longest_record) flush();
    return frame_.data() + used_;
}

std::uint8_t *TraceWriter::File::select(std::uint8_t *at, std::uint32_t node, std::uint32_t core) {
    if (core >= cores_.size()) cores_.resize(core + 1);
    if (node >= cores_[core].size()) cores_[core].resize(node + 1);
    if (node_ != node || core_ > core) {
        node_ = node;
        core_ = 0;
        *at++ = trace::node;
        at = put(at, node);
    }
    if (core_ != core) {
        core_ = core;
        *at++ = trace::core;
        at = put(at, core);
    }
    return at;
}

void TraceWriter::File::instruction(const InstructionEvent &event) {
    std::uint8_t *at = select(room(), event.node, event.core);
    Node &node = current();
    std::uint8_t &tag = *at++;
    tag = static_cast<std::uint8_t>(event.context);
    if (event.pc != node.pc) {
        tag |= trace::instruction::pc;
        at = put_signed(at, difference(event.pc, node.pc));
    }
    if (event.cycle != node.cycle) {
        tag |= trace::instruction::cycle;
        at = put_signed(at, difference(event.cycle, node.cycle));
    }
    if (event.cost != Cost{.issue = 1}) {
        tag |= trace::instruction::cost;
        std::uint8_t &present = *at++;
        present = 0;
        for (std::size_t i = 0; i < cost_parts.size(); ++i)
            if (const std::uint32_t cycles = event.cost.*cost_parts[i]; cycles != 0) {
                present |= static_cast<std::uint8_t>(1u << i);
                at = put(at, cycles);
            }
    }
    if (words_.tell(event.pc, {event.word, event.length, event.tail})) {
        tag |= trace::instruction::word;
        *at++ = event.length;
        for (int shift = 24; shift >= 0; shift -= 8)
            *at++ = static_cast<std::uint8_t>(event.word >> shift);
        for (std::size_t i = 4; i < event.length; ++i) *at++ = event.tail[i - 4];
    }
    if (event.waiting) tag |= trace::instruction::waiting;
    node.pc = event.pc + event.length;
    node.cycle = event.cycle + event.cost.total();
    used_ = static_cast<std::size_t>(at - frame_.data());
    ++records_;
}

void TraceWriter::File::event(const MessageEvent &event) {
    std::uint8_t *at = select(room(), event.node);
    const Node &node = current();
    *at++ = static_cast<std::uint8_t>(trace::event + static_cast<std::uint8_t>(event.kind()));
    *at++ = static_cast<std::uint8_t>(static_cast<std::uint8_t>(event.context) |
                                      (event.high ? trace::event_high : 0) |
                                      (event.multicast ? trace::event_multicast : 0) |
                                      (event.vector_words != 0 ? trace::event_vector : 0) |
                                      (event.drained != 0 ? trace::event_drained : 0));
    at = put_signed(at, difference(event.cycle, node.cycle));
    at = put_signed(at, difference(event.pc, node.pc));
    const auto [other, value] = trace::words_of(event);
    for (std::uint32_t number :
         {event.message.source, event.message.number, other, event.handler, event.words, value})
        at = put(at, number);
    if (event.vector_words != 0) at = put(at, event.vector_words);
    if (event.drained != 0) at = put(at, event.drained);
    used_ = static_cast<std::size_t>(at - frame_.data());
    ++records_;
}

void TraceWriter::File::hop(const HopEvent &event) {
    std::uint8_t *at = room();
    *at++ = trace::hop;
    *at++ = static_cast<std::uint8_t>((event.high ? trace::hop_high : 0) |
                                      (event.second ? trace::hop_second : 0));
    *at++ = static_cast<std::uint8_t>(event.from);
    *at++ = static_cast<std::uint8_t>(event.to);
    at = put_signed(at, difference(event.cycle, hop_cycle_));
    hop_cycle_ = event.cycle;
    at = put(at, event.cycle - event.since);
    at = put(at, event.end - event.cycle);
    at = put(at, event.arrives - event.cycle);
    for (std::uint32_t value :
         {event.message.source, event.message.number, event.destination, event.handler, event.words,
          std::uint32_t{event.multicast}, event.router, event.next, event.node + 1,
          std::uint32_t{event.drained}})
        at = put(at, value); // node: HopEvent::none becomes 0
    used_ = static_cast<std::size_t>(at - frame_.data());
    ++records_;
}

void TraceWriter::File::finish(const std::string &end) {
    flush();
    std::vector<std::uint8_t> record(end.size() + trace::longest_record);
    std::uint8_t *at = record.data();
    *at++ = trace::end;
    at = put(at, end.size());
    std::memcpy(at, end.data(), end.size());
    output_.frame({record.data(), static_cast<std::size_t>(at - record.data()) + end.size()});
    output_.close();
}

TraceWriter::TraceWriter(const std::filesystem::path &path, const TraceHeader &header,
                         std::size_t frame_bytes)
    : file_(std::make_unique<File>(path, header, frame_bytes)) {}
TraceWriter::~TraceWriter() = default;

void TraceWriter::instruction(const InstructionEvent &event) { file_->instruction(event); }
void TraceWriter::event(const MessageEvent &event) { file_->event(event); }
void TraceWriter::hop(const HopEvent &event) { file_->hop(event); }
void TraceWriter::finish(const std::string &end) { file_->finish(end); }
std::uint64_t TraceWriter::records() const { return file_->records_; }
std::uint64_t TraceWriter::bytes() const { return file_->output_.bytes(); }

} // namespace inlet
