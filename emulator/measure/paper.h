// A paper's claims on costs, and the code of its program in examples/reproduce/ that each claim is
// compared with: examples/reproduce/PAPER.json (docs/reproduce.md). Claims serve comparison only.
// Inputs are numbers of the machine file that come from the same paper.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace inlet::measure {

/// A number of the paper with its wording.
struct Claim {
    enum class Kind : std::uint8_t {
        below,
        about,
        between,
        at_least,
        elsewhere ///< a number of another machine: compared, not reproduced
    } kind = Kind::about;
    std::uint32_t
        low = 0,
        high = 0; ///< cycles; `low` for between and at_least, `high` for the others and between
    std::string words = {}, section = {};
};

/// A number of the machine file that the paper gives, or that was chosen where the paper bounds it
/// or is silent. Measurements do not confirm their inputs.
struct Input {
    std::string key;     ///< dotted path
    std::string from;    ///< "paper", "bound" or "chosen"
    std::string section; ///< empty: the paper says nothing
    std::string words;
    std::vector<std::string> met_by; ///< rows whose claims determined the choice: they are circular
};

/// One line of the table. Empty texts are absent.
struct Row {
    std::string id; ///< for --json
    std::string what;
    Claim claim;
    std::string begin, end;          ///< labels of main code on node 0
    std::string handler;             ///< instead or in addition: a handler on node 1
    std::int32_t handler_offset = 0; ///< bytes from the handler to the address in messages
    std::string exception;           ///< instead: from an exception on node 0 to this handler
    bool whole_handler = true;       ///< false: the dispatch of the handler alone
    std::uint32_t words = 1;         ///< of a message
    std::string why;                 ///< reason for a difference to the paper; see explain()
    bool always_why = false;         ///< prints `why` even without a difference
};

struct Paper {
    std::string name; ///< "CSD-94-823"
    std::vector<Input> inputs;
    std::vector<Row> rows;

    /// Throws UserError if the file does not exist or is not valid.
    static Paper load(const std::filesystem::path &file);
};

/// The claim's number: "< 5", "about 10", "15-20".
std::string number_of(const Claim &claim);
/// "within", or the difference in cycles to the nearest number that agrees. For Kind::elsewhere,
/// the factor: "2.5x less".
std::string difference(const Claim &claim, std::uint64_t cycles);
/// Whether `cycles` satisfies the claim.
bool agrees(const Claim &claim, std::uint64_t cycles);

} // namespace inlet::measure
