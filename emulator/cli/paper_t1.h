// What CSD-94-823 says that things cost on T1, and which code of examples/reproduce/t1.c shows it.
// Only `inlet reproduce` knows these numbers: no machine is made from them.
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
