#include "export_command.h"

#include "app/exit_code.h"

#include <cstdio>
#include <fmt/format.h>
#include <inlet/config.h>
#include <inlet/export.h>
#include <inlet/view.h>

namespace inlet::cli {

using namespace app;

int export_trace(const ExportArguments &arguments) {
    if (arguments.folded + arguments.callgrind + arguments.perfetto + arguments.kanata != 1)
        throw UserError("export: name one format: --folded, --callgrind, --perfetto or --kanata");
    if (arguments.instructions && !arguments.perfetto)
        throw UserError("--instructions is for --perfetto; --kanata has them anyway");
    const ExportOptions options{.trace = arguments.trace,
                                .program = arguments.elf,
                                .output = arguments.output,
                                .format = arguments.folded      ? ExportFormat::folded
                                          : arguments.callgrind ? ExportFormat::callgrind
                                          : arguments.perfetto  ? ExportFormat::perfetto
                                                                : ExportFormat::kanata,
                                .node = arguments.node,
                                .instructions = arguments.instructions,
                                .only = arguments.only};
    const Exported done = inlet::export_trace(options);
    fmt::print(stderr, "{}{}: {} cycles, {} KiB\n", done.notes, arguments.output, done.cycles,
               (done.bytes + 1023) / 1024);
    return success;
}

int view(const ViewArguments &arguments) {
    ViewOptions options{
        .trace = arguments.trace, .program = arguments.elf, .output = arguments.output};
    options.only = arguments.only;
    if (arguments.instructions) options.most_instructions = *arguments.instructions;
    const Viewed done = write_view(options);
    fmt::print(stderr, "{}{}: {} instructions, {} messages, {} KiB\n", done.notes, arguments.output,
               done.instructions, done.messages, (done.bytes + 1023) / 1024);
    return success;
}

} // namespace inlet::cli
