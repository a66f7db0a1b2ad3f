// A build without a compiler for its host: nothing is ever hot.
#include "cpu/engine/compiled/compiled.h"
#include "cpu/engine/compiled/host_float.h"
#include "cpu/engine/program.h"

namespace inlet::engine {

struct Compiled::Host {};

bool Compiled::built() { return false; }

Compiled::Compiled(std::uint32_t base, std::uint32_t bytes, unsigned shift, std::span<Uop> ops,
                   bool has_caches, const CompileOptions &options)
    : options_(options), base_(base), bytes_of_text_(bytes), shift_(shift), has_caches_(has_caches),
      ops_(ops), direct_(base, bytes, shift) {}
Compiled::~Compiled() = default;

Compiled::Stop Compiled::run(State &, Memory &, const Program &, std::uint64_t, Caches *) {
    return Stop::go_on;
}

void load_directly(Compiled &, const Memory &) {}
void end_loads() {}
std::uint16_t take_host_float(const State &, const FloatStackUse &) { return 0; }
void give_host_float(std::uint16_t) {}

void Compiled::make_old_again(const Program &) {}

std::vector<Compiled::Interpreted> Compiled::interpreted() const { return {}; }

Compiled::Stop Compiled::left_else(std::uint32_t, State &, const Program &) { return Stop::go_on; }

} // namespace inlet::engine
