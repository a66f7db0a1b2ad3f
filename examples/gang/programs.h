// The two programs that share the nodes.
#pragma once

void streams_main(void);
void sort_main(void);
