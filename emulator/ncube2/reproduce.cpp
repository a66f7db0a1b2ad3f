// inlet reproduce ncube2: the numbers of 000 4.2 beside those of signal.s on this machine.
#include "inlet/config.h"
#include "inlet/ncube2.h"
#include "ncube2/config.h"
#include "ncube2/machine.h"
#include "ncube2/recording.h"

#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>

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

/// Keeps everything of the single signal, and of the rest the marks.
class Meter final : public Observer, public net::PathObserver {
  public:
    explicit Meter(const Program &program) : recording(program) { recording.keep(false); }

    void instruction(std::uint32_t node, const ncube::Step &step, Context context) override {
        recording.instruction(node, step, context);
    }
    void interrupt(std::uint32_t node, unsigned vector, std::uint64_t cycle, std::uint32_t pc,
                   const ncube::Cost &cost) override {
        if (count) ++interrupts;
        recording.interrupt(node, vector, cycle, pc, cost);
    }
    void sent(std::uint32_t node, std::uint32_t number, std::uint64_t cycle) override {
        if (first_message == 0 && keeping) first_message = number;
        recording.sent(node, number, cycle);
    }
    void mark(std::uint32_t node, std::uint32_t mark, std::uint64_t cycle) override {
        if (node != 0) return;
        marks[mark] = cycle;
        keeping = mark == single_begin || (mark != single_end && keeping);
        recording.keep(keeping);
    }
    void path(const net::PathEvent &event) override { recording.path(event); }

    Recording recording;
    std::map<std::uint32_t, std::uint64_t> marks;
    bool keeping = false, count = true;
    std::uint32_t first_message = 0;
    std::uint64_t interrupts = 0;
};

struct Sum {
    std::uint32_t instructions = 0;
    ncube::Cost cost;
    void add(const Record &record) {
        ++instructions;
        cost.accesses += record.cost.accesses;
        cost.base += record.cost.base;
        cost.memory += record.cost.memory;
        cost.stall += record.cost.stall;
        cost.unit += record.cost.unit;
    }
};

/// Values by name.
using Values = std::map<std::string, double>;

void add_counts(Values &values, const std::string &prefix, const std::map<std::string, Sum> &sums) {
    for (const auto &[category, sum] : sums) {
        values[prefix + category + ".instructions"] = sum.instructions;
        values[prefix + category + ".accesses"] = sum.cost.accesses;
    }
}

/// The single signal, by the categories of its instructions.
void measure_single(const Program &program, const Meter &meter, Values &values) {
    const Journey way = journey(meter.recording.records(), 0, meter.first_message);
    if (way.send.empty() || way.receive.empty())
        throw UserError("signal.s: the single signal was not found in the run");
    const auto category = [&](const Record &record) -> std::string {
        if (record.kind == Record::Kind::interrupt) return "interrupt";
        const Program::Line *line = program.line(record.pc);
        return line ? line->category : "";
    };
    std::map<std::string, Sum> send, kernel, user;
    Sum sending, receiving, in_kernel, in_stub, handler;
    for (const Record *record : way.send) {
        send[category(*record)].add(*record);
        sending.add(*record);
    }
    Sum start;
    for (const Record *record : way.receive) {
        receiving.add(*record);
        const std::string name = category(*record);
        if (record->context == Context::kernel) {
            kernel[name].add(*record);
            in_kernel.add(*record);
            if (name == "start") start.add(*record);
        } else if (name == "handler") { // the program's own
            handler.add(*record);
        } else {
            user[name].add(*record);
            in_stub.add(*record);
        }
    }
    add_counts(values, "send.", send);
    add_counts(values, "kernel.", kernel);
    add_counts(values, "stub.", user);
    values["send.instructions"] = sending.instructions;
    values["send.accesses"] = sending.cost.accesses;
    values["send.kernel_path"] = sending.instructions - 1; // without the trap itself
    values["kernel.instructions"] = in_kernel.instructions;
    values["kernel.accesses"] = in_kernel.cost.accesses;
    values["stub.instructions"] = in_stub.instructions;
    values["stub.accesses"] = in_stub.cost.accesses;
    values["receive.instructions"] = receiving.instructions;
    values["receive.cycles"] = receiving.cost.cycles();
    values["receive.cpi"] = double(receiving.cost.cycles()) / receiving.instructions;
    // As the paper books them: the look-ups of lines 8, 10 and 11 under the port.
    values["send.port.booked"] =
        values["send.port.accesses"] + values["send.ready.accesses"] + values["send.dma.accesses"];
    values["user_interrupt.cycles"] = start.cost.cycles() + in_stub.cost.cycles();
    std::uint64_t asks = 0, flows = 0, delivered = 0;
    for (const Record *record : way.path) {
        if (record->path.kind == net::PathEvent::Kind::asks) asks = record->cycle;
        if (record->path.kind == net::PathEvent::Kind::flows) flows = record->cycle;
        if (record->path.kind == net::PathEvent::Kind::delivered) delivered = record->cycle;
    }
    values["wire.cycles"] = double(delivered - asks);
    values["flow.cycles"] = double(delivered - flows);
}

/// The instructions of one signal in the loop `signals`: 8 of the user and 16 of SEND.
void measure_loop(const Program &program, Values &values) {
    const auto begin = program.symbol("signals"), end = program.symbol("signals_end");
    if (!begin || !end) throw UserError("signal.s: the loop 'signals' is not in the program");
    unsigned user = 0;
    for (auto at = program.lines.lower_bound(*begin); at != program.lines.end() && at->first < *end;
         ++at)
        user += at->second.category == "user";
    values["signal.user"] = user;
    values["signal.instructions"] = user + values["send.instructions"];
}

