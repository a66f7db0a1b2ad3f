// The interfaces, by the programs' machines and processors; and what is asked of them.
#include "inlet/handler_calls.h"
#include "inlet/processor.h"
#include "ni/interface_text.h"

#include <cstddef>

namespace inlet {

const InterfaceText &cm5_interface_text();
const InterfaceText &sp2_interface_text();
const InterfaceText &myrinet_interface_text();
const InterfaceText &lanai_interface_text();
const InterfaceText &ncube2_interface_text();
const InterfaceText &voyager_interface_text();

const InterfaceText &interface_text(Processor processor, std::string_view machine) {
    static const InterfaceText t1;
    if (machine.starts_with("voyager")) return voyager_interface_text();
    switch (processor) {
    case Processor::mips: break;
    case Processor::sparc: return cm5_interface_text();
    case Processor::ppc: return sp2_interface_text();
    case Processor::x86: return myrinet_interface_text();
    case Processor::ncube: return ncube2_interface_text();
    case Processor::lanai: return lanai_interface_text();
    }
    return t1;
}

const InterfaceText &interface_text(const Image &program) {
    return interface_text(program.processor, program.machine);
}

std::string_view registers_page(const Image &image) {
    return interface_text(image).registers_page();
}

namespace {

bool calls_handlers(std::uint32_t address, const Image &image) {
    const Symbol *const function = image.find(address);
    std::uint32_t word = 0;
    return function && image.word(address, word) &&
           interface_text(image).calls_handlers(function->name, word);
}

} // namespace

std::optional<std::uint32_t> handler_in(std::uint32_t pc, const std::vector<std::uint32_t> &callers,
                                        const Image &image) {
    for (std::size_t i = 0; i < callers.size(); ++i)
        if (calls_handlers(callers[i], image)) return i == 0 ? pc : callers[i - 1];
    return {};
}

} // namespace inlet
