#ifndef SPANS_H
#define SPANS_H

// Functions as DuckDB calls them: with what takes their error, the vectors of their arguments, and that of their result.

void sallyportAddSpans(void *info, void *chunk, void *output);
void sallyportSubtractSpans(void *info, void *chunk, void *output);
void sallyportNegateSpan(void *info, void *chunk, void *output);
void sallyportMultiplySpan(void *info, void *chunk, void *output);
void sallyportMultiplyBySpan(void *info, void *chunk, void *output);
void sallyportMultiplySpanWhole(void *info, void *chunk, void *output);
void sallyportMultiplyWholeBySpan(void *info, void *chunk, void *output);
void sallyportDivideSpan(void *info, void *chunk, void *output);

#endif
