// `inlet reproduce ncube2`: the numbers of 000 4.2 beside those of signal.s on this machine.
#include "measure/ncube2_paper.h"

#include "cpu/ncube/state.h"
#include "inlet/image.h"
#include "inlet/machine.h"
#include "inlet/ncube2_config.h"
#include "inlet/run_summary.h"
#include "measure/ncube2_signal.h"
#include "net/cube.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace inlet::ncube2 {

namespace {

using nlohmann::json;

/// Marks of examples/ncube2/signal.s.
enum : std::uint32_t {
    single_begin = 1,
    single_end = 2,
    saturated_begin = 3,
    saturated_end = 4,
    send_begin = 5,
    send_end = 6,
    trips_begin = 7,
    trip = 8,
    long_begin = 30,
    long_end = 31
};

/// L of messages as a trace has it: from the end of the send to the arrival, DMA included.
class Latencies final : public Observer {
  public:
    void event(const MessageEvent &event) override {
        if (event.kind() == EventKind::inject)
            sent_[{event.message.source, event.message.number}] = event.cycle;
        else if (event.kind() == EventKind::arrive)
            of_[{event.node, event.words}] =
                event.cycle - sent_[{event.message.source, event.message.number}];
    }
    /// Of the last message of so many words to `node`, in cycles.
    double of(std::uint32_t node, std::uint32_t words) const {
        const auto found = of_.find({node, words});
        if (found == of_.end())
            throw UserError("signal.s: a message whose L is measured is missing");
        return static_cast<double>(found->second);
    }

  private:
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> sent_; ///< by message
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> of_;   ///< by node, words
};

/// A program on a machine, with the cycles of its marks. If observed, which is slow, it also has
/// every instruction of the single signal.
class Measurement {
  public:
    Measurement(const MachineConfig &config, const std::string &program, std::uint32_t nodes,
                bool observed = false, bool every_node = false)
        : image(Image::load(program, config.memory_bytes, Processor::ncube)),
          steps(image, config.part<NcubeConfig>()) {
        steps.keep(false);
        RunOptions options;
        options.nodes = nodes;
        if (observed) options.observer = &steps;
        options.note = [this, every_node](std::uint32_t node, std::uint32_t mark,
                                          std::uint64_t cycle) {
            if (every_node || node == 0) marks[mark] = cycle;
            if (node != 0) return;
            if (mark == single_begin) steps.keep(true);
            if (mark == single_end) steps.keep(false);
        };
        const RunResult result = Machine(config, image, options).run();
        if (result.outcome != Outcome::exited || result.status != 0)
            throw UserError(program + ": " + result.message);
    }

    std::string category(const NcubeStep &step) const {
        if (step.vector) return "interrupt";
        const auto found =
            std::ranges::lower_bound(image.categories, step.pc, {}, &Category::address);
        return found == image.categories.end() || found->address != step.pc ? "" : found->name;
    }
    std::optional<std::uint32_t> symbol(const std::string &name) const {
        const auto found = std::ranges::find(image.symbols, name, &Symbol::name);
        return found == image.symbols.end() ? std::nullopt : std::optional(found->address);
    }

