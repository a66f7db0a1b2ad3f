#include "cpu/engine/compiled/compiled.h"

#include "cpu/engine/compiled/resume.h"
#include "cpu/engine/compiled/translate.h"
#include "cpu/engine/engine.h"
#include "cpu/engine/spin.h"
#include "memory/memory.h"

#include <asmjit/core.h>

namespace inlet::engine {

namespace {

/// A region is no larger than this: a function with its callees, mostly.
constexpr std::uint32_t most_ops = 600;

/// Every so many times a head was entered it is looked how long it ran: what is left again soon is
/// better interpreted.
constexpr std::uint32_t trial = 256;
constexpr std::uint32_t worthwhile = 40; // cycles

std::uint32_t operations(const Region &region) {
    std::uint32_t sum = 0;
    for (const Block &b : region.blocks) sum += b.end - b.first;
    return sum;
}

} // namespace

struct Compiled::Host {
    asmjit::JitRuntime runtime;
};

Compiled::Compiled(std::uint32_t base, std::uint32_t bytes, unsigned shift, std::span<Uop> ops,
                   const CompileOptions &options)
    : options_(options), base_(base), bytes_of_text_(bytes), shift_(shift), ops_(ops), heads_(1) {
    for (std::uint32_t i = 0; i < ops_.size(); ++i) {
        if (options_.threshold == 0 && (i == 0 || ops_[i].pc != ops_[i - 1].pc)) add_head(i);
        const UopCode code = ops_[i].code;
        if (!ends_block(code) || code == UopCode::JR || code == UopCode::JALR) continue;
        const std::uint32_t to = behind_edge(ops_.data(), ops_[i].target);
        if (code == UopCode::JAL || to <= i) add_head(to); // of a function, or of a loop
    }
}

Compiled::~Compiled() = default;

bool Compiled::built() { return true; }

void Compiled::add_head(std::uint32_t op) {
    op = behind_edge(ops_.data(), op);
    if (ops_[op].head || !compilable(ops_[op].code)) return;
    ops_[op].head = static_cast<std::uint32_t>(heads_.size());
    ops_[op].go = engine_code(false)[static_cast<std::size_t>(UopCode::HEAD)];
    heads_.push_back({op});
}

/// The interpreter does this one itself from now on.
void Compiled::remove_head(std::uint32_t op) {
    ops_[op].go = engine_code(false)[static_cast<std::size_t>(ops_[op].code)];
}

void Compiled::compile(const Program &program, std::uint32_t head) {
    const std::uint32_t root = heads_[head].op;
    const Region region = find_region(program, root, most_ops);
    const bool exact = options_.cuts == 0;
    Translation code;
    if (region.at(root) && bytes_ < options_.most_bytes) {
        if (!host_) host_ = std::make_unique<Host>();
        code = translate(program, region, exact, host_->runtime);
    }
    if (!code.enter) {
        remove_head(root);
        return;
    }
    bytes_ += code.bytes;
    for (const std::uint32_t back : region.returns) add_head(back);
    const auto number = static_cast<std::uint32_t>(codes_.size());
    for (std::size_t i = 0; i < region.blocks.size(); ++i) {
        Head &h = heads_[ops_[region.blocks[i].first].head];
        if (h.op != region.blocks[i].first || h.block) continue; // no head, or of another region
        h.block = code.blocks[i];
        h.code = number;
    }
    const std::uint32_t size = operations(region);
    codes_.push_back(
        {code.enter, root, size, exact, 0, std::uint64_t{options_.cuts} * size, code.bytes});
    add_places(code.points, number);
}

void Compiled::make_exact(const Program &program, HostCode &code) {
    code.most_cuts = ~std::uint64_t{0}; // once
    if (bytes_ >= options_.most_bytes) return;
    const Region region = find_region(program, code.root, most_ops);
    const Translation exact = translate(program, region, true, host_->runtime);
    if (!exact.enter) return;
    host_->runtime.release(code.enter);
    bytes_ += exact.bytes - code.bytes;
    code.enter = exact.enter;
    code.bytes = exact.bytes;
    code.exact = true;
    const auto number = static_cast<std::uint32_t>(&code - codes_.data());
    for (std::size_t i = 0; i < region.blocks.size(); ++i) {
        Head &h = heads_[ops_[region.blocks[i].first].head];
        if (h.op == region.blocks[i].first && h.block && h.code == number)
            h.block = exact.blocks[i];
    }
    add_places(exact.points, number);
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
        if (place && codes_[places_[place].code].operations >= codes_[code].operations) continue;
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

Compiled::Stop Compiled::left_else(std::uint64_t why, State &s, const Program &program) {
    constexpr auto spin = static_cast<std::uint64_t>(Leave::spin);
    if (why == static_cast<std::uint64_t>(Leave::stepper)) return Stop::stepper;
    if (why == static_cast<std::uint64_t>(Leave::cut)) return Stop::cut;
    const auto loop = static_cast<std::uint32_t>(why - spin);
    return turned(s, program.spin_loop(loop), 1) ? Stop::spin : Stop::go_on;
}

Compiled::Stop Compiled::run(State &s, Memory &memory, const Program &program,
                             std::uint64_t until) {
    const std::uint32_t first =
        behind_edge(ops_.data(), static_cast<std::uint32_t>(program.op_at(s.pc) - ops_.data()));
    const std::uint32_t number = ops_[first].head;
    if (!heads_[number].block) {
        compile(program, number);
        if (!heads_[number].block) return Stop::go_on;
    }
    Head &head = heads_[number];
    HostCode &code = codes_[head.code];
    if (code.cuts >= code.most_cuts && !code.exact) make_exact(program, code);
    const std::uint64_t begun = s.now;
    const Stop stop =
        enter(code.enter, head.block, until - begun, s.instructions, s, memory, program, until);
    if (stop == Stop::cut) ++code.cuts;
    if (stop == Stop::cut || s.now >= until) return stop; // no fault of the code's
    head.cycles += s.now - begun;
    if (++head.entered == trial) {
        if (head.cycles < trial * worthwhile && options_.threshold) remove_head(head.op);
        head.entered = 0;
        head.cycles = 0;
    }
    return stop;
}

} // namespace inlet::engine
