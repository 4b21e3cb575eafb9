// Package call makes requests of a method of a provider document and its inputs, and
// rows of the answers.
//
// A [Client] is shared by everything that talks to APIs: it keeps connections, limits
// how many requests a host gets at a time, and holds what may be dialled. A [Target] is
// a method with what it takes to call it. [Client.Scan] reads, [Client.Call] changes.
package call
