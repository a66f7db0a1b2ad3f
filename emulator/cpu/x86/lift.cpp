// Lifts x86 instructions to micro-operations.
#include "cpu/engine/narrow.h"
#include "cpu/x86/functions.h"
#include "cpu/x86/instruction_set.h"
#include "cpu/x86/registers.h"

namespace inlet::x86 {

using engine::UopBuilder;
using engine::UopCode;

namespace {

constexpr unsigned sink = engine::sink;
// Temporaries: an index with its scale, the operand, the result, and two more.
constexpr unsigned scaled = engine::first_temporary, loaded = scaled + 1, made = scaled + 2,
                   other = scaled + 3, spare = scaled + 4, byte_part = scaled + 5;
constexpr unsigned parity = 16; ///< follows FlagCondition: JP; 17: JNP

constexpr std::array<std::uint8_t, 16> conditions = {engine::overflow_set,
                                                     engine::overflow_clear,
                                                     engine::carry_set,
                                                     engine::carry_clear,
                                                     engine::equal,
                                                     engine::not_equal,
                                                     engine::less_or_equal_unsigned,
                                                     engine::greater_unsigned,
                                                     engine::negative,
                                                     engine::positive,
                                                     parity,
                                                     parity + 1,
                                                     engine::less,
                                                     engine::greater_or_equal,
                                                     engine::less_or_equal,
                                                     engine::greater};

class Lifter {
  public:
    Lifter(const Instruction &in, std::uint32_t pc, UopBuilder &group)
        : in_(in), row_(row_of(in)), op_(in.op.as<Op>()), pc_(pc), g_(group), size_(size_of(in)),
          bits_(8 * size_) {}

    void lift();
    void lift_repeated();
    void lift_fence(std::uint32_t at) { store(0, {0, 0, at}, 4); }

  private:
    // --- Operands ---

    void move(unsigned to, unsigned from) {
        if (to != from) g_.op(UopCode::ADDIU, to, from, 0);
    }
    void constant(unsigned to, std::uint32_t value) { g_.op(UopCode::LUI, to, 0, 0, value); }

    struct Address {
        unsigned base = 0, index = 0;
        std::uint32_t displacement = 0;
    };
    Address address() {
        Address at{0, 0, in_.displacement};
        if (in_.rs != packed::no_register) at.base = general(in_.rs);
        if (in_.rt == packed::no_register) return at;
        unsigned index = general(in_.rt);
        if (in_.sa) {
            g_.op(UopCode::SLL, scaled, 0, index, 0, in_.sa);
            index = scaled;
        }
        (at.base ? at.index : at.base) = index;
        return at;
    }
    void access(UopCode code, unsigned to, unsigned b, const Address &at) {
        if (at.index)
            g_.op(engine::indexed(code), to, at.base, b, at.displacement, at.index);
        else
            g_.op(code, to, at.base, b, at.displacement);
    }
    void load(unsigned to, const Address &at, unsigned size) {
        access(size == 1 ? UopCode::LBU : size == 2 ? UopCode::LHU_LE : UopCode::LW_LE, to, 0, at);
    }
    void store(unsigned from, const Address &at, unsigned size) {
        access(size == 1   ? UopCode::SB
               : size == 2 ? UopCode::SH_LE
                           : UopCode::SW_LE,
               sink, from, at);
    }

    /// A register with register `number` in its low bits; the bits above are undefined.
    unsigned low_part(unsigned number, unsigned size, unsigned temporary) {
        if (size != 1 || number < 4) return general(number);
        g_.op(UopCode::SRL, temporary, 0, general(number - 4), 0, 8);
        return temporary;
    }
    /// Sets register `number` to the low bits of `from`; the other bits stay.
    void write(unsigned number, unsigned size, unsigned from) {
        if (size == 4)
            move(general(number), from);
        else if (size == 2)
            g_.op(UopCode::INSERT, general(number), from, 0, 0xFFFF);
        else if (number < 4)
            g_.op(UopCode::INSERT, general(number), from, 0, 0xFF);
        else
            g_.op(UopCode::INSERT, general(number - 4), from, 0, 0xFF00, 8);
    }
    bool is_immediate(Operand operand) const {
        return operand == Operand::Ib || operand == Operand::Iv || operand == Operand::Is ||
               operand == Operand::Iw || operand == Operand::one;
    }
    bool is_rm(Operand operand) const {
        return operand == Operand::Eb || operand == Operand::Ev || operand == Operand::Ew ||
               operand == Operand::Ed || operand == Operand::Ob || operand == Operand::Ov;
    }
    bool in_memory(Operand operand) const { return is_rm(operand) && is_memory(in_); }
    /// The number of a register operand.
    unsigned number_of(Operand operand) const {
        switch (operand) {
        case Operand::Eb:
        case Operand::Ev:
        case Operand::Ew:
        case Operand::Ed: return in_.rs;
        case Operand::AL:
        case Operand::eAX: return 0;
        default: return in_.rd;
        }
    }
    /// A register with the operand. Memory is loaded into `loaded`, a constant or a partial
    /// register into `temporary`.
    unsigned read(Operand operand, unsigned temporary) {
        if (is_immediate(operand)) {
            constant(temporary, in_.imm);
            return temporary;
        }
        if (operand == Operand::CL) return ecx;
        if (in_memory(operand)) {
            load(loaded, address(), size_);
            return loaded;
        }
        return low_part(number_of(operand), size_, temporary);
    }

