// What the host itself costs, beside which what we measure stands.
#pragma once

namespace inlet::bench {

/// Nanoseconds of CPU time that a conditional branch takes more when the host mispredicts it.
/// `seconds`: how long it took to find out.
double misprediction(double &seconds);

} // namespace inlet::bench
