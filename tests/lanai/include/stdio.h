/* For Csmith's headers: the only output is the checksum. */
#pragma once
int printf(const char *format, ...);
