// Package limits refuses statements that are too large for what works on them without limits of its own.
//
// [CheckSize] is for the deparser, which recurses on a thread's stack: it bounds the depth and the size of a tree, before the
// tree is rewritten and again before it is deparsed. [CheckPlanning] is for DuckDB's planner, which can neither be
// interrupted nor bounded in memory: it counts relations of one join, windows and aggregates with FILTER. [CheckTerms] bounds what is left of a chain of AND
// or OR when it is rewritten. [CheckGrowth] bounds what becomes of a text, where a rewriting repeats
// an argument that has such arguments in it. Texts up to [ShortText] and [ShortPlan] bytes need not be looked at.
//
// What exceeds a limit is refused with 54001, and the limit is in the message.
package limits
