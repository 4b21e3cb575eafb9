package mcp_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/pkoukk/tiktoken-go"
	offline "github.com/pkoukk/tiktoken-go-loader"
)

// TestTokens counts what every conversation pays for before it says a word: the
// list of tools as clients get it, and the instructions. Models count
// differently; two vocabularies that are at hand offline stand for them.
func TestTokens(t *testing.T) {
	tiktoken.SetBpeLoader(offline.NewOfflineLoader())
	d := open(t, settings{})
	var list struct {
		Result struct{ Tools json.RawMessage }
	}
	must(t, json.Unmarshal([]byte(d.overHTTP(t)(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)), &list))
	var hello struct {
		Result struct{ Instructions string }
	}
	must(t, json.Unmarshal([]byte(d.modern(t)(`{"jsonrpc":"2.0","id":1,"method":"server/discover"}`)), &hello))
	if hello.Result.Instructions == "" {
		t.Fatal("no instructions")
	}
	for _, vocabulary := range []string{"o200k_base", "cl100k_base"} {
		encoding, err := tiktoken.GetEncoding(vocabulary)
		must(t, err)
		tools := len(encoding.EncodeOrdinary(string(list.Result.Tools)))
		words := len(encoding.EncodeOrdinary(hello.Result.Instructions))
		t.Logf("%s: %d tokens of tools, %d of instructions", vocabulary, tools, words)
		if tools >= 2500 {
			t.Errorf("%s: the tools take %d tokens", vocabulary, tools)
		}
		if words > 500 || strings.Count(hello.Result.Instructions, "\n") > 20 {
			t.Errorf("%s: the instructions take %d tokens, more than a page", vocabulary, words)
		}
	}
}
