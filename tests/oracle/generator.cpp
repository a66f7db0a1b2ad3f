#include "generator.h"

#include <algorithm>
#include <stdexcept>
#include <string_view>

namespace inlet::oracle {

namespace {

using engine::Kind;
using isa::Encoding;
using isa::Format;
using isa::OperandField;
using isa::OperandKind;

constexpr std::uint32_t nop = 0;

engine::Instruction decoded(std::uint32_t word) {
    static const mips::Timing timing;
    return mips::decode(word, text_base, timing, features);
}

std::string why_not(const Encoding &row) {
    const std::uint32_t primary = row.match >> 26;
    if (primary == 0x10) return "coprocessor 0 is the machine's own";
    if (primary == 0x12 || primary == 0x13) return "coprocessors 2 and 3 are the machine's own";
    // RDHWR reads the machine; WAIT and CACHE are for systems.
    for (const char *name : {"rdhwr", "wait", "cache", "synci"})
        if (std::string_view(row.name) == name) return "reads or changes the machine";
    const engine::Instruction in = decoded(row.match);
    if (in.kind == Kind::illegal) return "not an instruction of this CPU";
    if (in.op != row.op) return "another instruction in MIPS32";
    return {};
}

/// The row of MIPS32 that has all words of this row of MIPS-II, and more.
const Encoding *wider(const Encoding &row) {
    for (const Encoding &newer : isa::mips32_encodings)
        if (&newer != &row && newer.op == row.op && (row.match & newer.mask) == newer.match &&
            (newer.mask & ~row.mask) == 0)
            return &newer;
    return nullptr;
}

bool is(const Encoding &row, std::string_view name) { return row.name == name; }

const Encoding &row_of(std::string_view name) {
    for (const Row &row : rows())
        if (is(*row.encoding, name)) return *row.encoding;
    throw std::invalid_argument("no instruction " + std::string(name));
}

const std::vector<const Encoding *> &usable() {
    static const std::vector<const Encoding *> list = [] {
        std::vector<const Encoding *> out;
        for (const Row &row : rows())
            if (row.why_not.empty() && !row.within) out.push_back(row.encoding);
        return out;
    }();
    return list;
}

bool goes_away(Kind kind) {
    return kind == Kind::branch || kind == Kind::likely || kind == Kind::jump;
}

bool is_floating(const Encoding &row) {
    const Kind kind = decoded(row.match).kind;
    const std::uint32_t primary = row.match >> 26;
    return kind == Kind::floating || primary == 0x11 || row.format == Format::ft_offset_base;
}

/// Doubles are in even registers; odd ones are unpredictable.
bool has_double(const Encoding &row) {
    const std::string_view name = row.name;
    return name == "ldc1" || name == "sdc1" || name.find(".d") != name.npos;
}

const std::vector<const Encoding *> &usable_floating() {
    static const std::vector<const Encoding *> list = [] {
        std::vector<const Encoding *> out;
        for (const Encoding *row : usable())
            if (is_floating(*row)) out.push_back(row);
        return out;
    }();
    return list;
}

/// A floating-point number near a border of arithmetic, as single or (of twice the width) double:
/// near the limits of the exponent, near 1, near the range of words; fractions with few bits, or
/// many in a row, so that results are exact, halfway, or next to it.
std::uint64_t float_value(Random &random, bool wide) {
    const std::uint32_t fraction_bits = wide ? 52 : 23, bias = wide ? 1023 : 127;
    std::uint32_t exponent;
    switch (random.below(8)) {
    case 0: exponent = random.below(3); break;
    case 1: exponent = 2 * bias + 1 - random.below(3); break;
    case 2: exponent = bias + 28 + random.below(6); break;
    case 3: exponent = random.below(2 * bias + 2); break;
    case 4: exponent = bias / 2 + random.below(fraction_bits); break;
    default: exponent = bias - 4 + random.below(8); break;
    }
    std::uint64_t fraction = random.next();
    switch (random.below(6)) {
    case 0: fraction = 0; break;
    case 1: fraction = std::uint64_t{1} << random.below(fraction_bits); break;
    case 2: fraction = ~std::uint64_t{0} << random.below(fraction_bits); break;
    case 3: fraction = (std::uint64_t{1} << random.below(fraction_bits)) - 1; break;
    case 4: fraction <<= random.below(fraction_bits); break;
    default: break;
    }
    fraction &= (std::uint64_t{1} << fraction_bits) - 1;
    return std::uint64_t{random.below(2)} << (wide ? 63 : 31) |
           std::uint64_t{exponent} << fraction_bits | fraction;
}

/// FCSR: any rounding, conditions and flags. Rarely exceptions are enabled, but never underflow
/// (Unicorn does not know that an exact subnormal result then raises it), and never FS (Unicorn
/// makes every tiny result zero, reports underflow for none, and tests before rounding).
std::uint32_t control_value(Random &random) {
    std::uint32_t value = (random.bits() & 0xFE80007C) | (random.one_in(2) ? random.below(4) : 0);
    if (random.one_in(16)) value |= (random.bits() & 0x1D) << 7;
    return value;
}

class Generator {
  public:
    Generator(std::uint64_t seed, std::uint64_t number)
        : random_(Random(seed).next() ^ Random(number * 0xD1342543DE82EF95u + 1).next()) {
        std::array<std::uint32_t, 30> order;
        for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i + 1;
        for (std::uint32_t i = 0; i < 8; ++i) std::swap(order[i], order[i + random_.below(30 - i)]);
        base_a_ = order[0];
        base_b_ = order[1];
        index_ = order[2];
        fuel_ = order[3];
        target_ = order[4];
        link_ = order[5];
        for (unsigned i = 0; i < 6; ++i) test_.keep |= 1u << order[i];
        test_.keep |= 1u << 31;
        reserved_ = test_.keep;
        for (std::uint32_t &r : favourites_) r = random_.below(32);
        for (std::uint32_t &f : float_favourites_) f = random_.below(32);
    }

