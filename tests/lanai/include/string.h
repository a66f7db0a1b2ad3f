#pragma once
int strcmp(const char *, const char *);
