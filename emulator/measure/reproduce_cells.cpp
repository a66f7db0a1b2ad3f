#include "app/columns.h"
#include "app/ending.h"
#include "app/exit_code.h"
#include "app/job.h"
#include "measure/one_way.h"
#include "measure/paper_cells.h"
#include "measure/paper_curves.h"
#include "measure/reproduce_command.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <inlet/config.h>
#include <inlet/disassembler.h>
#include <inlet/image.h>
#include <inlet/machine.h>
#include <inlet/tee.h>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_set>
#include <vector>

namespace inlet::measure {

using namespace app;

namespace {

using json = nlohmann::ordered_json;

constexpr std::size_t screen = 100;
/// Maximum number of instructions to print.
constexpr std::size_t most_listed = 100;

struct Step {
    std::uint64_t cycle;
    std::uint32_t pc, word, cycles;
};

/// The address of a name with an offset (CodeRange).
std::uint32_t address_of(const Image &image, const std::string &text) {
    const std::size_t plus = std::min(text.find('+'), text.size());
    const bool itself = text.starts_with('&');
    const std::string name = text.substr(itself, plus - itself);
    std::uint32_t offset = 0;
    if (plus != text.size())
        std::from_chars(text.data() + plus + 1, text.data() + text.size(), offset);
    for (const Symbol &symbol : image.symbols)
        if (symbol.name == name) return symbol.address + offset;
    for (const Symbol &object : image.objects)
        if (object.name == name)
            return (itself ? object.address : image.loaded_word(object.address)) + offset;
    throw UserError(fmt::format("{}: has no '{}': build it again from this version's "
                                "examples/reproduce",
                                image.path.string(), name));
}

/// The last execution between each pair of labels on node 0.
class Sections : public Observer {
  public:
    explicit Sections(const Image &image) : image_(image) {}

    /// `listed`: keeps the instructions.
    void measure(const std::string &begin, const std::string &end, bool listed, bool firmware) {
        firmware_cells_ |= firmware;
        Section &section = sections_[begin];
        section.listed |= listed;
        section.begin = address_of(image_, begin);
        section.end = address_of(image_, end);
        labels_.insert(section.begin);
        labels_.insert(section.end);
    }
    const std::vector<Step> &steps(const std::string &begin) const {
        const Section &section = sections_.at(begin);
        if (section.last.empty())
            throw UserError(
                fmt::format("{}: '{}' was never executed to its end", image_.path.string(), begin));
        return section.last;
    }
    Wants wants() const override { return {.firmware = firmware_cells_}; }
    /// Per cent of a section's cycles in which the firmware of the node works.
    double firmware(const std::string &begin) const { return share(begin, firmware_); }
    /// Per cent of a section's cycles in which the link from the network to the node is busy.
    double link(const std::string &begin) const { return share(begin, link_); }
    void instruction(const InstructionEvent &event) override {
        if (event.node != 0) return;
        if (event.core != 0) { // firmware that sleeps executes nothing
            firmware_.emplace_back(event.cycle, event.cost.total());
            return;
        }
        if (labels_.contains(event.pc)) at_label(event);
        for (Section *section : open_)
            section->current.push_back({event.cycle, event.pc, event.word, event.cost.total()});
    }
    void event(const MessageEvent &event) override {
        const auto *in = event.as<events::Staged>();
        if (in && event.node == 0 &&
            (in->stage == Stage::send_firmware || in->stage == Stage::receive_firmware))
            firmware_.emplace_back(event.cycle, in->cycles);
    }

    void hop(const HopEvent &hop) override {
        if (hop.to == Port::local && hop.node == 0 && hop.destination == 0)
            link_.emplace_back(hop.cycle, hop.end - hop.cycle);
    }

  private:
    using Busy = std::vector<std::pair<std::uint64_t, std::uint64_t>>; ///< cycle and duration

    struct Section {
        std::uint32_t begin = 0, end = 0;
        bool open = false, listed = false;
        std::uint64_t current_from = 0, from = 0, to = 0; ///< cycles
        std::vector<Step> current, last;
    };