    Test single(std::uint64_t number) {
        const Encoding &row = *usable()[number % usable().size()];
        single_ = true;
        test_.floating = is_floating(row);
        // A branch's slot may be anything.
        flushes_ = test_.floating && !may_be_tiny(row) && !goes_away(decoded(row.match).kind);
        no_nans_ = is_sign_operation(row);
        no_lost_nans_ = is(row, "cvt.s.d");
        begin_section();
        unit(row);
        unit(row_of("xori"));
        unit(row_of("addiu"));
        end_section();
        stop();
        for (int i = 0; i < 24; ++i) input();
        return std::move(test_);
    }

    Test program() {
        test_.floating = random_.one_in(2);
        const std::uint32_t functions = random_.below(4);
        for (std::uint32_t i = 0; i < functions; ++i) returns_.push_back(random_.below(2));
        section(8 + random_.below(40), true);
        stop();
        for (std::uint32_t i = 0; i < functions; ++i) {
            function_starts_.push_back(here());
            section(2 + random_.below(8), false);
            const std::uint32_t slot = plain_word(false);
            begin_unit();
            word(isa::field::rs.set(row_of("jr").match, returns_[i] ? 31 : link_));
            begin_unit();
            word(slot);
        }
        stop();
        for (const Call &call : calls_)
            test_.links.push_back({call.kind, call.word, function_starts_[call.function]});
        for (int i = 0; i < 24; ++i) input();
        return std::move(test_);
    }

  private:
    using LinkKind = Link::Kind;

    std::uint32_t here() const { return static_cast<std::uint32_t>(test_.words.size()); }
    void begin_unit() { ++unit_; }
    void word(std::uint32_t w) {
        test_.words.push_back(w);
        test_.unit.push_back(unit_);
    }
    void stop() {
        ++unit_;
        test_.links.push_back({LinkKind::jump, here(), Link::stop});
        word(row_of("j").match);
        word(nop);
    }

    // Sections: main, then functions. Branches lead only to the start of a unit.
    void begin_section() {
        starts_.clear();
        forwards_.clear();
    }
    void end_section() {
        starts_.push_back(here());
        for (const Forward &f : forwards_)
            test_.links.push_back(
                {f.kind, f.word, starts_[std::min<std::size_t>(f.start, starts_.size() - 1)]});
    }
    void section(std::uint32_t units, bool main) {
        main_ = main;
        begin_section();
        for (std::uint32_t i = 0; i < units; ++i) unit(pick());
        end_section();
    }