    Image image;
    NcubeSteps steps;
    std::map<std::uint32_t, std::uint64_t> marks;
};

struct Sum {
    std::uint32_t instructions = 0, accesses = 0, cycles = 0;
    void add(const NcubeStep &step) {
        ++instructions;
        accesses += step.accesses;
        cycles += step.cycles;
    }
};

/// Values by name.
using Values = std::map<std::string, double>;

void add_counts(Values &values, const std::string &prefix, const std::map<std::string, Sum> &sums) {
    for (const auto &[category, sum] : sums) {
        values[prefix + category + ".instructions"] = sum.instructions;
        values[prefix + category + ".accesses"] = sum.accesses;
    }
}

/// The single signal, by the categories of its instructions.
void measure_single(const Measurement &run, Values &values) {
    const NcubeSteps::Journey way = run.steps.journey(run.steps.first_of(0));
    if (way.send.empty() || way.receive.empty())
        throw UserError("signal.s: the single signal was not found in the run");
    std::map<std::string, Sum> send, kernel, user;
    Sum sending, receiving, in_kernel, in_stub, start;
    for (const NcubeStep &step : way.send) {
        send[run.category(step)].add(step);
        sending.add(step);
    }
    for (const NcubeStep &step : way.receive) {
        receiving.add(step);
        const std::string name = run.category(step);
        if (step.kernel) {
            kernel[name].add(step);
            in_kernel.add(step);
            if (name == "start") start.add(step);
        } else if (name != "handler") { // the program's own code
            user[name].add(step);
            in_stub.add(step);
        }
    }
    add_counts(values, "send.", send);
    add_counts(values, "kernel.", kernel);
    add_counts(values, "stub.", user);
    values["send.instructions"] = sending.instructions;
    values["send.accesses"] = sending.accesses;
    values["send.kernel_path"] = sending.instructions - 1; // without the trap itself
    values["kernel.instructions"] = in_kernel.instructions;
    values["kernel.accesses"] = in_kernel.accesses;
    values["stub.instructions"] = in_stub.instructions;
    values["stub.accesses"] = in_stub.accesses;
    values["receive.instructions"] = receiving.instructions;
    values["receive.cycles"] = receiving.cycles;
    values["receive.cpi"] = double(receiving.cycles) / receiving.instructions;
    // As in the paper, the look-ups of lines 8, 10 and 11 count for the port.
    values["send.port.booked"] =
        values["send.port.accesses"] + values["send.ready.accesses"] + values["send.dma.accesses"];
    values["user_interrupt.cycles"] = start.cycles + in_stub.cycles;
}

/// The instructions of one signal in the loop `signals`: 8 of the user and 16 of SEND.
void measure_loop(const Measurement &run, Values &values) {
    const auto begin = run.symbol("signals"), end = run.symbol("signals_end");
    if (!begin || !end) throw UserError("signal.s: the loop 'signals' is not in the program");
    const auto user = std::ranges::count_if(run.image.categories, [&](const Category &one) {
        return one.address >= *begin && one.address < *end && one.name == "user";
    });
    values["signal.user"] = static_cast<double>(user);
    values["signal.instructions"] = values["signal.user"] + values["send.instructions"];
}

/// One message of each of Table 4-2's lengths over 5 hops, and a signal to a neighbour.
void measure_latencies(const MachineConfig &config, const std::string &program, Values &values) {
    constexpr std::uint32_t far = 31;
    const Image image = Image::load(program, config.memory_bytes, Processor::ncube);
    Latencies latencies;
    RunOptions options;
    options.nodes = far + 1;
    options.observer = &latencies;
    if (const RunResult ended = Machine(config, image, options).run();
        ended.outcome != Outcome::exited || ended.status != 0)
        throw UserError(program + ": " + ended.message);
    const double us = 1e6 / config.part<Ncube2Config>().clock_hz;
    constexpr std::uint32_t head = 2; // destination and handler, which an event's words leave out
    values["L.signal"] = latencies.of(1, 3 - head) * us;
    values["L.short"] = latencies.of(far, 8 - head) * us;
    values["L.long"] = latencies.of(far, 256 - head) * us;
}

Values measure(const MachineConfig &config, const std::string &program) {
    constexpr std::uint32_t nodes = 1024;
    const Measurement run(config, program, nodes), single(config, program, 4, true);
    const auto &numbers = config.part<Ncube2Config>();
    const auto between = [&](std::uint32_t a, std::uint32_t b) -> double {
        if (!run.marks.count(a) || !run.marks.count(b))
            return std::numeric_limits<double>::quiet_NaN();
        return double(run.marks.at(b) - run.marks.at(a));
    };
    constexpr double messages = 64; // N of signal.s
    Values values;
    const double us = 1e6 / numbers.clock_hz;
    measure_single(single, values);
    measure_loop(run, values);
    values["clock"] = numbers.clock_hz / 1e6;
    values["byte.input"] = numbers.network.cycles_per_byte * us;
    values["hop.input"] = numbers.network.hop * us;
    values["receive"] = values["receive.cycles"] * us;
    values["receive.saturated"] = between(saturated_begin, saturated_end) / messages * us;
    values["send.cycles"] = between(send_begin, send_end) / messages;
    values["send"] = values["send.cycles"] * us;
    values["send.cpi"] = values["send.cycles"] / values["signal.instructions"];
    std::uint32_t before = trips_begin;
    double first = 0, last = 0;
    unsigned hops = 0;
    for (std::uint32_t i = 0; run.marks.count(trip + i); ++i) {
        const double time = between(before, trip + i) / messages * us;
        values[fmt::format("trip.{}", (2u << i) - 1)] = time;
        if (i == 0) first = time;
        last = time;
        hops = i;
        before = trip + i;
    }
    if (hops) values["hop.round"] = (last - first) / hops;
    if (hops) values["hop.one_way"] = (last - first) / hops / 2;
    const double bytes = 1028 + numbers.network.eot_bytes;
    values["byte"] = between(long_begin, long_end) / messages / bytes * us;
    const double both = values["send"] + values["receive"];
    values["overhead"] = both;
    values["wire13"] = (12 + numbers.network.eot_bytes) * numbers.network.cycles_per_byte * us;
    values["sum"] = 2 * (both + values["wire13"]); // both overheads and the wire, each way
    values["missing"] = first - values["sum"];
    values["dma"] = (numbers.network.dma_start + numbers.network.dma_end) * us;
    measure_latencies(config, program, values);
    values["cpm"] = (both + values["L.signal"]) / us;
    values["cpm.formula"] = (both + values["wire13"] + values["hop.input"]) / us;
    values["alpha"] = both;
    values["beta"] = numbers.network.cycles_per_byte * us;
    values["rate"] = 1 / values["beta"];
    values["n_half"] = both / values["beta"];
    const double short_wire = 32 * values["beta"], long_wire = 1024 * values["beta"];
    values["logp.short.L"] = short_wire + 5 * values["hop.input"];
    values["logp.long.L"] = long_wire + 5 * values["hop.input"];
    values["logp.o"] = both / 2;
    values["user_interrupt"] = 100 * values["user_interrupt.cycles"] * us / both;
    values["nodes"] = nodes;
    values["longest"] = 1024;
    values["segments"] = ncube::segments;
    values["output_engines"] = net::CubeTopology::most_dimensions + 1;
    values["buffers"] = 2 * (net::CubeTopology::most_dimensions + 1) + 2;
    const auto &ncube = config.part<NcubeConfig>();
    values["average_cpi"] = ncube.base + ncube.memory;
    values["prefetch"] = ncube.prefetch_stall;
    return values;
}

/// Our own send&receive (examples/ncube2/send_receive.s). The code of Vertex is not printed.
void measure_send_receive(const std::string &file, const MachineConfig &config, Values &values) {
    const Measurement run(config, file, 8, false, true); // the receiver has marks too
    std::map<std::uint32_t, std::uint64_t> at = run.marks;
    const auto &numbers = config.part<Ncube2Config>();
    constexpr double messages = 32; // its N
    const double each = 1e6 / numbers.clock_hz / messages;
    values["sr.send"] = double(at[2] - at[1]) * each;
    values["sr.receive"] = double(at[4] - at[3]) * each;
    values["sr.trip.1"] = double(at[6] - at[5]) * each;
    values["sr.trip.3"] = double(at[7] - at[6]) * each;
    values["sr.trip.7"] = double(at[8] - at[7]) * each;
    values["sr.overhead"] = (values["sr.send"] + values["sr.receive"]) / 2;
    values["sr.one_way"] = values["sr.trip.1"] / 2;
    values["sr.ratio"] = (values["sr.send"] + values["sr.receive"]) / values["overhead"];
}

std::string text_of(const json &row, const char *name) {
    return row.contains(name) ? row[name].get<std::string>() : std::string();
}

} // namespace

