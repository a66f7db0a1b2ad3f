#include "scheduler/programs.h"

#include "inlet/guest_counts.h"
#include "inlet/guest_threads.h"
#include "scheduler/setup.h"

#include <algorithm>
#include <utility>

namespace inlet {

namespace {

std::vector<std::uint32_t> beginnings(const Image &image) {
    std::vector<std::uint32_t> all;
    for (const Symbol &symbol : image.symbols) all.push_back(symbol.address);
    return all;
}

/// The text as loaded, decoded once for all nodes.
engine::CodeCache loaded_code(const SharedPages &pages,
                              std::shared_ptr<const engine::InstructionSet> set,
                              const std::optional<CompileOptions> &compiled, RoleProgram &program) {
    Text text = text_of(pages);
    const bool compiles = set->compiles();
    program.text = text.base;
    program.text_bytes = static_cast<std::uint32_t>(text.bytes.size());
    return {std::move(set), text.base, std::move(text.bytes), std::move(text.gaps),
            compiles ? compiled : std::nullopt};
}

DeferredOutput deferred_output(const Image &image) {
    const auto it = std::find_if(image.objects.begin(), image.objects.end(),
                                 [](const Symbol &s) { return s.name == "__xnet_deferred"; });
    return it == image.objects.end() ? DeferredOutput{} : DeferredOutput{it->address, it->size};
}

/// The runtime's count of holds (am_core_holds.h); 0: it has none.
std::uint32_t holds_at(const Image &image) {
    const auto it = std::ranges::find(image.objects, "__xnet_holds", &Symbol::name);
    return it == image.objects.end() ? 0 : it->address;
}

/// runtime/machine/ncube2/kernel/entry.S; runtime/ncube2/kernel.s, whose variables are in its text.
std::uint32_t keeps_at(const Image &image) {
    const auto data = std::ranges::find(image.objects, "__kernel_self_full", &Symbol::name);
    if (data != image.objects.end()) return data->address;
    const auto text = std::ranges::find(image.symbols, "self_full", &Symbol::name);
    return text == image.symbols.end() ? 0 : text->address;
}

} // namespace

RoleProgram::RoleProgram(const Image &image, std::uint32_t memory_bytes,
                         std::shared_ptr<const engine::InstructionSet> set,
                         const std::optional<CompileOptions> &compiled, const NodeContext &shared)
    : entry(image.entry), hash(image.hash), functions(beginnings(image)), frames(image.frames),
      threads(guest_threads_at(image)), holds(holds_at(image)), keeps(keeps_at(image)),
      counts(guest_counts_at(image)), queues(guest_queues_at(image)), state(guest_state_at(image)),
      pages(shared_pages(image, memory_bytes)),
      code(loaded_code(pages, std::move(set), compiled, *this)), context(shared) {
    // Where all is compiled at once, for tests, all is decoded.
    if (!compiled || compiled->threshold != 0) code.begin_with_pieces();
    context.code = &code;
    context.pages = &pages;
    context.guards = image.guards;
    context.deferred = deferred_output(image);
}

bool RoleProgram::is_apart_from(const RoleProgram &other) const {
    return text + text_bytes <= other.text || other.text + other.text_bytes <= text;
}

} // namespace inlet
