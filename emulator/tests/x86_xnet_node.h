// A node of ncube2-xnet for tests (docs/ncube2-xnet.md), without a scheduler, with the test as its
// neighbour; and programs for it, as bytes.
#pragma once

#include "cpu/engine/code_cache.h"
#include "cpu/engine/engine.h"
#include "cpu/x86/instruction_set.h"
#include "cpu/x86/registers.h"
#include "lone_port.h"
#include "net/cube_lines.h"
#include "ni/ncube2/xnet.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace inlet::x86_xnet {

using engine::State;
using engine::Stop;
using ncube2::XnetInterface;

inline constexpr std::uint32_t text_base = 0x10000, handler = text_base + 0x200,
                               leave = text_base + 0x300, data = 0x20000,
                               main_stack = data + 0x3000, low_stack = data + 0x2000,
                               high_stack = data + 0x1800, counters = data + 0x1000;

class XnetX86 : public test::LonePort {
  public:
    explicit XnetX86(std::vector<std::uint8_t> bytes, const NetworkParts &parts = {})
        : bytes_(std::move(bytes)), pages_(1u << 18),
          set_(std::make_shared<x86::Set>(
              x86::Timing{.base = 2, .memory = 2, .xnet = true, .parts = parts})),
          lines_(
              CubeConfig{
                  .hop = 44, .cycles_per_byte = 9, .eot_bytes = 1, .dma_start = 3, .dma_end = 2},
              2, 0) {
        config_.has(parts, nullptr);
        pages_.add(text_base, bytes_, true);
        pages_.add(data, std::vector<std::uint8_t>(0x4000), false);
        cache_ = std::make_unique<engine::CodeCache>(set_, text_base, bytes_,
                                                     std::vector<std::uint32_t>{});
        memory_ = std::make_unique<Memory>(pages_);
        code_ = std::make_unique<engine::CodeMap>(*cache_);
        interface_ = std::make_unique<XnetInterface>(config_, 2, 0, lines_);
        set_->reset(state_);
        state_.r[x86::esp] = main_stack;
        state_.r[x86::system_flags] = x86::eflags::interrupts;
        state_.jump(text_base);
        interface_->start(state_);
    }

    /// Its program is decoded in pieces from now on.
    void begin_with_pieces() {
        cache_->begin_with_pieces();
        code_ = std::make_unique<engine::CodeMap>(*cache_);
    }

    /// Executes an instruction or an event. False: it ended the run.
    bool act() {
        if (state_.now > lines_.known()) lines_.advance(state_.now);
        if (const auto event = interface_->due(state_.now)) {
            ++events;
            interface_->take(*this, event);
            return !failed;
        }
        const Stop stop = engine::step(state_, *memory_, code_->follow(state_.pc), stepped_);
        if (stop == Stop::network) {
            const engine::Instruction in = *code_->program().at(state_.pc);
            const Executed executed = interface_->execute(*this, in);
            if (executed.kind == Executed::Kind::fault) failed = state_.fault;
            if (executed.kind == Executed::Kind::not_known) lines_.advance(state_.now);
        } else if (stop == Stop::system) {
            interface_->follow(state_);
        } else if (stop == Stop::fault) {
            failed = state_.fault;
        }
        return !failed;
    }
    /// Runs until it is at `pc` (and, of several times, until this many cycles have passed).
    void run_to(std::uint32_t pc, std::uint64_t most = 100000) {
        while (state_.pc != pc && state_.now < most)
            if (!act()) return;
    }
    /// From the neighbour, or from the node itself. `vector`: the words of its vector, if it has
    /// one.
    void message(std::uint64_t cycle, unsigned priority, const std::vector<std::uint32_t> &words,
                 const std::vector<std::uint32_t> &vector = {}, std::uint32_t tag = handler,
                 std::uint32_t source = 1) {
        net::Packet packet;
        packet.source = source;
        packet.number = ++number_;
        packet.tag = tag;
        packet.channel = static_cast<std::uint8_t>(priority);
        packet.words = static_cast<std::uint8_t>(words.size());
        std::copy(words.begin(), words.end(), packet.data.begin());
        packet.bytes = static_cast<std::uint16_t>(4 * vector.size());
        lines_.inject(cycle, packet,
                      {reinterpret_cast<const std::uint8_t *>(vector.data()), packet.bytes});
    }
    /// A message that has come to the neighbour, which takes it.
    struct Taken {
        net::Packet packet;
        std::vector<std::uint32_t> vector;
    };
    std::optional<Taken> taken(unsigned priority) {
        const net::Delivery *const front = lines_.front(1, priority);
        if (!front || front->cycle > lines_.known()) return {};
        Taken all{front->packet, {}};
        const auto bytes = lines_.payload(front->packet);
        all.vector.resize(bytes.size() / 4);
        if (!bytes.empty()) std::memcpy(all.vector.data(), bytes.data(), bytes.size());
        lines_.take(lines_.known(), 1, priority);
        return all;
    }
    std::uint32_t word(std::uint32_t at) const {
        std::uint32_t value = 0;
        for (unsigned i = 0; i < 4; ++i)
            value |= std::uint32_t{*memory_->read<std::uint8_t>(at + i)} << 8 * i;
        return value;
    }
    void set_word(std::uint32_t at, std::uint32_t value) {
        for (unsigned i = 0; i < 4; ++i)
            *memory_->write<std::uint8_t>(at + i) = static_cast<std::uint8_t>(value >> 8 * i);
    }
    std::vector<std::uint32_t> memory_of_main() const {
        std::vector<std::uint32_t> all;
        for (std::uint32_t at = data; at < counters; at += 4) all.push_back(word(at));
        for (const unsigned r :
             {x86::eax, x86::ebx, x86::ecx, x86::edx, x86::esi, x86::edi, x86::ebp, x86::esp})
            all.push_back(state_.r[r]);
        all.push_back(x86::read_eflags(state_));
        return all;
    }
    net::CubeLines &lines() { return lines_; }
    XnetInterface &interface() { return *interface_; }

