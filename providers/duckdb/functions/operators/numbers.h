#ifndef NUMBERS_H
#define NUMBERS_H

void sallyportAddDoubles(void *info, void *chunk, void *output);
void sallyportSubtractDoubles(void *info, void *chunk, void *output);
void sallyportMultiplyDoubles(void *info, void *chunk, void *output);
void sallyportAddFloats(void *info, void *chunk, void *output);
void sallyportSubtractFloats(void *info, void *chunk, void *output);
void sallyportMultiplyFloats(void *info, void *chunk, void *output);
void sallyportNegateSmallint(void *info, void *chunk, void *output);
void sallyportNegateInteger(void *info, void *chunk, void *output);
void sallyportNegateBigint(void *info, void *chunk, void *output);

#endif
