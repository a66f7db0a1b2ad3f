#include "inlet/export.h"

#include "analysis/wait_finder.h"
#include "export/exports.h"
#include "inlet/config.h"

#include <fmt/format.h>

namespace inlet {

Exported export_trace(const ExportOptions &options) {
    Recording recording(options.trace, options.program, options.only);
    const std::uint32_t nodes = recording.header().nodes;
    if (options.node && *options.node >= nodes)
        throw UserError(
            fmt::format("--node {}: the trace has the nodes 0 to {}", *options.node, nodes - 1));
    OutputFile out(options.output);
    Exported done;
    switch (options.format) {
    case ExportFormat::folded:
    case ExportFormat::callgrind: {
        Profile profile(recording.names(), {}, options.node);
        read_waits(recording, profile);
        profile.end(recording.end());
        done.cycles = profile.cycles();
        if (options.format == ExportFormat::folded) {
            write_folded(profile, out);
            break;
        }
        write_callgrind(profile, recording, out);
        if (!recording.has_program())
            done.notes = fmt::format("no source lines: {}\n", recording.program_problem());
        break;
    }
    case ExportFormat::perfetto:
        done.cycles = write_perfetto(recording, out, options.node, options.instructions);
        break;
    case ExportFormat::kanata:
        done.cycles = write_kanata(recording, out, options.node.value_or(0));
        break;
    }
    out.close();
    done.bytes = out.bytes();
    done.notes += recording.warning();
    return done;
}

} // namespace inlet
