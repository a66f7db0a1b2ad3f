// Runs guests in Unicorn.
#include "bench/guest.h"

#ifdef INLET_UNICORN
#include <unicorn/unicorn.h>
#endif

namespace inlet::bench {

#ifdef INLET_UNICORN

namespace {

void check(uc_err error) {
    if (error != UC_ERR_OK) throw UserError(std::string("Unicorn: ") + uc_strerror(error));
}

struct Instance {
    Instance() {
        check(uc_open(UC_ARCH_MIPS, static_cast<uc_mode>(UC_MODE_MIPS32 | UC_MODE_BIG_ENDIAN),
                      &engine));
    }
    ~Instance() { uc_close(engine); }
    Instance(const Instance &) = delete;
    Instance &operator=(const Instance &) = delete;

    void set(int reg, std::uint32_t value) {
        check(uc_reg_write(engine, UC_MIPS_REG_0 + reg, &value));
    }

    uc_engine *engine = nullptr;
};

void at_block(uc_engine *, std::uint64_t, std::uint32_t, void *count) {
    ++*static_cast<std::uint64_t *>(count);
}

constexpr std::uint32_t stop_address = 0x1000; // below all mapped memory of the program

} // namespace

const bool has_unicorn = true;

Timing run_in_unicorn(const Guest &guest) {
    Instance instance;
    uc_engine *const engine = instance.engine;
    check(uc_mem_map(engine, 0, guest.config.memory_bytes, UC_PROT_ALL));
    for (const Segment &s : guest.image.segments)
        check(uc_mem_write(engine, s.address, s.bytes.data(), s.bytes.size()));
    std::uint64_t blocks = 0;
    uc_hook hook;
    check(uc_hook_add(engine, &hook, UC_HOOK_BLOCK, reinterpret_cast<void *>(at_block), &blocks, 1,
                      0));
    instance.set(29, guest.config.memory_bytes - 64);
    instance.set(31, stop_address);
    const double start = cpu_seconds();
    check(uc_emu_start(engine, guest.symbol("main"), stop_address, 0, 0));
    Timing timing{cpu_seconds() - start, 0, 0, 0};
    check(uc_reg_read(engine, UC_MIPS_REG_2, &timing.status));
    return timing;
}

#else

const bool has_unicorn = false;

Timing run_in_unicorn(const Guest &) { throw UserError("built without Unicorn"); }

#endif

} // namespace inlet::bench
