#include "trace/recording.h"

#include "inlet/config.h"
#include "trace/start_code.h"

#include <algorithm>
#include <fmt/format.h>

namespace inlet {

Recording::Recording(const std::filesystem::path &trace, const std::filesystem::path &program,
                     const std::vector<std::string> &only)
    : reader_(trace, only), names_(reader_.names()) {
    const bool given = !program.empty();
    if (!given && reader_.has_program()) return;
    const std::filesystem::path path = given ? program : std::filesystem::path(header().program);
    try {
        constexpr std::uint32_t any_memory = 0xffffffff; // the run has checked the size
        Image image = Image::load(path, any_memory);
        if (image.hash != reader_.program_hash())
            throw UserError(fmt::format("{}: is not the program of this trace{}", path.string(),
                                        given
                                            ? fmt::format(" ({}, as it was then)", header().program)
                                            : ": it has changed since"));
        // The trace's symbols include those of the I/O nodes' program.
        image.symbols = header().symbols;
        image.contexts = header().contexts;
        names_ = std::move(image);
    } catch (const UserError &error) {
        if (given) throw;
        problem_ = error.what();
    }
}

void Recording::read(Observer &sink) {
    StartCode program(names_, sink);
    const TraceEnd end = reader_.read(program);
    warning_ =
        end.complete
            ? ""
            : fmt::format("The trace ended early: {}. What follows is what it has.\n", end.problem);
    if (!reader_.shows_all()) warning_ += reader_.shown() + "\n";
    if (end.complete && end.records == 0) warning_ += "Nothing of the run is in this selection.\n";
    if (!end.complete) return;
    try {
        summary_ = RunSummary::from_json(end.end);
        if (reader_.core()) summary_.show_firmware();
    } catch (const UserError &) { // the end record was written by hand
        summary_ = {};
    }
}

} // namespace inlet
