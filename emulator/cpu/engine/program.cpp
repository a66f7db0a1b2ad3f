#include "cpu/engine/program.h"

#include "cpu/engine/stream.h"
#include "cpu/engine/take_pages.h"
#include "memory/memory.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace inlet::engine {

namespace {

/// Longer loops than this do not only wait.
constexpr std::uint32_t longest_spin = 64; // bytes

} // namespace

Program::Program(std::shared_ptr<const InstructionSet> set, std::uint32_t base,
                 std::span<const std::uint8_t> text, std::span<const std::uint32_t> without,
                 std::uint32_t least)
    : set_(std::move(set)), functions_(set_->functions().data()), base_(base),
      shift_(set_->shift()), odd_((1u << shift_) - 1), length_(set_->length()),
      timing_(set_->timing()), has_fpu_(set_->has_float()) {
    decode(text, without);
    if (least < bytes_) end_behind(least);
    for (const Instruction &in : instructions_)
        if (in.kind != Kind::system) needs_ |= in.needs;
    find_spin_loops();
    build_stream();
}

Program::Program(const Program &of, const UnitsOff &)
    : set_(of.set_), functions_(of.functions_), base_(of.base_), bytes_(of.bytes_),
      shift_(of.shift_), odd_(of.odd_), length_(of.length_), timing_(of.timing_),
      has_fpu_(of.has_fpu_), units_off_(true), instructions_(of.instructions_), absent_(of.absent_),
      places_(of.places_), number_(of.number_), alone_(of.alone_), spins_(of.spins_) {
    build_stream();
}

Program::Program(const Program &of, const View &)
    : set_(of.set_), functions_(of.functions_), base_(of.base_), bytes_(of.bytes_),
      shift_(of.shift_), odd_(of.odd_), length_(of.length_), timing_(of.timing_),
      has_fpu_(of.has_fpu_), needs_(of.needs_), units_off_(of.units_off_),
      instructions_(of.instructions_), absent_(of.absent_), places_(of.places_),
      number_(of.number_), alone_(of.alone_), spins_(of.spins_) {
    build_stream();
    if (of.compiled_) use_compiled(of.compile_options_);
}

const Program &Program::view(unsigned thread) const {
    std::call_once(views_made_, [this] { views_ = std::make_unique<View[]>(most_threads); });
    View &view = views_[thread];
    std::call_once(view.once, [&] { view.program.reset(new Program(*this, view)); });
    return *view.program;
}

void Program::build_stream() {
    StreamBuilder stream(*this);
    stream.build();
    ops_ = std::move(stream.ops);
    index_ = std::move(stream.index);
}

const Program &Program::with_units_off() const {
    std::call_once(with_units_off_->once, [this] {
        with_units_off_->program.reset(new Program(*this, *with_units_off_));
    });
    return *with_units_off_->program;
}

void Program::decode(std::span<const std::uint8_t> text, std::span<const std::uint32_t> without) {
    const std::uint32_t step = 1u << shift_;
    absent_.kind = Kind::absent;
    absent_.length = static_cast<std::uint8_t>(length_ ? length_ : step);
    const auto end = static_cast<std::uint32_t>(text.size() & ~std::size_t{odd_});
    const auto is_out = [&](std::uint32_t at) {
        return std::ranges::binary_search(without, (base_ + at) >> page_bits);
    };
    // Growing vectors would touch twice the memory, which is most of a short run's time.
    if (length_) {
        instructions_.reserve(text.size() >> shift_);
    } else {
        number_ = std::make_shared<ZeroWords>((end >> shift_) + 1);
        instructions_.reserve(end / 3 + 1); // an x86's instructions have some three bytes
        places_.reserve(end / 3 + 2);
    }
    for (std::uint32_t at = 0; at + step <= text.size();) {
        const bool out = is_out(at);
        take_pages(instructions_);
        instructions_.push_back(out ? absent_ : set_->decode(text.subspan(at), base_ + at));
        if (length_) {
            at += length_;
            continue;
        }
        places_.push_back(at >> shift_);
        (*number_)[at >> shift_] = static_cast<std::uint32_t>(instructions_.size());
        if (!out)
            at += instructions_.back().length;
        else // one for all of the gap
            do at = ((base_ + at) | (page_bytes - 1)) + 1 - base_;
            while (at < end && is_out(at));
    }
    if (!length_) {
        places_.push_back(end >> shift_);
        (*number_)[end >> shift_] = static_cast<std::uint32_t>(instructions_.size()) + 1;
    }
    bytes_ = size() << shift_;
    if (set_->steps_by_operations())
        alone_.reset(new AlonePart[instructions_.size() / AlonePart::most + 1]);
}

