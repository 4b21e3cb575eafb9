package mcp_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/pkoukk/tiktoken-go"
	offline "github.com/pkoukk/tiktoken-go-loader"
)

// tokenCounter counts tokens by the vocabulary, of two, that takes more of them. Models
// count differently; two vocabularies that are at hand offline stand for them.
func tokenCounter(t *testing.T) func(text string) int {
	t.Helper()
	tiktoken.SetBpeLoader(offline.NewOfflineLoader())
	var encodings []*tiktoken.Tiktoken
	for _, vocabulary := range []string{"o200k_base", "cl100k_base"} {
		encoding, err := tiktoken.GetEncoding(vocabulary)
		must(t, err)
		encodings = append(encodings, encoding)
	}
	return func(text string) int {
		most := 0
		for _, encoding := range encodings {
			most = max(most, len(encoding.EncodeOrdinary(text)))
		}
		return most
	}
}

// TestTokens counts what every conversation pays for before it says a word beside the list
// of tools, which TestProfiles counts: the instructions.
func TestTokens(t *testing.T) {
	count := tokenCounter(t)
	for _, profile := range []string{"default", "core", "research", "all"} {
		d := guided(t, profile)
		var hello struct {
			Result struct{ Instructions string }
		}
		must(t, json.Unmarshal([]byte(d.modern(t)(`{"jsonrpc":"2.0","id":1,"method":"server/discover"}`)), &hello))
		if hello.Result.Instructions == "" {
			t.Fatal("no instructions")
		}
		words := count(hello.Result.Instructions)
		t.Logf("%s: %d tokens of instructions", profile, words)
		if words > 500 || strings.Count(hello.Result.Instructions, "\n") > 20 {
			t.Errorf("%s: the instructions take %d tokens, more than a page", profile, words)
		}
	}
}
