// Replaces start and host services of a CM-5 program by those of Linux for SPARC.
#pragma once

#include "inlet/image.h"

#include <cstdint>
#include <functional>
#include <initializer_list>

namespace inlet::bench {

/// Writes instruction words at an address of the program.
using Put = std::function<void(std::uint32_t address, std::initializer_list<std::uint32_t> words)>;

/// `empty`: main is not called.
void put_linux_sparc(const Image &image, bool empty, const Put &put);

/// The address of a function; 0: none.
std::uint32_t address_of(const Image &image, const char *function);

} // namespace inlet::bench
