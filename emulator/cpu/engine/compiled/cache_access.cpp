#include "cpu/engine/compiled/cache_access.h"

#include "memory/caches.h"
#include "memory/memory.h"

#include <bit>
#include <utility>

namespace inlet::engine {

namespace {

using CacheCall = std::uint64_t (*)(Caches *, std::uint32_t, std::uint64_t, std::uint64_t);
constexpr std::uint64_t refused = ~std::uint64_t{0};

/// The cycles that it takes, or `refused`.
template <bool (Caches::*access)(std::uint32_t, std::uint64_t, std::uint64_t, CacheStall &)>
std::uint64_t cycles_of(Caches *caches, std::uint32_t address, std::uint64_t now,
                        std::uint64_t limit) {
    CacheStall stall;
    return (caches->*access)(address, now, limit, stall) ? stall.total() : refused;
}

x86::Mem view(std::size_t member) {
    return x86::qword_ptr(x86::rcx, static_cast<std::int32_t>(member));
}

/// Calls `access` for the address in eax, at `now` = until - left - `before_end`, and pays for it.
/// Changes a1 to a3.
void call_caches(Emitter &e, CacheCall access, std::int32_t before_end, const Label &bail) {
    // Of those that hold guest registers a call changes these.
    constexpr Gp changed[] = {x86::rsi, x86::rdi, x86::r8, x86::r9, x86::r10, x86::r11};
    constexpr std::int32_t pushed = sizeof(std::uint64_t) * std::size(changed);
    static_assert(pushed % 16 == 0);
    for (const Gp &r : changed) e.a.push(r);
    e.a.mov(x86::esi, x86::eax);
    e.a.mov(x86::rcx, x86::qword_ptr(x86::rsp, pushed + at_caches));
    e.a.mov(x86::rdi, view(offsetof(Caches::View, caches)));
    e.a.mov(x86::rdx, x86::qword_ptr(x86::rsp, pushed + at_until));
    e.a.sub(x86::rdx, left);
    if (before_end) e.a.sub(x86::rdx, before_end);
    e.a.mov(x86::rcx, left);
    e.a.mov(x86::rax, reinterpret_cast<std::uint64_t>(access));
    e.a.call(x86::rax);
    for (auto r = std::rbegin(changed); r != std::rend(changed); ++r) e.a.pop(*r);
    e.a.cmp(x86::rax, -1);
    e.a.je(bail);
    e.a.sub(left, x86::rax);
}

/// The number of an address's set times the bytes that a set has in Caches::View.
struct Sets {
    explicit Sets(const CacheConfig &config)
        : bytes_bits(static_cast<unsigned>(std::countr_zero(config.ways * 4))),
          line_bits(static_cast<unsigned>(std::countr_zero(config.line))),
          mask((config.size / config.line / config.ways - 1) << bytes_bits) {}
    std::uint32_t of(std::uint32_t address) const {
        return address >> line_bits << bytes_bits & mask;
    }
    unsigned bytes_bits, line_bits;
    std::uint32_t mask;
};

} // namespace

namespace {

/// Of the line that contains an instruction, in the cache that it is fetched from.
struct Line {
    Line(const Emitter &e, std::uint32_t pc)
        : address(pc & ~(e.caches->fetch_line() - 1)),
          set(Sets(e.caches->unified ? *e.caches->data : *e.caches->instruction).of(pc)) {}

    /// To `to` if it was not fetched last. Loads rcx.
    void unless_fetched(Emitter &e, const Label &to) const {
        e.a.mov(x86::rcx, stack(at_caches));
        e.a.mov(x86::rdx, view(offsetof(Caches::View, fetched)));
        e.a.cmp(x86::dword_ptr(x86::rdx), signed_imm(address));
        e.a.jne(to);
    }
    /// To `to` if it is not the latest of its set.
    void unless_latest(Emitter &e, const Label &to) const {
        e.a.mov(x86::rdx, view(offsetof(Caches::View, fetch_lines)));
        e.a.mov(a1, x86::dword_ptr(x86::rdx, signed_imm(set)));
        e.a.or_(a1, Cache::modified);
        e.a.cmp(a1, signed_imm(address | Cache::valid | Cache::modified));
        e.a.jne(to);
    }
    void remember(Emitter &e) const {
        e.a.mov(x86::rdx, view(offsetof(Caches::View, fetched)));
        e.a.mov(x86::dword_ptr(x86::rdx), address);
    }