    /// A row for a program. Rows that often stop it are rarer, or it would always be short.
    const Encoding &pick() {
        for (;;) {
            const auto &from = test_.floating && random_.one_in(2) ? usable_floating() : usable();
            const Encoding &row = *from[random_.below(static_cast<std::uint32_t>(from.size()))];
            if (is_floating(row) && (!test_.floating || is_sign_operation(row))) continue;
            const engine::Instruction in = decoded(row.match);
            if ((in.kind == Kind::host || is(row, "break")) && !random_.one_in(64)) continue;
            if (in.kind == Kind::trapping && !random_.one_in(24)) continue;
            if (goes_away(in.kind) && random_.one_in(2)) continue;
            return row;
        }
    }

    /// ABS and NEG. Unicorn changes the sign bit of a NaN; MIPS32, and so inlet, does arithmetic: a
    /// signalling NaN is invalid, a quiet one is the result. So they get no NaNs.
    static bool is_sign_operation(const Encoding &row) {
        return row.name == std::string_view("abs.s") || row.name == std::string_view("abs.d") ||
               row.name == std::string_view("neg.s") || row.name == std::string_view("neg.d");
    }

    /// Operations whose result FS may change.
    static bool may_be_tiny(const Encoding &row) {
        constexpr std::string_view names[] = {"add", "sub", "mul", "div"};
        const std::string_view name = row.name;
        return name == "cvt.s.d" ||
               std::ranges::any_of(names, [&](auto each) { return name.starts_with(each); });
    }

    std::uint32_t float_register(const Encoding &row) {
        if (is(row, "cfc1") || is(row, "ctc1")) {
            // FIR identifies the processor; the others do not exist.
            constexpr std::uint32_t controls[] = {31, 31, 31, 25, 26, 28};
            return controls[random_.below(6)];
        }
        const std::uint32_t f = random_.below(3)
                                    ? float_favourites_[random_.below(std::size(float_favourites_))]
                                    : random_.below(32);
        return has_double(row) ? f & ~1u : f;
    }

    std::uint32_t any_register() {
        return random_.below(3) ? favourites_[random_.below(std::size(favourites_))]
                                : random_.below(32);
    }

    /// Random operands. The program's own registers are only read.
    std::uint32_t operands(const Encoding &row) {
        for (;;) {
            std::uint32_t w = row.match;
            for (const OperandField &operand : isa::operand_fields(row.format)) {
                if (operand.kind == OperandKind::branch) continue;
                const std::uint32_t value = operand.kind == OperandKind::gpr   ? any_register()
                                            : operand.kind == OperandKind::fpr ? float_register(row)
                                            : random_.one_in(2)                ? random_.value()
                                                                               : random_.bits();
                w = operand.field.set(w, value);
            }
            // MIPS32: a bit field that leaves the word is unpredictable.
            if (is(row, "ext")) w = isa::field::rd.set(w, random_.below(32 - (w >> 6 & 31)));
            if (is(row, "ins"))
                w = isa::field::rd.set(w, (w >> 6 & 31) + random_.below(32 - (w >> 6 & 31)));
            // MIPS32: rt must repeat rd.
            if (is(row, "clz") || is(row, "clo")) w = isa::field::rt.set(w, w >> 11 & 31);
            if ((w & row.mask) != row.match) continue;
            const engine::Instruction in = decoded(w);
            if (goes_away(in.kind)) return w; // code there handles links
            if (single_ || !(in.writes & reserved_)) return w;
        }
    }

