#define PROCESS(name) name##_0
#include "crl_process.h"
