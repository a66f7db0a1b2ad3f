// State dumps of the network (inlet/state_dump.h) as text and JSON.
#pragma once

#include <inlet/image.h>
#include <inlet/state_dump.h>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace inlet::app {

/// The program of second cores, and their name, for reports; no image: there are none.
struct SecondCores {
    const Image *image = nullptr;
    std::string name;
};

/// What the software of a core shows of its queues, as a line with a newline before it, or "".
std::string queues_text(const DumpNode &node, const SecondCores &second);
/// The lines of a deadlock report after the first, each with a newline before it: nodes and what
/// they wait for. The number of lines is bounded for any size of the machine.
std::string stuck_nodes_text(const StateDump &dump, const Image &image,
                             const SecondCores &second = {});
/// A line for each of a program's threads, the first of them, with a newline before it.
std::string guest_threads_text(const std::vector<GuestThread> &threads, const Image &image);
/// Whether a message is stuck in the network, or a SEND is refused. Otherwise, all nodes just wait.
bool is_jam(const StateDump &dump);
/// Whether messages have been delivered to the node that its program has not received.
bool has_messages(const StateDump &dump, const DumpNode &node);

/// `inlet run --tsip`: tables of nodes and messages, truncated to 32 rows each.
std::string state_dump_text(const StateDump &dump, const Image &image,
                            const SecondCores &second = {});
/// The complete dump.
nlohmann::json state_dump_json(const StateDump &dump, const Image &image,
                               const SecondCores &second = {});

} // namespace inlet::app
