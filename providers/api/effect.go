package api

import (
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api/document"
)

// effect is what a method does at its source, told from the request that it sends. The document's
// verb only decides where the request leaves it open.
func effect(m *document.Method, verb string) providers.MethodEffect {
	if m.GraphQL != nil {
		return effectOfGraph(m, verb)
	}
	method := m.HTTP
	if m.Translate == document.PostsQuery {
		method = "POST"
	}
	if action := actionOf(m); action != "" && (method == "GET" || method == "POST") { // one address serves all operations
		return effectOfName(action)
	}
	switch method {
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
		case "select":
			if m.Body != nil && strings.Contains(strings.ToLower(m.Path), "graphql") {
				return providers.Runs // the statement may choose the operation
			}
			// a search, or an operation of an API that only knows POST
			return effectOfName(m.Name)
		}
		return providers.Runs
	}
	return providers.NotKnown
}

// effectOfGraph is what an operation of GraphQL does: the query of the document says whether it reads.
func effectOfGraph(m *document.Method, verb string) providers.MethodEffect {
	if !m.GraphQL.Mutation {
		return providers.Reads
	}
	switch verb {
	case "insert", "update", "replace":
		return providers.Creates
	case "delete":
		return providers.Deletes
	}
	if does := effectOfName(m.Name); does != providers.Reads {
		return does
	}
	return providers.Runs
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
		switch name, is := p.Operation(); {
		case is && name == "":
			return "?" // the statement chooses the operation
		case is:
			return name[strings.LastIndexByte(name, '.')+1:]
		}
	}
	return ""
}

// words that names of operations begin with, in lower case.
var (
	readingWords  = []string{"describe", "list", "get", "search", "query", "lookup", "head", "count", "scan", "find", "filter", "select", "aggregate"}
	deletingWords = []string{"delete", "remove", "terminate", "destroy", "purge"}
	changingWords = []string{"create", "put", "update", "modify", "set", "add", "attach", "tag"}
)

// effectOfName tells what an operation does by the word that its name begins with. A name that joins two
// operations, as findAndModify and get_or_create do, is that of no read.
func effectOfName(name string) providers.MethodEffect {
	words := wordsOf(name)
	if len(words) > 1 && words[0] == "batch" {
		words = words[1:]
	}
	switch {
	case len(words) == 0:
		return providers.Runs
	case slices.Contains(readingWords, words[0]) && !slices.Contains(words, "and") && !slices.Contains(words, "or"):
		return providers.Reads
	case slices.Contains(deletingWords, words[0]):
		return providers.Deletes
	case slices.Contains(changingWords, words[0]):
		return providers.Creates
	}
	return providers.Runs
}

// wordsOf are the words of a name, in lower case: DescribeInstances and describe_instances have the same.
func wordsOf(name string) (words []string) {
	begins := true
	for _, c := range name {
		switch {
		case !unicode.IsLetter(c) && !unicode.IsDigit(c):
			begins = true
			continue
		case begins || unicode.IsUpper(c):
			words = append(words, "")
		}
		begins = false
		words[len(words)-1] += string(unicode.ToLower(c))
	}
	return words
}
