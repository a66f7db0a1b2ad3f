#include "gdb/register_parameters.h"

#include "inlet/function_type.h"

#include <algorithm>
#include <array>

namespace inlet::gdb {

namespace {

constexpr std::uint32_t word = 4;                      // bytes
constexpr std::array<std::uint32_t, 3> in = {0, 2, 1}; // gdb's numbers of EAX, EDX and ECX

} // namespace

/// Follows clang's -mregparm=3: a parameter is passed in registers if it fits into those that are
/// left. The first one that does not fit and all after it are passed on the stack, as are
/// floating-point numbers, which use no registers.
void pass_in_registers(Machine::Control &control, std::uint32_t node, const Image &image) {
    const auto type = function_type(image, control.pc(node));
    if (!type || type->variadic) return;
    std::vector<FunctionType::Parameter> all = type->parameters;
    if (type->returns_in_memory) all.insert(all.begin(), {word});
    std::uint32_t words = 0;
    for (const auto &parameter : all) words += (parameter.bytes + word - 1) / word;
    const std::uint32_t first = control.stack_pointer(node) + word; // behind the return address
    std::vector<std::uint8_t> given(std::size_t{words} * word), left;
    if (words == 0 || !control.read(node, first, given)) return;
    auto at = given.begin();
    std::size_t used = 0;
    for (const auto &parameter : all) {
        const std::uint32_t size = (parameter.bytes + word - 1) / word;
        const auto end = at + static_cast<std::ptrdiff_t>(std::size_t{size} * word);
        if (parameter.floating || size > in.size() - used) {
            left.insert(left.end(), at, end);
            if (!parameter.floating) used = in.size();
        } else {
            for (auto byte = at; byte != end; byte += word)
                control.write(node, in.at(used++),
                              std::uint32_t{byte[0]} | std::uint32_t{byte[1]} << 8 |
                                  std::uint32_t{byte[2]} << 16 | std::uint32_t{byte[3]} << 24);
        }
        at = end;
    }
    if (!left.empty()) control.write(node, first, left);
}

} // namespace inlet::gdb
