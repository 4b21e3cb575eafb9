package message

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"github.com/sallyportdb/sallyport/strictjson"
)

// seeds are messages as clients write them, and near misses.
var seeds = map[string]bool{
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{}}}`:                                                                              true,
	`{"method":"tools/call","params":{"name":"x","arguments":{"sql":"SELECT \"a\"\n\t\\ 'ä'","row_limit":10}},"jsonrpc":"2.0","id":2}`:                                 true,
	`{"jsonrpc":"2.0","id":"a-b","method":"tools/call","params":{"arguments":{"a":"_meta","b":-5,"c":"params"},"name":"x"}}`:                                           true,
	`{"jsonrpc":"2.0","id":0,"method":"tools/call","params":{"name":""}}`:                                                                                              true,
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"a":null}}}`:                                                                      false,
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"a":1.5}}}`:                                                                       false,
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"a":01}}}`:                                                                        false,
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"a":"\u0041"}}}`:                                                                  false,
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"a":1,"a":2}}}`:                                                                   false,
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","_meta":{}}}`:                                                                                  true,
	`{"method":"tools/call","params":{"name":"x","arguments":{"sql":"SELECT 1"},"_meta":{"progressToken":3,"claudecode/toolUseId":"toolu_1"}},"jsonrpc":"2.0","id":3}`: true,
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":{"progressToken":"a\nb"},"name":"x"}}`:                                                            true,
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","_meta":{"progressToken":-0}}}`:                                                                true,
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","_meta":{"progressToken":1.5}}}`:                                                               false,
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","_meta":{"progressToken":1,"progressToken":2}}}`:                                               false,
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","_meta":{"traceparent":"00"}}}`:                                                                false,
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","_meta":{"authorization":"Bearer x"}}}`:                                                        false,
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","_meta":{},"_meta":{"progressToken":1}}}`:                                                      false,
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","_Meta":{}}}`:                                                                                  false,
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","task":{}}}`:                                                                                   false,
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","name":"y"}}`:                                                                                  false,
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"},"params":{"name":"y"}}`:                                                                       false,
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"},"PARAMS":{"name":"y"}}`:                                                                       false,
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}x`:                                                                                            false,
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"},}`:                                                                                            false,
	`{"jsonrpc":"2.0","id":1,"method":"tools/call"}`:                                                                                                                   false,
	`{"jsonrpc":"2.0","method":"tools/call","params":{"name":"x"}}`:                                                                                                    false,
	`{"jsonrpc":"2.0","id":null,"method":"tools/call","params":{"name":"x"}}`:                                                                                          false,
	`{"jsonrpc":"2.0","id":1234567890123456,"method":"tools/call","params":{"name":"x"}}`:                                                                              false,
	`{"jsonrpc":"1.0","id":1,"method":"tools/call","params":{"name":"x"}}`:                                                                                             false,
	`{"id":1,"method":"tools/call","params":{"name":"x"}}`:                                                                                                             false,
	`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"name":"x"}}`:                                                                                             false,
	"{\"jsonrpc\":\"2.0\",\"id\":\"\xff\",\"method\":\"tools/call\",\"params\":{\"name\":\"x\"}}":                                                                      false,
	"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"x\",\"arguments\":{\"a\":\"\n\"}}}":                                                false,
}

func TestPlain(t *testing.T) {
	for text, want := range seeds {
		if got := readPlain([]byte(text)) != nil; got != want {
			t.Errorf("%s: plain is %v", text, got)
		}
	}
}

// FuzzPlain holds that what is read in one pass is what the decoder reads.
func FuzzPlain(f *testing.F) {
	for text := range seeds {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got := readPlain(text)
		if got == nil {
			return
		}
		want, refused := readAny(text)
		if refused != nil {
			t.Fatalf("refused otherwise: %+v", refused)
		}
		if string(got.ID) != string(want.ID) || got.Method != want.Method || string(got.Params) != string(want.Params) || got.Modern() || want.Modern() || want.Authorization != "" {
			t.Errorf("%+v, and otherwise %+v", got, want)
		}
		var call struct {
			Name      string          `json:"name"`
			Arguments json.RawMessage `json:"arguments"`
			Meta      struct {
				ProgressToken any `json:"progressToken"`
				Claude        any `json:"claudecode/toolUseId"`
			} `json:"_meta"`
		}
		decoder := json.NewDecoder(bytes.NewReader(want.Params))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&call); err != nil || call.Name != got.Call.Name || string(call.Arguments) != string(got.Call.Arguments) || call.Meta.ProgressToken != got.Call.ProgressToken {
			t.Fatalf("%+v, and otherwise %+v, %v", got.Call, call, err)
		}
		if call.Arguments == nil {
			return
		}
		if err := strictjson.Check(call.Arguments); err != nil {
			t.Error(err)
		}
		given := map[string]any{}
		decoder = json.NewDecoder(bytes.NewReader(call.Arguments))
		decoder.UseNumber()
		if err := decoder.Decode(&given); err != nil || !reflect.DeepEqual(given, got.Call.Given) {
			t.Errorf("%#v, and otherwise %#v, %v", got.Call.Given, given, err)
		}
	})
}
