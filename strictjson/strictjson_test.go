package strictjson_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/strictjson"
)

func TestCheck(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":"é€😀 \u00e9 \ud83d\ude00 \\ud800 \"\\","b":["a","a"],"c":{"a":1},"d":[{"a":1},{"a":2}]}`: "",
		`"\ufffd�"`: "",
		`{"a":{"b":1,"c":{"b":1}},"b":"a","c":"a"}`: "",
		"{\"a\":\"\xff\"}":                          "byte 7 is not UTF-8",
		"{\"a\":\"\xc0\x80\"}":                      "byte 7 is not UTF-8", // overlong
		"{\"a\":\"\xed\xa0\x80\"}":                  "byte 7 is not UTF-8", // a surrogate
		"{\"\xff\":1}":                              "byte 3 is not UTF-8",
		`["\ud800"]`:                                `the escape \ud800 at byte 3 is half a character`,
		`["\uDC00x"]`:                               `the escape \udc00 at byte 3 is half a character`,
		`["\ud800\ud800\udc00"]`:                    `the escape \ud800 at byte 3 is half a character`,
		`["\ud800 \udc00"]`:                         `the escape \ud800 at byte 3 is half a character`,
		`["\\\ud800"]`:                              `the escape \ud800 at byte 5 is half a character`,
		`{"\ud800":1}`:                              `the escape \ud800 at byte 3 is half a character`,
		`{"a":1,"b":[{}],"a":2}`:                    `the name "a" at byte 17 stands twice in one object`,
		`{"a":1,"\u0061":2}`:                        `the name "a" at byte 8 stands twice in one object`,
		`[{"x":{"a":1,"a":1}}]`:                     `the name "a" at byte 14 stands twice in one object`,
		`{"a":"a","b":"a","b":1}`:                   `the name "b" at byte 18 stands twice in one object`,
	} {
		got := ""
		if err := strictjson.Check([]byte(text)); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, and not %q", text, got, want)
		}
	}
}

// FuzzCheck: a text that passes survives encoding and decoding unchanged, and U+FFFD is never
// introduced.
func FuzzCheck(f *testing.F) {
	for _, s := range []string{`{"a":"\ud83d\ude00"}`, `["\ud800"]`, "[\"\xff\"]", `{"a":1,"a":2}`, `"\\`, `{"a`, `[`, "\ufffd", `{"a":{"b":[]},"c":{}}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		err := strictjson.Check(text)
		if err != nil || !json.Valid(text) {
			return
		}
		var v any
		if json.Unmarshal(text, &v) != nil {
			return
		}
		again, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		written := strings.Count(string(text), "\ufffd") + strings.Count(strings.ToLower(string(text)), `\ufffd`)
		if n := strings.Count(string(again), "\ufffd"); n > written {
			t.Errorf("%q is read as %s", text, again)
		}
		var w any
		if json.Unmarshal(again, &w) != nil || !reflect.DeepEqual(v, w) {
			t.Errorf("%q is read as %s", text, again)
		}
	})
}
