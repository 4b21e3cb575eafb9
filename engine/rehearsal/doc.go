// Package rehearsal has what a call of an API would send, as people are shown it before they approve the call.
//
// The engine has a source make the requests and send none (providers.Rehearser), and adds each to a Rehearsal. People see the
// first requests whole, and of the others how many have the same method and path. Join puts the requests of several statements
// together; HideSecrets makes the copy that the record has, without what may hold a secret.
package rehearsal
