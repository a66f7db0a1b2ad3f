// The programs that share the nodes.
#pragma once

void streams_main(void);
void sort_main(void);
void blocks_main(void);
void rows_main(void);

/// Of the grid: for who multicasts.
extern int columns;
