// inlet-conformance: checks that every sentence of a suite has a test or a reason, and writes the
// table of docs/. Exit status: 0 success, 1 an error in the suite, 2 command line.

#include "model.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// One normative sentence of the specification. It has tests, or is open, or cannot be tested.
struct Sentence {
    std::string id;   ///< "A.2.2-6": section and number
    std::string text; ///< in the project's own words
    std::vector<std::string> decisions;
    std::string open;       ///< required features
    std::string untestable; ///< reason
    std::vector<std::string> tests;

    std::string section() const { return id.substr(0, id.rfind('-')); }
    /// "A.2" of "A.2.2-6".
    std::string chapter() const { return id.substr(0, id.find_first_of(".-", 2)); }
};

std::string read(const fs::path &path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) throw std::runtime_error(fmt::format("{}: cannot be read", path.string()));
    return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<Sentence> load_sentences(const fs::path &path) {
    std::vector<Sentence> sentences;
    for (const json &entry : json::parse(read(path))) {
        Sentence sentence{entry.at("id"), entry.at("text"), {}, "", "", {}};
        for (const auto &[key, value] : entry.items())
            if (key == "decisions")
                sentence.decisions = value;
            else if (key == "open")
                sentence.open = value;
            else if (key == "untestable")
                sentence.untestable = value;
            else if (key != "id" && key != "text")
                throw std::runtime_error(
                    fmt::format("{}: {}: unknown member '{}'", path.string(), sentence.id, key));
        sentences.push_back(std::move(sentence));
    }
    return sentences;
}

/// The ids in the lines "// sentences: ..." at the top of a kernel.
std::vector<std::string> ids_of(const fs::path &kernel) {
    std::vector<std::string> ids;
    const std::string key = "// sentences: ";
    std::ifstream in(kernel);
    for (std::string line; std::getline(in, line) && line.starts_with("//");)
        if (line.starts_with(key)) {
            std::istringstream words(line.substr(key.size()));
            ids.insert(ids.end(), std::istream_iterator<std::string>(words), {});
        }
    return ids;
}

std::vector<fs::path> kernels_in(const fs::path &suite) {
    std::vector<fs::path> kernels;
    for (const auto &entry : fs::directory_iterator(suite))
        if (entry.path().extension() == ".c" || entry.path().extension() == ".S")
            kernels.push_back(entry.path());
    std::sort(kernels.begin(), kernels.end());
    return kernels;
}

/// Fills in the tests. Returns the errors, one per line.
std::vector<std::string> join(std::vector<Sentence> &sentences, const fs::path &suite,
                              const std::map<std::string, std::string> &decisions) {
    std::vector<std::string> problems;
    std::map<std::string, Sentence *> by_id;
    for (Sentence &sentence : sentences)
        if (!by_id.emplace(sentence.id, &sentence).second)
            problems.push_back(fmt::format("{}: is there twice", sentence.id));
    for (const fs::path &kernel : kernels_in(suite)) {
        const std::vector<std::string> ids = ids_of(kernel);
        const std::string name = kernel.filename().string();
        if (ids.empty()) problems.push_back(fmt::format("{}: names no sentences", name));
        for (const std::string &id : ids)
            if (const auto found = by_id.find(id); found == by_id.end())
                problems.push_back(fmt::format("{}: there is no sentence {}", name, id));
            else
                found->second->tests.push_back(name);
    }
    for (const Sentence &sentence : sentences) {
        const int states =
            !sentence.tests.empty() + !sentence.open.empty() + !sentence.untestable.empty();
        if (states != 1)
            problems.push_back(fmt::format(
                "{}: {}", sentence.id,
                states ? "must be only one of tested, 'open' and 'untestable'"
                       : "has no test: write one, or say in sentences.json why not ('open', "
                         "'untestable')"));
        for (const std::string &anchor : sentence.decisions)
            if (!decisions.contains(anchor))
                problems.push_back(
                    fmt::format("{}: isa/decisions.md has no #{}", sentence.id, anchor));
    }
    return problems;
}

/// Some viewers treat pairs of dollars as mathematics. Code spans are unchanged.
std::string escape(const std::string &text) {
    std::string out;
    bool code = false;
    for (const char c : text) {
        if (c == '`') code = !code;
        if (!code && (c == '$' || c == '|')) out += '\\';
        out += c;
    }
    return out;
}

