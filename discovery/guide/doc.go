// Package guide answers what agents and people ask to find their way: which tables there are,
// what they mean, which column holds a value, what a colleague wrote down. The MCP tools and
// the commands of sallyport show what it answers, and nothing else.
//
// A [Guide] has the store of snapshots, the search over it, the wiki, and the descriptions that
// people write. It never asks a source: what it says is as old as the snapshot, and says so.
// Whatever another process has ingested, and whoever has edited a file, counts at the next call.
//
// Each question comes with a [View], which says what the one who asks may see. What is not in
// the view is as if it were not there: it is in no answer, in no hint, and no rank rests on it.
//
// Texts in the answers are the words of sources and of people. Who shows them to a model fences
// them.
package guide