    // --- Arithmetic ---

    /// Result and conditions of `to` = a op b, at the operand's width.
    void with_flags(unsigned to, unsigned a, unsigned b) {
        const bool wide = size_ == 4;
        switch (op_) {
        case Op::ADD:
        case Op::XADD:
            return wide ? g_.op(UopCode::ADD_F, to, a, b)
                        : g_.op(UopCode::NARROW_ADD, to, a, b, bits_);
        case Op::SUB:
        case Op::CMP:
        case Op::NEG:
        case Op::CMPXCHG:
        case Op::CMPS:
        case Op::SCAS:
            return wide ? g_.op(UopCode::SUB_F, to, a, b)
                        : g_.op(UopCode::NARROW_SUB, to, a, b, bits_);
        case Op::ADC: return g_.op(UopCode::NARROW_ADDC, to, a, b, bits_);
        case Op::SBB: return g_.op(UopCode::NARROW_SUBC, to, a, b, bits_);
        case Op::INC: return g_.op(UopCode::NARROW_INC, to, a, 0, bits_);
        case Op::DEC: return g_.op(UopCode::NARROW_DEC, to, a, 0, bits_);
        default: break;
        }
        // Logic; `to` is a guest register only if the width is 32 bits.
        const unsigned result = to == sink ? made : to;
        value(result, a, b);
        logic_flags(result);
    }
    void logic_flags(unsigned result) {
        if (size_ == 4)
            g_.op(UopCode::MOVE_F, sink, result, 0);
        else
            g_.op(UopCode::NARROW_LOGIC, sink, result, 0, bits_);
    }
    /// The result alone, in its low bits.
    void value(unsigned to, unsigned a, unsigned b) {
        switch (op_) {
        case Op::ADD:
        case Op::XADD: return g_.op(UopCode::ADDU, to, a, b);
        case Op::SUB:
        case Op::NEG: return g_.op(UopCode::SUBU, to, a, b);
        case Op::ADC: return g_.op(UopCode::ADDC, to, a, b);
        case Op::SBB: return g_.op(UopCode::SUBC, to, a, b);
        case Op::INC: return g_.op(UopCode::ADDIU, to, a, 0, 1);
        case Op::DEC: return g_.op(UopCode::ADDIU, to, a, 0, 0xFFFFFFFF);
        case Op::AND:
        case Op::TEST: return g_.op(UopCode::AND, to, a, b);
        case Op::OR: return g_.op(UopCode::OR, to, a, b);
        default: return g_.op(UopCode::XOR, to, a, b);
        }
    }

    /// ADD, SUB, CMP ... of 32 bits with a constant.
    bool with_constant() {
        if (size_ != 4 || !is_immediate(row_.operands[1]) || in_memory(row_.operands[0]))
            return false;
        const unsigned d = general(number_of(row_.operands[0]));
        switch (op_) {
        case Op::ADD: g_.op(UopCode::ADDI_F, d, d, 0, in_.imm); return true;
        case Op::SUB: g_.op(UopCode::SUBI_F, d, d, 0, in_.imm); return true;
        case Op::CMP: g_.op(UopCode::SUBI_F, sink, d, 0, in_.imm); return true;
        case Op::AND: g_.op(UopCode::ANDI, d, d, 0, in_.imm); break;
        case Op::OR: g_.op(UopCode::ORI, d, d, 0, in_.imm); break;
        case Op::XOR: g_.op(UopCode::XORI, d, d, 0, in_.imm); break;
        case Op::TEST:
            g_.op(UopCode::ANDI, made, d, 0, in_.imm);
            logic_flags(made);
            return true;
        default: return false;
        }
        logic_flags(d);
        return true;
    }

    void arithmetic() {
        if (with_constant()) return;
        const Operand to = row_.operands[0], from = row_.operands[1];
        const bool compares = op_ == Op::CMP || op_ == Op::TEST;
        if (op_ == Op::CMP && size_ == 4 && is_immediate(from)) { // with memory
            const unsigned a = read(to, spare);
            return g_.op(UopCode::SUBI_F, sink, a, 0, in_.imm);
        }
        if (op_ == Op::TEST && !is_immediate(from) && !in_memory(to) && in_.rd == in_.rs &&
            is_rm(to) && size_ == 4) // with itself
            return logic_flags(general(in_.rs));
        if (!in_memory(to)) {
            const unsigned b = read(from, other), number = number_of(to);
            const unsigned a = low_part(number, size_, byte_part);
            if (compares) return with_flags(sink, a, b);
            if (size_ == 4) return with_flags(a, a, b);
            with_flags(made, a, b);
            return write(number, size_, made);
        }
        const Address at = address();
        const unsigned b = read(from, other);
        load(loaded, at, size_);
        if (compares) return with_flags(sink, loaded, b);
        value(made, loaded, b);
        store(made, at, size_);
        if (op_ == Op::AND || op_ == Op::OR || op_ == Op::XOR) return logic_flags(made);
        with_flags(sink, loaded, b);
    }

