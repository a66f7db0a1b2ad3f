#include "inlet/trace_reader.h"

#include "inlet/config.h"
#include "observe/trace_format.h"
#include "observe/trace_frames.h"
#include "observe/trace_words.h"

#include <fmt/format.h>
#include <fstream>
#include <span>
#include <stdexcept>
#include <vector>

namespace inlet {

namespace {

constexpr std::uint32_t longest_vector = 32; // words

/// A record that makes no sense. Stays inside this file.
class Damaged : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Turns the bytes of frames into events. Keeps the state that records refer to.
class Decoder {
  public:
    Decoder(std::uint32_t version, std::uint32_t nodes, Observer &sink, TraceEnd &end)
        : version_(version), nodes_(nodes), sink_(sink), end_(end) {}

    void frame(std::span<const std::uint8_t> bytes) {
        bytes_ = bytes;
        at_ = 0;
        while (at_ < bytes_.size()) record();
    }

  private:
    struct Node {
        std::uint64_t cycle = 0;
        std::uint32_t pc = 0;
    };

    std::uint8_t byte() {
        if (at_ >= bytes_.size()) throw Damaged("a record is cut off");
        return bytes_[at_++];
    }
    std::uint64_t number() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            const std::uint8_t next = byte();
            value |= std::uint64_t{next & 0x7fu} << shift;
            if (next < 0x80) return value;
        }
        throw Damaged("a number is too long");
    }
    std::uint32_t word() {
        const std::uint64_t value = number();
        if (value > 0xffffffffu) throw Damaged("a number is too large");
        return static_cast<std::uint32_t>(value);
    }
    std::uint64_t relative(std::uint64_t base) {
        return base + static_cast<std::uint64_t>(trace::unzigzag(number()));
    }
    static Context context(unsigned bits) {
        if (bits > static_cast<unsigned>(Context::high)) throw Damaged("unknown context");
        return static_cast<Context>(bits);
    }
    Node &current() {
        if (node_ >= nodes_.size()) throw Damaged("a record belongs to no node");
        return nodes_[node_];
    }

    void record() {
        if (end_.complete) throw Damaged("records after the end");
        const std::uint8_t tag = byte();
        if (tag < trace::event)
            instruction(tag);
        else if (tag == trace::node)
            node_ = word();
        else if (tag == trace::end)
            end();
        else if (tag <= trace::event + static_cast<std::uint8_t>(last_event_kind))
            event(static_cast<EventKind>(tag - trace::event));
        else
            throw Damaged(fmt::format("unknown record {:#x}", tag));
    }

    void instruction(std::uint8_t tag) {
        Node &node = current();
        InstructionEvent event{.node = node_,
                               .context = context(tag & trace::instruction::context_mask),
                               .cycle = node.cycle,
                               .pc = node.pc,
                               .word = 0,
                               .cost = {.issue = 1},
                               .waiting = (tag & trace::instruction::waiting) != 0};
        if ((tag & trace::instruction::pc) != 0)
            event.pc = static_cast<std::uint32_t>(relative(node.pc));
        if ((tag & trace::instruction::cycle) != 0) event.cycle = relative(node.cycle);
        if ((tag & trace::instruction::cost) != 0) event.cost = cost();
        if ((tag & trace::instruction::word) != 0) {
            for (int i = 0; i < 4; ++i) event.word = event.word << 8 | byte();
            words_.tell(event.pc, event.word);
        } else if (!words_.find(event.pc, event.word)) {
            throw Damaged("an instruction without its encoding");
        }
        node.pc = event.pc + 4;
        node.cycle = event.cycle + event.cost.total();
        ++end_.records;
        sink_.instruction(event);
    }

    Cost cost() {
        Cost cost;
        if (version_ == 1) {
            for (std::size_t i = 0; i < trace::causes_in_format_1; ++i)
                cost.*trace::causes[i] = word();
            return cost;
        }
        const unsigned present = byte();
        if (present >> std::size(trace::causes) != 0) throw Damaged("a cost of unknown cause");
        for (std::size_t i = 0; i < std::size(trace::causes); ++i)
            if ((present >> i & 1) != 0) cost.*trace::causes[i] = word();
        return cost;
    }

    void event(EventKind kind) {
        const Node &node = current();
        const std::uint8_t flags = byte();
        MessageEvent event{};
        event.kind = kind;
        event.node = node_;
        const std::uint8_t known =
            version_ < 3 ? trace::event_high
                         : trace::event_high | trace::event_multicast | trace::event_vector;
        event.context = context(flags & ~known);
        event.high = (flags & trace::event_high) != 0;
        event.multicast = (flags & known & trace::event_multicast) != 0;
        event.cycle = relative(node.cycle);
        event.pc = static_cast<std::uint32_t>(relative(node.pc));
        event.message = {.source = word(), .number = word()};
        event.other = word();
        event.handler = word();
        event.words = word();
        event.value = word();
        if ((flags & known & trace::event_vector) != 0) {
            const std::uint32_t words = word();
            if (words > longest_vector) throw Damaged("a vector is too long");
            event.vector_words = static_cast<std::uint8_t>(words);
        }
        ++end_.records;
        sink_.event(event);
    }

    void end() {
        const std::uint64_t size = number();
        if (size > bytes_.size() - at_) throw Damaged("the end record is cut off");
        end_.end.assign(bytes_.begin() + static_cast<std::ptrdiff_t>(at_),
                        bytes_.begin() + static_cast<std::ptrdiff_t>(at_ + size));
        at_ += size;
        end_.complete = true;
    }

    std::uint32_t version_;
    std::vector<Node> nodes_;
    Observer &sink_;
    TraceEnd &end_;
    std::span<const std::uint8_t> bytes_;
    std::size_t at_ = 0;
    std::uint32_t node_ = ~0u;
    TraceWords words_;
};

} // namespace

TraceReader::TraceReader(const std::filesystem::path &path) : path_(path) {
    TraceFrames frames(path);
    if (frames.next() != TraceFrames::Next::frame)
        throw UserError(
            fmt::format("{}: is damaged: not even the header can be read", path.string()));
    try {
        header_ = TraceHeader::from_json({frames.frame().begin(), frames.frame().end()});
    } catch (const UserError &error) {
        throw UserError(fmt::format("{}: {}", path.string(), error.what()));
    }
}

bool TraceReader::is_trace(const std::filesystem::path &path) {
    std::string start(trace::magic.size(), '\0');
    std::ifstream in(path, std::ios::binary);
    in.read(start.data(), static_cast<std::streamsize>(start.size()));
    return start == trace::magic;
}

TraceEnd TraceReader::read(Observer &sink) const {
    TraceFrames frames(path_);
    TraceEnd end;
    Decoder decoder(frames.version(), header_.nodes, sink, end);
    frames.next(); // the header
    for (;;) {
        switch (frames.next()) {
        case TraceFrames::Next::frame: try { decoder.frame(frames.frame());
            } catch (const Damaged &damage) {
                end.complete = false;
                end.problem = fmt::format("the file is damaged: {}", damage.what());
                return end;
            }
            break;
        case TraceFrames::Next::end:
            if (!end.complete) end.problem = "the run was cut off before its end was written";
            return end;
        case TraceFrames::Next::truncated:
            end.complete = false;
            end.problem = "the file is truncated";
            return end;
        case TraceFrames::Next::damaged:
            end.complete = false;
            end.problem = "the file is damaged";
            return end;
        }
    }
}

} // namespace inlet
