// What the fuzzers share.
#pragma once

#include <cstddef>
#include <cstdint>

/// libFuzzer calls it with each input. Not 0 would take the input out of the corpus.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);