    /// INC, DEC, NEG, NOT.
    void single() {
        const Operand to = row_.operands[0];
        const auto apply = [&](unsigned d, unsigned a, bool flags) {
            if (op_ == Op::NOT) return g_.op(UopCode::NOR, d, a, 0);
            const bool negates = op_ == Op::NEG;
            flags ? with_flags(d, negates ? 0 : a, negates ? a : 0)
                  : value(d, negates ? 0 : a, negates ? a : 0);
        };
        if (in_memory(to)) {
            const Address at = address();
            load(loaded, at, size_);
            apply(made, loaded, false);
            store(made, at, size_);
            if (op_ != Op::NOT) apply(sink, loaded, true);
            return;
        }
        const unsigned number = number_of(to), a = low_part(number, size_, byte_part);
        if (size_ == 4) return apply(a, a, true);
        apply(made, a, true);
        write(number, size_, made);
    }

    /// Shifts by a constant, 32 bits.
    bool shift_by_constant() {
        const Operand count = row_.operands[1];
        if (size_ != 4 || count == Operand::CL || in_.rd < 4) return false; // rotations
        const unsigned n = in_.imm & 31;
        const bool memory = is_memory(in_);
        const unsigned d = memory ? made : general(in_.rs);
        if (n == 0) {
            if (memory) return false;
            g_.op(UopCode::NOP, sink, 0, 0);
            return true;
        }
        const UopCode code = op_ == Op::SHL   ? UopCode::SLL
                             : op_ == Op::SHR ? UopCode::SRL
                                              : UopCode::SRA;
        unsigned a = d;
        if (memory) {
            const Address at = address();
            load(loaded, at, 4);
            g_.op(code, made, 0, loaded, 0, n);
            store(made, at, 4);
            a = loaded;
        }
        if (n > 1) {
            g_.op(code, other, 0, a, 0, n - 1);
            a = other;
        }
        const unsigned to = memory ? sink : d;
        if (op_ == Op::SHL)
            g_.op(UopCode::ADD_F, to, a, a);
        else
            g_.op(op_ == Op::SHR ? UopCode::SRL_F : UopCode::SRA_F, to, a, 0);
        return true;
    }
    void shift() {
        if (shift_by_constant()) return;
        std::uint32_t how = in_.rd | bits_ << 3;
        const Operand to = row_.operands[0];
        const bool constant = is_immediate(row_.operands[1]);
        if (constant) how |= (in_.imm & 31) << 16;
        const unsigned count = constant ? 0 : read(row_.operands[1], other);
        if (in_memory(to)) {
            const Address at = address();
            load(loaded, at, size_);
            g_.op(UopCode::SHIFTED, made, loaded, count, how);
            store(made, at, size_);
            return g_.op(UopCode::SHIFT_F, sink, loaded, count, how);
        }
        const unsigned a = low_part(in_.rs, size_, byte_part);
        if (size_ == 4) return g_.op(UopCode::SHIFT_F, a, a, count, how);
        g_.op(UopCode::SHIFT_F, made, a, count, how);
        write(in_.rs, size_, made);
    }
    void double_shift() {
        std::uint32_t how = (op_ == Op::SHRD ? 1u : 0u) | bits_ << 3;
        const unsigned b = general(in_.rd);
        const bool memory = is_memory(in_);
        const Address at = memory ? address() : Address{};
        const bool constant = is_immediate(row_.operands[2]);
        if (constant) how |= (in_.imm & 31) << 16;
        const unsigned count = constant ? 0 : read(row_.operands[2], other);
        if (memory) {
            load(loaded, at, size_);
            g_.op(UopCode::DOUBLE_SHIFTED, made, loaded, b, how, count);
            store(made, at, size_);
            return g_.op(UopCode::DOUBLE_SHIFT_F, sink, loaded, b, how, count);
        }
        const unsigned d = general(in_.rs);
        g_.op(UopCode::DOUBLE_SHIFT_F, size_ == 4 ? d : made, d, b, how, count);
        if (size_ == 2) write(in_.rs, 2, made);
    }

