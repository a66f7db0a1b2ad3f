#include "archive/archive.h"
#include "description/config_kinds.h"
#include "description/file_hash.h"
#include "description/members.h"
#include "inlet/config.h"

namespace inlet {

// The structured bindings name all members of a description: a member that is added does not
// compile until it is named here.
std::uint64_t MachineConfig::hash() const {
    MachineConfig copy = *this;
    auto &[kind, name, description, nodes, max_nodes, memory_bytes, dispatch, load_use, multiply,
           divide, exception, annulled_slot, refused, count_start, vector_words, costs, caches,
           hardwired, exposed, gang, processor, sparc, ppc, x86, ncube, mesh, file, text,
           settings] = copy;
    Archive ar;
    ar(memory_bytes, dispatch, load_use, multiply, divide, exception, annulled_slot, refused,
       count_start, vector_words, costs, exposed, gang);
    const auto cache = [&](std::optional<CacheConfig> &there) {
        auto &[size, line, ways, miss, write] = there ? *there : there.emplace();
        ar(size, line, ways, miss, write);
    };
    auto &[instruction, data, unified, buffer] = caches;
    cache(instruction);
    cache(data);
    ar(unified);
    auto &[depth, drain] = buffer ? *buffer : buffer.emplace();
    ar(depth, drain);
    bool has_hardwired = hardwired.has_value();
    auto &[fetch, store, forward, stolen] = hardwired ? *hardwired : hardwired.emplace();
    ar(has_hardwired, fetch, store, forward, stolen);
    auto &[mips32, fpu] = processor;
    ar(mips32, fpu);
    auto &[topology, columns, hop, word, eject, credit, header, injection, receive, router, burst,
           io_nodes, reorder] = mesh;
    ar(topology, columns, hop, word, eject, credit, header, injection, receive, router, burst,
       io_nodes);
    if (reorder) ar(reorder); // hashes of machines that keep order stay unchanged
    // Kinds other than T1's add their numbers.
    HashMembers numbers_of(ar);
    if (sparc) {
        auto &[v8, load, annulled, instructions, interface] = *sparc;
        ar(kind, v8, load, annulled, instructions);
        Cm5Config numbers = cm5_config(*this);
        auto &[load_wait, store_wait, store_drain, level, barrier, tree] = numbers;
        ar(load_wait, store_wait, store_drain, level, barrier);
        members(numbers_of, tree);
        if (interface) members(numbers_of, *interface);
    }
    if (ppc) {
        auto &[load, line, instructions, interface] = *ppc;
        ar(kind, load, line, instructions);
        if (interface) members(numbers_of, *interface);
        Sp2Config numbers = sp2_config(*this);
        auto &[adapter, network, stall] = numbers;
        members(numbers_of, adapter);
        ar(stall);
        members(numbers_of, network);
    }
    if (x86) {
        auto &[xnet, base, memory, instructions] = *x86;
        ar(kind, xnet, base, memory, instructions);
        Ncube2X86Config numbers = ncube2x86_config(*this);
        auto &[network, interrupt_extra] = numbers;
        ar(interrupt_extra);
        members(numbers_of, network);
    }
    if (ncube) {
        auto &[base, memory, prefetch, interrupt_extra, multiplies, divides] = *ncube;
        ar(kind, base, memory, prefetch, interrupt_extra, multiplies, divides);
        Ncube2Config numbers = ncube2_config(*this);
        auto &[network, clock] = numbers;
        ar(clock);
        members(numbers_of, network);
    }
    return file_hash(ar.take());
}

} // namespace inlet
