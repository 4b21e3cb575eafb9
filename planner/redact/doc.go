// Package redact takes secrets out of what is recorded.
//
// Where a statement parses, its tree says which constants are secrets (walk.go,
// pairs.go): those of PASSWORD 'x', of a column called api_key, of an option, a
// setting or an argument of such a name. Any constant or comment is looked into as
// well, for connection strings, SQL, JSON and what looks like a token (text.go,
// prose.go). Where a statement does not parse and speaks of a secret, all of its
// constants are hidden (edit.go); of a long one that was refused, the beginning is
// kept (refused.go). A server's message loses what its statement hides (message.go).
// What a text without any word about secrets costs is in words.go.
package redact