    void multiply() {
        if (row_.operands[0] == Operand::Gv) {
            const bool three = row_.operands[2] != Operand::none;
            const unsigned d = general(in_.rd), a = read(row_.operands[1], spare);
            unsigned b = d;
            if (three) {
                constant(other, in_.imm);
                b = other;
            }
            if (size_ == 4) return g_.op(UopCode::MUL_F, d, a, b);
            g_.op(UopCode::NARROW_MUL, made, a, b, 16 + 32);
            return write(in_.rd, 2, made);
        }
        const bool is_signed = op_ == Op::IMUL;
        const unsigned a = read(row_.operands[0], spare);
        if (size_ == 4) {
            g_.op(is_signed ? UopCode::MULT : UopCode::MULTU, sink, eax, a);
            move(eax, engine::low_word);
            move(edx, engine::high_word);
            return g_.op(UopCode::HI_LO_F, sink, 0, 0, is_signed);
        }
        g_.op(UopCode::NARROW_MUL, made, eax, a, bits_ + (is_signed ? 32 : 0));
        g_.op(UopCode::INSERT, eax, made, 0, 0xFFFF);
        if (size_ == 2) g_.op(UopCode::INSERT, edx, made, 0, 0xFFFF, 16);
    }
    void divide() {
        const unsigned a = read(row_.operands[0], spare);
        g_.call(call_divide, sink, a, 0, size_ + (op_ == Op::IDIV ? 32 : 0));
    }

    // --- Moves ---

    void mov() {
        const Operand to = row_.operands[0], from = row_.operands[1];
        if (in_memory(to)) {
            const Address at = address();
            unsigned value = 0;
            if (!is_immediate(from) || in_.imm != 0) value = read(from, other);
            return store(value, at, size_);
        }
        const unsigned number = number_of(to);
        if (is_immediate(from) && size_ == 4) return constant(general(number), in_.imm);
        if (in_memory(from) && size_ == 4) return load(general(number), address(), 4);
        const unsigned value = read(from, other);
        if (size_ == 4 && value == general(number)) return g_.op(UopCode::NOP, sink, 0, 0);
        write(number, size_, value);
    }
    void exchange() {
        const Operand to = row_.operands[0], from = row_.operands[1];
        const unsigned number = number_of(from);
        if (in_memory(to)) {
            const Address at = address();
            const unsigned b = low_part(number, size_, other);
            load(loaded, at, size_);
            store(b, at, size_);
            return write(number, size_, loaded);
        }
        const unsigned first = number_of(to);
        move(made, low_part(first, size_, byte_part));
        const unsigned b = low_part(number, size_, other);
        if (first != number) write(first, size_, b);
        write(number, size_, made);
    }
    void exchange_add() {
        const unsigned b = low_part(in_.rd, size_, other);
        if (is_memory(in_)) {
            const Address at = address();
            load(loaded, at, size_);
            g_.op(UopCode::ADDU, made, loaded, b);
            store(made, at, size_);
            with_flags(sink, loaded, b);
            return write(in_.rd, size_, loaded);
        }
        const unsigned a = low_part(in_.rs, size_, byte_part);
        move(loaded, a);
        with_flags(made, loaded, b);
        write(in_.rd, size_, loaded);
        write(in_.rs, size_, made);
    }
    /// 32 bits; the stepper executes the others.
    void compare_exchange() {
        if (size_ != 4) return;
        const bool memory = is_memory(in_);
        const Address at = memory ? address() : Address{};
        const unsigned source = general(in_.rd);
        if (!memory) {
            const unsigned d = general(in_.rs);
            g_.op(UopCode::SUBU, other, eax, d);
            move(loaded, d);
            g_.op(UopCode::SUB_F, sink, eax, loaded);
            g_.op(UopCode::MOVZ, d, source, other);
            return g_.op(UopCode::MOVN, eax, loaded, other);
        }
        load(loaded, at, 4);
        g_.op(UopCode::SUBU, other, eax, loaded);
        move(made, loaded);
        g_.op(UopCode::MOVZ, made, source, other);
        store(made, at, 4);
        g_.op(UopCode::SUB_F, sink, eax, loaded);
        g_.op(UopCode::MOVN, eax, loaded, other);
    }
    void extend() {
        const bool is_signed = op_ == Op::MOVSX;
        const unsigned from = row_.operands[1] == Operand::Eb ? 1 : 2;
        const unsigned to = size_ == 4 ? general(in_.rd) : made;
        if (is_memory(in_)) {
            access(from == 1 ? (is_signed ? UopCode::LB : UopCode::LBU)
                             : (is_signed ? UopCode::LH_LE : UopCode::LHU_LE),
                   to, 0, address());
        } else {
            const unsigned a = low_part(in_.rs, from, byte_part);
            if (is_signed)
                g_.op(from == 1 ? UopCode::EXTEND_BYTE : UopCode::EXTEND_HALF, to, a, 0);
            else
                g_.op(UopCode::ANDI, to, a, 0, from == 1 ? 0xFF : 0xFFFF);
        }
        if (size_ == 2) write(in_.rd, 2, made);
    }
    void lea() {
        const Address at = address();
        const unsigned to = size_ == 4 ? general(in_.rd) : made;
        if (!at.index)
            g_.op(UopCode::ADDIU, to, at.base, 0, at.displacement);
        else if (!at.displacement)
            g_.op(UopCode::ADDU, to, at.base, at.index);
        else {
            g_.op(UopCode::ADDU, made, at.base, at.index);
            g_.op(UopCode::ADDIU, to, made, 0, at.displacement);
        }
        if (size_ == 2) write(in_.rd, 2, made);
    }
    void convert() {
        if (op_ == Op::CWDE) {
            if (size_ == 4) return g_.op(UopCode::EXTEND_HALF, eax, eax, 0);
            g_.op(UopCode::EXTEND_BYTE, made, eax, 0);
            return write(0, 2, made);
        }
        if (size_ == 4) return g_.op(UopCode::SRA, edx, 0, eax, 0, 31);
        g_.op(UopCode::EXTEND_HALF, made, eax, 0);
        g_.op(UopCode::SRA, made, 0, made, 0, 31);
        write(2, 2, made);
    }

