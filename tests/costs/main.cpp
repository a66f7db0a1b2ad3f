// inlet-costs: the cost of each piece of a program, as a table that is compared and read as a diff
// (docs/costs.md).
//
//   inlet-costs PROGRAM NODES [--machine=NAME] [--bulk] [KEY=VALUE...]    other numbers of the
//   machine
#include "meter.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <inlet/machine.h>
#include <inlet/network_parts.h>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace inlet;
using namespace inlet::costs;

std::string cell(const Share &share) {
    return share.instructions == 0 && share.cycles == 0
               ? "-"
               : fmt::format("{}/{}", share.cycles, share.instructions);
}

void add_message(std::vector<std::string> &row, const Message *message) {
    if (message == nullptr) {
        row.insert(row.end(), 5, "-");
        return;
    }
    row.push_back(std::to_string(message->scalar_words + message->vector_words));
    row.push_back(std::to_string(message->arrive - message->inject));
    Share before = message->entry;
    before.cycles += message->dispatch;
    row.push_back(cell(before));
    row.push_back(cell(message->body));
    row.push_back(cell(message->leave));
}

void print(std::vector<std::vector<std::string>> rows) {
    std::vector<std::size_t> widths(rows[0].size());
    for (const auto &row : rows)
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    for (const auto &row : rows) {
        std::string line = fmt::format("{:<{}}", row[0], widths[0]);
        for (std::size_t i = 1; i < row.size(); ++i)
            line += fmt::format("  {:>{}}", row[i], widths[i]);
        fmt::print("{}\n", line);
    }
}

/// The first message of the piece, and the reply of its handler.
void print_pieces(const Meter &meter) {
    std::vector<std::vector<std::string>> rows = {
        {"primitive", "total", "send", "rest", "msgs", "words", "net", "before", "handler", "after",
         "r-words", "r-net", "r-before", "r-handler", "r-after"}};
    for (const Piece &piece : meter.pieces()) {
        std::vector<std::string> row = {piece.name, std::to_string(piece.end - piece.begin),
                                        cell(piece.send), cell(piece.rest),
                                        std::to_string(piece.messages.size())};
        const Message *request = piece.messages.empty() ? nullptr : &piece.messages[0];
        const Message *reply = nullptr;
        for (const Message &message : piece.messages)
            if (message.source != 0 && reply == nullptr) reply = &message;
        add_message(row, request);
        add_message(row, reply);
        rows.push_back(row);
    }
    print(rows);
}

/// Where programs poll: node 0's instructions, and the waits among them. A message leaves when the
/// interface takes it, which is no boundary here.
void print_polled(const Meter &meter) {
    std::vector<std::vector<std::string>> rows = {{"primitive", "cycles", "instructions"}};
    for (const Piece &piece : meter.pieces())
        rows.push_back({piece.name, std::to_string(piece.end - piece.begin),
                        std::to_string(piece.send.instructions + piece.rest.instructions)});
    print(rows);
}

/// For pieces whose data travel in many packets: the use of the link from the call to the last
/// delivery, in the direction with more traffic.
void print_bulk(const Meter &meter, const MeshConfig &mesh) {
    std::vector<std::vector<std::string>> rows = {
        {"primitive", "bytes", "packets", "link", "call-to-last", "busy%", "payload%"}};
    struct Direction {
        std::uint64_t words = 0, packets = 0, last = 0;
    };
    for (const Piece &piece : meter.pieces()) {
        // The bytes of "store_128_misaligned".
        const std::size_t at = std::min(piece.name.find_first_of("0123456789"), piece.name.size());
        const std::uint64_t bytes = std::strtoull(piece.name.c_str() + at, nullptr, 10);
        Direction out, in;
        for (const Message &message : piece.messages) {
            Direction &way = message.source == 0 ? out : in;
            way.words += mesh.header_words + 1 + message.scalar_words + message.vector_words;
            way.last = std::max(way.last, message.arrive);
            ++way.packets;
        }
        const Direction &data = out.words >= in.words ? out : in;
        if (data.packets < 4) continue;
        const std::uint64_t link = data.words * mesh.cycles_per_word,
                            time = data.last - piece.begin;
        rows.push_back(
            {piece.name, std::to_string(bytes), std::to_string(data.packets), std::to_string(link),
             std::to_string(time),
             fmt::format("{:.1f}", 100 * static_cast<double>(link) / static_cast<double>(time)),
             fmt::format("{:.1f}",
                         25 * static_cast<double>(bytes) / static_cast<double>(data.words))});
    }
    print(rows);
}

int run(const std::vector<std::string> &words) {
    if (words.size() < 2) {
        fmt::print(stderr, "usage: inlet-costs PROGRAM NODES [--machine=NAME] [--bulk] "
                           "[KEY=VALUE...]\n");
        return 2;
    }
    bool bulk = false;
    std::string machine = "t1";
    constexpr std::string_view machine_is = "--machine=";
    std::vector<MachineSetting> settings;
    for (std::size_t i = 2; i < words.size(); ++i) {
        const std::size_t equals = words[i].find('=');
        if (words[i] == "--bulk")
            bulk = true;
        else if (words[i].starts_with(machine_is))
            machine = words[i].substr(machine_is.size());
        else
            settings.push_back({words[i].substr(0, equals),
                                equals == std::string::npos ? "" : words[i].substr(equals + 1)});
    }
    const MachineConfig config = MachineConfig::load(machine).with(settings);
    const Image image = Image::load(words[0], config.memory_bytes);
    Meter meter(image);
    RunOptions options;
    options.nodes = static_cast<std::uint32_t>(std::stoul(words[1]));
    options.observer = &meter;
    options.console = [](std::uint32_t node, std::string_view line) {
        fmt::print(stderr, "[node {}] {}\n", node, line);
    };
    const RunResult result = Machine(config, image, options).run();
    if (result.outcome != Outcome::exited || result.status != 0) {
        fmt::print(stderr, "inlet-costs: {}: does not exit with status 0\n", words[0]);
        return 1;
    }
    if (bulk)
        print_bulk(meter, *grid_of(config));
    else if (config.contexts().all().size() == 2)
        print_polled(meter);
    else
        print_pieces(meter);
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    try {
        return run({argv + 1, argv + argc});
    } catch (const std::exception &error) {
        fmt::print(stderr, "inlet-costs: {}\n", error.what());
        return 2;
    }
}
