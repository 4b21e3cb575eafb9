// Package discovery is what agents and people find their way by: snapshots of the catalogs of all
// sources, kept in the state directory and searched. The gate does not use them; it asks
// providers.Catalog.
//
// # The store
//
// A [Store] is the file discovery.db of the state directory. Several processes may have it open:
// any number read while one writes. Everything that a reader sees changes in one transaction.
//
// A snapshot is written table by table through a [Writer]. The tables are put aside in the file,
// a few hundred at a time, so that memory does not grow with them, and Commit compares them with
// the current snapshot and takes over what differs in one transaction. A process that is killed
// before leaves the current snapshot; what it had put aside goes when the next Writer begins.
//
// What a table is, is compared by a fingerprint: a table that has not changed is not written
// again, keeps its profiles, and costs no index anything. Profiles are kept table by table
// ([Store.SaveProfiles]), so a run that was ended goes on where it was.
//
// What people and tools say of tables ([Store.Annotate]) is kept beside the snapshots, by names: it
// outlives them, and waits where a table is not there yet.
//
// # Readers that live long
//
// [Current].Revision grows with every change of a connection. It is read from the file, so what
// another process has written counts at once.
//
// # Indexes
//
// An [Indexer] keeps tables of its own in the same file. It is told of every change in the
// transaction that makes the change visible, so an index never differs from what it is of.
package discovery
