// Package ingest takes snapshots of sources and profiles of their tables, and puts them into the
// store of package discovery.
//
// # A run
//
// [Ingester.Run] goes through connections one after the other:
//
//  1. The snapshot: what the source's catalog has, read by its [providers.Snapshotter], or resource
//     by resource from its Hierarchy. It becomes the current one when it is whole. A catalog
//     that was changed while it was read is read again.
//  2. Profiles of the tables that have none, or whose structure or size has changed since, or whose
//     profile is old: one SELECT of some thousand rows for each table, which is measured here. A
//     run that is ended goes on where it was the next time.
//  3. Joins that nobody has declared, proposed by package joins.
//
// # What it may read
//
// The statements of profiles are run by a [Runner], which is a session of the engine: they are
// judged and recorded as anybody's, and can only read. A column that is described as personal,
// that a policy denies, or whose name is on the list of those that are never sampled, stands in no
// statement; neither do its minimum and maximum.
//
// # Its bounds
//
// A sample has so many rows and takes so long, and so does a run. Of each value only a beginning is
// read. One statement runs at a time for each connection. An API is sampled where its settings say so,
// and then only what it lists without inputs, up to a number of requests (api.go).
package ingest
