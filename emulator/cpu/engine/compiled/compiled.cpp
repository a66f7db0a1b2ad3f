#include "cpu/engine/compiled/compiled.h"

#include "cpu/engine/compiled/resume.h"
#include "cpu/engine/compiled/translate.h"
#include "cpu/engine/engine.h"
#include "cpu/engine/spin.h"
#include "memory/memory.h"

#include <algorithm>
#include <asmjit/core.h>
#include <new>
#include <utility>

namespace inlet::engine {

namespace {

/// A region is no larger than this: a function with its callees, mostly.
constexpr std::uint32_t most_ops = 600;
/// With the places where jumps to addresses known only at run time have led to.
constexpr std::uint32_t most_ops_together = 2400;
/// A region grows no more when it has so many roots.
constexpr std::size_t most_roots = 64;

std::uint32_t limit_for(std::span<const std::uint32_t> roots) {
    return roots.size() > 1 ? most_ops_together : most_ops;
}

/// Every so many times a head was entered it is looked how long it ran: what is left again soon is
/// better interpreted.
constexpr std::uint32_t trial = 256;
constexpr std::uint32_t worthwhile = 40; // cycles

/// Where so many loads of a region have faulted, all of them look their pages up.
constexpr std::uint32_t most_faults = 8;

/// Behind such a FETCH an instruction is entered; before that of a slot the branch is.
bool fetches_itself(const Uop &op) { return op.code == UopCode::FETCH && op.imm == op.pc; }

std::uint32_t operations(const Region &region) {
    std::uint32_t sum = 0;
    for (const Block &b : region.blocks) sum += b.end - b.first;
    return sum;
}

} // namespace

struct Compiled::Host {
    Host(std::uint32_t bytes, unsigned shift) : links(bytes, shift) {}
    asmjit::JitRuntime runtime;
    Links links;
};

Compiled::Compiled(std::uint32_t base, std::uint32_t bytes, unsigned shift, std::span<Uop> ops,
                   bool has_caches, const CompileOptions &options)
    : options_(options), base_(base), bytes_of_text_(bytes), shift_(shift), has_caches_(has_caches),
      ops_(ops), heads_(1), direct_(base, bytes, shift) {
    for (std::uint32_t i = 0; i < ops_.size(); ++i) {
        if (options_.threshold == 0 && (i == 0 || ops_[i].pc != ops_[i - 1].pc))
            add_head(fetches_itself(ops_[i]) ? i + 1 : i);
        const UopCode code = ops_[i].code;
        if (!ends_block(code) || is_jump_away(code)) continue;
        const std::uint32_t to = behind_edge(ops_.data(), ops_[i].target);
        // Of a function, of a loop, or where a handler goes on that is entered by a trap.
        if (code == UopCode::JAL || code == UopCode::J || to <= i) add_head(to);
    }
}

Compiled::~Compiled() = default;

bool Compiled::built() { return true; }

void Compiled::add_head(std::uint32_t op) {
    op = behind_edge(ops_.data(), op);
    if (ops_[op].head || !compilable(ops_[op].code)) return;
    ops_[op].head = static_cast<std::uint32_t>(heads_.size());
    ops_[op].go = engine_code(has_caches_)[static_cast<std::size_t>(UopCode::HEAD)];
    heads_.push_back({op});
}

/// The interpreter does this one itself from now on.
void Compiled::remove_head(std::uint32_t op, Reason why) {
    if (counts_) {
        heads_[ops_[op].head].why = why;
        return;
    }
    ops_[op].go = engine_code(has_caches_)[static_cast<std::size_t>(ops_[op].code)];
}

/// Where code goes on behind other code that is hot too, both are one region: a loop with a switch,
/// a function and what calls it by its address.
std::vector<std::uint32_t> Compiled::roots_of(std::uint32_t head) const {
    const Head &h = heads_[head];
    if (!h.left_from || codes_[h.left_from - 1].roots.size() >= most_roots) return {h.op};
    const HostCode &code = codes_[h.left_from - 1];
    if (code.full) return {h.op};
    std::vector<std::uint32_t> roots = code.roots;
    roots.push_back(h.op);
    for (const Head &other : heads_) // what will soon be hot too
        if (other.left_from == h.left_from && !other.block && &other != &h &&
            other.reached >= options_.threshold / 8 && roots.size() < most_roots)
            roots.push_back(other.op);
    return roots;
}

bool Compiled::compile(const Program &program, std::uint32_t head,
                       std::span<const std::uint32_t> roots) {
    const std::uint32_t first = heads_[head].op;
    const Region region = find_region(program, roots, limit_for(roots));
    if (!region.at(first) || bytes_ >= options_.most_bytes) return false;
    const bool exact = options_.cuts == 0 && !has_caches_;
    if (!host_) host_ = std::make_unique<Host>(bytes_of_text_, shift_);
    const auto number = static_cast<std::uint32_t>(codes_.size());
    const Translation code =
        translate(program, region, exact, host_->links, direct_, number, host_->runtime);
    if (!code.enter) return false;
    if (code.uses_host_float) floats_ = program.set().float_stack();
    bytes_ += code.bytes;
    for (const std::uint32_t entry : region.entries) add_head(entry);
    const std::uint32_t size = operations(region);
    for (std::size_t i = 0; i < region.blocks.size(); ++i) {
        Head &h = heads_[ops_[region.blocks[i].first].head];
        if (h.op != region.blocks[i].first) continue;               // no head
        if (h.block && codes_[h.code].operations >= size) continue; // of another region
        h.block = code.blocks[i];
        h.linked = code.linked[i];
        h.code = number;
    }
    codes_.push_back({code.enter,
                      {roots.begin(), roots.end()},
                      size,
                      exact,
                      0,
                      has_caches_ ? ~std::uint64_t{0} : std::uint64_t{options_.cuts} * size,
                      code.bytes,
                      roots.size() > 1 && !region.complete,
                      code.loads});
    add_places(code.points, number);
    return heads_[head].block;
}

void Compiled::compile(const Program &program, std::uint32_t head) {
    const std::uint32_t alone = heads_[head].op;
    const std::vector<std::uint32_t> roots = roots_of(head);
    if (roots.size() > 1 && compile(program, head, roots))
        replace(heads_[head].left_from - 1, static_cast<std::uint32_t>(codes_.size()) - 1);
    else if (!compile(program, head, {&alone, 1}))
        remove_head(alone, Reason::not_compiled);
    relink(program);
}

void Compiled::relink(const Program &program) {
    if (!host_) return;
    host_->links.clear();
    for (const Head &h : heads_) {
        if (!h.block) continue;
        const std::uint32_t pc = ops_[h.op].pc;
        const Uop *const op = program.op_at(pc);
        if (op && behind_edge(ops_.data(), static_cast<std::uint32_t>(op - ops_.data())) == h.op)
            host_->links.add(pc, h.linked);
    }
}

/// The larger code takes the place of the smaller one, which can go unless nodes stand in it.
void Compiled::replace(std::uint32_t smaller, std::uint32_t larger) {
    HostCode &old = codes_[smaller];
    for (Head &h : heads_) {
        if (h.left_from == smaller + 1) h.left_from = larger + 1;
        if (h.block && h.code == smaller && !old.exact) h.block = nullptr;
    }
    if (old.exact) return;
    host_->runtime.release(old.enter);
    bytes_ -= old.bytes;
    old.enter = nullptr;
    old.bytes = 0;
}

void Compiled::left_to(const State &s, const Program &program, std::uint32_t code) {
    if (s.in_slot) return;
    const Uop *op = program.op_at(s.pc);
    if (!op) return;
    std::uint32_t at = behind_edge(ops_.data(), static_cast<std::uint32_t>(op - ops_.data()));
    if (ops_[at].code == UopCode::LEAVE) { // the stepper's
        if (!(op = program.op_at(program.behind(s.pc)))) return;
        at = behind_edge(ops_.data(), static_cast<std::uint32_t>(op - ops_.data()));
        code = 0;
    } else {
        ++code;
    }
    if (!ops_[at].head) add_head(at);
    if (ops_[at].head) heads_[ops_[at].head].left_from = code;
}

bool Compiled::make_again(const Program &program, HostCode &code, bool exact) {
    if (bytes_ - code.bytes >= options_.most_bytes) return false;
    const Region region = find_region(program, code.roots, limit_for(code.roots));
    const auto number = static_cast<std::uint32_t>(&code - codes_.data());
    const Translation made =
        translate(program, region, exact, host_->links, direct_, number, host_->runtime);
    if (!made.enter) return false;
    if (made.uses_host_float) floats_ = program.set().float_stack();
    host_->runtime.release(code.enter);
    bytes_ += made.bytes - code.bytes;
    code.enter = made.enter;
    code.bytes = made.bytes;
    code.exact = exact;
    code.loads = made.loads;
    for (std::size_t i = 0; i < region.blocks.size(); ++i) {
        Head &h = heads_[ops_[region.blocks[i].first].head];
        if (h.op != region.blocks[i].first || !h.block || h.code != number) continue;
        h.block = made.blocks[i];
        h.linked = made.linked[i];
    }
    add_places(made.points, number);
    relink(program);
    return true;
}

void Compiled::make_exact(const Program &program, HostCode &code) {
    code.most_cuts = ~std::uint64_t{0}; // once
    make_again(program, code, true);
}

const void *Compiled::after_fault(const void *at, const Memory &memory, std::uint64_t page) {
    for (HostCode &code : codes_) {
        if (!code.enter) continue;
        const auto *const begin = reinterpret_cast<const std::uint8_t *>(code.enter);
        const auto offset = static_cast<std::size_t>(static_cast<const std::uint8_t *>(at) - begin);
        if (offset >= code.bytes) continue;
        const auto load = std::ranges::lower_bound(code.loads, offset, {}, &DirectLoad::at);
        if (load == code.loads.end() || load->at != offset) return nullptr;
        try {
            if (page < 1u << (32 - page_bits) && memory.finds(static_cast<std::uint32_t>(page)))
                return at;
        } catch (const std::bad_alloc &) {
            return begin + load->otherwise; // throws it again, outside of a handler of signals
        }
        if (++code.faults > most_faults || !memory.reserved())
            for (const DirectLoad &other : code.loads) direct_.forbid(other.pc);
        direct_.forbid(load->pc);
        code.old = has_old_ = true;
        return begin + load->otherwise;
    }
    return nullptr;
}

void Compiled::make_old_again(const Program &program) {
    has_old_ = false;
    for (HostCode &code : codes_)
        if (std::exchange(code.old, false) && code.enter) make_again(program, code, code.exact);
}

void Compiled::add_places(std::span<const Point> points, std::uint32_t code) {
    if (points.empty()) return;
    if (places_.empty()) {
        places_.resize(1); // 0 is none
        place_of_.resize(bytes_of_text_ >> shift_);
    }
    for (const Point &point : points) {
        const Uop &op = ops_[point.op];
        std::uint32_t &place = place_of_[(op.pc - base_) >> shift_];
        // The greater region knows more ways to go on.
        if (place && places_[place].code != code &&
            codes_[places_[place].code].operations >= codes_[code].operations)
            continue;
        if (!place) {
            place = static_cast<std::uint32_t>(places_.size());
            places_.emplace_back();
        }
        const Place::Way inside{point.inside, point.cycles, point.count};
        const Place::Way exact{point.exact, -std::uint64_t{point.cycles_before},
                               -std::uint64_t{point.count_before}};
        places_[place] = {
            {inside, exact, Place::Way{point.slot}}, codes_[code].enter, op.uses, code};
    }
}

std::vector<Compiled::Interpreted> Compiled::interpreted() const {
    std::vector<Interpreted> all;
    for (std::size_t i = 1; i < heads_.size(); ++i) {
        const Head &h = heads_[i];
        const Uop &op = ops_[h.op];
        const Reason why = h.why != Reason::seldom ? h.why
                           : h.block               ? Reason::few_cycles
                                                   : Reason::seldom;
        const std::uint64_t entries = std::uint64_t{h.reached} + h.refused;
        if (entries) all.push_back({op.pc, why, entries, op.count, h.left_at});
    }
    std::ranges::sort(all, std::ranges::greater{},
                      [](const Interpreted &one) { return one.entries * one.instructions; });
    return all;
}

Compiled::Stop Compiled::left_else(std::uint32_t why, State &s, const Program &program) {
    constexpr auto spin = static_cast<std::uint32_t>(Leave::spin);
    if (why == static_cast<std::uint32_t>(Leave::stepper)) return Stop::stepper;
    if (why == static_cast<std::uint32_t>(Leave::cut)) return Stop::cut;
    const std::uint32_t loop = why - spin;
    return turned(s, program.spin_loop(loop), program.turns_to_see_a_wait()) ? Stop::spin
                                                                             : Stop::go_on;
}

Compiled::Stop Compiled::run(State &s, Memory &memory, const Program &program, std::uint64_t until,
                             Caches *caches) {
    const std::uint32_t first =
        behind_edge(ops_.data(), static_cast<std::uint32_t>(program.op_at(s.pc) - ops_.data()));
    const std::uint32_t number = ops_[first].head;
    if (memory.reserved() && !has_caches_) direct_.use();
    if (!heads_[number].block) {
        compile(program, number);
        if (!heads_[number].block) return Stop::go_on;
    }
    Head &head = heads_[number];
    HostCode &code = codes_[head.code];
    if (code.cuts >= code.most_cuts && !code.exact) make_exact(program, code);
    const std::uint64_t begun = s.now;
    ++entries_;
    const Stop stop = enter(code.enter, head.block, until - begun, s.instructions, s, memory,
                            program, until, caches);
    HostCode &left = codes_[left_code_];
    if (stop == Stop::cut && ++left.cuts >= left.most_cuts && !left.exact)
        make_exact(program, left);
    head.cycles += s.now - begun;
    if (stop == Stop::cut || s.now >= until) return stop; // no fault of the code's
    head.left_at = s.pc;
    if (++head.entered == trial) {
        if (head.cycles < trial * worthwhile && options_.threshold)
            remove_head(head.op, Reason::left_soon);
        head.entered = 0;
        head.cycles = 0;
    }
    if (stop == Stop::go_on && options_.threshold) left_to(s, program, left_code_);
    return stop;
}

} // namespace inlet::engine
