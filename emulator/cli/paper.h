// What a paper says that things cost on its machine, and which code of its program in
// examples/reproduce/ shows it: examples/reproduce/PAPER.json (docs/reproduce.md). The claims are
// for comparison only. The inputs are those numbers of the machine file that come from the same
// pages.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace inlet::cli {

/// A number of the paper, with the words around it.
struct Claim {
    enum class Kind : std::uint8_t {
        below,
        about,
        between,
        at_least,
        elsewhere ///< what another machine needs: compared, not reproduced
    } kind = Kind::about;
    std::uint32_t
        low = 0,
        high = 0; ///< cycles; `low` for between and at_least, `high` for the others and between
    std::string words = {}, section = {};
};

/// A number of the machine file that the paper gives, or that was chosen where it bounds it or is
/// silent: what is measured with it proves nothing of it.
struct Input {
    std::string key;     ///< its dotted path
    std::string from;    ///< "paper", "bound" or "chosen"
    std::string section; ///< empty: the paper says nothing
    std::string words;
    std::vector<std::string> met_by; ///< rows whose claim it was chosen to meet: they are circular
};

/// One line of the table. A text that is empty is not there.
struct Row {
    std::string id; ///< for --json
    std::string what;
    Claim claim;
    std::string begin, end;          ///< labels of normal code on node 0
    std::string handler;             ///< or, and, a handler on node 1
    std::int32_t handler_offset = 0; ///< of the address in messages (docs/t1-abi.md)
    std::string exception;           ///< or from an exception to this handler, on node 0
    bool whole_handler =
        true; ///< false: of the handler only what comes before its code, the dispatch
    std::uint32_t words = 1; ///< of a message
    std::string why;         ///< if it is not what the paper says: why; see explain()
    bool always_why = false; ///< also where it is
};

struct Paper {
    std::string name; ///< "CSD-94-823"
    std::vector<Input> inputs;
    std::vector<Row> rows;

    /// Throws UserError: it is not there, or what is wrong with it.
    static Paper load(const std::filesystem::path &file);
};

/// The number alone: "< 5", "about 10", "15-20".
std::string number_of(const Claim &claim);
/// "within", or cycles more or less than the nearest number that the words allow; beside another
/// machine, how many times less.
std::string difference(const Claim &claim, std::uint64_t cycles);
/// Whether the paper's words are true of `cycles`.
bool agrees(const Claim &claim, std::uint64_t cycles);

} // namespace inlet::cli
