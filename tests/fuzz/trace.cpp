// Traces: any records are a report, a trace that ended early, or a UserError. The input is the
// content of a packed frame: as packed bytes nearly every input would fail zstd's checksum.
#include "analysis/message_log.h"
#include "analysis/round_trip.h"
#include "analysis/trace_totals.h"
#include "fuzz/input.h"
#include "fuzz/trace_file.h"
#include "inlet/image.h"
#include "inlet/run_summary.h"
#include "inlet/tee.h"
#include "inlet/trace_reader.h"
#include "report/round_trip_output.h"
#include "report/trip_lines.h"

#include <nlohmann/json.hpp>

using namespace inlet;

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const fuzz::TraceFile file({data, size});
    try {
        const TraceReader trace(file.path());
        MessageLog log;
        TraceTotals totals(trace.header().nodes);
        Tee tee{&log, &totals};
        const TraceEnd end = trace.read(tee);
        (void)totals.text({});
        (void)totals.to_json({});
        if (const MessageRecord *message = log.last_answered()) {
            const RoundTrip trip = follow(trace, log, *message, Image());
            (void)timeline_text(trip, Image(), true);
            (void)parts_text(trip, Image());
            (void)to_json(trip, Image());
        }
        if (end.complete) (void)RunSummary::from_json(end.end).text();
    } catch (const UserError &) {
    }
    return 0;
}
