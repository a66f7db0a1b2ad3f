// The writers of export.cpp, one for each format.
#pragma once

#include "analysis/profile.h"
#include "trace/output_file.h"
#include "trace/recording.h"

#include <cstdint>
#include <optional>

namespace inlet {

/// Write a finished profile. Throw UserError (OutputFile).
void write_folded(const Profile &profile, OutputFile &out);
void write_callgrind(Profile &profile, const Recording &recording, OutputFile &out);

/// Read the trace and write meanwhile. Return the number of cycles written.
std::uint64_t write_perfetto(Recording &recording, OutputFile &out,
                             std::optional<std::uint32_t> node, bool instructions);
std::uint64_t write_kanata(Recording &recording, OutputFile &out, std::uint32_t node);

} // namespace inlet
