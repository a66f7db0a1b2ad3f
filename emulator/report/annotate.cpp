// Lists instructions and source lines with their cycles.
#include "analysis/profile.h"
#include "analysis/wait_finder.h"
#include "inlet/disassembler.h"
#include "inlet/inspect.h"
#include "inlet/printable.h"
#include "inlet/processor.h"
#include "inlet/suggest.h"
#include "report/trip_lines.h"
#include "trace/recording.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <map>
#include <unordered_map>

namespace inlet {

namespace {

/// Lines of source files, if they can be read.
class SourceText {
  public:
    /// `runtime`: AnnotateOptions::runtime_sources.
    explicit SourceText(std::filesystem::path runtime) : runtime_(std::move(runtime)) {}

    /// The line without trailing blanks. Empty: there is no such line. `of_runtime`: the code there
    /// is not the program's own.
    std::string line(const SourceLine &at, bool of_runtime) {
        const std::string file = file_of(at.file, of_runtime);
        auto [found, added] = files_.try_emplace(file);
        if (added) {
            std::ifstream in(file);
            if (!in) missing_.push_back(at.file);
            for (std::string text; std::getline(in, text) && found->second.size() < most_lines;)
                found->second.push_back(text);
        }
        if (at.line == 0 || at.line > found->second.size()) return "";
        std::string text = found->second[at.line - 1];
        text.erase(text.find_last_not_of(" \t\r") + 1);
        for (char &c : text)
            if (static_cast<unsigned char>(c) < 0x20) c = ' ';
        return text;
    }

    /// The files that cannot be read.
    const std::vector<std::string> &missing() const { return missing_; }

  private:
    /// Where the file is: the runtime's own, if the program has none of this name.
    std::string file_of(const std::string &named, bool of_runtime) const {
        const bool here = !of_runtime && std::filesystem::is_regular_file(named);
        if (here || runtime_.empty() || std::filesystem::path(named).has_parent_path())
            return named;
        const std::filesystem::path installed = runtime_ / named;
        return std::filesystem::is_regular_file(installed) ? installed.string() : named;
    }

    const std::filesystem::path runtime_;
    std::vector<std::string> missing_;
    static constexpr std::size_t most_lines = 1'000'000;
    std::unordered_map<std::string, std::vector<std::string>> files_;
};

struct Shown {
    std::uint32_t pc = 0, word = 0;
    const Profile::Line *line = nullptr; ///< nullptr: not executed
};

class Annotator {
  public:
    explicit Annotator(const AnnotateOptions &options)
        : recording_(options.trace, options.program, options.only),
          profile_(recording_.names(), {recording_.names().processor, recording_.header()}),
          disassembler_(recording_.names(), {true, true}), text_(options.runtime_sources) {
        read_waits(recording_, profile_);
        profile_.end(recording_.end());
        for (const Profile::Line &line : profile_.lines())
            by_function_[profile_.functions().of(line.pc)].push_back(&line);
        choose(options);
    }

    Inspection answer() {
        Inspection out;
        out.text = recording_.warning();
        if (!recording_.has_program())
            out.text += fmt::format("No source lines, and no instructions that were not executed: "
                                    "{}\n",
                                    recording_.program_problem());
        Table table = empty();
        for (const std::uint32_t function : chosen_) {
            if (!out.text.empty()) out.text += "\n";
            out.text += one(function, table);
        }
        if (!text_.missing().empty())
            out.text += fmt::format("\nThe text of {} is not shown: {} be read here.\n",
                                    fmt::join(text_.missing(), ", "),
                                    text_.missing().size() == 1 ? "this file cannot"
                                                                : "these files cannot");
        out.tables = {std::move(table)};
        return out;
    }

  private:
    static std::uint64_t cycles(const std::vector<const Profile::Line *> &lines) {
        std::uint64_t sum = 0;
        for (const Profile::Line *line : lines) sum += line->all_cycles();
        return sum;
    }

