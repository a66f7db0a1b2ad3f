// Random tests from the instruction tables: whatever row they get that the CPU knows is tested.
#pragma once

#include "cpu/mips/instruction_set.h"
#include "inlet/isa/t1_isa.h"
#include "test.h"

#include <cstdint>
#include <string>
#include <vector>

namespace inlet::oracle {

/// What our CPU has.
inline constexpr mips::Features features{.mips32 = true, .fpu = true};

/// A row of the tables and what the generator does with it.
struct Row {
    const isa::Encoding *encoding;
    const isa::Encoding *within; ///< generated with this one, which has all its words
    std::string why_not;         ///< empty: it is generated
};

/// Every row of the base processor's tables.
const std::vector<Row> &rows();

/// One instruction (a branch with its slot), many inputs. `number` goes round the rows.
Test single(std::uint64_t seed, std::uint64_t number);

/// Branches, loops, calls, memory: 10 to 100 instructions; in every second one floating point.
Test program(std::uint64_t seed, std::uint64_t number);

} // namespace inlet::oracle
