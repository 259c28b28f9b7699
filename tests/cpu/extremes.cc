// extremes.cc - fmin and fmax as the device computes them. PTX says that -0 is less than 0; the
// C library returns either of the two. These replace its functions.
#include <cmath>

namespace {
template <class T> T least(T a, T b)
{
    if (a == b)
        return std::signbit(a) ? a : b;
    return a < b || std::isnan(b) ? a : b;
}
}

extern "C" {
float fminf(float a, float b) noexcept { return least(a, b); }
double fmin(double a, double b) noexcept { return least(a, b); }
float fmaxf(float a, float b) noexcept { return -least(-a, -b); }
double fmax(double a, double b) noexcept { return -least(-a, -b); }
}
