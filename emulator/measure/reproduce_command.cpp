#include "measure/reproduce_command.h"

#include "app/columns.h"
#include "app/ending.h"
#include "app/exit_code.h"
#include "app/job.h"
#include "measure/measured_code.h"
#include "measure/measured_program.h"
#include "measure/paper.h"
#include "measure/paper_cells.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <inlet/config.h>
#include <inlet/cost.h>
#include <inlet/disassembler.h>
#include <inlet/image.h>
#include <inlet/machine.h>
#include <inlet/suggest.h>
#include <nlohmann/json.hpp>
#include <vector>

namespace inlet::measure {

using namespace app;

namespace {

using json = nlohmann::ordered_json;

constexpr std::size_t screen = 100;

/// The measurement of one row.
struct Result {
    const Row *row = nullptr;
    std::uint64_t cycles = 0;
    std::uint64_t dispatch = 0;
    std::vector<InstructionEvent> instructions; ///< of the sender, then of the handler
    std::vector<std::int64_t> times;            ///< multiplicity of each of Paper::inputs
};

std::vector<Result> measure(const Paper &paper, const MachineConfig &config, const Image &image) {
    CodeMeter meter(image);
    for (const Row &row : paper.rows) {
        if (!row.begin.empty()) meter.measure(row.begin, row.end);
        if (!row.handler.empty()) meter.measure_handler(row.handler, row.handler_offset);
        if (!row.exception.empty()) meter.measure_exception(row.exception);
    }
    RunOptions options;
    options.nodes = 2;
    options.observer = &meter;
    const RunResult ended = Machine(config, image, options).run();
    if (ended.outcome != Outcome::exited || ended.status != 0)
        throw UserError(
            fmt::format("{}: {}", image.path.string(), ending(ended, image, features_of(config))));

    std::vector<Result> results;
    for (const Row &row : paper.rows) {
        Result result;
        result.row = &row;
        if (!row.begin.empty()) {
            const MeasuredCode &code = meter.code(row.begin);
            result.cycles += code.cycles();
            result.instructions = code.instructions;
        }
        if (!row.handler.empty()) {
            const MeasuredCode &code = meter.code(row.handler);
            result.dispatch = code.dispatch;
            result.cycles += row.whole_handler ? code.cycles() : code.dispatch;
            if (row.whole_handler)
                result.instructions.insert(result.instructions.end(), code.instructions.begin(),
                                           code.instructions.end());
        }
        if (!row.exception.empty()) {
            const MeasuredCode &code = meter.code(row.exception);
            result.dispatch = code.dispatch;
            result.cycles += code.cycles();
            result.instructions = code.instructions;
        }
        results.push_back(std::move(result));
    }
    return results;
}

std::uint64_t value_of(const Input &input, const json &description) {
    std::string pointer = "/" + input.key;
    std::replace(pointer.begin(), pointer.end(), '.', '/');
    return description.at(json::json_pointer(pointer)).at("value").get<std::uint64_t>();
}

/// Measures again with each input increased by one. The additional cycles of a row are the
/// multiplicity of that input.
std::vector<Result> run(const Paper &paper, const MachineConfig &config, const Image &image) {
    std::vector<Result> results = measure(paper, config, image);
    const json description = json::parse(config.text);
    for (const Input &input : paper.inputs) {
        const std::uint64_t more = value_of(input, description) + 1;
        const std::vector<Result> others =
            measure(paper, config.with({{input.key, std::to_string(more)}}), image);
        for (std::size_t i = 0; i < results.size(); ++i)
            results[i].times.push_back(static_cast<std::int64_t>(others[i].cycles) -
                                       static_cast<std::int64_t>(results[i].cycles));
    }
    return results;
}

/// Whether the row has an input that was chosen to meet its claim.
bool circular(const Paper &paper, const Result &result) {
    for (std::size_t i = 0; i < paper.inputs.size(); ++i) {
        const auto &met_by = paper.inputs[i].met_by;
        if (result.times[i] && std::count(met_by.begin(), met_by.end(), result.row->id))
            return true;
    }
    return false;
}

std::string replace(std::string text, const std::string &name, const std::string &value) {
    for (std::size_t at; (at = text.find(name)) != std::string::npos;)
        text.replace(at, name.size(), value);
    return text;
}

/// The range of additional cycles with which `code` satisfies the claim.
std::string range(const Claim &claim, std::uint64_t code) {
    const std::uint64_t low = claim.low > code ? claim.low - code : 0;
    if (claim.kind == Claim::Kind::at_least)
        return low ? fmt::format("{} or more", low) : "any number of";
    return code <= claim.high ? fmt::format("{} to {}", low, claim.high - code) : "no number of";
}

/// The reason for the difference to the paper, with the numbers of this run.
std::string explain(const Paper &paper, const Result &result, const json &description) {
    const std::uint64_t cycles = result.cycles;
    const Claim &claim = result.row->claim;
    if (agrees(claim, cycles) && !result.row->always_why) return "";
    const auto nops = static_cast<std::uint64_t>(
        std::count_if(result.instructions.begin(), result.instructions.end(),
                      [](const InstructionEvent &event) { return event.word == 0; }));
    std::uint64_t given = 0; // cycles of the inputs alone
    for (std::size_t i = 0; i < paper.inputs.size(); ++i)
        if (result.times[i] > 0)
            given += static_cast<std::uint64_t>(result.times[i]) *
                     value_of(paper.inputs[i], description);
    std::string text = result.row->why;
    text = replace(text, "{nops}", std::to_string(nops));
    text = replace(text, "{without_nops}", std::to_string(cycles - nops));
    text = replace(text, "{entry}", std::to_string(result.dispatch));
    const std::uint64_t code = cycles - result.dispatch;
    text = replace(text, "{without_entry}", std::to_string(code));
    text = replace(text, "{range}", range(claim, code));
    text = replace(text, "{per_word}",
                   fmt::format("{:.1f}", static_cast<double>(cycles) / result.row->words));
    text = replace(text, "{inputs}", std::to_string(given));
    text = replace(text, "{rest}", std::to_string(cycles > given ? cycles - given : 0));
    return text;
}

json input_of(const Input &input, const json &description) {
    return {{"key", input.key},
            {"from", input.from},
            {"section", input.section},
            {"paper", input.words},
            {"value", value_of(input, description)}};
}

json document(const Paper &paper, const std::vector<Result> &results, const MachineConfig &config,
              const Image &image) {
    const json description = json::parse(config.text);
    json out = {{"paper", paper.name},
                {"machine", config.name},
                {"program", image.path.string()},
                {"inputs", json::array()},
                {"results", json::array()}};
    for (const Input &input : paper.inputs) out["inputs"].push_back(input_of(input, description));
    const Disassembler disassembler(image);
    for (const Result &result : results) {
        const Row &row = *result.row;
        json entry = {{"id", row.id},
                      {"what", row.what},
                      {"paper", row.claim.words},
                      {"paper_cycles", number_of(row.claim)},
                      {"section", row.claim.section}};
        entry["cycles"] = result.cycles;
        if (row.claim.kind == Claim::Kind::elsewhere)
            entry["agrees"] = nullptr;
        else
            entry["agrees"] = agrees(row.claim, result.cycles);
        entry["difference"] = difference(row.claim, result.cycles);
        json &parts = entry["inputs"] = json::array();
        for (std::size_t i = 0; i < paper.inputs.size(); ++i)
            if (result.times[i])
                parts.push_back({{"key", paper.inputs[i].key}, {"times", result.times[i]}});
        entry["circular"] = circular(paper, result);
        if (const std::string why = explain(paper, result, description); !why.empty())
            entry["why"] = why;
        if (!row.handler.empty()) entry["dispatch"] = result.dispatch;
        if (!row.exception.empty()) entry["exception"] = result.dispatch;
        json &list = entry["instructions"] = json::array();
        for (const InstructionEvent &event : result.instructions)
            list.push_back({{"node", event.node},
                            {"pc", event.pc},
                            {"place", image.place(event.pc)},
                            {"instruction", disassembler.text(event)},
                            {"cycles", event.cost.total()},
                            {"made_of", cost_text(event.cost)}});
        out["results"].push_back(entry);
    }
    return out;
}

void print_paragraph(const std::string &text, std::size_t indent) {
    for (const std::string &line : wrap(text, screen - indent))
        fmt::print("{:{}}{}\n", "", indent, line);
}

void print_inputs(const json &document) {
    constexpr std::size_t words = 34;
    fmt::print("Inputs: numbers of the machine file that the paper gives, or that were chosen\n\n"
               "  {:<23}{:>6}   from\n",
               "key", "value");
    for (const json &input : document.at("inputs")) {
        const auto from = input.at("from").get<std::string>(),
                   section = input.at("section").get<std::string>();
        const std::string text = fmt::format("{}{}: {}",
                                             from == "paper"   ? "the paper"
                                             : from == "bound" ? "chosen to meet the paper's bound"
                                                               : "chosen",
                                             section.empty() ? "" : ", " + section,
                                             input.at("paper").get<std::string>());
        const std::vector<std::string> lines = wrap(text, screen - words);
        fmt::print("  {:<23}{:>6}   {}\n", input.at("key").get<std::string>(),
                   input.at("value").dump(), lines[0]);
        for (std::size_t i = 1; i < lines.size(); ++i) fmt::print("{:{}}{}\n", "", words, lines[i]);
    }
    fmt::print("\n");
    print_paragraph(
        "All other numbers of the machine are assumptions that the paper does not give, "
        "such as one cycle for each instruction of MIPS ('inlet machines " +
            document.at("machine").get<std::string>() +
            "'). Each row says how often it has which input; that is measured, with the input one "
            "greater. 'Circular': an input was chosen to meet the row's claim, so the row shows "
            "what code comes to and nothing of the claim.",
        2);
}

/// The inputs, such as "2 costs.ctc2, 1 costs.send", and whether they make the row circular.
std::string inputs_in(const json &result) {
    std::string text;
    for (const json &part : result.at("inputs"))
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", part.at("times").dump(),
                            part.at("key").get<std::string>());
    if (text.empty()) return "Inputs in it: none.";
    return "Inputs in it: " + text + (result.at("circular").get<bool>() ? ". Circular." : ".");
}

void print_table(const json &document) {
    fmt::print("\nWhat follows from them in compiled code (cycles)\n\n"
               "{:68}{:>9}{:>10}{:>12}\n",
               "", "paper", "emulated", "difference");
    int number = 0;
    for (const json &result : document.at("results")) {
        fmt::print("{:>3} {:<64}{:>9}{:>10}{:>12}\n", ++number,
                   result.at("what").get<std::string>(),
                   result.at("paper_cycles").get<std::string>(), result.at("cycles").dump(),
                   result.at("difference").get<std::string>());
        fmt::print("      {}: {}\n", result.at("section").get<std::string>(),
                   result.at("paper").get<std::string>());
        print_paragraph(inputs_in(result), 6);
        if (result.contains("why")) print_paragraph(result.at("why").get<std::string>(), 6);
    }
}

void print_entry(int node, const char *what, const json &cycles) {
    fmt::print("    {:<4} {:8}  {:<24} {:<32} {:>4}\n", node, "", "", what, cycles.dump());
}

void print_sequence(const json &result) {
    bool dispatched = !result.contains("dispatch");
    if (result.contains("exception")) print_entry(0, "*** exception", result.at("exception"));
    for (const json &in : result.at("instructions")) {
        const auto node = in.at("node").get<std::uint32_t>();
        if (node == 1 && !dispatched) {
            print_entry(1, "*** dispatch", result.at("dispatch"));
            dispatched = true;
        }
        fmt::print("    {:<4} {:08x}  {:<24} {:<32} {:>4}  {}\n", node,
                   in.at("pc").get<std::uint32_t>(), in.at("place").get<std::string>(),
                   in.at("instruction").get<std::string>(), in.at("cycles").get<std::uint64_t>(),
                   in.at("made_of").get<std::string>());
    }
    if (!dispatched) print_entry(1, "*** dispatch", result.at("dispatch"));
}

void print_sequences(const json &document) {
    fmt::print("\nInstruction by instruction\n\n"
               "    node pc        {:<24} {:<32} cost  made of\n",
               "place", "instruction");
    const json &results = document.at("results");
    for (std::size_t i = 0; i < results.size(); ++i) {
        const json &result = results[i];
        fmt::print("\n{:>3} {}\n", i + 1, result.at("what").get<std::string>());
        if (i && results[i - 1].value("instructions", json()) == result.at("instructions"))
            fmt::print("    as {}\n", i);
        else
            print_sequence(result);
    }
}

} // namespace