    double share(const std::string &begin, const Busy &busy) const {
        const Section &section = sections_.at(begin);
        std::uint64_t sum = 0;
        for (const auto &[cycle, cycles] : busy) {
            const std::uint64_t from = std::max(cycle, section.from),
                                to = std::min(cycle + cycles, section.to);
            if (from < to) sum += to - from;
        }
        if (section.to <= section.from) static_cast<void>(steps(begin)); // throws the error
        return 100.0 * static_cast<double>(sum) / static_cast<double>(section.to - section.from);
    }
    void at_label(const InstructionEvent &event) {
        open_.clear();
        for (auto &[name, section] : sections_) {
            if (event.pc == section.begin) {
                section.open = true;
                section.current_from = event.cycle;
                section.current.clear();
            } else if (section.open && event.pc == section.end) {
                section.open = false;
                section.from = section.current_from;
                section.to = event.cycle;
                section.last.swap(section.current);
            }
            if (section.open && section.listed) open_.push_back(&section);
        }
    }

    const Image &image_;
    bool firmware_cells_ = false;
    std::map<std::string, Section> sections_;  ///< by `begin`
    std::unordered_set<std::uint32_t> labels_; ///< begins and ends of sections
    std::vector<Section *> open_;              ///< open and listed
    Busy firmware_, link_;                     ///< of node 0
};

const json &number_of(const json &description, const std::string &key) {
    std::string pointer = "/" + key;
    std::replace(pointer.begin(), pointer.end(), '.', '/');
    return description.at(json::json_pointer(pointer)).at("value");
}

/// A measurement, with the instructions if they are few.
struct Measured {
    double cycles = 0; ///< of one execution
    std::vector<Step> steps;
};

std::vector<Step> steps_of(const Cell &cell, const Sections &sections, const Image &image) {
    const std::vector<Step> &all = sections.steps(cell.begin);
    if (cell.only.empty()) return all;
    std::vector<Step> some;
    for (const CodeRange &range : cell.only) {
        const std::uint32_t from = address_of(image, range.from), to = address_of(image, range.to);
        std::copy_if(all.begin(), all.end(), std::back_inserter(some),
                     [=](const Step &step) { return step.pc >= from && step.pc < to; });
    }
    std::ranges::stable_sort(some, {}, &Step::cycle);
    return some;
}

double cycles_of(const Cell &cell, const std::vector<Step> &steps, const Image &image,
                 const json &machine) {
    if (!cell.at.empty()) {
        const std::uint32_t pc = address_of(image, cell.at);
        for (const Step &step : steps)
            if (step.pc == pc)
                return static_cast<double>(step.cycle - steps.front().cycle +
                                           (cell.last_cycle ? step.cycles - 1 : 0));
        throw UserError(fmt::format("'{}' was not executed there", cell.at));
    }
    double sum = 0;
    for (const Step &step : steps) sum += step.cycles;
    for (const auto &[key, factor] : cell.plus_of)
        sum += factor * number_of(machine, key).get<double>();
    return sum / cell.per;
}

double part_of(const OneWay::Way &way, const std::string &name) {
    constexpr std::array names = {"sender", "send", "links", "receive", "receiver"};
    if (name == "routers") return way.routers;
    if (name.empty()) return std::accumulate(way.cycles.begin(), way.cycles.end(), 0.0);
    const auto part = std::ranges::find(names, name);
    if (part == names.end()) throw UserError(fmt::format("a way has no part '{}'", name));
    return way.cycles.at(static_cast<std::size_t>(part - names.begin()));
}

struct Results {
    std::map<std::string, Measured> cells; ///< by id
    Curves curves;
};

void measure(const PaperCells &paper, const PaperCells::Program &program,
             const MachineConfig &config, const Image &image, Results &results) {
    Sections sections(image);
    const auto mine = [&](const Cell &cell) {
        return !cell.begin.empty() && cell.program == program.name;
    };
    const auto key_of = [](const Cell &cell) {
        return std::tie(cell.begin, cell.end, cell.to_node);
    };
    std::map<std::tuple<std::string, std::string, std::optional<std::uint32_t>>, OneWay> ways;
    std::vector<Observer *> sinks;
    for (const Cell &cell : paper.cells) {
        if (!mine(cell)) continue;
        if (cell.to_node)
            ways.try_emplace(key_of(cell), address_of(image, cell.begin),
                             address_of(image, cell.end), *cell.to_node);
        else
            sections.measure(cell.begin, cell.end, !cell.firmware && !cell.link, cell.firmware);
        if (!cell.to_node && sinks.empty()) sinks.push_back(&sections);
    }
    for (auto &[key, way] : ways) sinks.push_back(&way);
    Tee all(sinks);
    RunOptions options;
    options.nodes = program.nodes;
    if (!program.arguments.empty()) {
        options.arguments = {program.elf + ".elf"};
        options.arguments.insert(options.arguments.end(), program.arguments.begin(),
                                 program.arguments.end());
    }
    // Beside the program, or one of the runtime's.
    std::string own = program.firmware;
    std::error_code error;
    if (const auto file = image.path.parent_path() / (own + ".elf");
        !own.empty() && std::filesystem::exists(file, error))
        own = file.string();
    const std::optional<Image> firmware = firmware_of(config, own, image);
    if (firmware) options.firmware = &*firmware;
    options.console = [&](std::uint32_t, std::string_view line) {
        read_point(line, results.curves);
    };
    if (!sinks.empty()) options.observer = &all;
    const RunResult ended = Machine(config, image, options).run();
    if (ended.outcome != Outcome::exited || ended.status != 0)
        throw UserError(
            fmt::format("{}: {}", image.path.string(), ending(ended, image, features_of(config))));
    const json machine = json::parse(config.text);
    for (const Cell &cell : paper.cells) {
        if (!mine(cell)) continue;
        if (cell.to_node) {
            results.cells[cell.id].cycles = part_of(ways.at(key_of(cell)).mean(), cell.part);
            continue;
        }
        if (cell.firmware || cell.link) {
            results.cells[cell.id].cycles =
                cell.link ? sections.link(cell.begin) : sections.firmware(cell.begin);
            continue;
        }
        std::vector<Step> steps = steps_of(cell, sections, image);
        Measured &measured = results.cells[cell.id];
        measured.cycles = cycles_of(cell, steps, image, machine);
        if (steps.size() <= most_listed) measured.steps = std::move(steps);
    }
}

/// `again`: runs only programs with Program::inputs.
Results measure(const PaperCells &paper, const MachineConfig &config,
                const std::map<std::string, MachineConfig> &others,
                const std::map<std::string, Image> &images, bool again) {
    Results results;
    for (const PaperCells::Program &program : paper.programs)
        if (!again || program.inputs)
            measure(
                paper, program,
                (program.machine.empty() ? config : others.at(program.machine)).with(program.set),
                images.at(program.name), results);
    for (const Cell &cell : paper.cells) {
        const auto measured = [&](const auto &part) { return results.cells.contains(part.first); };
        if (cell.sum.empty() || !std::ranges::all_of(cell.sum, measured)) continue;
        double sum = 0;
        for (const auto &[id, factor] : cell.sum) sum += factor * results.cells[id].cycles;
        results.cells[cell.id].cycles = sum / cell.per;
    }
    return results;
}

/// The value in the paper's unit.
double in_unit(const PaperCells &paper, const Cell &cell, const Results &results) {
    if (!cell.curve.empty()) return value_on(cell, results.curves, paper.megahertz) + cell.plus;
    const double cycles = results.cells.at(cell.id).cycles;
    switch (cell.unit) {
    case Cell::Unit::cycles: return cycles + cell.plus;
    case Cell::Unit::microseconds: return cycles / paper.megahertz + cell.plus;
    case Cell::Unit::megabytes: return cell.bytes * paper.megahertz / cycles + cell.plus;
    case Cell::Unit::seconds: return cycles / paper.megahertz / 1e6 + cell.plus;
    case Cell::Unit::per_cent: // `firmware`, `link`, or a share
        return (cell.over.empty() ? cycles : 100 * cycles / results.cells.at(cell.over).cycles) +
               cell.plus;
    case Cell::Unit::count: // of a way, or a ratio
        return (cell.over.empty() ? cycles : cycles / results.cells.at(cell.over).cycles) +
               cell.plus;
    case Cell::Unit::megaflops: break; // of a curve
    }
    return 0;
}

double rounded(double value, double parts = 10) { return std::round(value * parts) / parts; }

/// Adds the inputs of a cell with their multiplicity.
void add_inputs(const PaperCells &paper, const std::string &id, const Measured &here,
                const std::vector<Results> &more, json &row) {
    if (std::ranges::none_of(more, [&](const Results &with) { return with.cells.contains(id); }))
        return; // of a program that runs once
    json &parts = row["inputs"] = json::array();
    for (std::size_t i = 0; i < paper.inputs.size(); ++i) {
        if (!paper.inputs[i].varied) continue;
        const auto with = more[i].cells.find(id);
        if (with == more[i].cells.end()) continue;
        if (const double times = rounded(with->second.cycles - here.cycles); times != 0)
            parts.push_back({{"key", paper.inputs[i].key}, {"times", times}});
    }
}

json points_of(const Curves &curves) {
    json all = json::object();
    for (const auto &[name, points] : curves) {
        json &list = all[name] = json::array();
        for (const CurvePoint &p : points)
            list.push_back({{"x", p.x}, {"cycles", p.cycles}, {"bytes", p.bytes}});
    }
    return all;
}

json document(const PaperCells &paper, const MachineConfig &config,
              const std::map<std::string, MachineConfig> &others,
              const std::map<std::string, Image> &images, Results &results) {
    const json description = json::parse(config.text);
    results = measure(paper, config, others, images, false);
    json out = {{"paper", paper.name},
                {"machine", config.name},
                {"inputs", json::array()},
                {"cells", json::array()}};
    std::vector<Results> more; // for each input, with the input increased by one
    for (const PaperCells::Input &input : paper.inputs) {
        const json other =
            input.machine.empty() ? json() : json::parse(others.at(input.machine).text);
        const json &value = number_of(input.machine.empty() ? description : other, input.key);
        out["inputs"].push_back({{"key", input.key},
                                 {"value", value},
                                 {"from", input.from},
                                 {"section", input.section}});
        if (!input.varied) {
            more.emplace_back();
            continue;
        }
        more.push_back(measure(
            paper, config.with({{input.key, std::to_string(value.get<std::uint64_t>() + 1)}}),
            others, images, true));
    }
    for (const Cell &cell : paper.cells) {
        json row = {{"id", cell.id},
                    {"what", cell.what},
                    {"section", cell.section},
                    {"paper", cell.words},
                    {"kind", name_of(cell.kind)}};
        if (cell.starred) row["starred"] = true;
        if (cell.measured()) {
            const double value =
                rounded(in_unit(paper, cell, results), std::pow(10, cell.decimals));
            row["emulated"] = value;
            if (cell.value) {
                row["value"] = *cell.value;
                // In per cent, or in the unit if the paper's value is 0.
                const double more = value - *cell.value;
                row["difference"] =
                    rounded(*cell.value == 0 ? more : 100 * more / std::abs(*cell.value));
            }
            const auto found = results.cells.find(cell.id);
            if (found != results.cells.end()) add_inputs(paper, cell.id, found->second, more, row);
            if (found != results.cells.end() && !found->second.steps.empty() && cell.at.empty()) {
                const std::vector<Step> &steps = found->second.steps;
                const Image &image = images.at(cell.program);
                const Disassembler disassembler(image);
                json &list = row["instructions"] = json::array();
                for (const Step &step : steps)
                    list.push_back({{"cycle", step.cycle - steps.front().cycle},
                                    {"cycles", step.cycles},
                                    {"place", image.place(step.pc)},
                                    {"instruction", disassembler.text(step.pc, step.word)}});
            }
        }
        if (!cell.why.empty()) row["why"] = cell.why;
        out["cells"].push_back(row);
    }
    if (!results.curves.empty()) out["curves"] = points_of(results.curves);
    for (const PaperCells::Contradiction &one : paper.contradictions)
        out["contradictions"].push_back(
            {{"section", one.section}, {"what", one.what}, {"decision", one.decision}});
    return out;
}

void print_paragraph(const std::string &text, std::size_t indent) {
    for (const std::string &line : wrap(text, screen - indent))
        fmt::print("{:{}}{}\n", "", indent, line);
}

void print(const json &document) {
    fmt::print("{} on machine {}\n\nInputs: numbers of the machine file that are the paper's, or "
               "were calibrated with it\n\n",
               document.at("paper").get<std::string>(), document.at("machine").get<std::string>());
    for (const json &input : document.at("inputs"))
        fmt::print("  {:<34}{:>4}  {:<11} {}\n", input.at("key").get<std::string>(),
                   input.at("value").dump(), input.at("from").get<std::string>(),
                   input.at("section").get<std::string>());
    fmt::print("\n{:58}{:>10}{:>10}{:>8}  {}\n", "", "paper", "emulated", "", "kind");
    int number = 0;
    for (const json &row : document.at("cells")) {
        const bool measured = row.contains("emulated");
        fmt::print("{:>3} {:<54}{:>10}{:>10}{:>8}  {}\n", ++number,
                   row.at("what").get<std::string>(), row.at("paper").get<std::string>(),
                   measured ? fmt::format("{}", row.at("emulated").get<double>()) : "-",
                   !row.contains("difference") ? ""
                   : row.at("value").get<double>() == 0
                       ? fmt::format("{:+}", row.at("difference").get<double>())
                       : fmt::format("{:+.1f} %", row.at("difference").get<double>()),
                   row.at("kind").get<std::string>() + (row.contains("starred") ? " *" : ""));
        std::string text = row.at("section").get<std::string>();
        if (row.contains("inputs")) {
            std::string parts;
            for (const json &part : row.at("inputs"))
                parts +=
                    fmt::format("{}{} {}", parts.empty() ? "" : ", ",
                                part.at("times").get<double>(), part.at("key").get<std::string>());
            text += parts.empty() ? ". Inputs in it: none." : ". Inputs in it: " + parts + ".";
        }
        print_paragraph(text, 6);
        if (row.contains("why")) print_paragraph(row.at("why").get<std::string>(), 6);
    }
    if (std::ranges::any_of(document.at("cells"),
                            [](const json &row) { return row.contains("starred"); }))
        fmt::print("\n* numbers that the paper does not give were chosen with this row in view\n");
    if (document.contains("contradictions")) fmt::print("\nWhere the paper contradicts itself\n\n");
    for (const json &one : document.value("contradictions", json::array())) {
        fmt::print("  {}\n", one.at("section").get<std::string>());
        print_paragraph(one.at("what").get<std::string>(), 6);
        print_paragraph("Here: " + one.at("decision").get<std::string>(), 6);
    }
    if (std::ranges::any_of(document.at("cells"),
                            [](const json &row) { return row.contains("instructions"); }))
        fmt::print("\nInstruction by instruction\n");
    number = 0;
    for (const json &row : document.at("cells")) {
        ++number;
        if (!row.contains("instructions")) continue;
        fmt::print("\n{:>3} {}\n    cycle cost  {:<30} instruction\n", number,
                   row.at("what").get<std::string>(), "place");
        for (const json &step : row.at("instructions"))
            fmt::print("    {:>5} {:>4}  {:<30} {}\n", step.at("cycle").get<std::uint64_t>(),
                       step.at("cycles").get<std::uint64_t>(), step.at("place").get<std::string>(),
                       step.at("instruction").get<std::string>());
    }
}

} // namespace

int reproduce_cells(const ReproduceArguments &arguments, const std::filesystem::path &file) {
    const PaperCells paper = PaperCells::load(file);
    if (paper.figures.empty()) check_no_curves(arguments);
    const MachineConfig config =
        machine_with(arguments.machine.empty() ? paper.machine : arguments.machine, arguments.set);
    check_kind(arguments.paper, config, MachineConfig::load(paper.machine).kind);
    std::map<std::string, Image> images;
    for (const PaperCells::Program &program : paper.programs)
        images.emplace(program.name, Image::load(file.parent_path() / (program.elf + ".elf"),
                                                 config.memory_bytes));
    std::map<std::string, MachineConfig> others;
    for (const PaperCells::Program &program : paper.programs)
        if (!program.machine.empty())
            others.emplace(program.machine, machine_with(program.machine, arguments.set));
    Results results;
    const json out = document(paper, config, others, images, results);
    if (!arguments.page.empty()) {
        std::ofstream page(arguments.page, std::ios::binary);
        page << curves_page(paper, results.curves);
        if (!page.flush()) throw UserError(fmt::format("{} cannot be written", arguments.page));
    }
    if (arguments.csv)
        fmt::print("{}", curves_csv(paper, results.curves));
    else if (arguments.json)
        fmt::print("{}\n", out.dump(2));
    else
        print(out);
    return success;
}

} // namespace inlet::measure
