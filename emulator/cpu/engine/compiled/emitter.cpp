#include "cpu/engine/compiled/emitter.h"

#include "cpu/engine/narrow.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace inlet::engine {

namespace {

const Gp guest_homes[] = {x86::ebx, x86::r12d, x86::r13d, x86::esi, x86::edi,
                          x86::r8d, x86::r9d,  x86::r10d, x86::r11d};
constexpr unsigned kept_by_calls = 3; // so many of them, in this order

const Gp saved[] = {x86::rbp, x86::rbx, x86::r12, x86::r13, x86::r14, x86::r15};

/// The guest's flags: the overflow in AL, the others in AH, as SAHF wants them.
std::uint64_t host_flags(const State *state) {
    const std::uint32_t flags = six_flags(state->r.data());
    const std::uint32_t ah =
        (flags & flag_carry ? 1u << 0 : 0u) | (flags & flag_parity ? 1u << 2 : 0u) |
        (flags & flag_half_carry ? 1u << 4 : 0u) | (flags & flag_zero ? 1u << 6 : 0u) |
        (flags & flag_negative ? 1u << 7 : 0u);
    return ah << 8 | (flags & flag_overflow ? 1u : 0u);
}

} // namespace

x86::Mem field(std::size_t offset) {
    return x86::dword_ptr(state, static_cast<std::int32_t>(offset));
}
x86::Mem field64(std::size_t offset) {
    return x86::qword_ptr(state, static_cast<std::int32_t>(offset));
}
Emitter::Emitter(asmjit::CodeHolder &code, const RegisterUse &use, const Function *functions,
                 const WindowMoves *windows, const FloatStackUse *floats,
                 const CachesConfig *caches, const Links &links, const DirectLoads &direct,
                 std::uint32_t number)
    : a(&code), functions(functions), windows(windows), floats(floats), caches(caches),
      movbe(asmjit::CpuInfo::host().features().x86().hasMOVBE()),
      bmi2(asmjit::CpuInfo::host().features().x86().hasBMI2()), links_(links), direct_(direct),
      number_(number), finish_(a.newLabel()), load_(a.newLabel()), go_(a.newLabel()) {
    choose_homes(use);
}

void Emitter::choose_homes(const RegisterUse &use) {
    std::array<unsigned, guest_registers> order;
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](unsigned x, unsigned y) { return use.weight[x] > use.weight[y]; });
    unsigned next = 0;
    for (const unsigned guest : order) {
        if (!use.weight[guest] || next == std::size(guest_homes)) break;
        if (guest == 0) continue;
        home_[guest] = &guest_homes[next++];
        loaded_.push_back(guest);
        if (use.written >> guest & 1) stored_.push_back(guest);
    }
}

x86::Mem Emitter::place(unsigned guest) const { return field(offsetof(State, r) + 4 * guest); }

asmjit::Operand Emitter::value(unsigned guest) const {
    if (home_[guest]) return *home_[guest];
    return place(guest);
}

void Emitter::copy(const Gp &to, unsigned guest) {
    if (guest == 0)
        a.mov(to, 0);
    else if (!home_[guest])
        a.mov(to, place(guest));
    else if (home_[guest]->id() != to.id())
        a.mov(to, *home_[guest]);
}

Gp Emitter::reg(unsigned guest, const Gp &spare) {
    if (home_[guest]) return *home_[guest];
    copy(spare, guest);
    return spare;
}

void Emitter::set(unsigned guest, const Gp &from) {
    if (guest == sink) return;
    if (!home_[guest])
        a.mov(place(guest), from);
    else if (home_[guest]->id() != from.id())
        a.mov(*home_[guest], from);
}

void Emitter::set(unsigned guest, std::uint32_t constant) {
    if (guest == sink) return;
    if (home_[guest])
        a.mov(*home_[guest], constant);
    else
        a.mov(place(guest), constant);
}

