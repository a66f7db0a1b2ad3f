#define PROCESS(name) name##_2
#include "crl_process.h"
