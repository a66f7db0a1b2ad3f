// inlet-ncube-as: assembles a program of the nCUBE/2, by default with the kernel and the Active
// Messages library.
#include "tools/ncube-as/assembler.h"
#include "tools/ncube-as/runtime_sources.h"

#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

using inlet::ncube::Source;

const char *const usage =
    "Usage: inlet-ncube-as [options] file.s... -o file.elf\n"
    "  -o FILE      the program\n"
    "  --printed    the stub of Figure 4-9 with its 24 instructions, instead of Table 4-5's 18\n"
    "  --no-kernel  only the given files: they define _boot\n"
    "  --show NAME  prints a source of the runtime: kernel.s, am.s, stub.s, stub_printed.s\n"
    "The language is in docs/ncube2.md.\n";

[[noreturn]] void fail(const std::string &what) {
    std::fprintf(stderr, "inlet-ncube-as: %s\n", what.c_str());
    std::exit(2);
}

Source read(const std::string &name) {
    std::ifstream file(name, std::ios::binary);
    if (!file) fail("cannot read " + name);
    return {name, {std::istreambuf_iterator<char>(file), {}}};
}

} // namespace

int main(int argc, char **argv) try {
    std::vector<std::string> files;
    std::string output;
    bool printed = false, kernel = true;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        const auto next = [&] {
            if (i + 1 >= argc) fail(word + " needs a value");
            return std::string(argv[++i]);
        };
        if (word == "-h" || word == "--help") {
            std::fputs(usage, stdout);
            return 0;
        }
        if (word == "-o")
            output = next();
        else if (word == "--printed")
            printed = true;
        else if (word == "--no-kernel")
            kernel = false;
        else if (word == "--show") {
            const std::string name = next();
            const char *text = inlet::ncube::runtime_source(name);
            if (!text) fail("--show " + name + ": the runtime has no such source");
            std::fputs(text, stdout);
            return 0;
        } else if (!word.empty() && word[0] == '-')
            fail("unknown option " + word);
        else
            files.push_back(word);
    }
    if (files.empty() || output.empty()) {
        std::fputs(usage, stderr);
        return 2;
    }
    std::vector<Source> sources;
    if (kernel) sources = inlet::ncube::runtime_sources(printed);
    for (const std::string &name : files) sources.push_back(read(name));
    const std::vector<std::uint8_t> bytes = inlet::ncube::elf(inlet::ncube::assemble(sources));
    std::ofstream file(output, std::ios::binary);
    file.write(reinterpret_cast<const char *>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file) fail("cannot write " + output);
    return 0;
} catch (const std::exception &error) {
    std::fprintf(stderr, "inlet-ncube-as: %s\n", error.what());
    return 2;
}