/// Of the instructions from number `first` on.
void Program::lift_alone(std::uint32_t first, AlonePart &part) const {
    const auto end = static_cast<std::uint32_t>(
        std::min(instructions_.size(), std::size_t{first} + AlonePart::most));
    UopBuilder group;
    for (std::uint32_t n = first; n < end; ++n) {
        part.index.push_back(static_cast<std::uint32_t>(part.ops.size()));
        const Instruction &in = instructions_[n];
        if (in.kind == Kind::illegal || in.kind == Kind::absent) continue;
        group.clear();
        set_->lift(in, base_ + ((length_ ? n : places_[n]) << shift_), group);
        part.ops.insert(part.ops.end(), group.ops().begin(), group.ops().end());
    }
    part.index.push_back(static_cast<std::uint32_t>(part.ops.size()));
}

std::span<const Uop> Program::alone(std::uint32_t pc) const {
    std::uint32_t n = (pc - base_) >> shift_;
    if (!length_) {
        n = (*number_)[n];
        if (!n) return {};
        --n;
    }
    AlonePart &part = alone_[n / AlonePart::most];
    std::call_once(part.once, [&] { lift_alone(n - n % AlonePart::most, part); });
    const std::uint32_t at = n % AlonePart::most;
    return {part.ops.data() + part.index[at], part.ops.data() + part.index[at + 1]};
}

std::uint32_t Program::behind_branch(std::uint32_t i) const {
    return next(i) + (instruction(i).slot ? 4u >> shift_ : 0);
}

void Program::use_compiled(const CompileOptions &options) {
    compile_options_ = options;
    compiled_ = std::make_unique<Compiled>(base_, bytes_, shift_, ops_, has_caches(), options);
}

/// Whether the instruction at i closes a loop that is short enough to be a wait.
bool Program::closes_loop(std::uint32_t i) const {
    const Instruction &in = instruction(i);
    const std::uint32_t pc = base_ + (i << shift_);
    return (in.kind == Kind::branch || in.kind == Kind::jump) && in.direct && !in.writes &&
           in.imm <= pc && pc - in.imm <= longest_spin;
}

std::uint32_t Program::first_loop() const {
    std::uint32_t first = base_;
    for (std::uint32_t i = 0; i << shift_ < std::min(bytes_, longest_spin); i = next(i))
        if (closes_loop(i)) first = std::min(first, instruction(i).imm);
    return first;
}

/// Drops what is behind `least` bytes, up to where no loop is cut. Loops that are closed behind the
/// text are not known, so the end may be one of its last bytes only if it is the text's.
void Program::end_behind(std::uint32_t least) {
    constexpr std::uint32_t unknown = longest_spin + 32; // and a slot, or a long instruction
    std::uint32_t end = 0, before = 0; // places; `before`: of the instruction before the end
    while (end << shift_ < least) before = std::exchange(end, next(end));
    for (std::uint32_t i = before; i < size() && i << shift_ <= (end << shift_) + unknown;) {
        const bool cut = closes_loop(i) && behind_branch(i) > end &&
                         (i < end || instruction(i).imm < base_ + (end << shift_));
        if (!cut) {
            i = next(i);
            continue;
        }
        before = i; // its slot
        for (end = behind_branch(i); next(before) < end;) before = next(before);
        i = before;
    }
    if ((end << shift_) + unknown > bytes_) return;
    if (length_) {
        instructions_.resize(end);
    } else {
        const std::uint32_t count = (*number_)[end] - 1;
        instructions_.resize(count);
        places_.resize(count + 1);
        const auto number = std::make_shared<ZeroWords>(end + 1);
        for (std::uint32_t n = 0; n <= count; ++n) (*number)[places_[n]] = n + 1;
        number_ = number;
    }
    bytes_ = size() << shift_;
}

