// Properties of the host, for comparison with the measurements.
#pragma once

namespace inlet::bench {

/// Measures the cost of a mispredicted conditional branch on the host, in nanoseconds of CPU time.
/// `seconds`: receives the duration of the measurement.
double misprediction(double &seconds);

} // namespace inlet::bench
