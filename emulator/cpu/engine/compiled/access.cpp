// Loads and stores, as memory.def has them, those of floating point too.
#include "cpu/engine/compiled/cache_access.h"
#include "cpu/engine/compiled/operations.h"
#include "memory/memory.h"

namespace inlet::engine {

namespace {

/// An access without the register that its indexed form adds.
struct Form {
    UopCode code;
    bool indexed;
};

Form form_of(UopCode code) {
    switch (code) {
#define LOAD(name, type, effect)                                                                   \
    case UopCode::name##_X:                                                                        \
        return {UopCode::name, true};
#define LOAD_ANY(name, type, effect) LOAD(name, type, effect)
#define STORE(name, type, effect) LOAD(name, type, effect)
#define STORE_ANY(name, type, effect) LOAD(name, type, effect)
#define LOAD_PART(name, effect)
#define STORE_PART(name, effect)
#define ALU(name, effect)
#define TRAP(name, condition, kind, effect)
#define BRANCH(name, condition)
#include "cpu/engine/beyond_mips.def"
#include "cpu/engine/memory.def"
#undef LOAD
#undef LOAD_ANY
#undef STORE
#undef STORE_ANY
#undef LOAD_PART
#undef STORE_PART
#undef ALU
#undef TRAP
#undef BRANCH
    default: return {code, false};
    }
}

struct Access {
    Emitter &e;
    const bool indexed;

    /// The same as rcx and a displacement for what plain_access() has: it need not be looked up
    /// where an access by the same register has found its page.
    x86::Mem plain(const Uop &op, std::uint32_t size, Slot table, bool anywhere = false) {
        if (table == at_read && e.loads_directly(op)) return direct(op, size, anywhere);
        const auto access = plain_access(op.code);
        if (indexed || !access || e.caches)
            return table == at_write ? stored(op, size, anywhere)
                                     : element(op, size, table, anywhere);
        const std::int32_t at = signed_imm(op.imm);
        if (const KnownPages::Page *const known = e.pages.find(op, *access)) {
            const x86::Mem address = x86::ptr(x86::rcx, at, size);
            const auto distance = static_cast<std::uint32_t>(at - known->aligned_at);
            if (access->aligned && (known->alignment < size || distance % size)) {
                e.a.lea(a1, x86::ptr(e.reg(op.a, a1).r64(), at));
                e.a.test(x86::al, size - 1);
                e.a.jnz(e.bail());
            }
            e.a.mov(x86::rcx, slot(*known));
            e.a.test(x86::rcx, x86::rcx);
            // All that is emitted there has its own way back, and knows no pages.
            const Label found = e.a.newLabel();
            e.a.jz(e.cold(
                [this_ = *this, op, size, table, anywhere, at, found, bail = e.bail()]() mutable {
                    this_.look_up(op, size, table, anywhere, bail);
                    this_.e.a.add(x86::rcx, x86::rax);
                    if (at) this_.e.a.sub(x86::rcx, at);
                    this_.e.a.jmp(found);
                }));
            e.a.bind(found);
            return address;
        }
        const auto page = e.pages.begin(op, *access, e.operations_end());
        const x86::Mem address = table == at_write && !page ? stored(op, size, anywhere)
                                                            : element(op, size, table, anywhere);
        if (page) {
            const Label kept = e.a.newLabel();
            e.a.lea(x86::rdx, x86::ptr(x86::rcx, x86::rax, 0, -at));
            e.a.mov(slot(*page), x86::rdx);
            e.a.lea(a3, x86::ptr(x86::rax, page->first - at));
            e.a.cmp(a3, static_cast<std::int32_t>(page_bytes) - (page->end - page->first));
            e.a.ja(e.cold([&e = e, kept, to = slot(*page)] {
                e.a.mov(to, 0);
                e.a.jmp(kept);
            }));
            e.a.bind(kept);
        }
        return address;
    }
    static x86::Mem slot(const KnownPages::Page &page) {
        return stack(static_cast<Slot>(at_pages + 8 * page.slot));
    }

