#include "cpu/mips/compiled/compiled.h"

#include "cpu/memory.h"
#include "cpu/mips/compiled/translate.h"
#include "cpu/mips/engine.h"
#include "cpu/mips/spin.h"

#include <asmjit/core.h>

namespace inlet::mips {

namespace {

/// A region is no larger than this: a function with its callees, mostly.
constexpr std::uint32_t most_ops = 600;

/// Every so many times a head was entered it is looked how long it ran: what is left again soon is
/// better interpreted.
constexpr std::uint32_t trial = 256;
constexpr std::uint32_t worthwhile = 40; // cycles

} // namespace

struct Compiled::Host {
    asmjit::JitRuntime runtime;
};

Compiled::Compiled(std::span<Op> ops, const CompileOptions &options)
    : options_(options), ops_(ops), heads_(1) {
    for (std::uint32_t i = 0; i < ops_.size(); ++i) {
        if (options_.threshold == 0 && (i == 0 || ops_[i].pc != ops_[i - 1].pc)) add_head(i);
        switch (ops_[i].code) {
#define BRANCH(name, condition) case Code::name:
#include "cpu/mips/branch.def"
#undef BRANCH
        case Code::BRANCH_LATCHED:
        case Code::J: {
            const std::uint32_t to = behind_spin(ops_.data(), ops_[i].target);
            if (to <= i) add_head(to); // of a loop
            break;
        }
        case Code::JAL: add_head(ops_[i].target); break; // of a function
        default: break;
        }
    }
}

Compiled::~Compiled() = default;

bool Compiled::built() { return true; }

void Compiled::add_head(std::uint32_t op) {
    if (ops_[op].head || !compilable(ops_[op].code)) return;
    ops_[op].head = static_cast<std::uint32_t>(heads_.size());
    ops_[op].go = engine_code(false)[static_cast<std::size_t>(Code::HEAD)];
    heads_.push_back({op, 0, nullptr, nullptr});
}

/// The interpreter does this one itself from now on.
void Compiled::remove_head(std::uint32_t op) {
    ops_[op].go = engine_code(false)[static_cast<std::size_t>(ops_[op].code)];
}

void Compiled::compile(const Program &program, std::uint32_t head) {
    const std::uint32_t root = heads_[head].op;
    const Region region = find_region(program, root, most_ops);
    Translation code;
    if (region.at(root) && bytes_ < options_.most_bytes) {
        if (!host_) host_ = std::make_unique<Host>();
        code = translate(program, region, host_->runtime);
    }
    if (!code.enter) {
        remove_head(root);
        return;
    }
    bytes_ += code.bytes;
    for (const std::uint32_t back : region.returns) add_head(back);
    for (std::size_t i = 0; i < region.blocks.size(); ++i) {
        Head &h = heads_[ops_[region.blocks[i].first].head];
        if (h.op != region.blocks[i].first || h.block) continue; // no head, or of another region
        h.enter = code.enter;
        h.block = code.blocks[i];
    }
}

Compiled::Stop Compiled::run(State &s, Memory &memory, const Program &program,
                             std::uint64_t until) {
    const std::uint32_t number = program.op_at(s.pc)->head;
    if (!heads_[number].block) {
        compile(program, number);
        if (!heads_[number].block) return Stop::go_on;
    }
    const Memory::Tables tables = memory.tables();
    Frame frame{&s,
                tables.read,
                tables.write,
                memory.bytes(),
                memory.writable_bytes(),
                until - s.now,
                s.instructions,
                until};
    Head &head = heads_[number];
    const Left left = head.enter(&frame, head.block);
    const std::uint64_t now = until - frame.left;
    head.cycles += now - s.now;
    if (++head.entered == trial) {
        if (head.cycles < trial * worthwhile && options_.threshold) remove_head(head.op);
        head.entered = 0;
        head.cycles = 0;
    }
    s.now = now;
    s.instructions = frame.count;
    s.load_mask = unpacked(left.carry);
    s.jump(left.pc);
    if (left.why == static_cast<std::uint64_t>(Leave::go_on)) return Stop::go_on;
    if (left.why == static_cast<std::uint64_t>(Leave::stepper)) return Stop::stepper;
    const auto loop =
        static_cast<std::uint32_t>(left.why - static_cast<std::uint64_t>(Leave::spin));
    return turned(s, program.spin_loop(loop), 1) ? Stop::spin : Stop::go_on;
}

} // namespace inlet::mips
