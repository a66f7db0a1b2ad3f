// A class hierarchy that a file describes, kept by smart pointers; its classes throw and are asked
// for their type.
#include <cmath>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <vector>

struct Shape {
    virtual ~Shape() = default;
    virtual double area() const = 0;
    virtual std::ostream &print(std::ostream &) const = 0;
};
std::ostream &operator<<(std::ostream &out, const Shape &shape) { return shape.print(out); }

class Circle : public Shape {
  public:
    explicit Circle(double r) : r_(r) {
        if (r <= 0) throw std::invalid_argument("radius " + std::to_string(r));
    }
    double area() const override { return 3.14159265358979 * r_ * r_; }
    std::ostream &print(std::ostream &out) const override { return out << "circle(" << r_ << ')'; }

  private:
    double r_;
};
class Rectangle : public Shape {
  public:
    Rectangle(double a, double b) : a_(a), b_(b) {
        if (a * b <= 0) throw std::invalid_argument("no area");
    }
    double area() const override { return a_ * b_; }
    std::ostream &print(std::ostream &out) const override {
        return out << "rectangle(" << a_ << ", " << b_ << ')';
    }

  private:
    double a_, b_;
};
class Square : public Rectangle {
  public:
    explicit Square(double a) : Rectangle(a, a) {}
};

int main() {
    std::vector<std::shared_ptr<Shape>> shapes;
    std::ifstream in("shapes.txt");
    in.exceptions(std::ios::badbit);
    std::string kind;
    while (in >> kind) {
        double a = 0, b = 0;
        try {
            in >> a;
            if (kind == "circle")
                shapes.push_back(std::make_shared<Circle>(a));
            else if (kind == "square")
                shapes.push_back(std::make_shared<Square>(a));
            else if (kind == "rectangle" && in >> b)
                shapes.push_back(std::make_shared<Rectangle>(a, b));
            else
                throw std::runtime_error("unknown: " + kind);
        } catch (const std::logic_error &e) {
            std::cout << kind << ": " << e.what() << '\n';
        } catch (const std::runtime_error &e) {
            std::cout << e.what() << '\n';
        }
    }
    double sum = 0;
    int squares = 0;
    for (const auto &shape : shapes) {
        std::cout << std::setw(9) << std::setprecision(4) << shape->area() << ' ' << *shape;
        if (dynamic_cast<Rectangle *>(shape.get())) std::cout << " is a rectangle";
        squares += typeid(*shape) == typeid(Square);
        sum += shape->area();
        std::cout << '\n';
    }
    std::cout << shapes.size() << " shapes, " << squares << " squares, " << std::hexfloat
              << std::round(sum) << '\n';
}
