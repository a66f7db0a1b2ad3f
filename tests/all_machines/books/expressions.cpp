// A parser by recursive descent, with exceptions for its errors; expressions are lines of a file.
#include <cctype>
#include <cmath>
#include <fstream>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>

class Parser {
  public:
    double line(const std::string &text) {
        rest_ = text.c_str();
        begin_ = rest_;
        const double value = sum();
        if (peek()) throw error("end expected");
        return value;
    }

  private:
    std::runtime_error error(const std::string &what) const {
        return std::runtime_error(what + " at " + std::to_string(rest_ - begin_));
    }
    char peek() {
        while (std::isspace(static_cast<unsigned char>(*rest_))) ++rest_;
        return *rest_;
    }
    bool take(char c) {
        if (peek() != c) return false;
        ++rest_;
        return true;
    }
    double sum() {
        double value = product();
        for (;;)
            if (take('+'))
                value += product();
            else if (take('-'))
                value -= product();
            else
                return value;
    }
    double product() {
        double value = power();
        for (;;)
            if (take('*')) {
                value *= power();
            } else if (take('/')) {
                const double by = power();
                if (by == 0) throw std::domain_error("division by zero");
                value /= by;
            } else {
                return value;
            }
    }
    double power() {
        const double base = factor();
        return take('^') ? std::pow(base, power()) : base;
    }
    double factor() {
        if (take('-')) return -factor();
        if (take('(')) {
            const double value = sum();
            if (!take(')')) throw error("')' expected");
            return value;
        }
        if (std::isalpha(static_cast<unsigned char>(peek()))) {
            std::string name;
            while (std::isalnum(static_cast<unsigned char>(*rest_))) name += *rest_++;
            if (take('=')) return names_[name] = sum();
            const auto known = names_.find(name);
            if (known == names_.end()) throw std::out_of_range("no " + name);
            return known->second;
        }
        std::size_t used = 0;
        const double value = std::stod(std::string(rest_), &used);
        rest_ += used;
        return value;
    }
    const char *rest_ = nullptr, *begin_ = nullptr;
    std::map<std::string, double> names_{{"pi", 3.14159265358979}};
};

int main() {
    std::ifstream in("expressions.txt");
    Parser parser;
    for (std::string line; std::getline(in, line);) {
        std::cout << line << " = ";
        try {
            std::cout << parser.line(line) << '\n';
        } catch (const std::domain_error &e) {
            std::cout << "[domain: " << e.what() << "]\n";
        } catch (const std::logic_error &e) {
            std::cout << "["
                      << (dynamic_cast<const std::out_of_range *>(&e) ? e.what() : "no number")
                      << "]\n";
        } catch (const std::exception &e) {
            std::cout << "[" << e.what() << "]\n";
        }
    }
}
