#include "cli/report_command.h"

#include "machine/config.h"

namespace inlet::cli {

int report(const ReportArguments &) { throw UserError("not yet"); }

} // namespace inlet::cli
