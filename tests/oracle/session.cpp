#include "session.h"

#include "generator.h"
#include "inlet/disassembler.h"
#include "inlet/image.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <stdexcept>

namespace inlet::oracle {

namespace {

const mips::Timing &timing() {
    static const mips::Timing table = [] {
        mips::Timing t{.load_use = 1};
        t.costs.fill(1);
        t.costs[static_cast<std::size_t>(isa::CostKey::mult)] = 12;
        t.costs[static_cast<std::size_t>(isa::CostKey::div)] = 35;
        return t;
    }();
    return table;
}

bool is_nop(const Test &test, std::size_t i) {
    return test.words[i] == 0 && std::none_of(test.links.begin(), test.links.end(),
                                              [&](const Link &link) { return link.word == i; });
}

bool has_slot(std::uint32_t word) {
    const engine::Kind kind = mips::decode(word, text_base, timing(), features).kind;
    return kind == engine::Kind::branch || kind == engine::Kind::likely ||
           kind == engine::Kind::jump;
}

/// The test with the words of some units replaced by NOPs.
Test without(const Test &test, std::uint32_t first, std::uint32_t last) {
    Test out = test;
    for (std::size_t i = 0; i < out.words.size(); ++i)
        if (out.unit[i] >= first && out.unit[i] <= last) out.words[i] = 0;
    std::erase_if(out.links, [&](const Link &link) {
        return out.unit[link.word] >= first && out.unit[link.word] <= last;
    });
    return out;
}

/// The test without the word `at`.
Test erased(const Test &test, std::uint32_t at) {
    Test out = test;
    out.words.erase(out.words.begin() + at);
    out.unit.erase(out.unit.begin() + at);
    for (Link &link : out.links) {
        link.word -= link.word > at;
        if (link.target != Link::stop) link.target -= link.target > at;
    }
    return out;
}

} // namespace

Session::Session(std::uint64_t seed, Plant plant, bool compiled)
    : plant_(plant), compiled_(compiled), pool_(pool_bytes), text_(text_bytes) {
    Random random(seed);
    for (std::uint32_t i = 0; i < pool_bytes; i += 4) to_guest(&pool_[i], random.value());
    start_unicorn();
}

void Session::start_unicorn() {
    unicorn_.reset();
    tracer_.reset();
    unicorn_.emplace(text_.data(), false);
    tracer_.emplace(text_.data(), true);
    next_ = first_text;
}

void Session::place(std::uint32_t address) {
    if (address % 4 || address < text_base + first_text || address >= text_base + text_bytes)
        throw std::invalid_argument("no program can stand there");
    next_ = address - text_base;
}

std::optional<Mismatch> Session::check(const Test &test, bool count) {
    // Unicorn keeps its translations, so every program gets a new address.
    const auto bytes = static_cast<std::uint32_t>(4 * test.words.size());
    if (next_ + bytes > text_bytes) start_unicorn();
    const std::uint32_t base = text_base + next_;
    std::uint8_t *const text = text_.data() + next_;
    next_ += bytes;

    const std::vector<std::uint32_t> words = test.placed(base);
    std::vector<std::uint8_t> ours(bytes);
    for (std::size_t i = 0; i < words.size(); ++i) {
        std::uint32_t w = words[i];
        to_guest(text + 4 * i, w);
        if (plant_.from && (w & plant_.from->mask) == plant_.from->match)
            w ^= plant_.from->match ^ plant_.to->match;
        to_guest(ours.data() + 4 * i, w);
    }
    engine::Program program(std::make_shared<mips::Set>(timing(), features), base, ours);
    if (compiled_) program.use_compiled({.threshold = 0, .shortest = 0, .cuts = 0});
    traced_.clear();
    for (std::size_t i = 0; i < test.inputs.size(); ++i) {
        std::string text_of = compare(program, base, test, test.inputs[i], count);
        if (!text_of.empty()) return Mismatch{i, base, std::move(text_of)};
    }
    return {};
}

std::string Session::compare(const engine::Program &program, std::uint32_t base, const Test &test,
                             const Input &input, bool count) {
    const std::uint8_t *const initial = pool_.data() + input.memory;
    const Result slow = stepper_.step(program, base, input, initial);
    const Result fast = engine_.run(program, base, input, initial);
    if (count) {
        executed_ += slow.executed;
        ++runs_;
        stopped_early_ += slow.end != End::stop;
    }
    if (differs(slow, fast) || slow.executed != fast.executed || slow.cycles != fast.cycles)
        return difference(slow, "stepper", fast, "engine");
    // The generator makes none; shrinking may, and then the test is not a smaller one.
    if (slow.end == End::endless) return count ? "  nothing, but the program does not end\n" : "";
    const Result other = unicorn_->run(base, input, initial, test.floating, slow.in_slot);
    // Blocks have their full length, so instructions can be counted if nothing stopped one.
    const bool counted = slow.end == End::stop;
    if (differs(slow, other) || (counted && slow.executed + slow.annulled != other.executed))
        return difference(slow, "ours", other, "unicorn") +
               (counted && slow.annulled
                    ? fmt::format("  (unicorn counts {} annulled slots, too)\n", slow.annulled)
                    : "");
    // Only the callback at each instruction gives the exact stop.
    // Once for each place is enough; the remaining state is compared in any case.
    const bool stopped = (slow.end == End::exception || slow.end == End::unmapped) &&
                         std::find(traced_.begin(), traced_.end(), slow.pc) == traced_.end();
    if (stopped) traced_.push_back(slow.pc);
    if (stopped || input.trace) {
        const Result traced = tracer_->run(base, input, initial, test.floating, slow.in_slot);
        // The callback comes in annulled slots, too, but not if the branch cannot be taken (BNEL
        // $1, $1): then Unicorn does not translate the slot.
        const bool count_agrees =
            slow.end == End::fetch ||
            (traced.executed >= slow.executed && traced.executed <= slow.executed + slow.annulled);
        if (differs(slow, traced) || !count_agrees)
            return difference(slow, "ours", traced, "unicorn, each instruction");
    }
    return {};
}

Test Session::shrink(Test test, std::size_t input) {
    test.inputs = {test.inputs[input]};
    const auto try_it = [&](Test candidate) {
        if (!check(candidate, false)) return false;
        test = std::move(candidate);
        return true;
    };
    for (bool smaller = true; smaller;) {
        smaller = false;
        // Units: many together, then one by one.
        const std::uint32_t last = *std::max_element(test.unit.begin(), test.unit.end());
        for (std::uint32_t step = std::bit_ceil(last); step > 0; step /= 2)
            for (std::uint32_t first = 1; first <= last; first += step) {
                bool something = false; // the last jump to the end stays, else all would run away
                for (std::size_t i = 0; i + 2 < test.words.size(); ++i)
                    something |=
                        test.unit[i] >= first && test.unit[i] < first + step && !is_nop(test, i);
                if (something && first + step <= test.unit.back())
                    smaller |= try_it(without(test, first, first + step - 1));
            }
        // NOPs, except those that fill a slot.
        for (std::uint32_t i = static_cast<std::uint32_t>(test.words.size()); i-- > 0;)
            if (i + 1 < test.words.size() && is_nop(test, i) &&
                !(i > 0 && has_slot(test.words[i - 1])))
                smaller |= try_it(erased(test, i));
    }
    for (unsigned i = 1; i < 34; ++i) {
        Test candidate = test;
        Input &in = candidate.inputs.front();
        if (i < 32 && test.keep >> i & 1) continue;
        std::uint32_t &value = i < 32 ? in.r[i] : i == 32 ? in.hi : in.lo;
        if (value == 0) continue;
        value = 0;
        try_it(std::move(candidate));
    }
    for (std::size_t i = 0; test.floating && i < 33; ++i) {
        Test candidate = test;
        Input &in = candidate.inputs.front();
        std::uint32_t &value = i < 32 ? in.f[i] : in.fcsr;
        if (value == 0) continue;
        value = 0;
        try_it(std::move(candidate));
    }
    Test uncut = test;
    uncut.inputs.front().cut = 0;
    try_it(std::move(uncut));
    return test;
}

std::string Session::describe(const Test &test) const {
    const Image nothing;
    const Disassembler disassembler(nothing);
    const std::uint32_t base = text_base + first_text;
    const std::vector<std::uint32_t> words = test.placed(base);
    std::string out = fmt::format("program (here at {:#x}; {:#x} ends it)\n", base, stop_pc);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto pc = base + 4 * static_cast<std::uint32_t>(i);
        out += fmt::format("  {:08x}  {:08x}  {}\n", pc, words[i], disassembler.text(pc, words[i]));
    }
    const Input &in = test.inputs.front();
    out += "initial state (all other registers 0)\n";
    for (std::size_t i = 1; i < 32; ++i)
        if (in.r[i]) out += fmt::format("  ${:<2} {:#010x}\n", i, in.r[i]);
    out += fmt::format("  hi  {:#010x}\n  lo  {:#010x}\n", in.hi, in.lo);
    for (std::size_t i = 0; test.floating && i < 32; ++i)
        if (in.f[i]) out += fmt::format("  $f{:<2} {:#010x}\n", i, in.f[i]);
    if (test.floating) out += fmt::format("  fcsr {:#010x}\n", in.fcsr);
    if (in.cut) out += fmt::format("  the engine is left every {} cycles\n", in.cut);
    return out;
}

} // namespace inlet::oracle
