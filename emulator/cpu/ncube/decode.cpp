#include "cpu/ncube/instruction.h"

namespace inlet::ncube {

namespace {

class Reader {
  public:
    explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    std::size_t at() const { return at_; }
    bool ended() const { return ended_; }
    std::uint64_t take(unsigned count) {
        if (at_ + count > bytes_.size()) {
            ended_ = true;
            at_ = bytes_.size();
            return 0;
        }
        std::uint64_t value = 0;
        for (unsigned i = 0; i < count; ++i) value |= std::uint64_t{bytes_[at_ + i]} << 8 * i;
        at_ += count;
        return value;
    }
    std::uint32_t take_signed(unsigned count) {
        const auto value = static_cast<std::uint32_t>(take(count));
        const unsigned unused = 32 - 8 * count;
        return static_cast<std::uint32_t>(static_cast<std::int32_t>(value << unused) >> unused);
    }

  private:
    std::span<const std::uint8_t> bytes_;
    std::size_t at_ = 0;
    bool ended_ = false;
};

/// False: a reserved mode.
bool take_operand(Reader &reader, unsigned bytes, Operand &operand) {
    const auto byte = static_cast<std::uint8_t>(reader.take(1));
    const unsigned high = byte >> 4, low = byte & 15u;
    operand.reg = static_cast<std::uint8_t>(low);
    const auto with_offset = [&](Mode mode, unsigned size) {
        operand.mode = mode;
        operand.extra = static_cast<std::uint8_t>(size);
        operand.value = reader.take_signed(size);
        return true;
    };
    switch (high) {
    case 0:
    case 1:
    case 2:
    case 3:
        operand.mode = Mode::literal;
        operand.reg = 0;
        operand.value = static_cast<std::uint32_t>(static_cast<std::int32_t>(byte << 26) >> 26);
        return true;
    case 4: operand.mode = Mode::indirect; return true;
    case 5: operand.mode = Mode::skip; return true;
    case 6: operand.mode = Mode::increment; return true;
    case 7: operand.mode = Mode::increment_at; return true;
    case 8: return with_offset(Mode::offset, 1);
    case 9: return with_offset(Mode::offset, 2);
    case 10: return with_offset(Mode::offset, 4);
    case 11: return with_offset(Mode::offset_at, 4);
    case 12: operand.mode = Mode::reg; return true;
    case 13: operand.mode = Mode::decrement; return true;
    case 14: return false;
    default: break;
    }
    operand.reg = 0;
    switch (low) {
    case 0: return with_offset(Mode::pc_offset, 1);
    case 1: return with_offset(Mode::pc_offset, 2);
    case 2: return with_offset(Mode::pc_offset, 4);
    case 3: return with_offset(Mode::pc_offset_at, 4);
    case 4: return with_offset(Mode::sp_offset, 1);
    case 5: return with_offset(Mode::sp_offset, 2);
    case 6: return with_offset(Mode::sp_offset, 4);
    case 7: return with_offset(Mode::sp_offset_at, 4);
    case 8:
    case 9:
    case 10: // "the unsigned value of the offset"
        operand.mode = Mode::direct;
        operand.extra = static_cast<std::uint8_t>(1u << (low - 8));
        operand.value = reader.take(operand.extra);
        return true;
    case 11: return with_offset(Mode::direct_at, 4);
    case 12: operand.mode = Mode::stack; return true;
    case 13:
        operand.mode = Mode::immediate;
        operand.extra = static_cast<std::uint8_t>(bytes);
        operand.value = reader.take(bytes);
        return true;
    default: return false;
    }
}

bool is_escape(std::uint8_t byte) {
    return byte == 0xF1 || byte == 0xF3 || byte == 0xF5 || byte == 0xFB;
}

} // namespace

bool Operand::is_deferred() const {
    return mode == Mode::increment_at || mode == Mode::offset_at || mode == Mode::pc_offset_at ||
           mode == Mode::sp_offset_at || mode == Mode::direct_at;
}

const char *describe(Bad bad) {
    switch (bad) {
    case Bad::none: return "an instruction";
    case Bad::truncated: return "the memory ends inside an instruction";
    case Bad::opcode: return "a reserved opcode";
    case Bad::floating: return "an instruction of floating point, which is not emulated";
    case Bad::broadcast: return "a broadcast (BPTR, BCNT), which is not emulated";
    case Bad::mode: return "a reserved addressing mode";
    case Bad::operand:
        return "an operand that cannot be used so: a constant as destination or as "
               "target, or a REP of something else than a register";
    }
    return "";
}

Instruction decode(std::span<const std::uint8_t> bytes) {
    Instruction in;
    Reader reader(bytes);
    const auto end = [&](Bad bad) {
        in.bad = bad;
        in.length = static_cast<std::uint8_t>(reader.at());
        return in;
    };
    auto opcode = static_cast<std::uint8_t>(reader.take(1));
    if (reader.ended()) return end(Bad::truncated);
    std::uint8_t prefix = 0;
    if (is_escape(opcode)) {
        prefix = opcode;
        opcode = static_cast<std::uint8_t>(reader.take(1));
        if (reader.ended()) return end(Bad::truncated);
    }
    in.row = find(prefix, opcode);
    if (!in.row) {
        if (!prefix && is_floating(opcode)) return end(Bad::floating);
        return end(!prefix && is_broadcast(opcode) ? Bad::broadcast : Bad::opcode);
    }
    in.count = static_cast<std::uint8_t>(in.row->operands());
    Bad bad = Bad::none;
    for (unsigned i = 0; i < in.count; ++i) {
        const Slot &slot = in.row->slots[i];
        Operand &operand = in.operands[i];
        const bool known = take_operand(reader, slot.bytes, operand);
        if (reader.ended()) return end(Bad::truncated);
        if (!known) return end(Bad::mode);
        const bool writes = slot.use == Use::write || slot.use == Use::modify;
        if ((writes && operand.is_constant()) ||
            (slot.use == Use::address && operand.mode == Mode::immediate) ||
            (slot.use == Use::counter && operand.mode != Mode::reg))
            bad = Bad::operand;
    }
    return end(bad);
}

void encode(const Operand &operand, std::vector<std::uint8_t> &to) {
    const auto byte = [&](unsigned high, unsigned low) {
        to.push_back(static_cast<std::uint8_t>(high << 4 | low));
    };
    const unsigned size = operand.extra == 4 ? 2 : operand.extra == 2 ? 1 : 0;
    switch (operand.mode) {
    case Mode::literal: to.push_back(static_cast<std::uint8_t>(operand.value & 63u)); return;
    case Mode::indirect: byte(4, operand.reg); return;
    case Mode::skip: byte(5, operand.reg); return;
    case Mode::increment: byte(6, operand.reg); return;
    case Mode::increment_at: byte(7, operand.reg); return;
    case Mode::offset: byte(8 + size, operand.reg); break;
    case Mode::offset_at: byte(11, operand.reg); break;
    case Mode::reg: byte(12, operand.reg); return;
    case Mode::decrement: byte(13, operand.reg); return;
    case Mode::pc_offset: byte(15, size); break;
    case Mode::pc_offset_at: byte(15, 3); break;
    case Mode::sp_offset: byte(15, 4 + size); break;
    case Mode::sp_offset_at: byte(15, 7); break;
    case Mode::direct: byte(15, 8 + size); break;
    case Mode::direct_at: byte(15, 11); break;
    case Mode::stack: byte(15, 12); return;
    case Mode::immediate: byte(15, 13); break;
    }
    for (unsigned i = 0; i < operand.extra; ++i)
        to.push_back(static_cast<std::uint8_t>(operand.value >> 8 * i));
}

std::vector<std::uint8_t> encode(const Instruction &in) {
    std::vector<std::uint8_t> bytes;
    if (in.row->prefix) bytes.push_back(in.row->prefix);
    bytes.push_back(in.row->opcode);
    for (unsigned i = 0; i < in.count; ++i) encode(in.operands[i], bytes);
    return bytes;
}

unsigned accesses(const Operand &operand, Use use) {
    if (operand.is_constant() || operand.mode == Mode::reg) return 0;
    const unsigned deferred = operand.is_deferred() ? 1 : 0;
    switch (use) {
    case Use::read:
    case Use::write: return deferred + 1;
    case Use::modify: return deferred + 2;
    default: return deferred;
    }
}

unsigned accesses(const Instruction &in) {
    unsigned sum = 0;
    for (unsigned i = 0; i < in.count; ++i) sum += accesses(in.operands[i], in.row->slots[i].use);
    switch (in.row->op) {
    case Op::trap:
    case Op::bkpt: return sum + 4; // pushes PSW and PC, reads both words of the vector
    case Op::reti: return sum + 2;
    case Op::call:
    case Op::ret:
    case Op::retp: return sum + 1;
    default: return sum;
    }
}

} // namespace inlet::ncube