Values measure(const Request &request, const Config &config) {
    const Program program = Program::read(request.program, config.memory_bytes);
    Options options;
    options.nodes = request.nodes ? request.nodes : 1024;
    Machine machine(config, program, options);
    Meter meter(program);
    machine.watch(&meter);
    machine.watch_paths(&meter);
    const Result result = machine.run();
    if (result.ending != Ending::exited || result.status != 0)
        throw UserError(request.program + ": " + result.message);
    const auto between = [&](std::uint32_t a, std::uint32_t b) -> double {
        if (!meter.marks.count(a) || !meter.marks.count(b))
            return std::numeric_limits<double>::quiet_NaN();
        return double(meter.marks.at(b) - meter.marks.at(a));
    };
    constexpr double messages = 64; // N of signal.s
    Values values;
    const double us = 1e6 / config.clock_hz;
    measure_single(program, meter, values);
    measure_loop(program, values);
    values["clock"] = config.clock_hz / 1e6;
    values["byte.input"] = config.network.cycles_per_byte * us;
    values["hop.input"] = config.network.hop * us;
    values["receive"] = values["receive.cycles"] * us;
    values["receive.saturated"] = between(saturated_begin, saturated_end) / messages * us;
    values["send.cycles"] = between(send_begin, send_end) / messages;
    values["send"] = values["send.cycles"] * us;
    values["send.cpi"] = values["send.cycles"] / values["signal.instructions"];
    std::uint32_t before = trips_begin;
    double first = 0, last = 0;
    unsigned hops = 0;
    for (std::uint32_t i = 0; meter.marks.count(trip + i); ++i) {
        const double time = between(before, trip + i) / messages * us;
        values[fmt::format("trip.{}", (2u << i) - 1)] = time;
        if (i == 0) first = time;
        last = time;
        hops = i;
        before = trip + i;
    }
    if (hops) values["hop.round"] = (last - first) / hops;
    if (hops) values["hop.one_way"] = (last - first) / hops / 2;
    const double bytes = 1028 + config.network.eot_bytes;
    values["byte"] = between(long_begin, long_end) / messages / bytes * us;
    const double both = values["send"] + values["receive"];
    values["overhead"] = both;
    values["reduction"] = 194 / both;
    values["wire13"] = (12 + config.network.eot_bytes) * config.network.cycles_per_byte * us;
    values["sum"] = 2 * (both + values["wire13"]); // each way: both overheads, the wire
    values["missing"] = first - values["sum"];
    values["dma"] = (config.network.dma_start + config.network.dma_end) * us;
    values["cpm"] = (both + values["wire13"] + values["hop.input"]) / us;
    values["alpha"] = both;
    values["beta"] = config.network.cycles_per_byte * us;
    values["rate"] = 1 / values["beta"];
    values["n_half"] = both / values["beta"];
    const double short_wire = 32 * values["beta"], long_wire = 1024 * values["beta"];
    values["logp.short.L"] = short_wire + 5 * values["hop.input"];
    values["logp.long.L"] = long_wire + 5 * values["hop.input"];
    values["logp.o"] = both / 2;
    values["user_interrupt"] = 100 * values["user_interrupt.cycles"] * us / both;
    values["nodes"] = options.nodes;
    values["longest"] = 1024;
    values["segments"] = ncube::segments;
    values["output_engines"] = net::CubeTopology::most_dimensions + 1;
    values["buffers"] = 2 * (net::CubeTopology::most_dimensions + 1) + 2;
    values["average_cpi"] = config.costs.base + config.costs.memory;
    values["prefetch"] = config.costs.prefetch_stall;
    return values;
}

/// A send&receive of our own (examples/ncube2/send_receive.s): not Vertex's, whose code is not
/// printed.
void measure_send_receive(const std::string &file, const Config &config, Values &values) {
    const Program program = Program::read(file, config.memory_bytes);
    Options options;
    options.nodes = 8;
    Machine machine(config, program, options);
    Recording marks(program);
    marks.keep(false);
    machine.watch(&marks);
    const Result result = machine.run();
    if (result.ending != Ending::exited || result.status != 0)
        throw UserError(file + ": " + result.message);
    std::map<std::uint32_t, std::uint64_t> at;
    for (const Record &record : marks.records()) at[record.value] = record.cycle;
    constexpr double messages = 32; // its N
    const double each = 1e6 / config.clock_hz / messages;
    values["sr.send"] = double(at[2] - at[1]) * each;
    values["sr.receive"] = double(at[4] - at[3]) * each;
    values["sr.trip.1"] = double(at[6] - at[5]) * each;
    values["sr.trip.3"] = double(at[7] - at[6]) * each;
    values["sr.trip.7"] = double(at[8] - at[7]) * each;
    values["sr.ratio"] = (values["sr.send"] + values["sr.receive"]) / values["overhead"];
}

std::string text_of(const json &row, const char *name) {
    return row.contains(name) ? row[name].get<std::string>() : std::string();
}

} // namespace

std::vector<Reproduced> reproduce(const Request &request, const std::string &rows) {
    const Config config = load(request.machine, request.set);
    std::ifstream file(rows, std::ios::binary);
    if (!file) throw UserError(rows + ": the file cannot be read");
    const json all =
        json::parse(std::string(std::istreambuf_iterator<char>(file), {}), nullptr, false);
    if (!all.is_object() || !all.contains("rows"))
        throw UserError(rows + ": this is no list of rows");
    Values values = measure(request, config);
    measure_send_receive(
        (std::filesystem::path(rows).parent_path() / "ncube2_send_receive.elf").string(), config,
        values);
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
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
