#include "inlet/trace_reader.h"

#include "inlet/config.h"
#include "trace/record_player.h"
#include "trace/run_player.h"
#include "trace/trace_format.h"
#include "trace/trace_frames.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <optional>
#include <utility>

namespace inlet {

namespace {

constexpr std::uint64_t longest_program = std::uint64_t{1} << 28;  // bytes
constexpr std::uint64_t longest_snapshot = std::uint64_t{1} << 36; // bytes

using Bytes = std::vector<std::uint8_t>;

/// The parts before the run, which every reader needs.
void want_frame(TraceFrames &frames, const char *what) {
    const TraceFrames::Next next = frames.next();
    if (next == TraceFrames::Next::frame) return;
    throw UserError(
        next == TraceFrames::Next::damaged
            ? fmt::format("is damaged: {} cannot be read, and nothing can be shown without it",
                          what)
            : fmt::format("is truncated: {} is not whole, and nothing can be shown without it",
                          what));
}

/// Reads an embedded file from its frames.
Bytes take_file(TraceFrames &frames, std::uint64_t size, std::uint64_t longest, const char *what) {
    if (size > longest) throw UserError("the header is damaged: too many bytes");
    Bytes file;
    while (file.size() < size) {
        want_frame(frames, what);
        const auto part = frames.frame();
        if (part.empty() || part.size() > size - file.size())
            throw UserError(fmt::format("is damaged: {} makes no sense", what));
        file.insert(file.end(), part.begin(), part.end());
    }
    return file;
}

void skip_start(TraceFrames &frames, const RecordedRun &run) {
    for (const std::uint64_t size :
         {run.program_bytes, run.io_program_bytes, run.firmware_bytes, run.snapshot_bytes})
        (void)take_file(frames, size, longest_snapshot, "a file");
}

RunStart take_start(TraceFrames &frames, const TraceHeader &header) {
    constexpr std::uint32_t any_memory = 0xffffffff; // the machine checks the size
    const RecordedRun &run = *header.run;
    RunStart start;
    start.program =
        Image::parse(take_file(frames, run.program_bytes, longest_program, "the program"),
                     header.program, any_memory);
    if (run.io_program_bytes)
        start.io_program = Image::parse(take_file(frames, run.io_program_bytes, longest_program,
                                                  "the program of the I/O nodes"),
                                        "the program of the I/O nodes", any_memory);
    if (run.firmware_bytes)
        start.firmware =
            Image::parse(take_file(frames, run.firmware_bytes, longest_program, "the firmware"),
                         "the firmware", any_memory);
    if (run.snapshot_bytes) {
        const Bytes file = take_file(frames, run.snapshot_bytes, longest_snapshot, "the snapshot");
        start.snapshot =
            Snapshot::unpack({reinterpret_cast<const char *>(file.data()), file.size()});
    }
    return start;
}

struct Counting final : Observer {
    Counting(Observer &to, std::uint64_t &all) : sink(to), count(all) {}
    void instruction(const InstructionEvent &event) override {
        ++count;
        sink.instruction(event);
    }
    void wait(const WaitEvent &waited) override {
        count += waited.instructions();
        sink.wait(waited);
    }
    void event(const MessageEvent &event) override {
        ++count;
        sink.event(event);
    }
    void hop(const HopEvent &event) override {
        ++count;
        sink.hop(event);
    }
    Wants wants() const override { return sink.wants(); }
    Observer &sink;
    std::uint64_t &count;
};

} // namespace

struct TraceReader::Content {
    std::filesystem::path path;
    TraceHeader header;
    std::optional<RunStart> start; ///< empty: single records
    Image names;
    std::vector<std::string> only;
    TraceFilter filter; ///< the conditions `only`
};

TraceReader::TraceReader(const std::filesystem::path &path, const std::vector<std::string> &only) {
    auto content = std::make_shared<Content>();
    content->path = path;
    TraceFrames frames(path);
    std::uint8_t core = 0;
    try {
        want_frame(frames, "the header");
        TraceHeader &header = content->header;
        header = TraceHeader::from_json({frames.frame().begin(), frames.frame().end()});
        if (header.run.has_value() != (frames.version() == trace::version))
            throw UserError("the header is damaged: it is of another format");
        content->only = only.empty() && header.run ? header.run->only : only;
        core = TraceFilter::core_of(content->only, header.cores);
        if (header.run) {
            RunStart &start = content->start.emplace(take_start(frames, header));
            if (core && !start.firmware)
                throw UserError("the header is damaged: a second core without firmware");
            content->names = core ? *start.firmware : start.program;
            if (start.io_program && !core) content->names.add(*start.io_program);
            header.symbols = content->names.symbols;
            header.marks = content->names.marks;
        } else {
            content->names.symbols = header.symbols;
        }
        content->names.contexts = header.contexts;
    } catch (const UserError &error) {
        throw UserError(fmt::format("{}: {}", path.string(), error.what()));
    }
    content->filter = TraceFilter(content->only, content->names, content->header.cores);
    content->filter.check_nodes(content->header.nodes, "the run in " + path.string());
    content_ = std::move(content);
}

bool TraceReader::is_trace(const std::filesystem::path &path) {
    std::string start(trace::magic.size(), '\0');
    std::ifstream in(path, std::ios::binary);
    in.read(start.data(), static_cast<std::streamsize>(start.size()));
    return start == trace::magic;
}

const TraceHeader &TraceReader::header() const { return content_->header; }
bool TraceReader::has_program() const { return content_->start.has_value(); }
const Image &TraceReader::names() const { return content_->names; }
std::uint64_t TraceReader::program_hash() const {
    return has_program() ? content_->names.hash : content_->header.program_hash;
}
std::uint8_t TraceReader::core() const { return content_->filter.core; }
std::string TraceReader::shown() const {
    std::string text;
    if (!content_->filter.everything())
        text = fmt::format("Of the run only {} is shown.", fmt::join(content_->only, ", "));
    if (!content_->names.switches.empty())
        text +=
            fmt::format("{}What the program switches off is not shown.", text.empty() ? "" : " ");
    return text;
}

TraceEnd TraceReader::read(Observer &sink) const {
    const Content &content = *content_;
    TraceFrames frames(content.path);
    TraceEnd end;
    Counting counting(sink, end.records);
    FilteredObserver filtered(content.filter, content.names.switches, counting);
    Observer &watcher = shows_all() ? static_cast<Observer &>(counting) : filtered;
    const auto stop = [&](const std::string &problem) {
        end.complete = false;
        end.problem = problem;
        return end;
    };
    try {
        frames.next(); // the header
        // The filter's state at its first cycle depends on earlier records.
        TraceFilter watched = content.filter;
        if (!content.names.switches.empty() || watched.message) watched.from = 0;
        std::unique_ptr<TracePlayer> player;
        if (content.start) {
            skip_start(frames, *content.header.run);
            player =
                std::make_unique<RunPlayer>(content.header, *content.start, watched, watcher, end);
        } else {
            player = std::make_unique<RecordPlayer>(frames.version(), content.header.nodes, watcher,
                                                    end);
        }
        for (;;) {
            switch (frames.next()) {
            case TraceFrames::Next::frame: player->frame(frames.frame()); break;
            case TraceFrames::Next::end:
                if (!end.complete) end.problem = "the run was cut off before its end was written";
                return end;
            case TraceFrames::Next::truncated: return stop("the file is truncated");
            case TraceFrames::Next::damaged: return stop("the file is damaged");
            }
        }
    } catch (const trace::OtherRun &other) {
        return stop(other.what());
    } catch (const trace::Damaged &damage) {
        return stop(fmt::format("the file is damaged: {}", damage.what()));
    } catch (const UserError &error) {
        throw UserError(fmt::format("{}: {}", content.path.string(), error.what()));
    }
}

} // namespace inlet
