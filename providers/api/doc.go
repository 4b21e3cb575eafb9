// Package api is the source of an HTTP API that a provider document describes: its resources are
// tables, and the methods of the document answer them.
//
// A [Provider] has no SQL of its own. Its catalog is a [providers.Methods], its rows come by
// [providers.Scanner], and the package federation makes a source of it that sessions connect to.
//
// Package document reads the documents, package call makes the requests.
//
// # Which method answers
//
// A document lists for each verb the methods that may answer it, the most selective first. The
// first one whose required inputs are given is chosen. What the document or the environment has a
// value for need not be given.
//
// # What a method does
//
// A document maps methods to SELECT, and that is no proof that they read. The request's HTTP method
// decides: GET and HEAD read, DELETE deletes, PUT and PATCH change. Where one address serves all
// operations their names decide (an Action in the path, as AWS has it, or a POST): those that begin
// with describe, get, list and the like read; all others run an operation. A query of GraphQL reads and a mutation
// changes: the document has its text, and no value adds to it. See effect.go.
package api