    /// One instruction that continues to the next, for a slot or between others. Instructions that
    /// it requires before it are added immediately.
    std::uint32_t plain_word(bool may_prefix = true) {
        for (;;) {
            const Encoding &row = pick();
            const Kind kind = decoded(row.match).kind;
            // Unpredictable: a branch in a delay slot.
            if (goes_away(kind)) continue;
            if (is(row, "ll") || is(row, "sc")) continue; // ll_sc()
            if (!may_prefix && (divides(row) || is(row, "ctc1") || is(row, "cvt.s.d"))) continue;
            return plain_word(row);
        }
    }
    std::uint32_t plain_word(const Encoding &row) {
        std::uint32_t w = operands(row);
        const Kind kind = decoded(w).kind;
        if (kind == Kind::load || kind == Kind::store)
            return access(row, w, kind == Kind::load ? base() : base_a_);
        if (divides(row)) {
            // Unpredictable: division by zero. HI and LO would be arbitrary.
            std::uint32_t divisor;
            do divisor = any_register();
            while (divisor == 0 || reserved_ >> divisor & 1);
            w = isa::field::rt.set(w, divisor);
            word(isa::field::uimm.set(
                isa::field::rs.set(isa::field::rt.set(row_of("ori").match, divisor), divisor), 1));
        }
        if (is(row, "cvt.s.d") && !no_lost_nans_) {
            // A NaN whose payload becomes empty becomes infinity in Unicorn. (It must stay a NaN.)
            // So a program converts former words.
            const std::uint32_t number = w >> 11 & 31;
            word(isa::field::fd.set(isa::field::fs.set(row_of("cvt.d.w").match, random_.below(32)),
                                    number));
        }
        if (is(row, "ctc1")) {
            std::uint32_t from;
            do from = any_register();
            while (from == 0 || reserved_ >> from & 1);
            std::uint32_t value = control_value(random_);
            if (random_.one_in(8)) value |= (random_.bits() & 0x3F) << 12; // may raise an exception
            // Unicorn refuses FCCR with other bits, FEXR and FENR with bits 22-18. FENR's FS: as
            // above.
            switch (isa::field::fs.get(w)) {
            case 25: value = random_.below(0x100); break;
            case 26: value = random_.bits() & ~0x007C0000u; break;
            case 28: value &= ~0x007C0004u; break;
            default: break;
            }
            word(isa::field::uimm.set(isa::field::rt.set(row_of("lui").match, from), value >> 16));
            word(isa::field::uimm.set(
                isa::field::rs.set(isa::field::rt.set(row_of("ori").match, from), from), value));
            w = isa::field::rt.set(w, from);
        }
        return w;
    }
    static bool divides(const Encoding &row) { return is(row, "div") || is(row, "divu"); }

    /// The target of base_b_ is sometimes not mapped. Not for stores: after such a store Unicorn
    /// continues to the end of its block.
    std::uint32_t base() { return random_.one_in(2) ? base_a_ : base_b_; }

    /// A load or store around a base register, nearly always aligned. Addresses are below 2 GiB:
    /// above, Unicorn has the kernel's segments, and nodes have no memory.
    std::uint32_t access(const Encoding &row, std::uint32_t w, std::uint32_t base) {
        const std::string_view name = row.name;
        std::uint32_t offset = random_.below(0x400) - 0x200;
        const bool part = name == "lwl" || name == "lwr" || name == "swl" || name == "swr";
        const bool byte = name == "lb" || name == "lbu" || name == "sb";
        const bool half = name == "lh" || name == "lhu" || name == "sh";
        // Not both unaligned and unmapped: Unicorn reports either of the two.
        const bool wide = name == "ldc1" || name == "sdc1";
        const bool aligned = base != base_a_ || !random_.one_in(single_ ? 8 : 200);
        if (!part && !byte && aligned) offset &= half ? ~1u : wide ? ~7u : ~3u;
        return isa::field::simm.set(isa::field::rs.set(w, base), offset);
    }

    void unit(const Encoding &row) {
        begin_unit();
        starts_.push_back(here());
        const engine::Instruction in = decoded(row.match);
        if (goes_away(in.kind))
            away(row, in.kind);
        else if (is(row, "ll") || is(row, "sc"))
            ll_sc(row);
        else if ((in.kind == Kind::load || in.kind == Kind::store) && !single_ && random_.one_in(4))
            computed_access(row);
        else
            word(plain_word(row));
    }

    /// An address that depends on results of the program.
    void computed_access(const Encoding &row) {
        using namespace isa;
        word(field::uimm.set(
            field::rt.set(field::rs.set(row_of("andi").match, random_.below(32)), index_),
            has_double(row) ? 0x1F8 : 0x1FC));
        word(field::rd.set(field::rs.set(field::rt.set(row_of("addu").match, base_a_), index_),
                           index_));
        word(access(row, operands(row), index_));
    }

