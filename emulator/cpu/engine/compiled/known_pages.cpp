#include "cpu/engine/compiled/known_pages.h"

#include <algorithm>

namespace inlet::engine {

namespace {

/// Accesses are taken together where they are no farther apart: so they are mostly in one page.
constexpr std::int32_t farthest = 512;

/// Whether it may write the register.
bool writes(const Uop &op, unsigned guest) {
    return op.code == UopCode::CALL || op.to == guest || (op.to && op.to + 1u == guest);
}

} // namespace

std::optional<PlainAccess> plain_access(UopCode code) {
    switch (code) {
    case UopCode::LB:
    case UopCode::LBU: return PlainAccess{1, false, false};
    case UopCode::LH:
    case UopCode::LHU: return PlainAccess{2, false, true};
    case UopCode::LW:
    case UopCode::LWC1: return PlainAccess{4, false, true};
    case UopCode::LH_ANY:
    case UopCode::LHU_ANY:
    case UopCode::LH_LE:
    case UopCode::LHU_LE: return PlainAccess{2, false, false};
    case UopCode::LW_ANY:
    case UopCode::LW_LE: return PlainAccess{4, false, false};
    case UopCode::SB: return PlainAccess{1, true, false};
    case UopCode::SH: return PlainAccess{2, true, true};
    case UopCode::SW:
    case UopCode::SWC1: return PlainAccess{4, true, true};
    case UopCode::SH_ANY:
    case UopCode::SH_LE: return PlainAccess{2, true, false};
    case UopCode::SW_ANY:
    case UopCode::SW_LE: return PlainAccess{4, true, false};
    default: return {};
    }
}

unsigned KnownPages::used() const {
    unsigned slots = 0;
    for (const Page &page : pages_)
        if (page.base) slots |= 1u << page.slot;
    return slots;
}

void KnownPages::wrote(const Uop &op) {
    for (Page &page : pages_)
        if (page.base && writes(op, page.base)) page = {};
    for (Alignment &one : aligned_)
        if (one.base && writes(op, one.base)) one = {};
}

void KnownPages::align(const Alignment &found) {
    if (!found.base) return;
    aligned_[next_aligned_] = found;
    next_aligned_ = (next_aligned_ + 1) % most;
}

bool KnownPages::is_aligned(unsigned base, std::int32_t at, std::uint32_t size) const {
    return std::ranges::any_of(aligned_, [&](const Alignment &one) {
        return base && one.base == base && one.size >= size &&
               static_cast<std::uint32_t>(at - one.at) % size == 0;
    });
}

const KnownPages::Page *KnownPages::find(const Uop &op, const PlainAccess &access) const {
    const auto at = static_cast<std::int32_t>(op.imm);
    for (const Page &page : pages_)
        if (op.a && page.base == op.a && page.stores == access.stores && at >= page.first &&
            at < page.end && page.end - at >= static_cast<std::int32_t>(access.size))
            return &page;
    return nullptr;
}

std::optional<KnownPages::Page> KnownPages::begin(const Uop &op, const PlainAccess &access,
                                                  const Uop *end) {
    if (!op.a || writes(op, op.a)) return {};
    const auto at = static_cast<std::int32_t>(op.imm);
    if (at < -farthest * 64 || at > farthest * 64) return {};
    Page page{op.a,  access.stores,
              at,    at + static_cast<std::int32_t>(access.size),
              next_, access.aligned ? access.size : 1,
              at};
    bool more = false;
    for (const Uop *next = &op + 1; next < end && !ends_block(next->code); ++next) {
        const auto other = plain_access(next->code);
        if (other && next->a == op.a && other->stores == access.stores) {
            const auto there = static_cast<std::int32_t>(next->imm);
            if (there > at - farthest && there < at + farthest) {
                page.first = std::min(page.first, there);
                page.end = std::max(page.end, there + static_cast<std::int32_t>(other->size));
                more = true;
            }
        }
        if (writes(*next, op.a)) break;
    }
    if (!more) return {};
    pages_[next_] = page;
    next_ = (next_ + 1) % most;
    return page;
}

} // namespace inlet::engine
