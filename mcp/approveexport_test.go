package mcp

import "github.com/sallyportdb/sallyport/approval"

// Wording is what a person is shown.
func Wording(r approval.Request) string { return wording(r) }
