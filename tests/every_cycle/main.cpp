// Engines and stepper agree after every cycle of a program, with an event at that cycle:
//
//     every_cycle MACHINE PROGRAM CYCLES
//
// First without a message: the program stops after every cycle up to CYCLES, and after every so
// many. Then for each cycle k up to CYCLES a message comes at k. The program, alone on its node,
// runs up to k, on into the handler, and past its end, by the block engine, by compiled code and by
// the stepper, and all that can be compared is equal each time: registers, memory, caches, cycles,
// output. Some of the runs go on to the program's end, where the output is what it is without any
// message.
#include "computer.h"
#include "inlet/image.h"
#include "machine/setup.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <initializer_list>

namespace inlet::test {
namespace {

/// Programs longer than this are not run to their end each time.
constexpr std::uint64_t short_run = 40'000; // cycles
constexpr std::uint64_t after = 400;        // cycles: the handler is done by then
constexpr std::uint64_t to_the_end = 29;    // one run in so many
constexpr std::uint64_t never = std::uint64_t{1} << 40;

/// The program with the visitor's handler behind it.
struct Subject {
    Subject(const std::string &machine_name, const std::string &file)
        : machine(MachineConfig::load(machine_name)),
          image(Image::load(file, machine.memory_bytes)), visit(add_visitor()),
          pages(shared_pages(image, machine.memory_bytes)) {}
    mips::Program program() const {
        const Text text = text_of(pages);
        return {text.base, text.bytes, timing(machine), machine.processor, text.gaps};
    }
    Visit add_visitor() {
        Visit added;
        added.handler = (image.end + page_bytes - 1) & ~(page_bytes - 1);
        added.memory = added.handler + page_bytes;
        const std::vector<std::uint8_t> code = visitor(added);
        image.segments.push_back(
            {added.handler, static_cast<std::uint32_t>(code.size()), true, false, code});
        return added;
    }

    MachineConfig machine;
    Image image;
    Visit visit;
    SharedPages pages;
};

/// Stops every `stride` cycles; what has been compiled goes on in the middle of its blocks.
bool agree_in_strides(Computer &slow, Computer &fast, Computer &faster, std::uint64_t stride,
                      std::uint64_t cycles) {
    for (std::uint64_t until = stride; until <= cycles; until += stride)
        for (Computer *each : {&slow, &fast, &faster}) {
            each->run(until);
            if (const std::string text = each->difference(slow); !text.empty()) {
                fmt::print("{} stopped every {} cycles, at cycle {}: {}\n",
                           each == &fast ? "block engine" : "compiled code", stride, until, text);
                return false;
            }
        }
    return true;
}

int check(const Subject &subject, std::uint64_t cycles) {
    const mips::Program program = subject.program();
    mips::Program compiled = subject.program();
    compiled.use_compiled({.threshold = 2, .shortest = 0, .cuts = 1});
    const auto computer = [&](const mips::Program &code, std::uint64_t at,
                              Computer::Engine engine) {
        return Computer(subject.machine, code, subject.pages, subject.image.entry, subject.visit,
                        at, engine);
    };
    const std::uint64_t first = Computer::earliest_visit(subject.machine);
    Computer alone = computer(program, never, Computer::Engine::blocks);
    alone.run(never - 1);
    if (!alone.exited()) return fmt::print("the program does not exit on one node\n"), 1;
    // From long strides to short ones: what they stop in is compiled by then.
    for (const std::uint64_t stride : {61, 17, 7, 5, 3, 2, 1}) {
        Computer slow = computer(program, never, Computer::Engine::stepper);
        Computer fast = computer(program, never, Computer::Engine::blocks);
        Computer faster = computer(compiled, never, Computer::Engine::blocks);
        if (!agree_in_strides(slow, fast, faster, stride, cycles)) return 1;
    }
    const bool whole = alone.now() <= short_run;
    std::uint64_t visits = 0, ends = 0;
    for (std::uint64_t at = first; at <= std::min(cycles, alone.now()); ++at) {
        Computer slow = computer(program, at, Computer::Engine::stepper);
        Computer fast = computer(program, at, Computer::Engine::blocks);
        Computer faster = computer(compiled, at, Computer::Engine::blocks);
        const bool end = whole && at % to_the_end == 0;
        for (const std::uint64_t until :
             {at, at + 1 + at % 97, at + after, end ? never : at + after}) {
            for (Computer *each : {&slow, &fast, &faster}) {
                each->run(until);
                if (const std::string text = each->difference(slow); !text.empty()) {
                    fmt::print("message at cycle {}, {} at cycle {}: {}\n", at,
                               each == &fast ? "block engine" : "compiled code", until, text);
                    return 1;
                }
            }
        }
        visits += slow.dispatches() > 0;
        if (!end) continue;
        ++ends;
        if (!slow.exited() || slow.console() != alone.console()) {
            fmt::print("a message at cycle {} changes the end: {}, output:\n{}", at, slow.ending(),
                       slow.console());
            return 1;
        }
    }
    fmt::print("{} of {} messages handled, {} runs to the end\n", visits,
               std::min(cycles, alone.now()) - first + 1, ends);
    return visits == 0;
}

} // namespace
} // namespace inlet::test

int main(int count, char **arguments) {
    if (count != 4) {
        fmt::print(stderr, "usage: {} MACHINE PROGRAM CYCLES\n", arguments[0]);
        return 2;
    }
    try {
        const inlet::test::Subject subject(arguments[1], arguments[2]);
        return inlet::test::check(subject, std::strtoull(arguments[3], nullptr, 10));
    } catch (const inlet::UserError &error) {
        fmt::print(stderr, "{}\n", error.what());
        return 2;
    }
}
