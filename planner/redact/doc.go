// Package redact takes secrets out of what is recorded.
//
// If a statement parses, its tree says which constants are secrets (walk.go, pairs.go): that of
// PASSWORD 'x', and the values of a column, option, setting or argument with a name like api_key.
// Every constant and comment is also searched for connection strings, SQL, JSON and text that looks
// like a token (text.go, prose.go). If a statement does not parse but contains a trigger word, all
// of its constants are hidden (edit.go). Of a long statement that was refused, the beginning is
// kept (refused.go). A server's message loses what was hidden in its statement (message.go).
// words.go has the trigger words and how a text without any is recognised at little cost.
package redact