    // --- Stack and transfers ---

    void push() {
        unsigned value;
        if (is_immediate(row_.operands[0])) {
            constant(made, in_.imm);
            value = made;
        } else {
            value = read(row_.operands[0], other);
        }
        push(value, size_);
    }
    void push(unsigned value, unsigned size) {
        store(value, {esp, 0, 0 - size}, size);
        g_.op(UopCode::ADDIU, esp, esp, 0, 0 - size);
    }
    void pop() {
        if (is_memory(in_)) {
            Address at = address(); // with ESP after the pop
            if (in_.rs == 4) at.displacement += size_;
            load(loaded, {esp, 0, 0}, size_);
            store(loaded, at, size_);
            return g_.op(UopCode::ADDIU, esp, esp, 0, size_);
        }
        const unsigned number = in_.rd;
        const unsigned to = row_.operands[0] == Operand::Zv ? number : in_.rs;
        if (size_ == 4 && general(to) != esp) {
            load(general(to), {esp, 0, 0}, 4);
            return g_.op(UopCode::ADDIU, esp, esp, 0, 4);
        }
        load(loaded, {esp, 0, 0}, size_);
        g_.op(UopCode::ADDIU, esp, esp, 0, size_);
        write(to, size_, loaded);
    }
    void call() {
        const std::uint32_t back = pc_ + in_.length;
        unsigned target = 0;
        if (!in_.direct) {
            target = read(row_.operands[0], spare);
            if (target == esp) {
                move(loaded, esp);
                target = loaded;
            }
        }
        constant(made, back);
        push(made, 4);
        // The link tells the compiled tier the return address.
        if (in_.direct)
            g_.jump(sink, back);
        else
            g_.jump_to(target, sink, back);
    }
    void jump() {
        if (in_.direct) return g_.jump();
        g_.jump_to(read(row_.operands[0], spare));
    }
    void ret() {
        load(loaded, {esp, 0, 0}, 4);
        g_.op(UopCode::ADDIU, esp, esp, 0, 4 + in_.imm);
        g_.jump_to(loaded);
    }
    void leave() {
        load(loaded, {ebp, 0, 0}, 4);
        g_.op(UopCode::ADDIU, esp, ebp, 0, 4);
        move(ebp, loaded);
    }

    unsigned condition(Op first) const {
        return conditions[static_cast<unsigned>(op_) - static_cast<unsigned>(first)];
    }
    void branch_if() {
        const unsigned on = condition(Op::JO);
        if (on < parity) return g_.branch(UopCode::BFLAGS, 0, 0, on);
        g_.op(UopCode::PARITY, made, 0, 0);
        g_.branch(on == parity ? UopCode::BNE : UopCode::BEQ, made, 0);
    }
    void set_if() {
        const unsigned on = condition(Op::SETO);
        const Address at = is_memory(in_) ? address() : Address{};
        if (on < parity)
            g_.op(UopCode::SET_IF, made, 0, 0, 0, on);
        else
            g_.op(UopCode::PARITY, made, 0, 0);
        if (on == parity + 1) g_.op(UopCode::XORI, made, made, 0, 1);
        if (is_memory(in_))
            store(made, at, 1);
        else
            write(in_.rs, 1, made);
    }
    void loop() {
        if (op_ == Op::JECXZ) return g_.branch(UopCode::BEQ, ecx, 0);
        g_.op(UopCode::ADDIU, ecx, ecx, 0, 0xFFFFFFFF);
        if (op_ == Op::LOOP) return g_.branch(UopCode::BNE, ecx, 0);
        g_.op(UopCode::SET_IF, made, 0, 0, 0, op_ == Op::LOOPE ? engine::equal : engine::not_equal);
        g_.op(UopCode::SLTU, other, 0, ecx);
        g_.op(UopCode::AND, made, made, other);
        g_.branch(UopCode::BNE, made, 0);
    }

    // --- Bits ---

