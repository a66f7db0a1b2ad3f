// What newlib's configure would find out, for our machines. Programs see it too: it comes with
// every header.
#pragma once

#define _NEWLIB_VERSION "3.3.0"
#define __NEWLIB__ 3
#define __NEWLIB_MINOR__ 3
#define __NEWLIB_PATCHLEVEL__ 0

#define _WANT_IO_C99_FORMATS 1
#define _WANT_IO_LONG_LONG 1
#define _WANT_IO_LONG_DOUBLE 1
#define _WANT_IO_POS_ARGS 1
#define _MB_LEN_MAX 1
#define HAVE_INITFINI_ARRAY 1
#define _HAVE_LONG_DOUBLE 1
#define _LDBL_EQ_DBL 1
#define _HAVE_CC_INHIBIT_LOOP_TO_LIBCALL 1
#define _FVWRITE_IN_STREAMIO 1
#define _FSEEK_OPTIMIZATION 1
#define _UNBUF_STREAM_OPT 1

// Where size_t is unsigned long.
#ifdef __PPC__
#define _READ_WRITE_RETURN_TYPE _ssize_t
#endif

// Each level has a state of its own (runtime/libc/levels.c), so that a handler may interrupt any
// library function and call it itself.
#define __DYNAMIC_REENT__ 1
