// Shared by the fuzzers.
#pragma once

#include <cstddef>
#include <cstdint>

/// libFuzzer calls it with each input. A nonzero result would remove the input from the corpus.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);
