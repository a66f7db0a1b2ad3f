// What CSD-94-823 says that things cost on T1, and which code of examples/reproduce/t1.c shows it.
// The claims are for comparison only. The inputs are those numbers of the machine file that come
// from the same pages.
#pragma once

#include <cstdint>
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
    const char *words = "";
    const char *section = "";
};

/// A number of the machine file that the paper gives, or that was chosen where it bounds it or is
/// silent: what is measured with it proves nothing of it.
struct Input {
    const char *key; ///< its dotted path
    enum class From : std::uint8_t { paper, bound, chosen } from;
    const char *section; ///< empty: the paper says nothing
    const char *words;
    std::vector<std::string> met_by; ///< rows whose claim it was chosen to meet: they are circular
};

const std::vector<Input> &inputs_t1();

/// One line of the table.
struct Row {
    const char *id; ///< for --json
    const char *what;
    Claim claim;
    const char *begin = nullptr, *end = nullptr; ///< labels of normal code on node 0
    const char *handler = nullptr;               ///< or, and, a handler on node 1
    std::int32_t handler_offset = 0;             ///< of the address in messages (docs/t1-abi.md)
    const char *exception = nullptr; ///< or from an exception to this handler, on node 0
    bool whole_handler =
        true;             ///< false: of the handler only what comes before its code, the dispatch
    const char *why = ""; ///< if it is not what the paper says: why; see explain()
    bool always_why = false; ///< also where it is
};

const std::vector<Row> &rows_t1();

/// The number alone: "< 5", "about 10", "15-20".
std::string number_of(const Claim &claim);
/// "within", or cycles more or less than the nearest number that the words allow; beside another
/// machine, how many times less.
std::string difference(const Claim &claim, std::uint64_t cycles);
/// Whether the paper's words are true of `cycles`.
bool agrees(const Claim &claim, std::uint64_t cycles);

} // namespace inlet::cli