    /// The operand of the next instruction, which is the load.
    x86::Mem direct(const Uop &op, std::uint32_t size, bool anywhere) {
        x86::Mem from = x86::ptr(a1, 0, size);
        const Gp *const base = op.a ? e.home(op.a) : nullptr;
        const Gp *const index = indexed ? e.home(op.c) : nullptr;
        if (size > 1 && !anywhere &&
            (indexed || !e.pages.is_aligned(op.a, signed_imm(op.imm), size))) {
            compute(op);
            e.a.test(x86::al, size - 1);
            e.a.jnz(e.bail());
            if (!indexed) e.pages.align({op.a, size, signed_imm(op.imm)});
        } else if (base && index) {
            from = x86::ptr(*base, *index, 0, signed_imm(op.imm), size);
        } else if (base && !indexed) {
            from = x86::ptr(*base, signed_imm(op.imm), size);
        } else {
            compute(op);
        }
        from.setSegment(x86::gs); // registers of 32 bits: the host truncates the address
        e.next_loads_directly(op);
        return from;
    }

    /// The operand of a store for which the page table is only asked whether it may be made.
    x86::Mem stored(const Uop &op, std::uint32_t size, bool anywhere) {
        if (!e.loads_directly(op) || !e.movbe) return element(op, size, at_write, anywhere);
        const Label bail = e.bail();
        compute(op);
        in_page(size, anywhere, bail);
        e.a.cmp(a1, x86::dword_ptr(x86::rsp, at_writable));
        e.a.jae(bail);
        e.a.mov(a2, a1);
        e.a.mov(x86::rdx, stack(at_write));
        e.a.shr(a2, page_bits);
        e.a.cmp(x86::qword_ptr(x86::rdx, x86::rcx, 3), 0);
        e.a.je(bail);
        x86::Mem to = x86::ptr(a1, 0, size);
        to.setSegment(x86::gs);
        return to;
    }
    /// The instruction that is emitted next is a store to such an operand.
    void next_stores(const Uop &op, const x86::Mem &to) {
        if (to.hasSegment()) e.next_loads_directly(op);
    }

    /// The same as plain() for one load of any kind.
    x86::Mem loaded(const Uop &op, std::uint32_t size, bool anywhere = false) {
        return e.loads_directly(op) ? direct(op, size, anywhere)
                                    : element(op, size, at_read, anywhere);
    }

    /// The guest's address in a1.
    void compute(const Uop &op) {
        if (indexed) {
            e.copy(a1, op.a);
            e.a.emit(Inst::kIdAdd, a1, e.value(op.c));
            if (op.imm) e.a.add(a1, signed_imm(op.imm));
        } else if (op.a == 0) {
            e.a.mov(a1, op.imm);
        } else if (e.home(op.a)) {
            e.a.lea(a1, x86::ptr(e.home(op.a)->r64(), signed_imm(op.imm)));
        } else {
            e.copy(a1, op.a);
            if (op.imm) e.a.add(a1, signed_imm(op.imm));
        }
    }

    /// The host address of S + I as rcx + rax, and rax is its place in its page; bails out where
    /// there is none. `anywhere`: it need not be aligned, but must be in one page. Changes a1 to
    /// a3.
    x86::Mem element(const Uop &op, std::uint32_t size, Slot table, bool anywhere = false) {
        return look_up(op, size, table, anywhere, e.bail());
    }
    x86::Mem look_up(const Uop &op, std::uint32_t size, Slot table, bool anywhere,
                     const Label &bail) {
        compute(op);
        in_page(size, anywhere, bail);
        if (e.caches)
            access_cache(e, op, table, bail, [this_ = *this, op]() mutable { this_.compute(op); });
        e.a.mov(a2, a1);
        e.a.mov(x86::rdx, stack(table));
        e.a.shr(a2, page_bits);
        e.a.cmp(a1, x86::dword_ptr(x86::rsp, table == at_write ? at_writable : at_bytes));
        e.a.jae(bail);
        e.a.mov(x86::rcx, x86::qword_ptr(x86::rdx, x86::rcx, 3));
        e.a.and_(a1, page_bytes - 1);
        e.a.test(x86::rcx, x86::rcx);
        e.a.jz(bail);
        return x86::ptr(x86::rcx, x86::rax, 0, 0, size);
    }
    /// Bails out where the access at a1 is not aligned, or with `anywhere` not in one page.
    void in_page(std::uint32_t size, bool anywhere, const Label &bail) {
        if (anywhere) { // mostly it is aligned
            const Label one_page = e.a.newLabel();
            e.a.test(x86::al, size - 1);
            e.a.jnz(e.cold([&e = e, one_page, size, bail] {
                e.a.mov(a2, a1);
                e.a.and_(a2, page_bytes - 1);
                e.a.cmp(a2, page_bytes - size);
                e.a.ja(bail);
                e.a.jmp(one_page);
            }));
            e.a.bind(one_page);
        } else if (size > 1) {
            e.a.test(x86::al, size - 1);
            e.a.jnz(bail);
        }
    }

