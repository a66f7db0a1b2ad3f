#include "cpu/engine/compiled/region.h"

#include <algorithm>
#include <deque>
#include <set>

namespace inlet::engine {

namespace {

/// Straight-line code is cut into blocks no longer than this.
constexpr std::uint32_t longest_block = 200; // operations

/// Whether the group at `index` can be compiled: an instruction, or a branch with its slot.
bool compilable_group(const Uop *ops, std::uint32_t index) {
    std::uint32_t k = index;
    do
        if (!compilable(ops[k].code)) return false;
    while (!ends_block(ops[k].code) && ops[++k].pc == ops[index].pc);
    return true;
}

struct Finder {
    const Program &program;
    const Uop *ops;
    std::set<std::uint32_t> leaders;
    std::set<std::uint32_t> entries;

    /// The operations from `first` to where the block ends.
    Block block(std::uint32_t first) const {
        Block b;
        b.first = first;
        b.awaits = first && ops[first - 1].code == UopCode::AWAIT;
        std::uint32_t k = first;
        for (;;) {
            const bool group_begins = k == first || ops[k].pc != ops[k - 1].pc;
            if (group_begins && k != first &&
                (!compilable_group(ops, k) || leaders.contains(k) || k - first >= longest_block))
                break;
            if (ends_block(ops[k++].code)) {
                b.branches = true;
                break;
            }
        }
        b.end = k;
        if (!b.branches) { // what follows is paid by whoever runs it
            b.carry = program.loads_before(ops[k].pc);
            b.cycles_behind =
                ops[k].to_end + (b.carry & ops[k].uses ? program.timing().load_use : 0);
            b.count_behind = ops[k].count;
        }
        b.cycles = ops[first].to_end - b.cycles_behind;
        b.count = ops[first].count - b.count_behind;
        return b;
    }

    template <typename See> void successors(const Block &b, See see) {
        const Uop &last = ops[b.end - 1];
        if (!b.branches) {
            see(behind_edge(ops, b.end));
            return;
        }
        if (last.code == UopCode::JAL || last.code == UopCode::JALR) {
            if (const Uop *op = program.op_at(program.behind(last.pc))) {
                const std::uint32_t back = behind_edge(ops, static_cast<std::uint32_t>(op - ops));
                entries.insert(back);
                see(back);
            }
        }
        if (last.code == UopCode::JR_BITS || last.code == UopCode::JR_NO_BITS)
            see(behind_edge(ops, last.next));
        if (is_jump_away(last.code)) return;
        see(behind_edge(ops, last.target));
        if (last.code != UopCode::J && last.code != UopCode::JAL) see(behind_edge(ops, last.next));
    }
};

/// A block is in a loop when a later one branches back to it or before it.
void find_loops(const Uop *ops, std::vector<Block> &blocks) {
    for (const Block &b : blocks) {
        const Uop &last = ops[b.end - 1];
        if (!b.branches || last.code == UopCode::JAL || is_jump_away(last.code)) continue;
        for (const std::uint32_t to : {last.target, last.next}) {
            const std::uint32_t head = behind_edge(ops, to);
            if (head > b.first) continue;
            for (Block &inside : blocks)
                if (inside.first >= head && inside.first <= b.first) ++inside.depth;
            if (last.code == UopCode::J) break; // its `next` is not used
        }
    }
}

} // namespace

bool compilable(UopCode code) {
    switch (code) {
    case UopCode::BREAK: // always a trap
    case UopCode::LEAVE:
    case UopCode::CARRY:
    case UopCode::AWAIT:
    case UopCode::CHARGE:
    case UopCode::SPIN:
    case UopCode::SPIN_EXIT:
    case UopCode::HEAD:
    case UopCode::COUNT: return false;
    default: return true;
    }
}

const Block *Region::at(std::uint32_t index) const {
    const auto found =
        std::lower_bound(blocks.begin(), blocks.end(), index,
                         [](const Block &b, std::uint32_t value) { return b.first < value; });
    return found != blocks.end() && found->first == index ? &*found : nullptr;
}

std::uint32_t behind_edge(const Uop *ops, std::uint32_t index) {
    for (;;) switch (ops[index].code) {
        case UopCode::SPIN:
        case UopCode::SPIN_EXIT:
        case UopCode::CHARGE: index = ops[index].target; break;
        case UopCode::CARRY:
        case UopCode::AWAIT: ++index; break;
        default: return index;
        }
}

Region find_region(const Program &program, std::span<const std::uint32_t> roots,
                   std::uint32_t most_ops) {
    Finder finder{program, program.ops(), {}, {}};
    const Uop *const ops = finder.ops;
    std::deque<std::uint32_t> open(roots.begin(), roots.end());
    if (roots.size() > 1) finder.entries.insert(roots.begin(), roots.end());
    Region region;
    std::uint32_t total = 0;
    while (!open.empty()) {
        const std::uint32_t first = open.front();
        open.pop_front();
        if (finder.leaders.contains(first) || !compilable_group(ops, first)) continue;
        const Block b = finder.block(first);
        if (total && total + (b.end - b.first) > most_ops) {
            region.complete = false;
            continue;
        }
        total += b.end - b.first;
        finder.leaders.insert(first);
        finder.successors(b, [&](std::uint32_t next) { open.push_back(next); });
    }
    for (const std::uint32_t first : finder.leaders) region.blocks.push_back(finder.block(first));
    for (const std::uint32_t entry : finder.entries)
        if (finder.leaders.contains(entry)) region.entries.push_back(entry);
    find_loops(ops, region.blocks);
    return region;
}

} // namespace inlet::engine
