// Package estimate finds out what statements would touch if they ran now, for the people who are asked,
// and whether a statement that has run touched more than was approved.
//
// # Before
//
// An Estimator counts rows by queries that only read. Its Reader is a session of its own, whose queries
// are judged and on record like a client's. Estimate counts the rows of a statement (estimate.go), follows
// foreign keys, partitions, views and triggers to other tables (touched.go), asks the source's planner
// where nothing can be counted (plan.go), and shows the bodies of what is called (bodies.go). What
// cannot be found out is a note for people. Futile finds the error of a statement that can only fail.
// Plan and Sample are what an approver sees on demand (look.go).
//
// # Behind
//
// RowLimit is how many rows may be approved by an estimate. holding.go chooses the tables whose rows
// are compared when the statement has run. TallyQuery asks the source for its own count of the transaction's
// changes, right before and right behind the statement, and Exceeds compares (bound.go).
package estimate