    /// Also of an access that is made only because it may fault.
    Gp result(const Uop &op) const { return op.to == sink ? a1 : e.result(op.to); }

    void load_byte(const Uop &op, Inst::Id id) {
        const x86::Mem from = plain(op, 1, at_read);
        const Gp d = result(op);
        e.a.emit(id, d, from);
        e.set(op.to, d);
    }

    void load_half(const Uop &op, Inst::Id id, bool anywhere = false, bool little = false) {
        const x86::Mem from = plain(op, 2, at_read, anywhere);
        e.a.movzx(a1, from);
        if (!little) e.a.rol(x86::ax, 8);
        const Gp d = result(op);
        e.a.emit(id, d, x86::ax);
        e.set(op.to, d);
    }

    void load_guest_word(const Gp &to, const x86::Mem &from) {
        if (e.movbe) {
            e.a.movbe(to, from);
        } else {
            e.a.mov(to, from);
            e.a.bswap(to);
        }
    }
    void store_guest_word(const x86::Mem &to, const Gp &from) {
        if (e.movbe) {
            e.a.movbe(to, from);
        } else {
            const Gp spare = from.isGpq() ? x86::rdx : a3;
            e.a.mov(spare, from);
            e.a.bswap(spare);
            e.a.mov(to, spare);
        }
    }

    void load_word(const Uop &op, bool anywhere = false, bool little = false) {
        const x86::Mem from = plain(op, 4, at_read, anywhere);
        const Gp d = result(op);
        if (little)
            e.a.mov(d, from);
        else
            load_guest_word(d, from);
        e.set(op.to, d);
    }

    void store_byte(const Uop &op) {
        const x86::Mem to = plain(op, 1, at_write);
        const Gp value = e.reg(op.b, a3);
        next_stores(op, to);
        e.a.mov(to, value.r8());
    }
    void store_half(const Uop &op, bool anywhere = false, bool little = false) {
        const x86::Mem to = plain(op, 2, at_write, anywhere);
        e.copy(a3, op.b);
        if (!little) e.a.rol(x86::dx, 8);
        next_stores(op, to);
        e.a.mov(to, x86::dx);
    }
    void store_word(const Uop &op, bool anywhere = false, bool little = false) {
        const x86::Mem to = plain(op, 4, at_write, anywhere);
        const Gp value = e.reg(op.b, a3);
        next_stores(op, to);
        if (little)
            e.a.mov(to, value);
        else
            store_guest_word(to, value);
    }

    /// The first word is the lower register's.
    void load_pair(const Uop &op) {
        load_guest_word(x86::rax, loaded(op, 8));
        e.set(op.to + 1u, a1);
        e.a.shr(x86::rax, 32);
        e.set(op.to, a1);
    }
    void store_pair(const Uop &op) {
        element(op, 8, at_write);
        store_guest_word(x86::dword_ptr(x86::rcx, x86::rax), e.reg(op.b, a3));
        store_guest_word(x86::dword_ptr(x86::rcx, x86::rax, 0, 4), e.reg(op.b + 1u, a3));
    }
    void load_float_pair(const Uop &op) {
        load_guest_word(x86::rax, loaded(op, 8));
        e.a.rol(x86::rax, 32);
        e.a.mov(field64(float_at(op.b)), x86::rax);
    }
    void store_float_pair(const Uop &op) {
        const x86::Mem to = element(op, 8, at_write);
        e.a.mov(x86::rdx, field64(float_at(op.b)));
        e.a.rol(x86::rdx, 32);
        store_guest_word(to, x86::rdx);
    }

