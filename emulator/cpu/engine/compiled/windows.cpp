// Register windows: what moves to the next one is host code. The file's words go in 16 bytes at a
// time; those that are in host registers go from there, so that no wide load waits for narrow
// stores.
#include "cpu/engine/compiled/operations.h"

namespace inlet::engine {

namespace {

constexpr std::int32_t word = 4, half = 8 * word, window = 16 * word; // bytes

/// Writes one move. rcx and rdx are window numbers, then offsets of windows.
class WindowMove {
  public:
    WindowMove(Emitter &e, const WindowMoves &windows) : e_(e), w_(windows) {}

    void emit(const Uop &op) {
        const bool down = op.c == w_.down;
        const auto others = static_cast<std::int32_t>(w_.count - 1);
        e_.forget_flags();
        e_.a.mov(x86::ecx, place(w_.current));
        e_.a.lea(x86::edx, x86::ptr(x86::rcx, down ? -1 : 1));
        e_.a.and_(x86::edx, others);
        e_.a.mov(x86::eax, place(w_.invalid));
        e_.a.bt(x86::eax, x86::edx);
        e_.a.jc(e_.bail());
        sum(op);
        e_.a.mov(place(w_.current), x86::edx);
        if (down)
            go_down(others);
        else
            go_up(others);
        e_.a.movd(a1, x86::xmm5);
        e_.set(op.to, a1);
    }

  private:
    static x86::Mem place(unsigned number) { return field(offsetof(State, r) + word * number); }
    /// Of the window at an offset: its locals, and behind them its ins.
    x86::Mem block(const Gp &offset, std::int32_t at) const {
        return x86::ptr(state, offset, 0,
                        static_cast<std::int32_t>(offsetof(State, r) + word * w_.places) + at);
    }
    x86::Mem file(unsigned number, std::int32_t at) const {
        return x86::ptr(state, static_cast<std::int32_t>(offsetof(State, r) + word * number) + at);
    }

    /// The result, of the old window's registers, waits in xmm5.
    void sum(const Uop &op) {
        e_.copy(a1, op.a);
        if (op.b) e_.a.emit(Inst::kIdAdd, a1, e_.value(op.b));
        if (op.imm) e_.a.add(a1, signed_imm(op.imm));
        e_.a.movd(x86::xmm5, a1);
    }

    /// The current window's locals and ins become its block's.
    void keep_locals_and_ins(const Gp &current) {
        for (int i = 0; i < 4; ++i) {
            e_.a.movups(x86::xmm(i), file(w_.locals, 16 * i));
            e_.a.movups(block(current, 16 * i), x86::xmm(i));
        }
        for (unsigned n = 0; n < 16; ++n)
            if (const Gp *home = e_.home(w_.locals + n))
                e_.a.mov(narrow(block(current, word * signed_imm(n))), *home);
    }
    /// The current window's outs become the ins of the window at an offset.
    void keep_outs(const Gp &below) {
        for (int i = 0; i < 2; ++i) {
            e_.a.movups(x86::xmm(i), file(w_.outs, 16 * i));
            e_.a.movups(block(below, half + 16 * i), x86::xmm(i));
        }
        for (unsigned n = 0; n < 8; ++n)
            if (const Gp *home = e_.home(w_.outs + n))
                e_.a.mov(narrow(block(below, half + word * signed_imm(n))), *home);
    }
    /// Eight registers of the file become what a window has `at` its offset.
    void take(unsigned first, const Gp &offset, std::int32_t at) {
        for (int i = 0; i < 2; ++i) {
            e_.a.movups(x86::xmm(i), block(offset, at + 16 * i));
            e_.a.movups(file(first, 16 * i), x86::xmm(i));
        }
        for (unsigned n = 0; n < 8; ++n)
            if (const Gp *home = e_.home(first + n))
                e_.a.mov(*home, narrow(block(offset, at + word * signed_imm(n))));
    }
    static x86::Mem narrow(x86::Mem memory) {
        memory.setSize(4);
        return memory;
    }
    /// Eight registers of the file become what eight others are; `kept` is an offset where these
    /// are too.
    void copy(unsigned to, unsigned from, const Gp &kept) {
        for (int i = 0; i < 2; ++i) {
            e_.a.movups(x86::xmm(i), file(from, 16 * i));
            e_.a.movups(file(to, 16 * i), x86::xmm(i));
        }
        for (unsigned n = 0; n < 8; ++n) {
            const Gp *source = e_.home(from + n), *target = e_.home(to + n);
            if (target)
                e_.a.mov(*target, narrow(block(kept, half + word * signed_imm(n))));
            else if (source)
                e_.a.mov(narrow(file(to, word * signed_imm(n))), *source);
        }
    }

    /// rcx: the current window, rdx: the one below, which becomes current.
    void go_down(std::int32_t others) {
        e_.a.lea(x86::eax, x86::ptr(x86::rdx, -1));
        e_.a.and_(x86::eax, others);
        for (const Gp &number : {x86::eax, x86::ecx, x86::edx}) e_.a.shl(number, 6);
        static_assert(window == 1 << 6);
        keep_locals_and_ins(x86::rcx);
        keep_outs(x86::rdx);
        copy(w_.locals + 8, w_.outs, x86::rdx);
        take(w_.locals, x86::rdx, 0);
        take(w_.outs, x86::rax, half);
    }
    /// rcx: the current window, rdx: the one above, which becomes current.
    void go_up(std::int32_t others) {
        e_.a.lea(x86::eax, x86::ptr(x86::rcx, -1));
        e_.a.and_(x86::eax, others);
        for (const Gp &number : {x86::eax, x86::ecx, x86::edx}) e_.a.shl(number, 6);
        keep_locals_and_ins(x86::rcx);
        keep_outs(x86::rax);
        copy(w_.outs, w_.locals + 8, x86::rcx);
        take(w_.locals, x86::rdx, 0);
        take(w_.locals + 8, x86::rdx, half);
    }

    Emitter &e_;
    const WindowMoves &w_;
};

} // namespace

bool emit_window(Emitter &e, const Uop &op) {
    if (!e.windows || op.code != UopCode::CALL ||
        (op.c != e.windows->down && op.c != e.windows->up))
        return false;
    WindowMove(e, *e.windows).emit(op);
    return true;
}

} // namespace inlet::engine
