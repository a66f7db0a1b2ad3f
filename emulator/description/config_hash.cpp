#include "archive/archive.h"
#include "description/kinds_of_files.h"
#include "inlet/config.h"
#include "inlet/file_hash.h"

namespace inlet {

// The structured bindings name all members of a description: a member that is added does not
// compile until it is named here.
std::uint64_t MachineConfig::hash() const {
    MachineConfig copy = *this;
    auto &[kind, name, description, nodes, max_nodes, memory_bytes, dispatch, load_use, multiply,
           divide, exception, annulled_slot, refused, count_start, vector_words, costs, caches,
           hardwired, exposed, gang, processor, sparc, ppc, x86, ncube, cores, firmware, mesh, file,
           text, settings] = copy;
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
    if (firmware) ar(firmware);
    if (const KindOfFile *const own = kind_of_file(kind)) {
        ar(kind);
        own->hash(ar, *this);
    }
    return file_hash(ar.take());
}

} // namespace inlet
