#define PROCESS(name) name##_1
#include "crl_process.h"
