// Random tests from the instruction tables: every row that the CPU implements is tested.
#pragma once

#include "cpu/mips/instruction_set.h"
#include "inlet/isa/t1_isa.h"
#include "test.h"

#include <cstdint>
#include <string>
#include <vector>

namespace inlet::oracle {

/// The features of the tested CPU.
inline constexpr mips::Features features{.mips32 = true, .fpu = true};

/// A row of the tables and its use by the generator.
struct Row {
    const isa::Encoding *encoding;
    const isa::Encoding *within; ///< another row, which has all its words, is used
    std::string why_not;         ///< empty: it is generated
};

/// Every row of the base processor's tables.
const std::vector<Row> &rows();

/// One instruction (a branch with its slot), many inputs. `number` cycles through the rows.
Test single(std::uint64_t seed, std::uint64_t number);

/// Branches, loops, calls, memory: 10 to 100 instructions; in every second one floating point.
Test program(std::uint64_t seed, std::uint64_t number);

} // namespace inlet::oracle
