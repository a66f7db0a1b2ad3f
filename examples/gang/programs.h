// The programs that share the nodes.
#pragma once

void streams_main(void);
void sort_main(void);
void blocks_main(void);
void rows_main(void);

// What came of them, when all have ended: a program may be switched in the middle of a printf.
void streams_print(void);
void sort_print(void);
void blocks_print(void);
void rows_print(void);

/// Of the grid: for who multicasts.
extern int columns;