    /// Cycles without those of waiting instructions.
    static std::uint64_t work(const std::vector<const Profile::Line *> &lines) {
        std::uint64_t sum = 0;
        for (const Profile::Line *line : lines) sum += line->all_cycles() - line->waiting();
        return sum;
    }

    /// Of the runtime or of the kernel.
    bool is_not_of_program(std::uint32_t pc) const {
        const Image &names = recording_.names();
        return is_of_runtime(pc, names) || pc < facts_of(names.processor).kernel_end;
    }

    void choose(const AnnotateOptions &options) {
        if (!options.symbol.empty()) {
            std::vector<std::string> known, wanted = {options.symbol};
            for (const Symbol &symbol : recording_.names().symbols)
                if (symbol.is_called(options.symbol)) wanted.push_back(symbol.readable());
            for (const auto &[function, unused] : by_function_) {
                known.push_back(profile_.functions().name(function));
                if (std::find(wanted.begin(), wanted.end(), known.back()) != wanted.end())
                    chosen_.push_back(function);
            }
            if (!chosen_.empty()) return;
            if (wanted.size() > 1)
                throw UserError(
                    fmt::format("{}: was never executed in this trace", options.symbol));
            throw UserError(fmt::format("{}: no such function in {}{}", options.symbol,
                                        recording_.reader().core() ? "the firmware"
                                                                   : recording_.header().program,
                                        did_you_mean(options.symbol, known)));
        }
        // Prefer the program's own code, if any of it has run.
        for (const bool runtime : {false, true}) {
            if (runtime && !options.runtime && !chosen_.empty()) break;
            for (const auto &[function, lines] : by_function_)
                if (is_not_of_program(lines.front()->pc) == runtime) chosen_.push_back(function);
        }
        std::stable_sort(chosen_.begin(), chosen_.end(), [&](std::uint32_t a, std::uint32_t b) {
            return work(by_function_[a]) > work(by_function_[b]);
        });
        if (options.most != 0 && chosen_.size() > options.most) chosen_.resize(options.most);
    }

    Table empty() const {
        Table table{.name = "annotate"};
        table.columns = {Table::Column::text("function"),
                         Table::Column::text("pc"),
                         Table::Column::text("instruction"),
                         Table::Column::text("file"),
                         {"line"},
                         {"executions"},
                         {"cycles"}};
        for (const Context context : contexts().all())
            table.columns.push_back({contexts().of(context)});
        for (const Cause cause : instruction_causes) table.columns.push_back({facts_of(cause).key});
        table.columns.push_back({"waiting"});
        table.columns.push_back({"refused"});
        table.columns.push_back({"messages"});
        return table;
    }

    /// The executed instructions of a function by address and, if the program is available, those
    /// in between.
    std::vector<Shown> instructions(std::uint32_t function) {
        std::vector<Shown> all;
        for (const Profile::Line *line : by_function_[function])
            all.push_back({line->pc, line->word, line});
        const std::string &name = profile_.functions().name(function);
        for (const Symbol &symbol : recording_.names().symbols) {
            if (symbol.size == 0 || symbol.readable() != name) continue;
            constexpr std::uint32_t longest = 1u << 20;
            std::uint32_t pc = symbol.address;
            while (pc - symbol.address < std::min(symbol.size, longest)) {
                const auto there = disassembler_.in_program(pc);
                if (!there) break;
                if (std::none_of(by_function_[function].begin(), by_function_[function].end(),
                                 [&](const Profile::Line *line) { return line->pc == pc; }))
                    all.push_back({pc, there->word, nullptr});
                pc += there->bytes;
            }
        }
        std::sort(all.begin(), all.end(), [](const Shown &a, const Shown &b) {
            return std::tuple(a.pc, a.word) < std::tuple(b.pc, b.word);
        });
        return all;
    }

