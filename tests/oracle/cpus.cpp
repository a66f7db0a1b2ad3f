#include "cpus.h"

#include <cstring>
#include <fmt/format.h>
#include <stdexcept>
#include <unicorn/unicorn.h>

namespace inlet::oracle {

namespace {

/// No test is this long, in cycles or blocks. Only Unicorn reaches it when it fails.
constexpr std::uint64_t too_long = 100'000;

// Unicorn 2.0 has no access to the registers of coprocessor 1. Two small programs beside stop_pc
// load and store them.
constexpr std::uint32_t float_base = 0x30000; ///< 32 registers, then FCSR
constexpr std::uint32_t load_pc = text_base + 0x80, store_pc = text_base + 0x100;

void write_float_programs(std::uint8_t *text) {
    for (const bool store : {false, true}) {
        std::uint8_t *at = text + ((store ? store_pc : load_pc) - text_base);
        const auto word = [&](std::uint32_t w) {
            to_guest(at, w);
            at += 4;
        };
        word(0x3C010000 | float_base >> 16); // lui $1
        for (std::uint32_t n = 0; n < 32; n += 2)
            word((store ? 0xF4200000 : 0xD4200000) | n << 16 | 4 * n); // sdc1/ldc1 $fn, 4n($1)
        word(store ? 0x4442F800 : 0x8C220080);          // cfc1 $2, $31; lw $2, 128($1)
        word(store ? 0xAC220080 : 0x44C2F800);          // sw $2, 128($1); ctc1 $2, $31
        word(0x08000000 | (stop_pc >> 2 & 0x03FFFFFF)); // j stop_pc
        word(0);
    }
}

} // namespace

const char *name(End end) {
    switch (end) {
    case End::stop: return "end of the program";
    case End::exception: return "exception";
    case End::unmapped: return "unmapped data";
    case End::fetch: return "fetch outside the program";
    case End::endless: return "endless";
    case End::other: break;
    }
    return "?";
}

Ours::Ours() : pages_(data_base + data_bytes), memory_(pages_) {}

void Ours::prepare(const Input &input, const std::uint8_t *initial) {
    state_ = engine::State{};
    mips::reset(state_);
    for (unsigned i = 1; i < 32; ++i) state_.r[i] = input.r[i];
    state_.r[mips::hi_register] = input.hi;
    state_.r[mips::lo_register] = input.lo;
    std::ranges::copy(input.f, state_.r.begin() + mips::float_register);
    state_.r[mips::fcsr_register] = input.fcsr;
    for (std::uint32_t at = 0; at < data_bytes; at += page_bytes)
        std::memcpy(memory_.write<std::uint8_t>(data_base + at), initial + at, page_bytes);
}

Result Ours::result(engine::Stop stop, const engine::Program &program) {
    Result out;
    std::memcpy(out.r.data(), state_.r.data(), sizeof out.r);
    out.hi = state_.r[mips::hi_register];
    out.lo = state_.r[mips::lo_register];
    out.has_float = true;
    std::copy_n(state_.r.begin() + mips::float_register, out.f.size(), out.f.begin());
    out.fcsr = state_.r[mips::fcsr_register];
    out.in_slot = state_.in_slot;
    out.pc = state_.pc;
    out.executed = state_.instructions;
    out.cycles = state_.now;
    for (std::uint32_t at = 0; at < data_bytes; at += page_bytes)
        std::memcpy(seen_.data() + at, memory_.read<std::uint8_t>(data_base + at), page_bytes);
    out.memory = seen_.data();
    if (stop == engine::Stop::budget)
        out.end = End::endless;
    else if (stop == engine::Stop::host)
        out.end = End::exception;
    else if (stop == engine::Stop::fault && state_.pc == stop_pc)
        out.end = End::stop;
    else if (stop == engine::Stop::fault && !program.at(state_.pc))
        out.end = End::fetch;
    else if (stop == engine::Stop::fault)
        out.end = state_.fault.kind == FaultKind::unmapped ? End::unmapped : End::exception;
    return out;
}

Result Ours::step(const engine::Program &program, std::uint32_t pc, const Input &input,
                  const std::uint8_t *initial) {
    prepare(input, initial);
    state_.jump(pc);
    engine::Stepped stepped;
    engine::Stop stop = engine::Stop::budget;
    std::uint64_t annulled = 0;
    while (stop == engine::Stop::budget && state_.now < too_long) {
        stop = engine::step(state_, memory_, program, stepped);
        if (stepped.instruction && stepped.instruction->kind == engine::Kind::likely &&
            !state_.in_slot && stop == engine::Stop::budget)
            ++annulled;
    }
    Result out = result(stop, program);
    out.annulled = annulled;
    return out;
}

Result Ours::run(const engine::Program &program, std::uint32_t pc, const Input &input,
                 const std::uint8_t *initial) {
    prepare(input, initial);
    state_.jump(pc);
    engine::Stop stop = engine::Stop::budget;
    while (stop == engine::Stop::budget && state_.now < too_long)
        stop = engine::run(state_, memory_, program, input.cut ? state_.now + input.cut : too_long);
    return result(stop, program);
}

struct Unicorn::Impl {
    uc_engine *engine = nullptr;
    uc_context *fresh = nullptr;
    std::array<std::uint8_t, data_bytes> data{};
    std::array<std::uint8_t, 0x1000> floats{}; ///< at float_base
    bool trace;
    std::uint64_t executed = 0, blocks = 0;
    std::uint32_t pc = 0;
    bool endless = false;
};

namespace {

void check(uc_err error) {
    if (error != UC_ERR_OK) throw std::runtime_error(std::string("Unicorn: ") + uc_strerror(error));
}

} // namespace

Unicorn::Unicorn(std::uint8_t *text, bool trace) : impl_(std::make_unique<Impl>()) {
    Impl &u = *impl_;
    u.trace = trace;
    check(uc_open(UC_ARCH_MIPS, static_cast<uc_mode>(UC_MODE_MIPS32 | UC_MODE_BIG_ENDIAN),
                  &u.engine));
    check(uc_ctl_set_cpu_model(u.engine, UC_CPU_MIPS32_24KF));
    check(uc_mem_map_ptr(u.engine, text_base, text_bytes, UC_PROT_READ | UC_PROT_EXEC, text));
    check(uc_mem_map_ptr(u.engine, data_base, data_bytes, UC_PROT_READ | UC_PROT_WRITE,
                         u.data.data()));
    check(uc_mem_map_ptr(u.engine, float_base, u.floats.size(), UC_PROT_READ | UC_PROT_WRITE,
                         u.floats.data()));
    write_float_programs(text);
    uc_hook hook;
    using Callback = void (*)(uc_engine *, std::uint64_t, std::uint32_t, void *);
    const Callback at_block = [](uc_engine *engine, std::uint64_t, std::uint32_t size, void *p) {
        Impl &self = *static_cast<Impl *>(p);
        if (!self.trace) self.executed += size / 4;
        if (++self.blocks > too_long) {
            self.endless = true;
            uc_emu_stop(engine);
        }
    };
    const Callback at_instruction = [](uc_engine *, std::uint64_t pc, std::uint32_t, void *p) {
        Impl &self = *static_cast<Impl *>(p);
        ++self.executed;
        self.pc = static_cast<std::uint32_t>(pc);
    };
    check(
        uc_hook_add(u.engine, &hook, UC_HOOK_BLOCK, reinterpret_cast<void *>(at_block), &u, 1, 0));
    if (trace)
        check(uc_hook_add(u.engine, &hook, UC_HOOK_CODE, reinterpret_cast<void *>(at_instruction),
                          &u, 1, 0));
    check(uc_context_alloc(u.engine, &u.fresh));
    check(uc_context_save(u.engine, u.fresh));
}

Unicorn::~Unicorn() {
    uc_context_free(impl_->fresh);
    uc_close(impl_->engine);
}

Result Unicorn::run(std::uint32_t pc, const Input &input, const std::uint8_t *initial,
                    bool floating, bool in_slot) {
    Impl &u = *impl_;
    // The whole CPU: including the state after an exception in a slot, and the link of LL.
    check(uc_context_restore(u.engine, u.fresh));
    if (floating) {
        for (std::uint32_t n = 0; n < 32; ++n) // a double has its high word first
            to_guest(&u.floats[4 * (n ^ 1)], input.f[n]);
        to_guest(&u.floats[128], input.fcsr);
        check(uc_emu_start(u.engine, load_pc, stop_pc, 0, 0));
    }
    for (int i = 1; i < 32; ++i)
        check(uc_reg_write(u.engine, UC_MIPS_REG_0 + i, &input.r[static_cast<std::size_t>(i)]));
    check(uc_reg_write(u.engine, UC_MIPS_REG_HI, &input.hi));
    check(uc_reg_write(u.engine, UC_MIPS_REG_LO, &input.lo));
    std::memcpy(u.data.data(), initial, data_bytes);
    u.executed = u.blocks = 0;
    u.endless = false;
    const uc_err error = uc_emu_start(u.engine, pc, stop_pc, 0, 0);
    Result out;
    for (int i = 1; i < 32; ++i)
        check(uc_reg_read(u.engine, UC_MIPS_REG_0 + i, &out.r[static_cast<std::size_t>(i)]));
    check(uc_reg_read(u.engine, UC_MIPS_REG_HI, &out.hi));
    check(uc_reg_read(u.engine, UC_MIPS_REG_LO, &out.lo));
    out.executed = u.executed;
    out.memory = u.data.data();
    switch (error) {
    case UC_ERR_OK: out.end = u.endless ? End::endless : End::stop; break;
    case UC_ERR_EXCEPTION: out.end = End::exception; break;
    case UC_ERR_READ_UNMAPPED:
    case UC_ERR_WRITE_UNMAPPED: out.end = End::unmapped; break;
    case UC_ERR_FETCH_UNMAPPED:
    case UC_ERR_FETCH_PROT: out.end = End::fetch; break;
    default: out.end = End::other; break;
    }
    out.pc = stop_pc;
    if (out.end == End::exception || out.end == End::unmapped) {
        out.pc = u.trace ? u.pc : 0;
        if (u.trace) --out.executed; // the callback also ran for the instruction that was stopped
    }
    if (floating && !in_slot) {
        check(uc_emu_start(u.engine, store_pc, stop_pc, 0, 0));
        for (std::uint32_t n = 0; n < 32; ++n)
            out.f[n] = from_guest<std::uint32_t>(&u.floats[4 * (n ^ 1)]);
        out.fcsr = from_guest<std::uint32_t>(&u.floats[128]);
        out.has_float = true;
    }
    return out;
}

bool differs(const Result &a, const Result &b) {
    const bool places = a.pc && b.pc && a.end != End::fetch;
    if (a.has_float && b.has_float && (a.f != b.f || a.fcsr != b.fcsr)) return true;
    return a.r != b.r || a.hi != b.hi || a.lo != b.lo || a.end != b.end ||
           (places && a.pc != b.pc) || std::memcmp(a.memory, b.memory, data_bytes) != 0;
}

std::string difference(const Result &a, const char *a_name, const Result &b, const char *b_name) {
    std::string out;
    const auto line = [&](const std::string &what, std::uint64_t x, std::uint64_t y) {
        if (x != y)
            out +=
                fmt::format("  {:<12} {}: {:#010x}   {}: {:#010x}\n", what, a_name, x, b_name, y);
    };
    for (std::size_t i = 1; i < 32; ++i) line(fmt::format("${}", i), a.r[i], b.r[i]);
    line("hi", a.hi, b.hi);
    line("lo", a.lo, b.lo);
    if (a.has_float && b.has_float) {
        for (std::size_t i = 0; i < 32; ++i) line(fmt::format("$f{}", i), a.f[i], b.f[i]);
        line("fcsr", a.fcsr, b.fcsr);
    }
    for (std::uint32_t i = 0; i < data_bytes; i += 4)
        line(fmt::format("[{:#x}]", data_base + i), from_guest<std::uint32_t>(a.memory + i),
             from_guest<std::uint32_t>(b.memory + i));
    if (a.end != b.end)
        out += fmt::format("  stopped by   {}: {}   {}: {}\n", a_name, name(a.end), b_name,
                           name(b.end));
    if (a.pc && b.pc) line("pc", a.pc, b.pc);
    if (a.executed != b.executed)
        out +=
            fmt::format("  instructions {}: {}   {}: {}\n", a_name, a.executed, b_name, b.executed);
    if (a.cycles && b.cycles && a.cycles != b.cycles)
        out += fmt::format("  cycles       {}: {}   {}: {}\n", a_name, a.cycles, b_name, b.cycles);
    return out;
}

} // namespace inlet::oracle
