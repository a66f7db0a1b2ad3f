#include "cpu/engine/compiled/region.h"

#include <algorithm>
#include <deque>
#include <set>

namespace inlet::mips {

namespace {

/// Straight-line code is cut into blocks no longer than this.
constexpr std::uint32_t longest_block = 200; // operations

bool ends_block(Code code) {
    switch (code) {
#define BRANCH(name, condition)                                                                    \
    case Code::name:                                                                               \
        return true;
#include "cpu/engine/branch.def"
#undef BRANCH
    case Code::BRANCH_LATCHED:
    case Code::J:
    case Code::JAL:
    case Code::JR:
    case Code::JALR: return true;
    default: return false;
    }
}

/// Whether the group at `index` can be compiled: an instruction, or a branch with its slot.
bool compilable_group(const Op *ops, std::uint32_t index) {
    if (!compilable(ops[index].code)) return false;
    return !is_latch(ops[index].code) || compilable(ops[index + 1].code);
}

struct Finder {
    const Program &program;
    const Op *ops;
    std::set<std::uint32_t> leaders;
    std::set<std::uint32_t> returns;

    /// The operations from `first` to where the block ends.
    Block block(std::uint32_t first) const {
        Block b;
        b.first = first;
        std::uint32_t k = first;
        for (;;) {
            const bool group_begins = k == first || ops[k].pc != ops[k - 1].pc;
            if (group_begins && k != first &&
                (!compilable_group(ops, k) || leaders.count(k) || k - first >= longest_block))
                break;
            if (ends_block(ops[k++].code)) {
                b.branches = true;
                break;
            }
        }
        b.end = k;
        if (!b.branches) { // what follows is paid by whoever runs it
            b.carry = program.at(ops[k].pc - 4)->loads;
            b.cycles_behind =
                ops[k].to_end + (b.carry & ops[k].uses ? program.timing().load_use : 0);
            b.count_behind = ops[k].count;
        }
        b.cycles = ops[first].to_end - b.cycles_behind;
        b.count = ops[first].count - b.count_behind;
        return b;
    }

    template <typename See> void successors(const Block &b, See see) {
        const Op &last = ops[b.end - 1];
        if (!b.branches) {
            see(b.end);
            return;
        }
        if (last.code == Code::JAL || last.code == Code::JALR) {
            if (const Op *back = program.op_at(last.imm)) {
                returns.insert(static_cast<std::uint32_t>(back - ops));
                see(static_cast<std::uint32_t>(back - ops));
            }
        }
        if (last.code == Code::JR || last.code == Code::JALR) return;
        see(behind_spin(ops, last.target));
        if (last.code != Code::J && last.code != Code::JAL) see(behind_spin(ops, last.next));
    }
};

/// A block is in a loop when a later one branches back to it or before it.
void find_loops(const Op *ops, std::vector<Block> &blocks) {
    for (const Block &b : blocks) {
        const Op &last = ops[b.end - 1];
        if (!b.branches || last.code == Code::JAL || last.code == Code::JALR ||
            last.code == Code::JR)
            continue;
        for (const std::uint32_t to : {last.target, last.next}) {
            const std::uint32_t head = behind_spin(ops, to);
            if (head > b.first) continue;
            for (Block &inside : blocks)
                if (inside.first >= head && inside.first <= b.first) ++inside.depth;
            if (last.code == Code::J) break; // its `next` is not used
        }
    }
}

} // namespace

bool compilable(Code code) {
    switch (code) {
    case Code::BREAK: // always a trap
    case Code::LEAVE:
    case Code::CARRY:
    case Code::AWAIT_HILO:
    case Code::FETCH:
    case Code::SPIN:
    case Code::SPIN_EXIT:
    case Code::HEAD:
    case Code::COUNT: return false;
    default: return true;
    }
}

bool is_latch(Code code) {
    switch (code) {
#define BRANCH(name, condition)                                                                    \
    case Code::LATCH_##name:                                                                       \
        return true;
#include "cpu/engine/branch.def"
#undef BRANCH
    default: return false;
    }
}

const Block *Region::at(std::uint32_t index) const {
    const auto found =
        std::lower_bound(blocks.begin(), blocks.end(), index,
                         [](const Block &b, std::uint32_t value) { return b.first < value; });
    return found != blocks.end() && found->first == index ? &*found : nullptr;
}

std::uint32_t behind_spin(const Op *ops, std::uint32_t index) {
    while (ops[index].code == Code::SPIN || ops[index].code == Code::SPIN_EXIT)
        index = ops[index].target;
    return index;
}

Region find_region(const Program &program, std::uint32_t root, std::uint32_t most_ops) {
    Finder finder{program, program.ops(), {}, {}};
    const Op *const ops = finder.ops;
    std::deque<std::uint32_t> open{root};
    std::uint32_t total = 0;
    while (!open.empty()) {
        const std::uint32_t first = open.front();
        open.pop_front();
        if (finder.leaders.count(first) || !compilable_group(ops, first)) continue;
        const Block b = finder.block(first);
        if (total && total + (b.end - b.first) > most_ops) continue;
        total += b.end - b.first;
        finder.leaders.insert(first);
        finder.successors(b, [&](std::uint32_t next) { open.push_back(next); });
    }
    Region region;
    for (const std::uint32_t first : finder.leaders) region.blocks.push_back(finder.block(first));
    for (const std::uint32_t back : finder.returns)
        if (finder.leaders.count(back)) region.returns.push_back(back);
    find_loops(ops, region.blocks);
    return region;
}

} // namespace inlet::mips