std::vector<Reproduced> reproduce(const MachineConfig &config, const std::string &program,
                                  const std::string &rows) {
    if (!config.find<NcubeConfig>())
        throw UserError("machine " + config.name + ": the paper's programs are for kind ncube2");
    std::ifstream file(rows, std::ios::binary);
    if (!file) throw UserError(rows + ": the file cannot be read");
    const json all =
        json::parse(std::string(std::istreambuf_iterator<char>(file), {}), nullptr, false);
    if (!all.is_object() || !all.contains("rows"))
        throw UserError(rows + ": expected a list of rows");
    Values values = measure(config, program);
    measure_send_receive(
        (std::filesystem::path(rows).parent_path() / "ncube2_send_receive.elf").string(), config,
        values);
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    double send_receive = 0; // the paper's overheads of send&receive
    for (const json &row : all["rows"])
        if (const std::string what = text_of(row, "measure");
            what == "sr.send" || what == "sr.receive")
            send_receive += row.at("paper").get<double>();
    values["reduction"] = send_receive / values["overhead"];
    std::vector<Reproduced> result;
    for (const json &row : all["rows"]) {
        Reproduced one;
        one.where = text_of(row, "where");
        one.what = text_of(row, "what");
        one.unit = text_of(row, "unit");
        one.kind = text_of(row, "kind");
        one.note = text_of(row, "note");
        one.paper =
            row.contains("paper") && row["paper"].is_number() ? row["paper"].get<double>() : none;
        one.ours = none;
        if (const std::string measure = text_of(row, "measure"); !measure.empty()) {
            const auto found = values.find(measure);
            if (found == values.end() && measure.compare(0, 5, "trip.") != 0)
                throw UserError(rows + ": nothing measures '" + measure + "'");
            if (found != values.end()) one.ours = found->second;
        }
        result.push_back(one);
    }
    return result;
}

} // namespace inlet::ncube2