    /// Unpredictable: any other access between LL and SC, SC to another address than LL's. An
    /// unaligned or unmapped SC is left out too: Unicorn checks the link first. A second SC after
    /// one LL is unpredictable as well (Unicorn keeps the link, inlet breaks it); the very first
    /// one, without any LL, fails in both.
    void ll_sc(const Encoding &row) {
        const std::uint32_t offset = (random_.below(0x100) - 0x80) & ~3u;
        const auto both = [&](const Encoding &which) {
            return isa::field::simm.set(isa::field::rs.set(operands(which), base_a_), offset);
        };
        if (single_ && is(row, "sc") && random_.one_in(4)) {
            word(both(row));
            return;
        }
        const std::uint32_t saved = reserved_;
        std::uint32_t w = both(row_of("ll"));
        if (single_) { // SC needs LL's base
            while (isa::field::rt.get(w) == base_a_) w = both(row_of("ll"));
        }
        if (random_.one_in(64)) w |= 1 + random_.below(3); // stops here
        word(w);
        for (std::uint32_t n = random_.below(3); n > 0; --n) word(plain_between());
        word(both(row_of("sc")));
        reserved_ = saved;
    }
    std::uint32_t plain_between() {
        for (;;) {
            const Encoding &row = pick();
            if (decoded(row.match).kind != Kind::plain || divides(row)) continue;
            const std::uint32_t w = operands(row);
            if (!(decoded(w).writes & test_.keep)) return w;
        }
    }

    /// A branch or jump with its slot.
    void away(const Encoding &row, Kind kind) {
        const bool links = decoded(operands(row)).writes & 1u << 31 || row.format == Format::rd_rs;
        // Functions end with a jump to $31, so they do not write it.
        if (!main_ && links) {
            word(plain_word());
            return;
        }
        if (!single_ && !links && row.format != Format::rs && starts_.size() > 3 &&
            random_.one_in(3)) {
            loop(row, kind);
            return;
        }
        const std::uint32_t before = here();
        const std::uint32_t slot = plain_word();
        const bool tied = here() != before;
        std::uint32_t w = operands(row);
        std::uint32_t function = 0;
        const bool calls = links && random_.below(4) && pick_function(row, function);
        const std::uint32_t ahead =
            static_cast<std::uint32_t>(starts_.size()) + random_.below(single_ ? 2 : 6);
        const auto to = [&](LinkKind link) {
            if (calls)
                calls_.push_back({link, here(), function});
            else
                forwards_.push_back({link, here(), ahead});
        };
        switch (row.format) {
        case Format::rs:
        case Format::rd_rs:
            to(LinkKind::high);
            word(isa::field::rt.set(row_of("lui").match, target_));
            to(LinkKind::low);
            word(isa::field::rs.set(isa::field::rt.set(row_of("ori").match, target_), target_));
            w = isa::field::rs.set(w, target_);
            if (row.format == Format::rd_rs) {
                // Unpredictable: JALR whose link is its target's register.
                std::uint32_t rd = calls ? (returns_[function] ? 31 : link_) : any_register();
                if (!calls && reserved_ >> rd & 1) rd = link_;
                // The operand of a CTC1 in the slot was chosen (plain_word); a link is any address.
                const engine::Instruction in_slot = decoded(slot);
                if (in_slot.op == isa::Mips::CTC1 && in_slot.uses >> rd & 1) rd = link_;
                w = isa::field::rd.set(w, rd);
            }
            break;
        case Format::jump:
            w = row.match;
            to(LinkKind::jump);
            break;
        default:
            if (links) {
                // Unpredictable: a branch that links and tests $31.
                while (isa::field::rs.get(w) == 31) w = operands(row);
            }
            to(LinkKind::branch);
        }
        word(w);
        if (!tied) begin_unit();
        word(slot);
    }

    /// JAL and branches link $31 only: a function that returns by the other register would return
    /// to the call before, endlessly.
    bool pick_function(const Encoding &row, std::uint32_t &function) {
        if (returns_.empty()) return false;
        function = random_.below(static_cast<std::uint32_t>(returns_.size()));
        return returns_[function] || row.format == Format::rd_rs;
    }

    /// Branches back while there is fuel.
    void loop(const Encoding &row, Kind kind) {
        using namespace isa;
        const std::uint32_t before = here();
        const std::uint32_t slot = plain_word();
        const bool tied = here() != before;
        const std::uint32_t down = field::simm.set(
            field::rs.set(field::rt.set(row_of("addiu").match, fuel_), fuel_), 0xFFFF);
        const std::size_t back =
            starts_.size() - 1 -
            random_.below(std::min<std::uint32_t>(10, static_cast<std::uint32_t>(starts_.size())));
        if (random_.one_in(2)) {
            const Encoding &closing = row_of(random_.one_in(3) ? "bgtzl" : "bgtz");
            word(down);
            test_.links.push_back({LinkKind::branch, here(), starts_[back]});
            word(field::rs.set(closing.match, fuel_));
        } else {
            test_.links.push_back({LinkKind::branch, here(), here() + 4});
            word(field::rs.set(row_of("blez").match, fuel_));
            word(down);
            test_.links.push_back(
                {kind == Kind::jump ? LinkKind::jump : LinkKind::branch, here(), starts_[back]});
            word(kind == Kind::jump ? row.match : operands(row));
        }
        if (!tied) begin_unit();
        word(slot);
    }

