#include "measure/paper.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <inlet/config.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace inlet::measure {

namespace {

/// The index of `word` in `known`.
std::size_t choice(const std::string &word, const std::vector<std::string> &known) {
    const auto at = std::find(known.begin(), known.end(), word);
    if (at == known.end()) throw std::invalid_argument(fmt::format("'{}' is not known", word));
    return static_cast<std::size_t>(at - known.begin());
}

Claim claim_of(const nlohmann::json &row) {
    const nlohmann::json &claim = row.at("claim");
    const auto kind = choice(claim.at("kind").get<std::string>(),
                             {"below", "about", "between", "at_least", "elsewhere"});
    return {.kind = static_cast<Claim::Kind>(kind),
            .low = claim.value("low", 0u),
            .high = claim.value("high", 0u),
            .words = row.at("paper").get<std::string>(),
            .section = row.at("section").get<std::string>()};
}

Row row_of(const nlohmann::json &row) {
    return {.id = row.at("id").get<std::string>(),
            .what = row.at("what").get<std::string>(),
            .claim = claim_of(row),
            .begin = row.value("begin", ""),
            .end = row.value("end", ""),
            .handler = row.value("handler", ""),
            .handler_offset = row.value("handler_offset", 0),
            .exception = row.value("exception", ""),
            .whole_handler = row.value("whole_handler", true),
            .words = std::max(row.value("words", 1u), 1u),
            .why = row.value("why", ""),
            .always_why = row.value("always_why", false)};
}

Input input_of(const nlohmann::json &input) {
    const auto from = input.at("from").get<std::string>();
    (void)choice(from, {"paper", "bound", "chosen"});
    return {.key = input.at("key").get<std::string>(),
            .from = from,
            .section = input.at("section").get<std::string>(),
            .words = input.at("paper").get<std::string>(),
            .met_by = input.value("met_by", std::vector<std::string>())};
}

} // namespace

Paper Paper::load(const std::filesystem::path &file) {
    std::ifstream in(file, std::ios::binary);
    if (!in)
        throw UserError(fmt::format("{}: is not there. './dev build' copies it from "
                                    "examples/reproduce",
                                    file.string()));
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    try {
        const nlohmann::json document = nlohmann::json::parse(text);
        Paper paper{.name = document.at("paper").get<std::string>(), .inputs = {}, .rows = {}};
        for (const nlohmann::json &input : document.at("inputs"))
            paper.inputs.push_back(input_of(input));
        for (const nlohmann::json &row : document.at("results")) paper.rows.push_back(row_of(row));
        return paper;
    } catch (const nlohmann::json::exception &error) {
        throw UserError(fmt::format("{}: {}", file.string(), error.what()));
    } catch (const std::invalid_argument &error) {
        throw UserError(fmt::format("{}: {}", file.string(), error.what()));
    }
}

std::string number_of(const Claim &claim) {
    switch (claim.kind) {
    case Claim::Kind::below: return fmt::format("< {}", claim.high);
    case Claim::Kind::about:
    case Claim::Kind::elsewhere: return fmt::format("about {}", claim.high);
    case Claim::Kind::between: return fmt::format("{}-{}", claim.low, claim.high);
    case Claim::Kind::at_least: return fmt::format(">= {}", claim.low);
    }
    return "";
}

bool agrees(const Claim &claim, std::uint64_t cycles) {
    switch (claim.kind) {
    case Claim::Kind::below: return cycles < claim.high;
    case Claim::Kind::about: return cycles == claim.high;
    case Claim::Kind::between: return cycles >= claim.low && cycles <= claim.high;
    case Claim::Kind::at_least: return cycles >= claim.low;
    case Claim::Kind::elsewhere: break;
    }
    return false;
}

std::string difference(const Claim &claim, std::uint64_t cycles) {
    if (agrees(claim, cycles)) return claim.kind == Claim::Kind::about ? "0" : "within";
    std::uint32_t nearest = claim.high;
    if (claim.kind == Claim::Kind::elsewhere)
        return fmt::format("{:.1f}x less",
                           static_cast<double>(claim.high) / static_cast<double>(cycles));
    if (claim.kind == Claim::Kind::below) nearest = claim.high - 1;
    if (cycles < claim.low) nearest = claim.low;
    return fmt::format("{:+}", static_cast<std::int64_t>(cycles) - nearest);
}

} // namespace inlet::measure
