// The processor's state and what it is made of, saved and loaded (archive/archive.h).
#pragma once

#include "archive/archive.h"
#include "cpu/engine/engine.h"
#include "cpu/engine/state.h"

namespace inlet {

void archive(Archive &ar, Fault &fault);
void archive(Archive &ar, Cost &cost);

namespace engine {

/// `words`: of State::r, that the processor has.
void archive(Archive &ar, State &state, unsigned words);
/// Loaded without the instruction, which is the program's.
void archive(Archive &ar, Stepped &stepped);

} // namespace engine

} // namespace inlet
