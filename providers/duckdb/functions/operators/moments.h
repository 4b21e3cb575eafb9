#ifndef MOMENTS_H
#define MOMENTS_H

// Functions as DuckDB calls them: with what takes their error, the vectors of their arguments, and that of their result.

void sallyportAddDays(void *info, void *chunk, void *output);
void sallyportAddToDays(void *info, void *chunk, void *output);
void sallyportSubtractDays(void *info, void *chunk, void *output);
void sallyportAddSpan(void *info, void *chunk, void *output);
void sallyportAddToSpan(void *info, void *chunk, void *output);
void sallyportSubtractSpan(void *info, void *chunk, void *output);
void sallyportAddSpanToDate(void *info, void *chunk, void *output);
void sallyportAddDateToSpan(void *info, void *chunk, void *output);
void sallyportSubtractSpanFromDate(void *info, void *chunk, void *output);
void sallyportWithinDates(void *info, void *chunk, void *output);
void sallyportWithinMoments(void *info, void *chunk, void *output);
void sallyportSame(void *info, void *chunk, void *output);
void sallyportSameSpan(void *info, void *chunk, void *output);

#endif