    void load_float(const Uop &op) {
        load_guest_word(a1, plain(op, 4, at_read));
        e.a.mov(field(float_at(op.b)), a1);
    }
    void store_float(const Uop &op) {
        const x86::Mem to = plain(op, 4, at_write);
        e.a.mov(a3, field(float_at(op.b)));
        next_stores(op, to);
        store_guest_word(to, a3);
    }
    void load_double(const Uop &op) { // the first word is the high one
        const x86::Mem from = loaded(op, 8);
        load_guest_word(x86::rax, from);
        e.a.mov(field64(pair_at(op.b)), x86::rax);
    }
    void store_double(const Uop &op) {
        const x86::Mem to = element(op, 8, at_write);
        e.a.mov(x86::rdx, field64(pair_at(op.b)));
        store_guest_word(to, x86::rdx);
    }

    // Doubles numbered 0 to 31, as LDOUBLE and its like name them.
    void load_number(const Uop &op) {
        load_guest_word(x86::rax, loaded(op, 8, true));
        e.a.mov(field64(pair_at(2u * op.b)), x86::rax);
    }
    void store_number(const Uop &op) {
        const x86::Mem to = element(op, 8, at_write, true);
        e.a.mov(x86::rdx, field64(pair_at(2u * op.b)));
        store_guest_word(to, x86::rdx);
    }
    void store_low_word(const Uop &op) {
        const x86::Mem to = element(op, 4, at_write, true);
        e.a.mov(a3, field(pair_at(2u * op.b)));
        store_guest_word(to, a3);
    }
    /// Of a single, normal or zero; the interpreter has the others.
    void load_single(const Uop &op) {
        load_guest_word(a1, loaded(op, 4, true));
        const Label done = e.a.newLabel();
        e.a.mov(a3, a1);
        e.a.mov(a2, a1);
        e.a.and_(a2, signed_imm(0x80000000));
        e.a.shl(x86::rcx, 32);
        e.a.and_(a1, 0x7FFFFFFF);
        e.a.jz(done);
        e.a.sub(a1, 0x00800000);
        e.a.cmp(a1, 0x7F000000);
        e.a.jae(e.bail());
        e.a.and_(a3, 0x7FFFFFFF);
        e.a.shl(x86::rdx, 29);
        e.a.add(x86::rcx, x86::rdx);
        e.a.mov(x86::rdx, std::uint64_t{896} << 52);
        e.a.add(x86::rcx, x86::rdx);
        e.a.bind(done);
        e.a.mov(field64(pair_at(2u * op.b)), x86::rcx);
    }
    /// The same: what fits without a subnormal single.
    void store_single(const Uop &op) {
        element(op, 4, at_write, true);
        const Label normal = e.a.newLabel();
        e.a.mov(x86::rdx, field64(pair_at(2u * op.b)));
        e.a.add(x86::rax, x86::rcx); // the host address
        e.a.mov(x86::rcx, x86::rdx);
        e.a.shl(x86::rcx, 1);
        e.a.jz(normal);
        e.a.shr(x86::rcx, 53); // the exponent
        e.a.cmp(a2, 896);
        e.a.jbe(e.bail());
        e.a.bind(normal);
        e.a.mov(x86::rcx, x86::rdx);
        e.a.shr(x86::rcx, 32);
        e.a.and_(a2, signed_imm(0xC0000000));
        e.a.shr(x86::rdx, 29);
        e.a.and_(a3, 0x3FFFFFFF);
        e.a.or_(a3, a2);
        e.a.bswap(a3);
        e.a.mov(x86::dword_ptr(x86::rax), a3);
    }