void Emitter::compare(unsigned s, unsigned t) {
    if (t == 0 && home_[s])
        a.test(*home_[s], *home_[s]);
    else if (t == 0)
        a.cmp(place(s), 0);
    else if (home_[s] || !home_[t])
        a.emit(Inst::kIdCmp, reg(s, a1), value(t));
    else
        a.cmp(place(s), *home_[t]);
}

void Emitter::compare_imm(unsigned s, std::uint32_t imm) {
    if (home_[s] && imm == 0)
        a.test(*home_[s], *home_[s]);
    else
        a.emit(Inst::kIdCmp, value(s), asmjit::Imm(signed_imm(imm)));
}

/// As Entry is called: state, at, left, count, read, write; the rest is on the stack.
void Emitter::prologue() {
    for (const Gp &r : saved) a.push(r);
    static_assert(at_write == at_read + 8 && at_read == at_latch + 8);
    static_assert(at_until == at_write + 8 + 8 * std::ssize(saved) + 8);
    static_assert(at_pages == 0 && at_latch == 8 * KnownPages::most && at_latch % 16 == 0);
    a.push(x86::r9);
    a.push(x86::r8);
    a.push(x86::rax); // room for the latch; the stack is aligned for a call now
    a.sub(x86::rsp, at_latch);
    a.mov(state, x86::rdi);
    a.mov(left, x86::rdx);
    a.mov(count, x86::rcx);
    a.mov(x86::rax, x86::rsi);
    a.bind(load_);
    for (const unsigned guest : loaded_) a.mov(*home_[guest], place(guest));
    a.jmp(x86::rax);
}

/// rax: pc and carry, rdx: why (as Left is returned).
void Emitter::epilogue() {
    const Label stored = a.newLabel();
    a.bind(finish_);
    for (const unsigned guest : stored_) a.mov(place(guest), *home_[guest]);
    a.bind(stored);
    a.mov(x86::rcx, stack(at_until));
    a.sub(x86::rcx, left);
    a.mov(field64(offsetof(State, now)), x86::rcx);
    a.mov(field64(offsetof(State, instructions)), count);
    if (number_) {
        a.mov(x86::rcx, std::uint64_t{number_} << 32);
        a.or_(x86::rdx, x86::rcx);
    }
    a.add(x86::rsp, at_latch + 24); // all that the prologue pushed behind them
    for (auto r = std::rbegin(saved); r != std::rend(saved); ++r) a.pop(*r);
    a.ret();

    static_assert(static_cast<int>(Leave::go_on) == 0);
    a.bind(go_);
    for (const unsigned guest : stored_) a.mov(place(guest), *home_[guest]);
    a.mov(a2, a1);
    a.mov(x86::rdx, reinterpret_cast<std::uint64_t>(links_.table()));
    a.and_(a2, links_.mask() << links_.shift());
    a.shl(a2, 4 - links_.shift());
    a.add(x86::rcx, x86::rdx);
    a.xor_(a3, a3);
    a.cmp(x86::rax, x86::qword_ptr(x86::rcx, offsetof(Links::Link, pc)));
    a.jne(stored);
    a.jmp(x86::qword_ptr(x86::rcx, offsetof(Links::Link, at)));
}

void Emitter::go_to_rax() { a.jmp(go_); }

Label Emitter::linked(const Label &label) {
    return cold([this, label] {
        a.lea(x86::rax, x86::ptr(label));
        a.jmp(load_);
    });
}

void Emitter::leave(std::uint32_t pc, Late carry, std::uint64_t why) {
    if (carry)
        a.mov(x86::rax, std::uint64_t{packed(carry)} << 32 | pc);
    else
        a.mov(x86::eax, pc);
    if (why)
        a.mov(x86::edx, why);
    else
        a.xor_(x86::edx, x86::edx);
    a.jmp(finish_);
}

