// Package webhooks tells people where they are that something waits for their
// approval, and lets them decide there.
//
// # Parts
//
// A [Sender] watches an [approval.Store] and posts each request that comes to its
// [Target]s: as JSON with a signature, or in the message formats of Slack and Teams.
// Each target has a goroutine, which tries a few times and gives up: no statement
// waits for a webhook, and what is not sent is still at the desk.
//
// [Links] serve what a message links to. A link is sealed with the store's key: nobody
// else can make one, and it names one request, by its digest, and the time at which it
// ends. GET and HEAD show the request and decide nothing, so that a chat's preview, or
// a scanner that opens links, decides nothing. A POST of the page's form decides; since
// a request can be decided once, a link decides once.
//
// # What is sent
//
// The SQL without the secrets that the record hides, and no values of parameters. The
// message says so.
//
// # Where it goes
//
// Where the configuration says and nowhere else: redirections are not followed, and
// the target's URL, which may be a secret, is in no log and no error.
package webhooks
