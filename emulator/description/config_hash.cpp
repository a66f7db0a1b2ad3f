#include "archive/archive.h"
#include "description/kinds_of_files.h"
#include "description/members.h"
#include "inlet/config.h"
#include "inlet/file_hash.h"
#include "inlet/mesh_config.h"
#include "inlet/network_parts.h"
#include "inlet/t1_config.h"

namespace inlet {

namespace {

/// What the hash of a machine without T1's parts has in their place, so that hashes in files stay.
T1Config without_t1(const MachineConfig &config) {
    const NetworkParts *const parts = network_parts(config);
    T1Config t1;
    t1.dispatch_cycles = parts ? parts->dispatch : 5;
    t1.load_use_stall = t1.annulled_slot_cycles = 1;
    t1.send_refused_cycles = parts ? parts->send_refused : 5;
    t1.vector_words_per_cycle = 4;
    t1.costs.fill(1);
    return t1;
}

MeshConfig without_grid() { return {GridKind::cylinder, 0, 1, 1, 1, 1, 1, 1, 1, 1, 4, 0, 0}; }

} // namespace

// The structured bindings name all members of a description: a member that is added does not
// compile until it is named here.
std::uint64_t MachineConfig::hash() const {
    MachineConfig copy = *this;
    auto &[kind, name, description, nodes, max_nodes, memory_bytes, exception, caches, cores,
           firmware, parts, file, text, settings] = copy;
    const T1Config *const own_t1 = find<T1Config>();
    T1Config t1 = own_t1 ? *own_t1 : without_t1(*this);
    auto &[dispatch, load_use, multiply, divide, annulled_slot, refused, count_start, vector_words,
           costs, hardwired, exposed, gang, processor] = t1;
    Archive ar;
    ar(memory_bytes, dispatch, load_use, multiply, divide, exception, annulled_slot, refused,
       count_start, vector_words, costs, exposed, gang);
    const auto cache = [&](std::optional<CacheConfig> &there) {
        auto &[size, line, ways, miss, write] =
            there ? *there : there.emplace(CacheConfig{.ways = 1});
        ar(size, line, ways, miss, write);
    };
    auto &[instruction, data, unified, buffer] = caches;
    cache(instruction);
    cache(data);
    ar(unified);
    auto &[depth, drain] = buffer ? *buffer : buffer.emplace();
    ar(depth, drain);
    bool has_hardwired = hardwired.has_value();
    auto &[fetch, store, forward, stolen] =
        hardwired ? *hardwired : hardwired.emplace(HardwiredConfig{1, 1, 1, 0});
    ar(has_hardwired, fetch, store, forward, stolen);
    auto &[mips32, fpu] = processor;
    ar(mips32, fpu);
    const MeshConfig *const own_grid = find<MeshConfig>();
    MeshConfig grid = own_grid ? *own_grid : without_grid();
    auto &[topology, columns, hop, word, eject, credit, header, injection, receive, router, burst,
           io_nodes, reorder] = grid;
    ar(topology, columns, hop, word, eject, credit, header, injection, receive, router, burst,
       io_nodes);
    if (reorder) ar(reorder); // hashes of machines that keep order stay unchanged
    if (firmware) ar(firmware);
    const KindOfFile *const own = kind_of_file(kind);
    if (own && kind != "t1") { // whose numbers are all above
        ar(kind);
        HashMembers numbers(ar);
        own->members(numbers, copy);
    }
    return file_hash(ar.take());
}

} // namespace inlet