void Emitter::leave_at_rax() {
    static_assert(static_cast<int>(Leave::go_on) == 0);
    a.xor_(x86::edx, x86::edx);
    a.jmp(finish_);
}

void Emitter::leave_as_entered_in_slot() {
    a.mov(x86::eax, field(offsetof(State, pc)));
    a.mov(x86::edx, static_cast<std::uint64_t>(Leave::slot));
    a.jmp(finish_);
}

void Emitter::spend(std::int32_t cycles, std::int32_t instructions) {
    if (cycles) a.sub(left, cycles);
    if (instructions) a.add(count, instructions);
}

void Emitter::free_unit() {
    const x86::Mem ready = field64(offsetof(State, unit_ready));
    a.mov(x86::rax, stack(at_until));
    a.sub(x86::rax, left);
    a.cmp(x86::rax, ready);
    const Label sooner = a.newLabel();
    a.jae(sooner);
    a.mov(ready, x86::rax);
    a.bind(sooner);
}

void Emitter::on_bail(const Bail &bail) {
    bail_ = bail;
    bail_.flags = deferred_flags_;
    bail_label_ = Label();
}

Label Emitter::bail() {
    if (!bail_label_.isValid())
        bail_label_ = cold([this, bail = bail_] {
            if (bail.flags) bail.flags();
            spend(bail.cycles, bail.instructions);
            if (bail.frees_unit) free_unit();
            leave(bail.pc, 0, bail.why);
        });
    return bail_label_;
}

Label Emitter::cold(std::function<void()> emit) {
    cold_.push_back({a.newLabel(), std::move(emit)});
    return cold_.back().label;
}

void Emitter::emit_cold() {
    for (std::size_t i = 0; i < cold_.size(); ++i) { // each may ask for another
        const Cold cold = std::move(cold_[i]);
        a.bind(cold.label);
        forget_flags();
        pages.forget();
        cold.emit();
    }
}

Label Emitter::without_pages(const Label &here) {
    return cold([this, here, used = pages.used()] {
        for (unsigned slot = 0; slot < KnownPages::most; ++slot)
            if (used >> slot & 1) a.mov(stack(static_cast<Slot>(at_pages + 8 * slot)), 0);
        a.jmp(here);
    });
}

void Emitter::call(Function function, const Uop &op, bool any, const Label &bail) {
    forget_flags();
    const auto kept = [this](unsigned guest) { return home_[guest] < guest_homes + kept_by_calls; };
    for (const unsigned guest : stored_)
        if (any || !kept(guest) || guest == op.a || guest == op.b || guest == op.to)
            a.mov(place(guest), *home_[guest]);
    a.mov(x86::rdi, state);
    a.mov(x86::rsi, reinterpret_cast<std::uint64_t>(&op));
    a.mov(x86::rax, reinterpret_cast<std::uint64_t>(function));
    a.call(x86::rax);
    for (const unsigned guest : loaded_)
        if (any || !kept(guest) || guest == op.to) a.mov(*home_[guest], place(guest));
    a.test(x86::al, x86::al);
    a.jz(bail);
}

void Emitter::load_host_flags() {
    // It reads words that are never in the host's registers.
    std::vector<Gp> kept;
    for (const unsigned guest : loaded_)
        if (home_[guest] >= guest_homes + kept_by_calls) kept.push_back(home_[guest]->r64());
    if (kept.size() % 2) kept.push_back(x86::rcx); // the stack stays aligned
    for (const Gp &r : kept) a.push(r);
    a.mov(x86::rdi, state);
    a.mov(x86::rax, reinterpret_cast<std::uint64_t>(host_flags));
    a.call(x86::rax);
    for (auto r = kept.rbegin(); r != kept.rend(); ++r) a.pop(*r);
    flags_from_a1();
}

void Emitter::flags_from_a1() {
    a.add(x86::al, 0x7F); // overflows with 1
    a.sahf();
}

} // namespace inlet::engine
