// The findings of `inlet run --check-am` (inlet/check_am.h) as text and JSON.
#pragma once

#include <inlet/check_am.h>
#include <inlet/image.h>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace inlet::cli {

/// A table with one line a handler.
std::string check_am_table(const CheckAm &check, const Image &image);
/// The message for one breach, with its place and without "inlet: ".
std::string check_am_message(const AmBreach &breach, const CheckAm &check, const Image &image);
/// All findings.
nlohmann::json check_am_json(const CheckAm &check, const Image &image);

} // namespace inlet::cli
