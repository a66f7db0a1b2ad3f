// Ends with status 0 if a program of this host can have all of its libraries as archives, threads
// and exceptions included (static_link.cmake).
#include <elfutils/libdw.h>
#include <fmt/format.h>
#include <stdexcept>
#include <string>
#include <thread>

int main(int count, char **) {
    std::string said;
    std::thread other([&] {
        try {
            throw std::runtime_error(fmt::format("{} {:.2f}", count, count / 4.0));
        } catch (const std::exception &error) {
            said = error.what();
        }
    });
    other.join();
    dwarf_end(dwarf_begin(-1, DWARF_C_READ)); // of nothing
    return said == "1 0.25" ? 0 : 1;
}
