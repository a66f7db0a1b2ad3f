// Writes callgrind's format: costs by instruction and source line, and calls with inclusive costs.
// https://valgrind.org/docs/manual/cl-format.html
#include "export/exports.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace inlet {

namespace {

class CallgrindWriter {
  public:
    CallgrindWriter(Profile &profile, const Recording &recording, OutputFile &out)
        : profile_(profile), lines_(recording.names().lines), out_(out) {
        for (const Profile::Line &line : profile.lines())
            by_function_[profile.functions().of(line.pc)].push_back(&line);
        for (auto &[unused, lines] : by_function_)
            std::sort(lines.begin(), lines.end(), [](const auto *a, const auto *b) {
                return std::tuple(a->pc, a->word) < std::tuple(b->pc, b->word);
            });
        for (const auto &[edge, costs] : profile.tree().edges())
            calls_[edge.caller].emplace_back(edge, costs);
        for (const CallTree::Way &way : profile.tree().ways()) self_[way.function] += way.self;
        name_functions(recording.names());
        header(recording);
    }

    void write() {
        for (std::uint32_t function = 0; function < profile_.functions().size(); ++function) {
            const bool code = by_function_.contains(function);
            if (!code && self_[function].cycles == 0 && !calls_.contains(function)) continue;
            file_ = file_of(function);
            out_.write(fmt::format("\nfl={}\nfn={}\n", name(files_, file_),
                                   name(functions_, names_[function])));
            if (code)
                for (const Profile::Line *line : by_function_[function]) cost(*line);
            else if (self_[function].cycles != 0) // a pseudo-function
                out_.write(fmt::format("0x0 0 {} {} 0\n", self_[function].cycles,
                                       self_[function].instructions));
            for (const auto &[edge, costs] : calls_[function]) call(edge, costs);
        }
        out_.write(fmt::format("\ntotals: {} {} {}\n", total_.cycles, total_.instructions,
                               total_.messages));
    }

  private:
    /// A function is a file and a name in this format. Names with a file in front lose it, unless
    /// two of them would then be one: functions of a header.
    void name_functions(const Image &names) {
        std::map<std::string, std::string> without_file;
        for (const Symbol &symbol : names.symbols)
            without_file[symbol.readable()] = symbol.readable_without_file();
        std::set<std::pair<std::string, std::string>> taken;
        for (std::uint32_t n = 0; n < profile_.functions().size(); ++n) {
            const std::string &whole = profile_.functions().name(n);
            const auto known = without_file.find(whole);
            const std::string &shorter = known == without_file.end() ? whole : known->second;
            names_.push_back(taken.emplace(file_of(n), shorter).second ? shorter : whole);
        }
    }

    void header(const Recording &recording) {
        for (const auto &[unused, costs] : self_) total_.cycles += costs.cycles;
        for (const Profile::Line &line : profile_.lines()) {
            total_.instructions += line.executions();
            total_.messages += line.messages;
        }
        std::string command = recording.header().program;
        for (const std::string &argument : recording.header().arguments) command += " " + argument;
        for (char &c : command)
            if (static_cast<unsigned char>(c) < 0x20) c = ' ';
        std::string machine = recording.header().machine_name;
        for (const std::string &setting : recording.header().settings) machine += " " + setting;
        out_.write(fmt::format("# callgrind format\nversion: 1\ncreator: inlet\ncmd: {}\n"
                               "desc: Machine: {}, {} nodes\npositions: instr line\n"
                               "events: Cycles Instructions Messages\nsummary: {} {} {}\n",
                               command, machine, recording.header().nodes, total_.cycles,
                               total_.instructions, total_.messages));
    }

    /// "(3) text" at the first use, then "(3)".
    static std::string name(std::map<std::string, std::size_t> &known, const std::string &text) {
        const auto [at, added] = known.try_emplace(text, known.size() + 1);
        return added ? fmt::format("({}) {}", at->second, text) : fmt::format("({})", at->second);
    }

    std::string file_of(std::uint32_t function) const {
        const auto found = by_function_.find(function);
        if (found == by_function_.end()) return "???";
        for (const Profile::Line *line : found->second)
            if (const auto at = lines_.find(line->pc)) return at->file;
        return "???";
    }

    /// Switches the file if the line is in another one than the last: inlined code.
    unsigned change_file(std::uint32_t pc) {
        const auto at = lines_.find(pc);
        if (!at) return 0;
        if (at->file != file_) {
            file_ = at->file;
            out_.write(fmt::format("fi={}\n", name(files_, file_)));
        }
        return at->line;
    }

    void cost(const Profile::Line &line) {
        const unsigned number = change_file(line.pc);
        out_.write(fmt::format("{:#x} {} {} {} {}\n", line.pc, number,
                               line.all_cycles() - line.waiting(), line.executions() - line.waited,
                               line.messages));
    }

    void call(const CallTree::Edge &edge, const CallTree::EdgeCosts &costs) {
        if (costs.calls == 0) return;
        const unsigned number = edge.site == 0 ? 0 : change_file(edge.site);
        const auto callee = by_function_.find(edge.callee);
        std::uint32_t entry = 0;
        if (callee != by_function_.end()) entry = callee->second.front()->pc;
        const auto line = entry == 0 ? std::nullopt : lines_.find(entry);
        out_.write(fmt::format("cfi={}\ncfn={}\ncalls={} {:#x} {}\n{:#x} {} {} {} {}\n",
                               name(files_, file_of(edge.callee)),
                               name(functions_, names_[edge.callee]), costs.calls, entry,
                               line ? line->line : 0, edge.site, number, costs.costs.cycles,
                               costs.costs.instructions, costs.costs.messages));
    }

    Profile &profile_;
    const SourceLines &lines_;
    OutputFile &out_;
    std::string file_; ///< of the last position
    std::map<std::string, std::size_t> files_, functions_;
    std::vector<std::string> names_; ///< by function
    std::map<std::uint32_t, std::vector<const Profile::Line *>> by_function_;
    std::map<std::uint32_t, std::vector<std::pair<CallTree::Edge, CallTree::EdgeCosts>>> calls_;
    std::map<std::uint32_t, CallTree::Costs> self_;
    CallTree::Costs total_;
};

} // namespace

void write_callgrind(Profile &profile, const Recording &recording, OutputFile &out) {
    CallgrindWriter(profile, recording, out).write();
}

} // namespace inlet