    void bit_test() {
        const unsigned how = op_ == Op::BTS ? 1 : op_ == Op::BTR ? 2 : op_ == Op::BTC ? 3 : 0;
        const bool is_constant = is_immediate(row_.operands[1]);
        if (is_memory(in_) && !is_constant)
            return; // the stepper executes bits of a string in memory
        const Address at = is_memory(in_) ? address() : Address{};
        const std::uint32_t mask = bits_ - 1;
        if (is_constant)
            constant(other, in_.imm & mask);
        else
            g_.op(UopCode::ANDI, other, general(in_.rd), 0, mask);
        if (!is_memory(in_)) {
            const unsigned d = general(in_.rs);
            const unsigned to = how == 0 ? sink : size_ == 4 ? d : made;
            g_.op(UopCode::BIT_F, to, d, other, how);
            if (to == made) write(in_.rs, 2, made);
            return;
        }
        load(loaded, at, size_);
        if (how != 0) {
            g_.op(UopCode::BIT_CHANGED, made, loaded, other, how);
            store(made, at, size_);
        }
        g_.op(UopCode::BIT_F, sink, loaded, other, how);
    }
    void bit_scan() {
        const unsigned to = size_ == 4 ? general(in_.rd) : made;
        unsigned a = read(row_.operands[1], spare);
        if (size_ == 2) {
            g_.op(UopCode::ANDI, other, a, 0, 0xFFFF);
            a = other;
            move(made, general(in_.rd));
        }
        g_.op(UopCode::BIT_SCAN_F, to, a, 0, op_ == Op::BSR);
        if (size_ == 2) write(in_.rd, 2, made);
    }

    // --- Strings ---

    bool repeats() const { return in_.n & (packed::repeat | packed::repeat_unequal); }
    /// One element.
    void string() {
        unsigned by = step_register;
        const auto step = [&](unsigned number) {
            if (size_ > 1 && by != spare) {
                by = spare;
                g_.op(UopCode::SLL, spare, 0, step_register, 0, size_ / 2);
            }
            g_.op(UopCode::ADDU, number, number, by);
        };
        switch (op_) {
        case Op::MOVS:
            load(loaded, {esi, 0, 0}, size_);
            store(loaded, {edi, 0, 0}, size_);
            step(esi);
            return step(edi);
        case Op::STOS: store(eax, {edi, 0, 0}, size_); return step(edi);
        case Op::LODS:
            load(loaded, {esi, 0, 0}, size_);
            step(esi);
            return write(0, size_, loaded);
        case Op::SCAS:
            load(loaded, {edi, 0, 0}, size_);
            with_flags(sink, eax, loaded);
            return step(edi);
        default:
            load(loaded, {esi, 0, 0}, size_);
            load(other, {edi, 0, 0}, size_);
            with_flags(sink, loaded, other);
            step(esi);
            return step(edi);
        }
    }

    // --- x87 ---

    void floating();
    static FloatFormat format_of(Operand operand) {
        switch (operand) {
        case Operand::R4: return FloatFormat::real4;
        case Operand::R8: return FloatFormat::real8;
        case Operand::R10: return FloatFormat::real10;
        case Operand::I2: return FloatFormat::int2;
        case Operand::I4: return FloatFormat::int4;
        case Operand::I8: return FloatFormat::int8;
        default: return FloatFormat::stack;
        }
    }
    /// Operand words from or to memory.
    void float_words(FloatFormat format, bool stores) {
        Address at = address();
        const auto word = [&](unsigned number, unsigned size) {
            stores ? store(number, at, size) : load(number, at, size);
            at.displacement += size;
        };
        if (format == FloatFormat::int2) return word(operand_1, 2);
        word(operand_1, 4);
        if (format == FloatFormat::real4 || format == FloatFormat::int4) return;
        word(operand_2, 4);
        if (format == FloatFormat::real10) word(operand_3, 2);
    }
    void float_other(FloatOther what) {
        g_.call(call_fother, sink, 0, 0, static_cast<std::uint32_t>(what) | (in_.rs & 7u) << 8);
    }
    void float_constant(unsigned number) {
        g_.call(call_fload, sink, 0, 0,
                static_cast<std::uint32_t>(FloatFormat::constant) << float_imm::format |
                    number << float_imm::index);
    }
    void float_arithmetic(unsigned operation, unsigned pops, bool unordered = false) {
        const Operand from = row_.operands[0] == Operand::ST ? row_.operands[1] : Operand::STi;
        const FloatFormat format = format_of(from);
        if (format != FloatFormat::stack) float_words(format, false);
        const bool to_index = row_.operands[0] == Operand::STi && row_.operands[1] == Operand::ST;
        const std::uint32_t index = op_ == Op::FCOMPP || op_ == Op::FUCOMPP ? 1 : in_.rs & 7;
        g_.call(call_farithmetic, sink, 0, 0,
                static_cast<std::uint32_t>(format) << float_imm::format |
                    operation << float_imm::operation | index << float_imm::index |
                    pops << float_imm::pops | (to_index ? 1u << float_imm::to_index : 0u) |
                    (unordered ? 1u << float_imm::unordered : 0u));
    }
    void float_store(unsigned pops) {
        const FloatFormat format = format_of(row_.operands[0]);
        if (format == FloatFormat::stack)
            return float_other(pops ? FloatOther::copy_pop : FloatOther::copy);
        const std::uint32_t imm =
            static_cast<std::uint32_t>(format) << float_imm::format | pops << float_imm::pops;
        // The call writes the other words too.
        const bool long_one = format == FloatFormat::real8 || format == FloatFormat::int8;
        if (long_one || format == FloatFormat::real10) constant(operand_2, 0);
        if (format == FloatFormat::real10) constant(operand_3, 0);
        g_.call(call_fvalue, operand_1, 0, 0, imm);
        float_words(format, true);
        g_.call(call_ffinish, sink, 0, 0, imm);
    }

