#ifndef MAKES_H
#define MAKES_H

// Functions as DuckDB calls them: with what takes their error, the vectors of their arguments, and that of their result.

void sallyportMakeDate(void *info, void *chunk, void *output);
void sallyportMakeMoment(void *info, void *chunk, void *output);
void sallyportMomentOfSeconds(void *info, void *chunk, void *output);

#endif