    std::string one(std::uint32_t function, Table &table) {
        const std::uint64_t total = cycles(by_function_[function]), all = profile_.cycles();
        const auto share = [](std::uint64_t part, std::uint64_t whole) {
            return whole == 0 ? 0.0
                              : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
        };
        std::string text =
            fmt::format("{}: {} cycles, {:.1f} % of all nodes'\n\n",
                        shortened(profile_.functions().name(function)), total, share(total, all));
        text += fmt::format("{:>6}", "%");
        for (const Context context : contexts().all())
            text += fmt::format(" {:>10}", contexts().of(context));
        text += fmt::format(" {:>10}  {:<8}  {:<36} {}\n", "executions", "pc", "instruction",
                            "made of");
        std::string source;
        for (const Shown &shown : instructions(function)) {
            const auto at = recording_.names().lines.find(shown.pc);
            const std::string where = recording_.names().lines.text(shown.pc);
            if (where != source) {
                source = where;
                if (at) {
                    const std::string line = text_.line(*at, is_not_of_program(shown.pc));
                    text +=
                        fmt::format("{:>53}{}{}{}\n", "", where, line.empty() ? "" : "  ", line);
                }
            }
            text += row(shown, total);
            add(shown, function, at, table);
        }
        return text;
    }

    std::string row(const Shown &shown, std::uint64_t total) {
        static const Profile::Line never{};
        const Profile::Line &line = shown.line != nullptr ? *shown.line : never;
        const auto number = [](std::uint64_t n) { return n == 0 ? "" : std::to_string(n); };
        std::string causes;
        const auto add = [&](Cause cause) {
            if (const std::uint64_t cycles = line.by_cause[static_cast<std::size_t>(cause)])
                causes +=
                    fmt::format("{}{} {}", causes.empty() ? "" : ", ", cause_name(cause), cycles);
        };
        for (const Cause cause : instruction_causes)
            if (cause != Cause::issue) add(cause);
        for (std::size_t wait = 1; wait < wait_kinds; ++wait)
            add(cause_of(static_cast<Wait>(wait)));
        if (line.refused != 0)
            causes += fmt::format("{}{} refused", causes.empty() ? "" : ", ", line.refused);
        std::string out = fmt::format(
            "{:>6}", line.all_cycles() == 0 || total == 0
                         ? ""
                         : fmt::format("{:.1f}", 100.0 * static_cast<double>(line.all_cycles()) /
                                                     static_cast<double>(total)));
        for (const Context context : contexts().all())
            out += fmt::format(" {:>10}", number(line.cycles[static_cast<std::size_t>(context)]));
        out += fmt::format(" {:>10}  {:08x}  {:<36} {}", number(line.executions()), shown.pc,
                           disassembler_.text(shown.pc, shown.word), causes);
        out.erase(out.find_last_not_of(' ') + 1);
        return out + "\n";
    }

    void add(const Shown &shown, std::uint32_t function, const std::optional<SourceLine> &at,
             Table &table) {
        static const Profile::Line never{};
        const Profile::Line &line = shown.line != nullptr ? *shown.line : never;
        std::vector<Cell> cells = {profile_.functions().name(function),
                                   fmt::format("{:#010x}", shown.pc),
                                   disassembler_.text(shown.pc, shown.word),
                                   at ? Cell{at->file} : Cell{},
                                   at ? Cell{std::uint64_t{at->line}} : Cell{},
                                   line.executions(),
                                   line.all_cycles()};
        for (const Context context : contexts().all())
            cells.emplace_back(line.cycles[static_cast<std::size_t>(context)]);
        for (const Cause cause : instruction_causes)
            cells.emplace_back(line.by_cause[static_cast<std::size_t>(cause)]);
        cells.emplace_back(line.waiting());
        cells.emplace_back(line.refused);
        cells.emplace_back(line.messages);
        table.rows.push_back(std::move(cells));
    }

    const ContextNames &contexts() const { return recording_.names().contexts; }

    Recording recording_;
    Profile profile_;
    Disassembler disassembler_;
    SourceText text_;
    std::map<std::uint32_t, std::vector<const Profile::Line *>> by_function_;
    std::vector<std::uint32_t> chosen_;
};

} // namespace

Inspection annotate(const AnnotateOptions &options) { return Annotator(options).answer(); }

} // namespace inlet
