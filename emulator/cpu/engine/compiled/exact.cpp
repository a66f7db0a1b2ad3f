#include "cpu/engine/compiled/exact.h"

namespace inlet::engine {

namespace {

struct Exact {
    Emitter &e;
    Ways &ways;
    const Program &program;
    const Block &block;

    void run(std::span<const Landing> landings) {
        const Uop *const ops = program.ops();
        e.a.bind(ways.beginning(block));
        for (const Landing &landing : landings) {
            const Point &point = landing.point;
            const Uop &op = ops[point.op];
            if (point.op != block.first) stop_before(op, point);
            const Uop *group_end = &op + 1;
            while (group_end != ops + block.end && group_end->pc == op.pc) ++group_end;
            e.begin_operations(group_end);
            e.a.bind(landing.exact);
            e.forget_flags();
            e.pages.forget();
            e.on_bail({Leave::stepper, op.pc, signed_imm(point.cycles_before),
                       signed_imm(point.count_before)});
            const bool ends = block.branches && op.pc == ops[block.end - 1].pc;
            if (landing.slot.isValid())
                branch(op, ops[block.end - 1], landing);
            else if (ends)
                branch_without_slot(op, ops[block.end - 1]);
            else
                for (const Uop *next = &op; next->pc == op.pc; ++next) emit_operation(e, *next);
        }
        if (block.branches) return;
        pay_all();
        e.leave(ops[block.end].pc, block.carry, Leave::go_on);
    }

    /// Stops behind the instruction before the group at `op`, if the cycles are used up there.
    void stop_before(const Uop &op, const Point &point) {
        const Late loads = program.loads_before(op.pc);
        const std::uint32_t stall = loads & op.uses ? program.timing().load_use : 0;
        const std::int32_t spent = signed_imm(point.cycles_before - stall);
        e.a.cmp(left, spent);
        e.a.jle(e.cold([&e = e, pc = op.pc, loads, spent, done = signed_imm(point.count_before)] {
            e.spend(spent, done);
            e.leave(pc, loads, Leave::go_on);
        }));
    }

    /// The block is paid for as a whole; `left` is 0 or less then.
    void pay_all() { e.spend(signed_imm(block.cycles), signed_imm(block.count)); }

    void branch_without_slot(const Uop &first, const Uop &last) {
        for (const Uop *next = &first; next != &last; ++next) emit_operation(e, *next);
        pay_all();
        ways.end(last, Then::leave);
    }

    /// Where a slot may have a transfer, or a trap's end may lead anywhere, npc need not be an
    /// outcome of the branch before pc. Then the stepper goes on.
    void check_outcome(const Uop &last) {
        const Instruction &in = *program.at(last.pc);
        if (!in.direct) return; // any address is
        const x86::Mem npc = field(offsetof(State, npc));
        const Label another = e.cold([&e = e, &last] { e.leave(last.pc + 4, 0, Leave::slot); });
        e.a.cmp(npc, in.imm);
        if (in.kind != Kind::branch) {
            e.a.jne(another);
            return;
        }
        const Label outcome = e.a.newLabel();
        e.a.je(outcome);
        e.a.cmp(npc, last.pc + 8);
        e.a.jne(another);
        e.a.bind(outcome);
    }

    /// The group from `first` to `last`: the branch's own operations, a latch among them, the
    /// slot's, and the one that ends it.
    void branch(const Uop &first, const Uop &last, const Landing &landing) {
        const Uop *next = &first;
        for (; next != &last && !next->in_slot; ++next) emit_operation(e, *next);
        const auto slot = [&] {
            for (const Uop *op = next; op != &last; ++op) emit_operation(e, *op);
        };
        const Point &point = landing.point;
        const std::int32_t spent = signed_imm(point.cycles_before + program.at(first.pc)->cost);
        e.a.cmp(left, spent);
        e.a.jle(
            e.cold([&e = e, &ways = ways, &last, spent, done = signed_imm(point.count_before + 1)] {
                e.spend(spent, done);
                ways.outcome(last);
                e.leave(last.pc + 4, 0, Leave::slot);
            }));
        slot();
        pay_all();
        ways.end(last, Then::leave);

        e.a.bind(landing.slot);
        e.forget_flags();
        e.pages.forget();
        if (program.set().has_couples()) check_outcome(last);
        e.on_bail({Leave::slot, last.pc + 4, 0, 0});
        slot();
        e.a.add(count, 1);
        e.a.sub(left, program.at(last.pc + 4)->cost);
        e.a.jbe(e.cold([&ways = ways, &last] { ways.end_of_slot(last, Then::leave); }));
        ways.end_of_slot(last, Then::enter);
    }
};

} // namespace

void emit_exact(Emitter &e, Ways &ways, const Program &program, const Block &block,
                std::span<const Landing> landings) {
    Exact{e, ways, program, block}.run(landings);
}

} // namespace inlet::engine