std::string links(const std::vector<std::string> &names, const std::string &folder,
                  const std::string &separator) {
    std::string out;
    for (const std::string &name : names)
        out +=
            fmt::format("{}[{}]({}{}{})", out.empty() ? "" : ", ", name, folder, separator, name);
    return out;
}

/// The tests of the sentence, or the reason why there are none, and the decisions behind it.
std::string evidence(const Sentence &sentence,
                     const std::map<std::string, std::string> &decisions) {
    std::string out = links(sentence.tests, "../tests/conformance/t1", "/");
    if (!sentence.open.empty()) out = fmt::format("not implemented: {}", sentence.open);
    if (!sentence.untestable.empty()) out = fmt::format("not testable: {}", sentence.untestable);
    for (const std::string &anchor : sentence.decisions)
        out += fmt::format("{}[{}](../isa/decisions.md#{})",
                           anchor == sentence.decisions.front() ? "; decision: " : ", ",
                           decisions.at(anchor), anchor);
    return out;
}

std::string page(const std::vector<Sentence> &sentences,
                 const std::map<std::string, std::string> &decisions) {
    const auto count = [&](auto &&is) {
        return std::count_if(sentences.begin(), sentences.end(), is);
    };
    const auto tested = [](const Sentence &s) { return !s.tests.empty(); };
    std::string out = fmt::format(
        "<!-- Generated by inlet-conformance from tests/conformance/t1/; do not edit. -->\n"
        "# Conformance of the T1 machine\n\n"
        "Every normative sentence of CSD-94-823, Appendix A, and the rules of its section 3 that "
        "the\n"
        "appendix does not have, in our words, with the kernels of\n"
        "[tests/conformance/t1](../tests/conformance/t1) that check it, and the decision where the "
        "text is open.\n"
        "`ctest -R conformance` runs the kernels at -O0 and -O2 with both schedulers, interpreted, "
        "compiled and\n"
        "observed. `tests/mutants` has wrong network interfaces, and for each the kernel and "
        "sentence that must\n"
        "fail (`ctest -R mutants`: a sample; `./dev test --full`: all).\n\n"
        "A new kernel names its sentences in its first lines "
        "([tests/conformance/run](../tests/conformance/run));\n"
        "`ninja -C build conformance_doc` writes this page.\n\n"
        "| status | sentences |\n|---|---|\n"
        "| holds | {} |\n"
        "| of these, with a decision on what the text leaves open | {} |\n"
        "| not implemented | {} |\n"
        "| not testable | {} |\n"
        "| all | {} |\n",
        count(tested), count([&](const Sentence &s) { return tested(s) && !s.decisions.empty(); }),
        count([](const Sentence &s) { return !s.open.empty(); }),
        count([](const Sentence &s) { return !s.untestable.empty(); }), sentences.size());
    std::string chapter;
    for (const Sentence &sentence : sentences) {
        if (sentence.chapter() != chapter) {
            chapter = sentence.chapter();
            out +=
                fmt::format("\n## {}\n\n| no. | sentence | shown by |\n|---|---|---|\n", chapter);
        }
        out += fmt::format("| {} | {} | {} |\n", sentence.id, escape(sentence.text),
                           evidence(sentence, decisions));
    }
    return out;
}

} // namespace

int main(int argc, char **argv) {
    fs::path isa, suite, doc;
    CLI::App app{
        "Checks the sentences of a conformance suite against its tests and writes the table."};
    app.add_option("--isa", isa, "folder isa/")->required()->check(CLI::ExistingDirectory);
    app.add_option("--suite", suite, "folder of the suite")
        ->required()
        ->check(CLI::ExistingDirectory);
    app.add_option("--doc", doc, "write the table to this file");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError &error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    try {
        const auto decisions = inlet::isa::Model::load(isa).decisions;
        std::vector<Sentence> sentences = load_sentences(suite / "sentences.json");
        const std::vector<std::string> problems = join(sentences, suite, decisions);
        for (const std::string &problem : problems) fmt::print(stderr, "{}\n", problem);
        if (!problems.empty()) return 1;
        if (!doc.empty()) {
            std::ofstream out(doc, std::ios::binary);
            out << page(sentences, decisions);
            out.close();
            if (!out) throw std::runtime_error(fmt::format("{}: cannot be written", doc.string()));
        }
    } catch (const std::exception &error) {
        fmt::print(stderr, "inlet-conformance: {}\n", error.what());
        return 1;
    }
    return 0;
}
