// `inlet annotate`, `path`, `diff` and `explain`: queries of recorded runs.
#pragma once

#include <cstddef>
#include <inlet/machine_kind.h>
#include <optional>
#include <string>
#include <vector>

namespace inlet::cli {

/// The output format.
struct AnswerArguments {
    bool json = false, csv = false;
};

struct AnnotateArguments : AnswerArguments {
    std::string trace, symbol, elf;
    std::vector<std::string> only; ///< conditions (TraceFilter)
    std::optional<std::size_t> hot;
    bool runtime = false; ///< includes functions of the runtime
};
struct PathArguments : AnswerArguments {
    std::string trace, elf, message;
    std::vector<std::string> only;
    bool slowest = false;
};
struct DiffArguments : AnswerArguments {
    std::string before, after, section;
    std::vector<std::string> only;
    std::optional<std::size_t> hot;
};
struct ExplainArguments : AnswerArguments {
    std::string cause, machine = usual_machine;
};

/// Return the exit code. Throw UserError.
int annotate(const AnnotateArguments &arguments);
int path(const PathArguments &arguments);
int diff(const DiffArguments &arguments);
int explain(const ExplainArguments &arguments);

} // namespace inlet::cli
