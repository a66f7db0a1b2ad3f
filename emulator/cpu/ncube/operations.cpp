#include "cpu/ncube/operations.h"

#include <string>
#include <vector>

namespace inlet::ncube {

namespace {

constexpr Slot read(unsigned bytes) { return {Use::read, static_cast<std::uint8_t>(bytes)}; }
constexpr Slot write(unsigned bytes) { return {Use::write, static_cast<std::uint8_t>(bytes)}; }
constexpr Slot modify(unsigned bytes) { return {Use::modify, static_cast<std::uint8_t>(bytes)}; }

/// An operation in bytes, halfwords and words: opcode, opcode + 2, opcode + 4 (P1 4.7.1).
struct Family {
    std::array<const char *, 3> names;
    Op op;
    std::uint8_t opcode;
    enum Form : std::uint8_t { move, arithmetic, compare, shift, find_one } form;
    std::array<const char *, 3> three{}; ///< mnemonics with three operands, or null
};

#define NAMES(name)                                                                                \
    { name "b", name "h", name "w" }
#define THREE(name)                                                                                \
    { name "b3", name "h3", name "w3" }
constexpr Family families[] = {
    {NAMES("mov"), Op::mov, 0x00, Family::move, {}},
    {NAMES("neg"), Op::neg, 0x10, Family::move, {}},
    {NAMES("sbr"), Op::sbr, 0x20, Family::arithmetic, THREE("sbr")},
    {NAMES("cmp"), Op::cmp, 0x30, Family::compare, {}},
    {NAMES("add"), Op::add, 0x40, Family::arithmetic, THREE("add")},
    {NAMES("adc"), Op::adc, 0x50, Family::arithmetic, THREE("adc")},
    {NAMES("sub"), Op::sub, 0x60, Family::arithmetic, THREE("sub")},
    {NAMES("sbb"), Op::sbb, 0x70, Family::arithmetic, THREE("sbb")},
    {NAMES("mul"), Op::mul, 0x80, Family::arithmetic, THREE("mul")},
    {NAMES("rem"), Op::rem, 0x90, Family::arithmetic, THREE("rem")},
    {NAMES("div"), Op::div, 0xA0, Family::arithmetic, THREE("div")},
    {NAMES("dvr"), Op::dvr, 0xB0, Family::arithmetic, THREE("dvr")},
    {NAMES("bit"), Op::bit, 0xC0, Family::compare, {}},
    {NAMES("sft"), Op::sft, 0x01, Family::shift, THREE("sft")},
    {NAMES("sfa"), Op::sfa, 0x11, Family::shift, THREE("sfa")},
    {NAMES("rot"), Op::rot, 0x21, Family::shift, THREE("rot")},
    {NAMES("ffo"), Op::ffo, 0x31, Family::find_one, {}},
    {NAMES("and"), Op::and_, 0x41, Family::arithmetic, THREE("and")},
    {NAMES("or"), Op::or_, 0x51, Family::arithmetic, THREE("or")},
    {NAMES("xor"), Op::xor_, 0x61, Family::arithmetic, THREE("xor")},
    {NAMES("not"), Op::not_, 0x71, Family::move, {}},
};
#undef NAMES
#undef THREE

constexpr Slot target{Use::address, 4};

constexpr Row single[] = {
    {"movd", Op::mov, 0, 0x06, {read(8), write(8)}},            // assumed: P1's reserved column
    {"mvub", Op::movu, 0xF1, 0x00, {read(1), {Use::write, 4}}}, // assumed
    {"mvuh", Op::movu, 0xF3, 0x02, {read(2), {Use::write, 4}}}, // assumed
    {"ldflg", Op::ldflg, 0xFB, 0x00, {read(4)}},                // assumed
    {"adcd", Op::adcd, 0, 0x81, {read(1), modify(1)}},
    {"sbbd", Op::sbbd, 0, 0x91, {read(1), modify(1)}},
    {"cvbw", Op::cvt, 0, 0x89, {read(1), write(4)}},
    {"cvhw", Op::cvt, 0, 0x99, {read(2), write(4)}},
    {"cvwb", Op::cvt, 0, 0xA9, {read(4), write(1)}},
    {"cvwh", Op::cvt, 0, 0xB9, {read(4), write(2)}},
    {"ldpr", Op::ldpr, 0, 0x85, {read(4), read(1)}, true, true},
    {"stpr", Op::stpr, 0, 0x95, {read(1), write(4)}, true, true},
    {"lcnt", Op::lcnt, 0, 0xA5, {read(4), read(1)}, true, true},
    {"lptr", Op::lptr, 0, 0xB5, {read(4), read(4)}, true, true},
    {"mova", Op::mova, 0, 0xE5, {target, write(4)}},
    {"rep", Op::rep, 0, 0x1E, {Slot{Use::counter, 4}}},
    {"repz", Op::repz, 0, 0x2E, {Slot{Use::counter, 4}}},
    {"repnz", Op::repnz, 0, 0x3E, {Slot{Use::counter, 4}}},
    {"trap", Op::trap, 0, 0x4E, {read(1)}, false, true},
    {"nop", Op::nop, 0, 0x0B},
    {"clc", Op::clc, 0, 0x1B},
    {"stc", Op::stc, 0, 0x2B},
    {"cmc", Op::cmc, 0, 0x3B},
    {"eron", Op::eron, 0, 0x4B, {}, true},
    {"erof", Op::erof, 0, 0x5B, {}, true},
    {"bkpt", Op::bkpt, 0, 0x6B, {}, false, true},
    {"rset", Op::rset, 0, 0x7B, {}, true},
    {"ei", Op::ei, 0, 0x8B, {}, true},
    {"di", Op::di, 0, 0x9B, {}, true},
    {"reti", Op::reti, 0, 0xCB, {}, true, true},
    {"wait", Op::wait, 0, 0xDB, {}, true},
    {"ret", Op::ret, 0, 0xEB},
    {"bg", Op::bg, 0, 0x0F, {target}},
    {"ble", Op::ble, 0, 0x1F, {target}},
    {"bgu", Op::bgu, 0, 0x2F, {target}},
    {"bleu", Op::bleu, 0, 0x3F, {target}},
    {"bge", Op::bge, 0, 0x4F, {target}},
    {"bl", Op::bl, 0, 0x5F, {target}},
    {"bgeu", Op::bgeu, 0, 0x6F, {target}},
    {"blu", Op::blu, 0, 0x7F, {target}},
    {"bne", Op::bne, 0, 0x8F, {target}},
    {"be", Op::be, 0, 0x9F, {target}},
    {"bnv", Op::bnv, 0, 0xAF, {target}},
    {"bv", Op::bv, 0, 0xBF, {target}},
    {"call", Op::call, 0, 0xCF, {target}},
    {"jmp", Op::jmp, 0, 0xDF, {target}},
    {"retp", Op::retp, 0, 0xEF, {read(4)}},
};

std::vector<Row> make_rows() {
    std::vector<Row> all;
    for (const Family &family : families)
        for (unsigned k = 0; k < 3; ++k) {
            const unsigned bytes = 1u << k;
            const auto opcode = static_cast<std::uint8_t>(family.opcode + 2 * k);
            const Slot source = family.form == Family::shift ? read(1) : read(bytes);
            Slot to = modify(bytes);
            if (family.form == Family::move) to = write(bytes);
            if (family.form == Family::compare) to = read(bytes);
            if (family.form == Family::find_one) to = write(1); // always a byte (P1 4.8.2)
            all.push_back({family.names[k], family.op, 0, opcode, {source, to, Slot{}}});
            if (family.three[k]) // assumed: the width's escape, then the opcode
                all.push_back({family.three[k],
                               family.op,
                               static_cast<std::uint8_t>(0xF1 + 2 * k),
                               opcode,
                               {source, read(bytes), write(bytes)}});
        }
    all.insert(all.end(), std::begin(single), std::end(single));
    return all;
}

const std::vector<Row> &table() {
    static const std::vector<Row> all = make_rows();
    return all;
}

/// By prefix (none, F1, F3, F5, FB) and opcode.
struct Index {
    std::array<std::array<const Row *, 256>, 5> row{};
    Index() {
        for (const Row &each : table()) row[place(each.prefix)][each.opcode] = &each;
    }
    static unsigned place(std::uint8_t prefix) {
        switch (prefix) {
        case 0xF1: return 1;
        case 0xF3: return 2;
        case 0xF5: return 3;
        case 0xFB: return 4;
        default: return 0;
        }
    }
};

} // namespace

std::span<const Row> rows() { return table(); }

const Row *find(std::uint8_t prefix, std::uint8_t opcode) {
    static const Index index;
    return index.row[Index::place(prefix)][opcode];
}

const Row *find(std::string_view name) {
    for (const Row &row : table())
        if (name == row.name) return &row;
    return nullptr;
}

bool is_floating(std::uint8_t opcode) {
    const unsigned type = opcode & 15u, op = opcode >> 4;
    if (type == 8 || type == 10) return op <= 11;
    if (type == 9) return op <= 7 || op == 12 || op == 13; // conversions of reals
    return false;
}

bool is_broadcast(std::uint8_t opcode) { return opcode == 0xC5 || opcode == 0xD5; }

} // namespace inlet::ncube
