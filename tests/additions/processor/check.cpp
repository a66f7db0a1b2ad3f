// What follows from a processor's row in inlet/processor.h.
#include "inlet/processor.h"

#include <algorithm>

using namespace inlet;

static_assert(std::ranges::all_of(processors, [](const ProcessorFacts &one) {
    return &one == &facts_of(one.processor);
}));
static_assert(std::string_view(facts_of(Processor::toy).name) == "toy");
static_assert(noted_machine(Processor::toy, "toy") != nullptr);
static_assert(first_address(Processor::toy) == first_address(Processor::mips));
