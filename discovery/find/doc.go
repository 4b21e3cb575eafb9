// Package find finds tables, columns and wiki pages by the words of a question.
//
// A [Finder] has what is searched: the index of each connection's current
// snapshot ([Tables], made by [Build]) and the index of the wiki ([Pages], made
// by [BuildPages]). Both are immutable and may be searched by many goroutines.
// [Tables.MarshalBinary] and [Decode] keep an index beside its snapshot.
//
// [Finder.Search] asks up to three lanes side by side: pages, the semantic layer
// (not there yet), and tables with columns. Each lane ranks its own. The lanes
// are fused by reciprocal rank: what is at rank r of its lane scores 1/(60+r),
// and the scores are scaled so that the first of a lane has 1. Equal scores are
// ordered by id, so an answer depends on the index and the request alone.
package find