void Program::find_spin_loops() {
    for (std::uint32_t i = 0; i < size(); i = next(i)) {
        Instruction &closing = changeable(i);
        const std::uint32_t pc = base_ + (i << shift_);
        // Its own target: it takes turns at its place until an interrupt (x86: HLT).
        if (closing.kind == Kind::system && closing.direct && closing.imm == pc &&
            spins_.size() < 0xFFFE) {
            spins_.push_back({pc, pc, behind(pc), {}, 0, 0});
            closing.spin = static_cast<std::uint16_t>(spins_.size());
            continue;
        }
        if (!closes_loop(i) || closing.imm < base_ || spins_.size() >= 0xFFFE ||
            behind_branch(i) > size())
            continue;
        SpinLoop loop{pc, closing.imm, behind(pc), {}, 0, 0};
        const std::uint32_t head = (closing.imm - base_) >> shift_;
        if (instruction(head).kind == Kind::absent || !spins(head, i, loop)) continue;
        for (std::uint32_t k = head; k < i; k = next(k))
            if (loop.left_by(instruction(k))) changeable(k).leaves_spin = true;
        spins_.push_back(loop);
        closing.spin = static_cast<std::uint16_t>(spins_.size());
    }
}

/// Whether some register is changed only by adding a constant, in every turn: then no turn ends as
/// the one before it.
bool Program::counts(std::uint32_t head, std::uint32_t closing) const {
    const std::uint32_t end = behind_branch(closing);
    std::uint64_t once = 0, more = 0;
    for (std::uint32_t k = head; k < end; k = next(k)) {
        more |= once & instruction(k).writes;
        once |= instruction(k).writes;
    }
    std::uint32_t passed = base_; // a branch inside may lead past what is before this
    for (std::uint32_t k = head; k < end; k = next(k)) {
        const Instruction &in = instruction(k);
        const std::uint32_t pc = base_ + (k << shift_);
        if (in.counts && (in.writes & once & ~more) && pc >= passed) return true;
        const bool branches =
            in.kind == Kind::branch || (in.kind == Kind::jump && in.direct && !in.writes);
        if (branches && in.imm <= base_ + (closing << shift_)) passed = std::max(passed, in.imm);
    }
    return false;
}

/// Whether a turn from `head` through the branch at `closing` and its slot only loads and computes,
/// and every branch on the way leads out or, as in code that is not optimised, stays inside. Fills
/// in the registers that a turn writes.
bool Program::spins(std::uint32_t head, std::uint32_t closing, SpinLoop &loop) const {
    std::uint64_t writes = 0;
    for (std::uint32_t k = head; k < behind_branch(closing); k = next(k)) {
        const Instruction &in = instruction(k);
        writes |= in.writes;
        if (k == closing) continue;
        const bool pure =
            (in.kind == Kind::plain || in.kind == Kind::load) && !in.hidden && !in.waits_unit;
        const bool inside = (in.kind == Kind::branch || (in.kind == Kind::jump && in.direct)) &&
                            !in.writes && in.imm >= loop.head_pc && in.imm <= loop.branch_pc;
        if (!pure && (k > closing || (!inside && !loop.left_by(in)))) return false;
    }
    if (std::popcount(writes) > static_cast<int>(std::size(loop.registers))) return false;
    if (counts(head, closing)) return false;
    constexpr std::uint64_t conditions = std::uint64_t{7} << flag_kind;
    const auto add = [&loop](std::uint64_t set) {
        for (; set; set &= set - 1)
            loop.registers[loop.count++] = static_cast<std::uint8_t>(std::countr_zero(set));
    };
    add(writes & ~conditions);
    loop.plain = loop.count;
    add(writes & conditions); // all three words or none
    return true;
}

} // namespace inlet::engine
