#include "cpu/engine/compiled/translate.h"

#include "cpu/engine/compiled/cache_access.h"
#include "cpu/engine/compiled/exact.h"

namespace inlet::engine {

namespace {

class Failure : public asmjit::ErrorHandler {
  public:
    void handleError(asmjit::Error, const char *, asmjit::BaseEmitter *) override { failed = true; }
    bool failed = false;
};

class Translator {
  public:
    Translator(const Program &program, const Region &region, bool exact, const Links &links,
               const DirectLoads &direct, std::uint32_t number, asmjit::CodeHolder &code)
        : program_(program), region_(region), ops_(program.ops()), exact_(exact),
          e_(code, register_use(program, region), program.functions(), program.set().window_moves(),
             program.set().float_stack(), program.has_caches() ? &program.timing().caches : nullptr,
             links, direct, number),
          ways_(e_, program, region, exact), no_slot_(e_.a.newLabel()) {}

    void run() {
        if (!e_.caches && !e_.windows) e_.allow_deferred_flags();
        e_.prologue();
        for (std::size_t i = 0; i < region_.blocks.size(); ++i) block(i);
        ways_.end_of_blocks();
        std::span<const Landing> landings(landings_);
        for (std::size_t i = 0; exact_ && i < region_.blocks.size(); ++i) {
            emit_exact(e_, ways_, program_, region_.blocks[i], landings.first(groups_[i]));
            landings = landings.subspan(groups_[i]);
        }
        for (std::size_t i = 0; i < region_.blocks.size(); ++i)
            linked_.push_back(e_.linked(ways_.head(i)));
        e_.emit_cold();
        e_.a.bind(no_slot_);
        if (exact_) e_.leave_as_entered_in_slot();
        e_.epilogue();
        ways_.emit_shared();
    }

    /// With the addresses that the code has at `base`.
    Translation result(Entry enter, const asmjit::CodeHolder &code) const {
        const auto *const base = reinterpret_cast<const std::uint8_t *>(enter);
        const auto address = [&](const Label &label) -> const void * {
            return label.isValid() ? base + code.labelOffset(label) : nullptr;
        };
        Translation result;
        result.enter = enter;
        result.bytes = code.codeSize();
        result.uses_host_float = e_.uses_host_float();
        for (const Emitter::Load &load : e_.loads())
            result.loads.push_back({load.at, code.labelOffset(load.otherwise), load.pc});
        for (std::size_t i = 0; i < region_.blocks.size(); ++i)
            result.blocks.push_back(address(ways_.head(i)));
        for (const Label &label : linked_) result.linked.push_back(address(label));
        for (const Landing &landing : landings_) {
            const std::uint32_t op = landing.point.op;
            if (op && ops_[op - 1].code == UopCode::AWAIT) continue; // nothing has waited yet
            result.points.push_back(landing.point);
            result.points.back().inside = address(landing.inside);
            result.points.back().exact = address(landing.exact);
            const bool has_slot = landing.slot.isValid() || !program_.set().has_couples();
            result.points.back().slot = address(has_slot ? landing.slot : no_slot_);
        }
        return result;
    }

    /// False: there is an operation in the region that only the interpreter has.
    bool complete() const { return e_.complete(); }

  private:
    void block(std::size_t number) {
        const Block &b = region_.blocks[number];
        const std::size_t landings_before = landings_.size();
        ways_.begin(number);
        e_.begin_operations(ops_ + b.end);
        for (std::uint32_t k = b.first; k < b.end; ++k) {
            if (k == b.first || ops_[k].pc != ops_[k - 1].pc) begin_group(b, k);
            if (k == b.first && e_.caches && b.count) fetch(b);
            operation(b, k);
        }
        if (!b.branches) ways_.go(b.end, b.carry, Then::enter);
        groups_.push_back(landings_.size() - landings_before);
    }

