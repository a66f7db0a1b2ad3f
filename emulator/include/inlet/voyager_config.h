// Configuration of kind voyager besides the processor.
#pragma once

#include "inlet/arctic_config.h"
#include "inlet/nes_config.h"

#include <cstdint>

namespace inlet {

struct VoyagerConfig {
    NesConfig nes;
    ArcticConfig network;
};

} // namespace inlet
