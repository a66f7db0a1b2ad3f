// Archives of the processor's state and its parts (archive/archive.h).
#pragma once

#include "archive/archive.h"
#include "cpu/engine/engine.h"
#include "cpu/engine/state.h"
#include "inlet/core_id.h"

namespace inlet {

void archive(Archive &ar, CoreId &id);
void archive(Archive &ar, Fault &fault);
void archive(Archive &ar, Cost &cost);

namespace engine {

/// `words`: number of words of State::r that the processor has.
void archive(Archive &ar, State &state, unsigned words);
/// Loads all but the instruction, which is the program's.
void archive(Archive &ar, Stepped &stepped);

} // namespace engine

} // namespace inlet
