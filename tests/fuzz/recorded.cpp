// Recorded runs: any file gives the repeated run, one that ended early, or a UserError. The input
// is the parts after header and program, unpacked.
#include "fuzz/recorded.h"

#include "analysis/trace_totals.h"
#include "fuzz/input.h"
#include "inlet/trace_reader.h"

using namespace inlet;

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    static const fuzz::Recorded run;
    try {
        const TraceReader trace(run.with({data, size}));
        TraceTotals totals(trace.header().nodes);
        (void)trace.read(totals);
        (void)totals.text({});
    } catch (const UserError &) {
    }
    return 0;
}