void check_kind(const std::string &paper, const MachineConfig &config, const std::string &kind) {
    if (config.kind != kind)
        throw UserError(fmt::format("the programs of {} need a machine of kind {}; {} is one of "
                                    "kind {}",
                                    paper, kind, config.name, config.kind));
}

void check_no_curves(const ReproduceArguments &arguments) {
    if (arguments.csv || !arguments.page.empty())
        throw UserError(fmt::format("'{}' has no curves: --csv and --page are for sp2 and lfc",
                                    arguments.paper));
}

int reproduce(const ReproduceArguments &arguments) {
    for (const OwnPaper &own : own_papers)
        if (arguments.paper == own.name) return own.reproduce(arguments);
    const std::vector<std::string> papers = measured_names(arguments.programs, "reproduce");
    if (!papers.empty() && std::find(papers.begin(), papers.end(), arguments.paper) == papers.end())
        throw UserError(fmt::format("inlet does not reproduce a paper '{}'{} (it reproduces: {})",
                                    arguments.paper, did_you_mean(arguments.paper, papers),
                                    fmt::join(papers, ", ")));
    std::filesystem::path file = measured_program(arguments.programs, "reproduce", arguments.paper);
    if (auto cells = file; PaperCells::is_one(cells.replace_extension(".json")))
        return reproduce_cells(arguments, cells);
    check_no_curves(arguments);
    const MachineConfig config =
        machine_with(arguments.machine.empty() ? usual_machine : arguments.machine, arguments.set);
    check_kind(arguments.paper, config, MachineConfig::load(usual_machine).kind);
    const Image image = Image::load(file, config.memory_bytes);
    const Paper paper = Paper::load(file.replace_extension(".json"));
    const json out = document(paper, run(paper, config, image), config, image);
    if (arguments.json) {
        fmt::print("{}\n", out.dump(2));
    } else {
        fmt::print("{} on machine {}\n\n", paper.name, config.name);
        print_inputs(out);
        print_table(out);
        print_sequences(out);
    }
    return success;
}

} // namespace inlet::measure
