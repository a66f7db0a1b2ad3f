#pragma once

int twice(int v);
int sum_to(int n);