    void input() {
        Input in;
        for (unsigned i = 1; i < 32; ++i) in.r[i] = random_.value();
        if (random_.one_in(4)) { // equal values, for BEQ and the like
            const std::uint32_t same = random_.value();
            for (unsigned i = 1; i < 32; ++i)
                if (random_.one_in(2)) in.r[i] = same;
        }
        const auto place = [&] {
            if (random_.one_in(64)) return random_.one_in(2) ? 0x70000000u : 0x8000u; // unmapped
            return data_middle + (random_.one_in(16) ? random_.below(4) : 0) +
                   (random_.below(64) - 32) * 8;
        };
        in.r[base_b_] = place();
        in.r[index_] = place();
        in.r[base_a_] = data_middle + (random_.below(64) - 32) * 8; // LL and SC, doubles
        in.r[fuel_] = random_.below(12);
        in.r[target_] = in.r[link_] = in.r[31] = stop_pc;
        in.hi = random_.value();
        in.lo = random_.value();
        if (test_.floating) {
            for (unsigned i = 0; i < 32; i += 2) set_floats(&in.f[i]);
            in.fcsr = control_value(random_);
            if (flushes_) in.fcsr |= random_.below(2) << 24;
        }
        in.memory = random_.below((pool_bytes - data_bytes) / 4) * 4;
        in.cut = random_.one_in(3) ? 1 + random_.below(40) : 0;
        in.trace = random_.one_in(128);
        test_.inputs.push_back(in);
    }

    /// A pair of registers: a double, or two singles.
    void set_floats(std::uint32_t *pair) {
        do {
            const bool wide = random_.one_in(2);
            const std::uint64_t first = float_value(random_, wide);
            pair[0] = static_cast<std::uint32_t>(first);
            pair[1] = static_cast<std::uint32_t>(wide ? first >> 32 : float_value(random_, false));
        } while (unwanted(pair[1], pair[0]));
    }

    /// A number as a single may be a NaN as a double, and the opposite.
    bool unwanted(std::uint32_t high, std::uint32_t low) const {
        const auto single_nan = [](std::uint32_t v) { return v << 1 > 0xFF000000; };
        const std::uint64_t both = std::uint64_t{high} << 32 | low;
        const bool nan = both << 1 > 0xFFE0000000000000;
        if (no_nans_) return nan || single_nan(high) || single_nan(low);
        return no_lost_nans_ && nan && (both >> 29 & 0x7FFFFF) == 0;
    }

    struct Forward {
        LinkKind kind;
        std::uint32_t word;
        std::size_t start; ///< number of the unit
    };
    struct Call {
        LinkKind kind;
        std::uint32_t word, function;
    };

    Random random_;
    Test test_;
    bool single_ = false, main_ = true, no_nans_ = false, no_lost_nans_ = false, flushes_ = false;
    std::uint32_t base_a_, base_b_, index_, fuel_, target_, link_;
    std::uint32_t reserved_ = 0;
    std::array<std::uint32_t, 8> favourites_{}, float_favourites_{};
    std::uint32_t unit_ = 0;
    std::vector<std::uint32_t> starts_; ///< first words of the section's units
    std::vector<Forward> forwards_;
    std::vector<Call> calls_;
    std::vector<bool> returns_; ///< by function: by $31, or by the other link register
    std::vector<std::uint32_t> function_starts_;
};

} // namespace

const std::vector<Row> &rows() {
    static const std::vector<Row> list = [] {
        std::vector<Row> out;
        for (const Encoding &row : isa::mips2_encodings)
            out.push_back({&row, wider(row), why_not(row)});
        for (const Encoding &row : isa::mips32_encodings)
            out.push_back({&row, nullptr, why_not(row)});
        return out;
    }();
    return list;
}

Test single(std::uint64_t seed, std::uint64_t number) {
    return Generator(seed, number).single(number);
}

Test program(std::uint64_t seed, std::uint64_t number) { return Generator(seed, number).program(); }

} // namespace inlet::oracle
