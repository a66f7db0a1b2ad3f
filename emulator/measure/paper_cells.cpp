#include "measure/paper_cells.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fstream>
#include <inlet/config.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

namespace inlet::measure {

namespace {

constexpr std::array kinds = {"input", "calibrated", "prediction", "definition", "not modelled"};
constexpr std::array units = {"cycles", "us", "MB/s", "count", "%", "s", "Mflops"};
constexpr std::array takes = {"rate",  "time",  "half",  "peak",   "falls", "slope",
                              "jumps", "apart", "ratio", "faster", "below"};

/// The index of `word` in `known`.
template <typename T, std::size_t n>
T choice(const std::string &word, const std::array<const char *, n> &known) {
    const auto at = std::find(known.begin(), known.end(), word);
    if (at == known.end()) throw std::invalid_argument(fmt::format("'{}' is not known", word));
    return static_cast<T>(at - known.begin());
}

Cell cell_of(const nlohmann::json &in, const std::string &first_program) {
    Cell cell;
    cell.id = in.at("id").get<std::string>();
    cell.what = in.at("what").get<std::string>();
    cell.section = in.at("section").get<std::string>();
    cell.words = in.at("paper").get<std::string>();
    cell.kind = choice<Cell::Kind>(in.at("kind").get<std::string>(), kinds);
    cell.unit = choice<Cell::Unit>(in.value("unit", "cycles"), units);
    if (in.contains("value")) cell.value = in.at("value").get<double>();
    cell.why = in.value("why", "");
    cell.program = in.value("program", first_program);
    cell.begin = in.value("begin", "");
    cell.end = in.value("end", "");
    for (const nlohmann::json &range : in.value("only", nlohmann::json::array()))
        cell.only.push_back({range.at(0).get<std::string>(), range.at(1).get<std::string>()});
    cell.firmware = in.value("firmware", false);
    cell.link = in.value("link", false);
    if (in.contains("to_node")) cell.to_node = in.at("to_node").get<std::uint32_t>();
    cell.part = in.value("part", "");
    cell.at = in.value("at", "");
    cell.last_cycle = in.value("last_cycle", false);
    cell.per = in.value("per", 1.0);
    cell.plus = in.value("plus", 0.0);
    for (const nlohmann::json &part : in.value("plus_of", nlohmann::json::array()))
        cell.plus_of.emplace_back(part.at(0).get<std::string>(), part.at(1).get<double>());
    cell.bytes = in.value("bytes", 0.0);
    for (const nlohmann::json &part : in.value("sum", nlohmann::json::array()))
        cell.sum.emplace_back(part.at(0).get<std::string>(), part.at(1).get<double>());
    cell.over = in.value("over", "");
    cell.curve = in.value("curve", "");
    cell.with = in.value("with", "");
    cell.take = choice<Cell::Take>(in.value("take", "rate"), takes);
    cell.x = in.value("x", 0.0);
    cell.of = in.value("of", 0.0);
    cell.starred = in.value("starred", false);
    cell.decimals = in.value("decimals", cell.unit == Cell::Unit::seconds ? 3 : 1);
    if (!cell.measured() && cell.why.empty())
        throw std::invalid_argument(fmt::format("'{}' has no measurement and no reason", cell.id));
    return cell;
}

std::vector<MachineSetting> set_of(const nlohmann::json &program) {
    std::vector<MachineSetting> all;
    const nlohmann::json set = program.value("set", nlohmann::json::object());
    for (const auto &[key, value] : set.items()) all.push_back({key, value.dump()});
    return all;
}

/// A cell that an input was chosen by is no prediction: sets the kinds of the cells that inputs
/// name.
void mark_chosen(PaperCells &paper) {
    std::set<std::string> named;
    for (const PaperCells::Input &input : paper.inputs)
        for (const std::string &id : input.cells) {
            const auto cell = std::ranges::find(paper.cells, id, &Cell::id);
            if (cell == paper.cells.end())
                throw std::invalid_argument(
                    fmt::format("input '{}' names no cell '{}'", input.key, id));
            named.insert(id);
            if (input.from == "related")
                cell->starred = true;
            else
                cell->kind = choice<Cell::Kind>(input.from, kinds);
        }
    for (const Cell &cell : paper.cells)
        if (cell.measured() && !named.contains(cell.id) &&
            (cell.kind == Cell::Kind::calibrated || cell.kind == Cell::Kind::input))
            throw std::invalid_argument(
                fmt::format("'{}' is {}, and no input names it", cell.id, name_of(cell.kind)));
}

nlohmann::json document_of(const std::filesystem::path &file) {
    std::ifstream in(file, std::ios::binary);
    if (!in)
        throw UserError(fmt::format("{}: is not there. './dev build' copies it from "
                                    "examples/reproduce",
                                    file.string()));
    return nlohmann::json::parse(std::string{std::istreambuf_iterator<char>(in), {}});
}

} // namespace

const char *name_of(Cell::Kind kind) { return kinds[static_cast<std::size_t>(kind)]; }

bool PaperCells::is_one(const std::filesystem::path &file) {
    try {
        return document_of(file).contains("cells");
    } catch (const std::exception &) {
        return false; // load() reports the reason
    }
}

PaperCells PaperCells::load(const std::filesystem::path &file) {
    try {
        const nlohmann::json document = document_of(file);
        PaperCells paper;
        paper.name = document.at("paper").get<std::string>();
        paper.machine = document.at("machine").get<std::string>();
        paper.megahertz = document.at("megahertz").get<double>();
        for (const nlohmann::json &program : document.at("programs"))
            paper.programs.push_back(
                {program.at("name").get<std::string>(), program.at("nodes").get<std::uint32_t>(),
                 program.value("inputs", true), program.value("machine", ""),
                 program.value("elf", program.at("name").get<std::string>()),
                 program.value("firmware", ""),
                 program.value("arguments", std::vector<std::string>()), set_of(program)});
        for (const nlohmann::json &input : document.at("inputs"))
            paper.inputs.push_back({input.at("key").get<std::string>(),
                                    input.at("from").get<std::string>(),
                                    input.at("section").get<std::string>(),
                                    input.value("cells", std::vector<std::string>()),
                                    input.value("varied", true), input.value("machine", "")});
        for (const nlohmann::json &one : document.value("figures", nlohmann::json::array()))
            paper.figures.push_back({one.at("name").get<std::string>(),
                                     one.at("what").get<std::string>(),
                                     one.at("curves").get<std::vector<std::string>>(),
                                     one.value("rates", true), one.value("over", "bytes")});
        for (const nlohmann::json &one : document.value("contradictions", nlohmann::json::array()))
            paper.contradictions.push_back({one.at("section").get<std::string>(),
                                            one.at("what").get<std::string>(),
                                            one.at("decision").get<std::string>()});
        std::set<std::string> ids;
        for (const nlohmann::json &one : document.at("cells")) {
            const Cell cell = cell_of(one, paper.programs.at(0).name);
            const auto needs = [&](const std::string &part) {
                if (!ids.contains(part))
                    throw std::invalid_argument(
                        fmt::format("'{}': no cell '{}' stands before it", cell.id, part));
            };
            for (const auto &[part, factor] : cell.sum) needs(part);
            if (!cell.over.empty()) needs(cell.over);
            if (!ids.insert(cell.id).second)
                throw std::invalid_argument(fmt::format("'{}' is there twice", cell.id));
            paper.cells.push_back(cell);
        }
        mark_chosen(paper);
        return paper;
    } catch (const nlohmann::json::exception &error) {
        throw UserError(fmt::format("{}: {}", file.string(), error.what()));
    } catch (const std::logic_error &error) { // an unknown word, or no program
        throw UserError(fmt::format("{}: {}", file.string(), error.what()));
    }
}

} // namespace inlet::measure
