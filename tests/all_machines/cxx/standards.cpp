// What the first program of a visitor includes, with every standard from C++11 on.
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <typeinfo>

struct Base {
    virtual ~Base() {}
};
struct Derived : Base {};

int main() {
    std::stringstream s;
    s << std::setw(5) << 42 << ' ' << 2.5;
    std::string text;
    std::getline(s, text);
    Derived derived;
    const Base &base = derived;
    try {
        std::ifstream file("/no/such/file");
        if (!file) throw std::runtime_error(text);
    } catch (const std::exception &e) {
        std::cout << e.what() << ' ' << typeid(base).name() << std::endl;
    }
}
