// What `inlet run --check-am` found (inlet/check_am.h), for people and as JSON.
#pragma once

#include <inlet/check_am.h>
#include <inlet/image.h>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace inlet::cli {

/// A line for each handler, with a heading.
std::string check_am_table(const CheckAm &check, const Image &image);
/// One breach, with its place and without "inlet: ".
std::string check_am_message(const AmBreach &breach, const CheckAm &check, const Image &image);
/// All of it.
nlohmann::json check_am_json(const CheckAm &check, const Image &image);

} // namespace inlet::cli
