// The writers of export.cpp, one for each format.
#pragma once

#include "analysis/profile.h"
#include "trace/output_file.h"
#include "trace/recording.h"

#include <cstdint>
#include <optional>

namespace inlet {

/// From a finished profile. They throw what OutputFile throws.
void write_folded(const Profile &profile, OutputFile &out);
void write_callgrind(Profile &profile, const Recording &recording, OutputFile &out);

/// These read the trace and write while they read; they return the cycles that they wrote.
std::uint64_t write_perfetto(Recording &recording, OutputFile &out,
                             std::optional<std::uint32_t> node, bool instructions);
std::uint64_t write_kanata(Recording &recording, OutputFile &out, std::uint32_t node);

} // namespace inlet
