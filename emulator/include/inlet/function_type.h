// What a function's parameters are, by a program's DWARF.
#pragma once

#include "inlet/image.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace inlet {

struct FunctionType {
    struct Parameter {
        std::uint32_t bytes = 0;
        bool floating = false; ///< float or double, or a structure of one such member
    };
    std::vector<Parameter> parameters;
    bool variadic = false;
    bool returns_in_memory = false; ///< at the address in a hidden first parameter, on x86
};

/// Returns the type of the function whose first instruction is at `address`, or nothing if no
/// function begins there or the program has no DWARF.
std::optional<FunctionType> function_type(const Image &image, std::uint32_t address);

} // namespace inlet
