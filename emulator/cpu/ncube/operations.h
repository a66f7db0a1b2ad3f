// The emulated operations of the nCUBE/2, one row for each encoding. Sections "P1" are those of US
// patent 5,113,523, the manual of the first nCUBE processor; `assumed` marks what it lacks
// (docs/ncube2.md).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace inlet::ncube {

enum class Op : std::uint8_t {
    // Two operands: source, destination.
    mov,
    movu, ///< zero-extended: mvub, mvuh (000 Figure 4-7)
    neg,
    sbr,
    cmp,
    add,
    adc,
    sub,
    sbb,
    mul,
    dvr,
    rem,
    div,
    bit,
    sft,
    sfa,
    rot,
    ffo,
    and_,
    or_,
    xor_,
    not_,
    adcd,
    sbbd,
    cvt, ///< between integers
    mova,
    ldpr,
    stpr,
    lcnt,
    lptr,
    // One.
    ldflg,
    rep,
    repz,
    repnz,
    trap,
    bg,
    ble,
    bgu,
    bleu,
    bge,
    bl,
    bgeu,
    blu,
    bne,
    be,
    bnv,
    bv,
    call,
    jmp,
    retp,
    // None.
    nop,
    clc,
    stc,
    cmc,
    eron,
    erof,
    bkpt,
    rset,
    ei,
    di,
    reti,
    wait,
    ret,
};

/// How an instruction uses an operand.
enum class Use : std::uint8_t {
    none,
    read,
    write,
    modify,  ///< reads and writes it
    address, ///< takes its address; branches: the target
    counter, ///< REP: a general register
};

struct Slot {
    Use use = Use::none;
    std::uint8_t bytes = 0; ///< 1, 2, 4, 8
};

struct Row {
    const char *name;
    Op op;
    std::uint8_t prefix; ///< 0: none. 0xF1, 0xF3, 0xF5, 0xFB: escapes (assumed)
    std::uint8_t opcode;
    std::array<Slot, 3> slots{};
    bool privileged = false; ///< in kernel mode only (assumed: P1 has no user mode)
    bool prefetch = false;   ///< executes in the prefetch unit and stalls it (000 4.2.5.1)

    unsigned operands() const {
        unsigned n = 0;
        while (n < slots.size() && slots[n].use != Use::none) ++n;
        return n;
    }
};

std::span<const Row> rows();
/// Finds a row; nullptr: no such operation.
const Row *find(std::uint8_t prefix, std::uint8_t opcode);
const Row *find(std::string_view name);
/// Whether the opcode is one of P1's floating-point operations, which are not emulated.
bool is_floating(std::uint8_t opcode);
/// Whether the opcode is one of P1's broadcasts.
bool is_broadcast(std::uint8_t opcode);

/// Whether an operation is a conditional branch or JMP. REP turns it into a loop.
inline bool is_branch(Op op) { return op >= Op::bg && op <= Op::jmp && op != Op::call; }

} // namespace inlet::ncube