    const Instruction &in_;
    const Encoding &row_;
    const Op op_;
    const std::uint32_t pc_;
    UopBuilder &g_;
    const unsigned size_, bits_;
};

void Lifter::lift() {
    if (op_ >= Op::JO && op_ <= Op::JG) return branch_if();
    if (op_ >= Op::SETO && op_ <= Op::SETG) return set_if();
    switch (op_) {
    case Op::ADD:
    case Op::OR:
    case Op::ADC:
    case Op::SBB:
    case Op::AND:
    case Op::SUB:
    case Op::XOR:
    case Op::CMP:
    case Op::TEST: return arithmetic();
    case Op::INC:
    case Op::DEC:
    case Op::NEG:
    case Op::NOT: return single();
    case Op::ROL:
    case Op::ROR:
    case Op::RCL:
    case Op::RCR:
    case Op::SHL:
    case Op::SHR:
    case Op::SAR: return shift();
    case Op::SHLD:
    case Op::SHRD: return double_shift();
    case Op::MUL:
    case Op::IMUL: return multiply();
    case Op::DIV:
    case Op::IDIV: return divide();
    case Op::MOV: return mov();
    case Op::MOVZX:
    case Op::MOVSX: return extend();
    case Op::LEA: return lea();
    case Op::XCHG: return exchange();
    case Op::XADD: return exchange_add();
    case Op::CMPXCHG: return compare_exchange();
    case Op::BSWAP: return g_.op(UopCode::BYTE_SWAP, general(in_.rd), general(in_.rd), 0);
    case Op::CWDE:
    case Op::CDQ: return convert();
    case Op::PUSH: return push();
    case Op::POP: return pop();
    case Op::PUSHF: g_.call(call_flags_word, made, 0, 0); return push(made, 4);
    case Op::SAHF: return g_.op(UopCode::CONDITIONS_F, sink, eax, 0);
    case Op::LAHF: g_.op(UopCode::CONDITIONS, made, 0, 0, eflags::always); return write(4, 1, made);
    case Op::CALL: return call();
    case Op::JMP: return jump();
    case Op::RET: return ret();
    case Op::LEAVE: return leave();
    case Op::LOOP:
    case Op::LOOPE:
    case Op::LOOPNE:
    case Op::JECXZ: return loop();
    case Op::BT:
    case Op::BTS:
    case Op::BTR:
    case Op::BTC: return bit_test();
    case Op::BSF:
    case Op::BSR: return bit_scan();
    case Op::MOVS:
    case Op::STOS:
    case Op::LODS:
    case Op::SCAS:
    case Op::CMPS:
        if (!repeats()) string(); // lift_repeated()
        return;
    case Op::XLAT:
        g_.op(UopCode::ANDI, other, eax, 0, 0xFF);
        g_.op(engine::indexed(UopCode::LBU), loaded, ebx, 0, 0, other);
        return write(0, 1, loaded);
    case Op::NOP: return g_.op(UopCode::NOP, sink, 0, 0);
    case Op::CLC: return g_.op(UopCode::CARRY_F, sink, 0, 0, 0);
    case Op::STC: return g_.op(UopCode::CARRY_F, sink, 0, 0, 1);
    case Op::CMC: return g_.op(UopCode::CARRY_F, sink, 0, 0, 2);
    case Op::CLD: return constant(step_register, 1);
    case Op::STD: return constant(step_register, 0xFFFFFFFF);
    default: break;
    }
    if (row_.cost >= CostKey::fp_move) floating();
}

/// A turn of a string instruction with REP: a branch to itself. The stepper executes it when no
/// turn is left.
void Lifter::lift_repeated() {
    if (!repeats()) return;
    switch (op_) {
    case Op::MOVS:
    case Op::STOS:
    case Op::LODS:
    case Op::SCAS:
    case Op::CMPS: break;
    default: return; // the prefix has no effect
    }
    g_.op(UopCode::TEQ, sink, ecx, 0);
    string();
    g_.op(UopCode::ADDIU, ecx, ecx, 0, 0xFFFFFFFF);
    if (op_ != Op::SCAS && op_ != Op::CMPS) return g_.branch(UopCode::BNE, ecx, 0);
    const bool until_equal = in_.n & packed::repeat_unequal;
    g_.op(UopCode::SET_IF, made, 0, 0, 0, until_equal ? engine::not_equal : engine::equal);
    g_.op(UopCode::SLTU, byte_part, 0, ecx);
    g_.op(UopCode::AND, made, made, byte_part);
    g_.branch(UopCode::BNE, made, 0);
}

void Lifter::floating() {
    switch (op_) {
    case Op::FADD: return float_arithmetic(0, 0);
    case Op::FMUL: return float_arithmetic(1, 0);
    case Op::FCOM: return float_arithmetic(2, 0);
    case Op::FCOMP: return float_arithmetic(2, 1);
    case Op::FSUB: return float_arithmetic(4, 0);
    case Op::FSUBR: return float_arithmetic(5, 0);
    case Op::FDIV: return float_arithmetic(6, 0);
    case Op::FDIVR: return float_arithmetic(7, 0);
    case Op::FADDP: return float_arithmetic(0, 1);
    case Op::FMULP: return float_arithmetic(1, 1);
    case Op::FSUBP: return float_arithmetic(4, 1);
    case Op::FSUBRP: return float_arithmetic(5, 1);
    case Op::FDIVP: return float_arithmetic(6, 1);
    case Op::FDIVRP: return float_arithmetic(7, 1);
    case Op::FCOMPP: return float_arithmetic(2, 2);
    case Op::FUCOM: return float_arithmetic(2, 0, true);
    case Op::FUCOMP: return float_arithmetic(2, 1, true);
    case Op::FUCOMPP: return float_arithmetic(2, 2, true);
    case Op::FLD:
    case Op::FILD: {
        const FloatFormat format = format_of(row_.operands[0]);
        if (format != FloatFormat::stack) float_words(format, false);
        return g_.call(call_fload, sink, 0, 0,
                       static_cast<std::uint32_t>(format) << float_imm::format |
                           (in_.rs & 7u) << float_imm::index);
    }
    case Op::FST:
    case Op::FIST: return float_store(0);
    case Op::FSTP:
    case Op::FISTP: return float_store(1);
    case Op::FLD1: return float_constant(0);
    case Op::FLDL2T: return float_constant(1);
    case Op::FLDL2E: return float_constant(2);
    case Op::FLDPI: return float_constant(3);
    case Op::FLDLG2: return float_constant(4);
    case Op::FLDLN2: return float_constant(5);
    case Op::FLDZ: return float_constant(6);
    case Op::FCHS: return float_other(FloatOther::fchs);
    case Op::FABS: return float_other(FloatOther::fabs);
    case Op::FTST: return float_other(FloatOther::ftst);
    case Op::FXAM: return float_other(FloatOther::fxam);
    case Op::FSQRT: return float_other(FloatOther::fsqrt);
    case Op::FRNDINT: return float_other(FloatOther::frndint);
    case Op::FSCALE: return float_other(FloatOther::fscale);
    case Op::FPREM: return float_other(FloatOther::fprem);
    case Op::FPREM1: return float_other(FloatOther::fprem1);
    case Op::FINCSTP: return float_other(FloatOther::fincstp);
    case Op::FDECSTP: return float_other(FloatOther::fdecstp);
    case Op::FNCLEX: return float_other(FloatOther::fnclex);
    case Op::FNINIT: return float_other(FloatOther::fninit);
    case Op::FFREE: return float_other(FloatOther::ffree);
    case Op::FXCH: return float_other(FloatOther::fxch);
    case Op::FWAIT:
    case Op::FNOP: return float_other(FloatOther::fwait);
    case Op::FLDCW:
        load(operand_1, address(), 2);
        return g_.call(call_fcontrol, sink, operand_1, 0);
    case Op::FNSTCW:
    case Op::FNSTSW: {
        const Address at = is_memory(in_) ? address() : Address{};
        g_.call(call_fstatus, made, 0, 0, op_ == Op::FNSTSW);
        if (is_memory(in_)) return store(made, at, 2);
        return g_.op(UopCode::INSERT, eax, made, 0, 0xFFFF);
    }
    default: return; // the stepper executes FNSAVE and similar instructions
    }
}

} // namespace

void lift(const Instruction &in, std::uint32_t pc, UopBuilder &group, std::uint32_t fence) {
    if (in.kind == Kind::illegal || in.kind == Kind::absent || in.kind == Kind::network ||
        in.kind == Kind::host || in.kind == Kind::system)
        return;
    Lifter lifter(in, pc, group);
    if (fence && in.n & packed::fences) lifter.lift_fence(fence);
    lifter.lift();
}

void lift_repeated(const Instruction &in, std::uint32_t pc, UopBuilder &group) {
    if (in.kind != Kind::illegal && in.kind != Kind::absent) Lifter(in, pc, group).lift_repeated();
}

} // namespace inlet::x86