    void begin_group(const Block &b, std::uint32_t k) {
        const std::uint32_t cycles = ops_[k].to_end - b.cycles_behind;
        const std::uint32_t instructions = ops_[k].count - b.count_behind;
        bail_from(b, k);
        if (exact_) land(b, k, cycles, instructions);
    }
    void bail_from(const Block &b, std::uint32_t k) {
        const Uop &op = ops_[k];
        e_.on_bail({Leave::stepper, op.pc, -signed_imm(op.to_end - b.cycles_behind),
                    -signed_imm(std::uint32_t{op.count} - b.count_behind),
                    k == b.first && b.awaits && ops_[k - 1].next});
    }
    /// The first instruction of a block.
    void fetch(const Block &b) {
        const Uop &op = ops_[b.first];
        e_.begin_operation(op.to_end - b.cycles_behind);
        if (b.awaits) // Ways has looked
            remember_line(e_, op.pc);
        else
            fetch_line(e_, op.pc, 0);
    }
    void operation(const Block &b, std::uint32_t k) {
        e_.begin_operation(ops_[k].to_end - b.cycles_behind);
        if (ops_[k].code == UopCode::FETCH)
            fetch_line(e_, ops_[k].imm, ops_[k].next);
        else if (b.branches && k + 1 == b.end)
            ways_.end(ops_[k], Then::enter);
        else
            emit_operation(e_, ops_[k]);
    }

    void land(const Block &b, std::uint32_t k, std::uint32_t cycles, std::uint32_t instructions) {
        Landing landing;
        landing.point.op = k;
        landing.point.cycles = cycles;
        landing.point.count = instructions;
        landing.point.cycles_before = b.cycles - cycles;
        landing.point.count_before = b.count - instructions;
        landing.exact = e_.a.newLabel();
        e_.pages.forget_alignment(); // one comes from elsewhere
        if (b.branches && ops_[k].pc == ops_[b.end - 1].pc && program_.at(ops_[k].pc)->slot)
            landing.slot = e_.a.newLabel();
        e_.forget_host_carry();
        if (e_.knows_flags() || e_.defers_flags()) {
            landing.inside = enter_apart(b, k);
        } else {
            const Label here = e_.a.newLabel();
            e_.a.bind(here);
            landing.inside = e_.pages.used() ? e_.without_pages(here) : here;
            e_.forget_flags();
        }
        landings_.push_back(landing);
    }

    /// Who enters at the group at `k` does not know what made condition codes, which are stored: a
    /// copy of the group, from which the next one is entered.
    Label enter_apart(const Block &b, std::uint32_t k) {
        return e_.cold([this, &b, k, next = landings_.size() + 1] {
            std::uint32_t end = k + 1;
            while (end < b.end && ops_[end].pc == ops_[k].pc) ++end;
            e_.begin_operations(ops_ + end);
            bail_from(b, k);
            for (std::uint32_t i = k; i < end; ++i) operation(b, i);
            if (end < b.end)
                e_.a.jmp(landings_[next].inside);
            else if (!b.branches)
                ways_.go(b.end, b.carry, Then::enter);
        });
    }

    const Program &program_;
    const Region &region_;
    const Uop *ops_;
    bool exact_;
    Emitter e_;
    Ways ways_;
    /// Where a couple of transfers leads behind what has no slot: the stepper goes on.
    Label no_slot_;
    std::vector<Landing> landings_;   ///< of all blocks, in order
    std::vector<std::size_t> groups_; ///< of each block
    std::vector<Label> linked_;       ///< by block
};

} // namespace

Translation translate(const Program &program, const Region &region, bool exact, const Links &links,
                      const DirectLoads &direct, std::uint32_t number,
                      asmjit::JitRuntime &runtime) {
    asmjit::CodeHolder code;
    Failure failure;
    code.init(runtime.environment());
    code.setErrorHandler(&failure);
    Translator translator(program, region, exact, links, direct, number, code);
    translator.run();
    Entry enter = nullptr;
    if (failure.failed || !translator.complete() || runtime.add(&enter, &code) != asmjit::kErrorOk)
        return {};
    return translator.result(enter, code);
}

} // namespace inlet::engine