    std::optional<Fault> failed;
    std::string why;
    unsigned events = 0;

    State &state() override { return state_; }
    Memory &memory() override { return *memory_; }
    engine::CodeMap &code() override { return *code_; }
    net::Network &network() const override { return const_cast<net::CubeLines &>(lines_); }
    engine::Stepped &stepped() override { return stepped_; }
    std::uint32_t stack() const override { return state_.r[x86::esp]; }
    void explain(const std::string &text) override { why = text; }
    void fail(FaultKind kind, std::uint32_t value) override {
        failed = Fault{kind, 0, state_.now, state_.pc, value};
    }

  private:
    xnet::Config config_{.nodes = 2,
                         .send_refused = 2,
                         .dispatch = 8,
                         .handler_words = 0,
                         .channels = net::CubeLines::outlets};
    std::vector<std::uint8_t> bytes_;
    SharedPages pages_;
    std::shared_ptr<const x86::Set> set_;
    net::CubeLines lines_;
    std::unique_ptr<engine::CodeCache> cache_;
    std::unique_ptr<Memory> memory_;
    std::unique_ptr<engine::CodeMap> code_;
    std::unique_ptr<XnetInterface> interface_;
    State state_{};
    engine::Stepped stepped_;
    std::uint32_t number_ = 0;
};

/// Bytes of a program, from `text_base` on.
class Text {
  public:
    Text &bytes(std::initializer_list<unsigned> more) {
        for (const unsigned byte : more) all_.push_back(static_cast<std::uint8_t>(byte));
        return *this;
    }
    Text &word(std::uint32_t value) {
        return bytes({value & 255, value >> 8 & 255, value >> 16 & 255, value >> 24});
    }
    /// EAX, EDX = ...; CTC EDX.
    Text &ctc(std::uint32_t number, std::uint32_t value) {
        bytes({0xB8}).word(number).bytes({0xBA}).word(value);
        return bytes({0xF3, 0x0F, 0xB9, 0xE2});
    }
    /// The work of start-up code.
    Text &open() {
        ctc(ncube2::handler_return, leave).ctc(ncube2::low_stack, low_stack);
        return ctc(ncube2::high_stack, high_stack).ctc(isa::ni::nistat, 0x019C0000);
    }
    Text &at(std::uint32_t address) {
        all_.resize(address - text_base, 0x90);
        return *this;
    }
    std::uint32_t here() const { return text_base + static_cast<std::uint32_t>(all_.size()); }
    Text &append(const Text &more) {
        all_.insert(all_.end(), more.all_.begin(), more.all_.end());
        return *this;
    }
    /// With `other` in place of what is at `address`.
    std::vector<std::uint8_t> over(std::uint32_t address, const Text &other) const {
        std::vector<std::uint8_t> bytes = all_;
        std::copy(other.all_.begin(), other.all_.end(),
                  bytes.begin() + static_cast<std::ptrdiff_t>(address - text_base));
        return bytes;
    }
    const std::vector<std::uint8_t> &all() const { return all_; }
    /// A handler that counts, and destroys EAX, ECX, EDX, the conditions and DF; HRET.
    std::vector<std::uint8_t> with_handler() {
        at(handler).bytes({0x01, 0x05}).word(counters); // add [counters], eax: word 1
        bytes({0x01, 0x15}).word(counters + 4);         // edx
        bytes({0x01, 0x0D}).word(counters + 8);         // ecx
        bytes({0x8B, 0x54, 0x24, 0x04, 0x01, 0x15}).word(counters + 12);
        bytes({0x8B, 0x54, 0x24, 0x08, 0x01, 0x15}).word(counters + 16);
        bytes({0xB9}).word(0xFFFFFFFF);
        bytes({0x31, 0xC0, 0xFD, 0xC3}); // xor eax, eax; std; ret
        at(leave).bytes({0xF3, 0x0F, 0xB9, 0xD0});
        return all_;
    }

  private:
    std::vector<std::uint8_t> all_;
};

} // namespace inlet::x86_xnet
