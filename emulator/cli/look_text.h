// What the diagnostic network shows (inlet/look.h), for people and as JSON.
#pragma once

#include <inlet/image.h>
#include <inlet/look.h>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace inlet::cli {

/// The lines below the first of a deadlock report, each with a newline before it: who waits for
/// what, in a few lines however large the machine is.
std::string jam_text(const Look &look, const Image &image);
/// Whether a message stands in the network, or a node asks it in vain; else all just wait.
bool is_jam(const Look &look);

/// `inlet run --tsip`: tables of nodes and messages, cut where they would fill the screen.
std::string look_text(const Look &look, const Image &image);
/// All of it.
nlohmann::json look_json(const Look &look, const Image &image);

} // namespace inlet::cli
