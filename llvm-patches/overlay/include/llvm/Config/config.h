/* The distribution's packages do not ship LLVM's private config.h. This is what
   the recompiled files ask of it. */
#ifndef INLET_LLVM_CONFIG_CONFIG_H
#define INLET_LLVM_CONFIG_CONFIG_H

#include "llvm/Config/llvm-config.h"

#define PACKAGE_NAME "LLVM"
#define PACKAGE_VERSION LLVM_VERSION_STRING
#define BUG_REPORT_URL ""

#endif
