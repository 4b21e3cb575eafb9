// Package call makes requests of a method of a provider document and its inputs, and
// rows of the answers.
//
// A [Client] is shared by everything that talks to APIs: it keeps connections, limits
// how many requests a host gets at a time, and holds what may be dialled. A [Target] is
// a method with what it takes to call it. [Client.Scan] reads, [Client.Call] changes,
// [Client.Rehearse] tells what Call would send, and a call can be held to just that.
//
// # From inputs to a request
//
// build.go fills the document's path, query, headers and server in; body.go makes the
// body; graphql.go makes a query of GraphQL. An input is found by its name in the document, without regard to case, or in
// snake case. Whatever a value says, it stays in its place: it cannot change the host,
// add to the path, the query or the headers, or set a header that carries credentials.
// A host that the document leaves open ("https://{endpoint}") is the operator's to name
// (Options.Hosts), because credentials are sent there.
//
// # Where requests go
//
// Package network looks at each address when it is dialled, behind the resolver: loopback,
// private, link-local and reserved networks are refused unless they are allowed, and so
// are the metadata services of clouds. Redirects and addresses of next pages are
// followed on the same scheme, host and port alone, redirects for reads alone. A signed
// request goes out without TLS only to a host that is allowed by name or address.
//
// # From answers to rows
//
// An answer is read once, as it comes (package jsonstream): memory holds one row, and a
// few batches for the reader. Only columns that are read are made. What a value
// becomes, and what happens where it does not fit its column, stands in value.go. A
// document's template needs the answer as a whole, which is bounded.
//
// The next page is found as the document says, or by habits of APIs where it says
// nothing (page.go). Whatever ends a scan before its last row is an error: a limit, which
// names its flag, a page that leads back, an answer that breaks off.
//
// # Combinations
//
// Inputs with several values make a request for each combination. Some are read side by
// side, and their rows come in order (rows.go). A host's place is held until an answer
// begins, so a reader who pauses keeps nobody waiting.
//
// # What goes wrong
//
// Every answer that is not one of success is an error with its own SQLSTATE (failure.go);
// 404 is one, too, unless the scan says that it is no rows. An error names method, host
// and path, and repeats what the API says: on one line, bounded, and without what the
// signer put on the request. What reads is sent again after faults that pass (retry.go);
// what changes something only where it was certainly not done.
//
// # What is not supported
//
// XML bodies whose root the document does not name, cookies as parameters, and waiting for operations that another method of the
// document would have to be asked for (AWS Cloud Control).
//
// # Debugging
//
// Rows.Requests tells what was sent, at any time. The causes of errors have what the
// network said, for the log.
package call
