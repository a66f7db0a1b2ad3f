#include "inlet/function_type.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <memory>

namespace inlet {

namespace {

constexpr std::uint32_t word = 4; // bytes

bool attribute_type(Dwarf_Die *die, Dwarf_Die &type) {
    Dwarf_Attribute attribute;
    return dwarf_formref_die(dwarf_attr_integrate(die, DW_AT_type, &attribute), &type) != nullptr &&
           dwarf_peel_type(&type, &type) == 0;
}

Dwarf_Word number(Dwarf_Die *die, unsigned name) {
    Dwarf_Attribute attribute;
    Dwarf_Word value = 0;
    dwarf_formudata(dwarf_attr(die, name, &attribute), &value);
    return value;
}

bool is_aggregate(Dwarf_Die *type) {
    const int tag = dwarf_tag(type);
    return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

bool is_floating(Dwarf_Die *type) {
    if (dwarf_tag(type) == DW_TAG_base_type) return number(type, DW_AT_encoding) == DW_ATE_float;
    if (!is_aggregate(type)) return false;
    Dwarf_Die member, of_member;
    unsigned members = 0;
    bool floating = false;
    if (dwarf_child(type, &member) != 0) return false;
    do {
        if (dwarf_tag(&member) != DW_TAG_member) continue;
        ++members;
        floating = attribute_type(&member, of_member) && is_floating(&of_member);
    } while (dwarf_siblingof(&member, &member) == 0);
    return members == 1 && floating;
}

FunctionType::Parameter parameter(Dwarf_Die *die) {
    Dwarf_Die type;
    Dwarf_Word bytes = 0;
    if (!attribute_type(die, type) || dwarf_aggregate_size(&type, &bytes) != 0) return {word};
    // Classes with constructors or destructors of their own are passed as pointers.
    if (number(&type, DW_AT_calling_convention) == DW_CC_pass_by_reference) return {word};
    return {static_cast<std::uint32_t>(bytes), is_floating(&type)};
}

FunctionType type_of(Dwarf_Die *function) {
    FunctionType result;
    Dwarf_Die type, child;
    Dwarf_Word bytes = 0;
    if (attribute_type(function, type)) {
        const bool complex = dwarf_tag(&type) == DW_TAG_base_type &&
                             number(&type, DW_AT_encoding) == DW_ATE_complex_float;
        const bool large = dwarf_aggregate_size(&type, &bytes) == 0 && bytes > 2 * word;
        result.returns_in_memory = is_aggregate(&type) || (complex && large);
    }
    if (dwarf_child(function, &child) != 0) return result;
    do {
        if (dwarf_tag(&child) == DW_TAG_formal_parameter)
            result.parameters.push_back(parameter(&child));
        result.variadic |= dwarf_tag(&child) == DW_TAG_unspecified_parameters;
    } while (dwarf_siblingof(&child, &child) == 0);
    return result;
}

struct Search {
    Dwarf_Addr address;
    std::optional<FunctionType> found;
};

int look_at(Dwarf_Die *function, void *search) {
    auto &wanted = *static_cast<Search *>(search);
    Dwarf_Addr begin = 0;
    if (dwarf_lowpc(function, &begin) != 0 || begin != wanted.address) return DWARF_CB_OK;
    wanted.found = type_of(function);
    return DWARF_CB_ABORT;
}

} // namespace

std::optional<FunctionType> function_type(const Image &image, std::uint32_t address) {
    if (!image.file || image.file->empty()) return {};
    std::vector<std::uint8_t> bytes = *image.file; // libelf needs writable memory
    elf_version(EV_CURRENT);
    const std::unique_ptr<Elf, int (*)(Elf *)> elf(
        elf_memory(reinterpret_cast<char *>(bytes.data()), bytes.size()), elf_end);
    if (!elf) return {};
    const std::unique_ptr<Dwarf, int (*)(Dwarf *)> dwarf(
        dwarf_begin_elf(elf.get(), DWARF_C_READ, nullptr), dwarf_end);
    if (!dwarf) return {};
    Search search{address, {}};
    Dwarf_CU *unit = nullptr;
    Dwarf_Die die;
    while (!search.found &&
           dwarf_get_units(dwarf.get(), unit, &unit, nullptr, nullptr, &die, nullptr) == 0)
        dwarf_getfuncs(&die, look_at, &search, 0);
    return search.found;
}

} // namespace inlet