    std::uint32_t address, set;
};

} // namespace

void fetch_line(Emitter &e, std::uint32_t pc, std::uint32_t after) {
    if (!e.caches->fetch_line()) return;
    const Line line(e, pc);
    const Label fetched = e.a.newLabel();
    line.unless_fetched(e, e.cold([=, &e, bail = e.bail(), before_end = e.before_end(after)] {
        const Label other = e.a.newLabel();
        line.unless_latest(e, other);
        line.remember(e);
        e.a.jmp(fetched);
        e.a.bind(other);
        e.a.mov(a1, pc);
        call_caches(e, cycles_of<&Caches::fetch>, before_end, bail);
        e.a.jmp(fetched);
    }));
    e.a.bind(fetched);
}

void check_line(Emitter &e, std::uint32_t pc, const Label &otherwise) {
    if (!e.caches->fetch_line()) return;
    const Line line(e, pc);
    const Label free = e.a.newLabel();
    line.unless_fetched(e, e.cold([=, &e] {
        line.unless_latest(e, otherwise);
        e.a.jmp(free);
    }));
    e.a.bind(free);
}

void remember_line(Emitter &e, std::uint32_t pc) {
    if (!e.caches->fetch_line()) return;
    e.a.mov(x86::rcx, stack(at_caches));
    Line(e, pc).remember(e);
}

void access_cache(Emitter &e, const Uop &op, Slot table, const Label &bail,
                  std::function<void()> compute) {
    const bool store = table == at_write;
    const std::optional<CacheConfig> &data = e.caches->data;
    if (!data && (!store || !e.caches->write_buffer)) return;
    const Label done = e.a.newLabel();
    const Label other =
        e.cold([=, &e, before_end = e.before_end(op.next), compute = std::move(compute)] {
            e.a.mov(a2, a1);
            e.a.shr(a2, page_bits);
            e.a.cmp(a1, x86::dword_ptr(x86::rsp, store ? at_writable : at_bytes));
            e.a.jae(bail);
            e.a.mov(x86::rdx, stack(table));
            e.a.cmp(x86::qword_ptr(x86::rdx, x86::rcx, 3), 0);
            e.a.je(bail);
            call_caches(e, store ? cycles_of<&Caches::store> : cycles_of<&Caches::load>, before_end,
                        bail);
            compute();
            e.a.jmp(done);
        });
    const bool buffered =
        store && e.caches->write_buffer && data && data->write != WritePolicy::back;
    if (!data || buffered) {
        e.a.jmp(other);
    } else {
        const Sets sets(*data);
        e.a.mov(x86::rcx, stack(at_caches));
        e.a.mov(x86::rdx, view(offsetof(Caches::View, data_lines)));
        e.a.mov(a2, a1);
        if (sets.line_bits > sets.bytes_bits)
            e.a.shr(a2, sets.line_bits - sets.bytes_bits);
        else if (sets.line_bits < sets.bytes_bits)
            e.a.shl(a2, sets.bytes_bits - sets.line_bits);
        e.a.and_(a2, signed_imm(sets.mask));
        e.a.mov(a3, x86::dword_ptr(x86::rdx, x86::rcx));
        e.a.mov(a2, a1);
        e.a.and_(a2, signed_imm(~(data->line - 1)));
        e.a.or_(a2, Cache::valid | Cache::modified);
        const bool must_be_modified = store && data->write == WritePolicy::back;
        if (!must_be_modified) e.a.or_(a3, Cache::modified);
        e.a.cmp(a2, a3);
        e.a.jne(other);
    }
    e.a.bind(done);
}

} // namespace inlet::engine