    /// The aligned word that contains S + I: its host address in rax, and in ecx how far the shift
    /// is for the byte's place in it: 8 * k, or 24 - 8 * k.
    void part(const Uop &op, Slot table, bool from_the_right) {
        element(op, 1, table);
        e.a.mov(a3, a1);
        e.a.and_(a1, ~3u & (page_bytes - 1));
        e.a.add(x86::rax, x86::rcx);
        e.a.mov(a2, a3);
        e.a.and_(a2, 3);
        if (from_the_right) e.a.xor_(a2, 3);
        e.a.shl(a2, 3);
    }
    void load_part(const Uop &op, bool right) {
        part(op, at_read, right);
        if (op.to == sink) return;
        load_guest_word(a1, x86::dword_ptr(x86::rax));
        e.a.mov(a3, -1);
        e.a.emit(right ? Inst::kIdShr : Inst::kIdShl, a1, x86::cl);
        e.a.emit(right ? Inst::kIdShr : Inst::kIdShl, a3, x86::cl);
        e.a.not_(a3); // what stays of T
        e.a.emit(Inst::kIdAnd, a3, e.value(op.b));
        e.a.or_(a1, a3);
        e.set(op.to, a1);
    }
    void store_part(const Uop &op, bool right) {
        part(op, at_write, right);
        const Inst::Id id = right ? Inst::kIdShl : Inst::kIdShr;
        e.a.mov(a3, -1);
        e.a.emit(id, a3, x86::cl);
        e.a.not_(a3); // what stays of memory
        e.a.bswap(a3);
        e.a.and_(x86::dword_ptr(x86::rax), a3);
        e.copy(a3, op.b);
        e.a.emit(id, a3, x86::cl);
        e.a.bswap(a3);
        e.a.or_(x86::dword_ptr(x86::rax), a3);
    }

    /// Emits code for the memory operations. Returns false for any other operation.
    bool operation(const Uop &op, UopCode code) {
        switch (code) {
        case UopCode::LB: load_byte(op, Inst::kIdMovsx); break;
        case UopCode::LBU: load_byte(op, Inst::kIdMovzx); break;
        case UopCode::LH: load_half(op, Inst::kIdMovsx); break;
        case UopCode::LHU: load_half(op, Inst::kIdMovzx); break;
        case UopCode::LW: load_word(op); break;
        case UopCode::SB: store_byte(op); break;
        case UopCode::SH: store_half(op); break;
        case UopCode::SW: store_word(op); break;
        case UopCode::LWL: load_part(op, false); break;
        case UopCode::LWR: load_part(op, true); break;
        case UopCode::SWL: store_part(op, false); break;
        case UopCode::SWR: store_part(op, true); break;
        case UopCode::LWC1: load_float(op); break;
        case UopCode::SWC1: store_float(op); break;
        case UopCode::LDC1: load_double(op); break;
        case UopCode::SDC1: store_double(op); break;
        case UopCode::LPAIR: load_pair(op); break;
        case UopCode::SPAIR: store_pair(op); break;
        case UopCode::LPAIR_F: load_float_pair(op); break;
        case UopCode::SPAIR_F: store_float_pair(op); break;
        case UopCode::LH_ANY: load_half(op, Inst::kIdMovsx, true); break;
        case UopCode::LHU_ANY: load_half(op, Inst::kIdMovzx, true); break;
        case UopCode::LW_ANY: load_word(op, true); break;
        case UopCode::SH_ANY: store_half(op, true); break;
        case UopCode::SW_ANY: store_word(op, true); break;
        case UopCode::LH_LE: load_half(op, Inst::kIdMovsx, true, true); break;
        case UopCode::LHU_LE: load_half(op, Inst::kIdMovzx, true, true); break;
        case UopCode::LW_LE: load_word(op, true, true); break;
        case UopCode::SH_LE: store_half(op, true, true); break;
        case UopCode::SW_LE: store_word(op, true, true); break;
        case UopCode::LDOUBLE: load_number(op); break;
        case UopCode::SDOUBLE: store_number(op); break;
        case UopCode::SDOUBLE_LOW: store_low_word(op); break;
        case UopCode::LSINGLE: load_single(op); break;
        case UopCode::SSINGLE: store_single(op); break;
        default: return false;
        }
        return true;
    }
};

} // namespace

bool emit_access(Emitter &e, const Uop &op) {
    const Form form = form_of(op.code);
    return Access{e, form.indexed}.operation(op, form.code);
}

} // namespace inlet::engine
