// The programs of a machine by role: of its nodes, of its I/O nodes, and the firmware of second
// cores. Each has its memory, decoded code and what its cores share.
#pragma once

#include "cpu/engine/code_cache.h"
#include "inlet/call_frames.h"
#include "inlet/compile_options.h"
#include "inlet/image.h"
#include "memory/memory.h"
#include "node/node_context.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace inlet {

class RoleProgram {
  public:
    /// `shared`: what all roles share.
    RoleProgram(const Image &image, std::uint32_t memory_bytes,
                std::shared_ptr<const engine::InstructionSet> set,
                const std::optional<CompileOptions> &compiled, const NodeContext &shared);
    RoleProgram(const RoleProgram &) = delete;
    RoleProgram &operator=(const RoleProgram &) = delete;

    /// Whether no page of text is in both programs.
    bool is_apart_from(const RoleProgram &other) const;

    const std::uint32_t entry;
    const std::uint64_t hash;                   ///< of its file
    const std::vector<std::uint32_t> functions; ///< where they begin, in order
    const CallFrames frames;
    const std::uint32_t threads; ///< the list of its threads (inlet/guest_threads.h); 0: none
    const std::uint32_t holds;   ///< the word that counts the open calls of am_hold; 0: none
    /// The word of an nCUBE/2's kernel that says whether it keeps a message of the node to itself;
    /// 0: none.
    const std::uint32_t keeps;
    const std::uint32_t counts, queues, state; ///< what it shows (inlet/guest_counts.h); 0: nothing
    const SharedPages pages;
    std::uint32_t text = 0, text_bytes = 0; ///< address and size of the text
    engine::CodeCache code;
    NodeContext context;
};

} // namespace inlet
