package api

import (
	"net/url"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api/document"
)

// effect is what a method does at its source, told from the request that it sends. The document's
// verb only decides where the request leaves it open.
func effect(m *document.Method, verb string) providers.MethodEffect {
	if action := actionOf(m); action != "" { // one address serves all operations
		return effectOfName(action)
	}
	switch m.HTTP {
	case "GET", "HEAD", "OPTIONS":
		return providers.Reads
	case "DELETE":
		return providers.Deletes
	case "PUT", "PATCH":
		return providers.Creates
	case "POST":
		switch verb {
		case "insert", "update", "replace":
			return providers.Creates
		case "delete":
			return providers.Deletes
		case "select": // a search, or an operation of an API that only knows POST
			return effectOfName(m.Name)
		}
		return providers.Runs
	}
	return providers.NotKnown
}

// actionOf is the operation that a request names in its address or in a header: Action, or
// X-Amz-Target.
func actionOf(m *document.Method) string {
	_, query, _ := strings.Cut(m.Path, "?")
	for part := range strings.SplitSeq(query, "&") {
		key, value, _ := strings.Cut(part, "=")
		if strings.EqualFold(key, "Action") {
			if plain, err := url.QueryUnescape(value); err == nil {
				return plain
			}
			return value
		}
	}
	for _, p := range m.Params {
		fixed := p.Default
		if fixed == "" && len(p.Enum) == 1 {
			fixed = p.Enum[0]
		}
		switch {
		case strings.EqualFold(p.Name, "Action") && p.In == document.InQuery && fixed == "":
			return "?" // the statement chooses the operation
		case strings.EqualFold(p.Name, "Action") && p.In == document.InQuery, strings.EqualFold(p.Name, "X-Amz-Target") && p.In == document.InHeader:
			return fixed[strings.LastIndexByte(fixed, '.')+1:]
		}
	}
	return ""
}

// words that names of operations begin with, in lower case.
var (
	readingWords  = []string{"describe", "list", "get", "batchget", "batchdescribe", "search", "query", "lookup", "head", "count", "scan", "find", "filter", "select", "aggregate"}
	deletingWords = []string{"delete", "remove", "terminate", "destroy", "purge", "batchdelete"}
	changingWords = []string{"create", "put", "update", "modify", "set", "add", "attach", "tag"}
)

// effectOfName tells what an operation does by the word that its name begins with.
func effectOfName(name string) providers.MethodEffect {
	plain := strings.ToLower(strings.NewReplacer("_", "", "-", "", ".", "").Replace(name))
	for _, kind := range []struct {
		words  []string
		effect providers.MethodEffect
	}{{readingWords, providers.Reads}, {deletingWords, providers.Deletes}, {changingWords, providers.Creates}} {
		for _, word := range kind.words {
			if strings.HasPrefix(plain, word) {
				return kind.effect
			}
		}
	}
	return providers.Runs
}
