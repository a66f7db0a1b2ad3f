#include "results.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <inlet/config.h>
#include <inlet/file_hash.h>
#include <system_error>
#include <unistd.h>

namespace inlet::cli {

namespace {

namespace fs = std::filesystem;

std::string key_of(const std::string &identity) {
    return fmt::format(
        "{:016x}",
        file_hash({reinterpret_cast<const std::uint8_t *>(identity.data()), identity.size()}));
}

/// The key in the name of a file: "0123456789abcdef.json", "0123456789abcdef-host2.json". Empty:
/// the file is no result.
std::string key_in(const fs::path &file) {
    const std::string name = file.filename().string();
    constexpr std::size_t digits = 16;
    if (file.extension() != ".json" || name.size() < digits) return "";
    std::string key = name.substr(0, digits);
    return key.find_first_not_of("0123456789abcdef") == std::string::npos ? key : "";
}

UserError damaged(const std::string &file) {
    return UserError(fmt::format("{}: is not a result that --result has written: remove it, and "
                                 "run its command of the plan again",
                                 file));
}

Document read(const fs::path &file) {
    std::ifstream in(file, std::ios::binary);
    Document document = Document::parse(in, nullptr, false);
    if (!in || document.is_discarded() || !document.is_object()) throw damaged(file.string());
    return document;
}

/// Without the names of files, which differ between hosts.
Document essence(Document document) {
    if (document.is_object())
        for (const char *member : {"program", "command"}) document.erase(member);
    for (Document &member : document)
        if (member.is_structured()) member = essence(member);
    return document;
}

bool same(const Document &a, const Document &b) { return essence(a) == essence(b); }

std::string differs(const std::string &one, const std::string &other) {
    return fmt::format("{} and {}: are results of the same job, and differ: one inlet, host or "
                       "program is not as the other",
                       one, other);
}

} // namespace

void check_results(const ResultArguments &arguments, const app::JobArguments &job) {
    const char *option = !arguments.plan.empty()     ? "--plan"
                         : !arguments.result.empty() ? "--result"
                         : !arguments.gather.empty() ? "--gather"
                                                     : nullptr;
    if (!option || (job.io_root.empty() && job.files.empty())) return;
    throw UserError(fmt::format("{}: a result with {} depends on what is in that directory: leave "
                                "one of them out",
                                option, job.files.empty() ? "--io-root" : "--files"));
}

std::string result_file(const std::string &directory, const std::string &identity) {
    return (fs::path(directory) / (key_of(identity) + ".json")).string();
}

void write_result(const std::string &file, const Document &document) {
    const auto cannot = [&](const std::string &why) {
        return UserError(fmt::format("--result {}: cannot be written: {}", file, why));
    };
    std::error_code error;
    const fs::path folder = fs::path(file).parent_path();
    if (!folder.empty()) fs::create_directories(folder, error);
    if (error) throw cannot(error.message());
    const std::string text =
        document.dump(2, ' ', false, Document::error_handler_t::replace) + "\n";
    if (fs::exists(file)) {
        if (!same(read(file), Document::parse(text))) throw UserError(differs(file, "this run"));
        return;
    }
    const std::string part = fmt::format("{}.{}.part", file, getpid());
    std::ofstream out(part, std::ios::binary);
    out << text;
    out.close();
    if (!out) {
        fs::remove(part, error);
        throw cannot("no such place, or it is full");
    }
    fs::rename(part, file, error);
    if (error) throw cannot(error.message());
}

Results::Results(const std::string &directory) {
    std::error_code error;
    if (!fs::is_directory(directory, error))
        throw UserError(fmt::format("{}: no such directory of results", directory));
    std::map<std::string, std::string> names;
    for (const auto &entry : fs::recursive_directory_iterator(directory)) {
        const std::string key = key_in(entry.path());
        if (key.empty() || !entry.is_regular_file()) continue;
        Document document = read(entry.path());
        const auto [place, is_new] = by_key_.emplace(key, document);
        const std::string &name = names.emplace(key, entry.path().string()).first->second;
        if (!is_new && !same(place->second, document))
            throw UserError(differs(name, entry.path().string()));
    }
}

Results Results::so_far(const std::string &directory) {
    std::error_code error;
    return fs::exists(directory, error) ? Results(directory) : Results();
}

const Document *Results::find(const std::string &identity, const char *member) const {
    const auto place = by_key_.find(key_of(identity));
    if (place == by_key_.end()) return nullptr;
    if (!place->second.contains(member)) throw damaged(place->first + ".json");
    return &place->second;
}

} // namespace inlet::cli
