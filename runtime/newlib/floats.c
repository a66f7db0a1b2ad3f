// Functions of float that are rounded from double: newlib's own powf is wrong by up to 7 units in
// the last place, its cbrtf by 3.
#include <errno.h>
#include <math.h>

float powf(float x, float y) {
    const double exact = pow(x, y);
    const float result = (float)exact;
    if ((isinf(result) && isfinite(exact)) || (result == 0 && exact != 0)) errno = ERANGE;
    return result;
}

float cbrtf(float x) { return (float)cbrt(x); }
