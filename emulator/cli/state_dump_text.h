// What the diagnostic network shows (inlet/state_dump.h), for people and as JSON.
#pragma once

#include <inlet/image.h>
#include <inlet/state_dump.h>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace inlet::cli {

/// The lines below the first of a deadlock report, each with a newline before it: who waits for
/// what, in a few lines however large the machine is.
std::string jam_text(const StateDump &dump, const Image &image);
/// Whether a message stands in the network, or a node asks it in vain; else all just wait.
bool is_jam(const StateDump &dump);

/// `inlet run --tsip`: tables of nodes and messages, cut where they would fill the screen.
std::string state_dump_text(const StateDump &dump, const Image &image);
/// All of it.
nlohmann::json state_dump_json(const StateDump &dump, const Image &image);

} // namespace inlet::cli
