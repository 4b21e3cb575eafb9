package render

import (
	"encoding/json"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
)

func TestAppendValue(t *testing.T) {
	for _, test := range []struct {
		oid   uint32
		value string
		want  string
	}{
		{oidBool, "t", `true`},
		{oidBool, "f", `false`},
		{oidInt4, "-7", `-7`},
		{oidInt8, "9007199254740991", `9007199254740991`},
		{oidInt8, "9007199254740992", `"9007199254740992"`},
		{oidInt8, "-9223372036854775808", `"-9223372036854775808"`},
		{oidFloat8, "1.5", `1.5`},
		{oidFloat8, "1e+20", `1e+20`},
		{oidFloat8, "0.30000000000000004", `0.30000000000000004`},
		{oidFloat8, "-0", `-0`},
		{oidFloat8, "NaN", `"NaN"`},
		{oidFloat8, "-Infinity", `"-Infinity"`},
		{oidNumeric, "1.50", `1.50`},
		{oidNumeric, "100", `100`},
		{oidNumeric, "0.1", `0.1`},
		{oidNumeric, "12345678901234567890.5", `"12345678901234567890.5"`},
		{oidNumeric, "0.123456789012345", `0.123456789012345`},
		{oidNumeric, "0.123456789012345678", `"0.123456789012345678"`},
		{oidNumeric, "", `""`},
		{oidJSONB, `{"a": [1, null]}`, `{"a":[1,null]}`},
		{oidJSON, `{broken`, `"{broken"`},
		{25, "t", `"t"`},
		{25, "1", `"1"`},
		{25, "a\"b\n\x00", "\"a\\\"b\\n\\u0000\""},
		{25, "\xff", `"\ufffd"`},
		{1082, "2024-02-29", `"2024-02-29"`},
		{1007, "{1,2}", `"{1,2}"`},
	} {
		got, cut := AppendValue(nil, providers.Column{Type: test.oid}, []byte(test.value), 100)
		if string(got) != test.want {
			t.Errorf("%d %q: %s, want %s", test.oid, test.value, got, test.want)
		}
		if cut || !json.Valid(got) {
			t.Errorf("%d %q: cut %v, JSON %s", test.oid, test.value, cut, got)
		}
	}
	if got, _ := AppendValue(nil, providers.Column{Type: oidInt4}, nil, 100); string(got) != "null" {
		t.Errorf("NULL is %s", got)
	}
	if got, _ := AppendValue(nil, providers.Column{Type: 17, Format: providers.Binary}, []byte{0xde, 0xad}, 100); string(got) != `"\\xdead"` {
		t.Errorf("binary is %s", got)
	}
}

func TestCellsAreCut(t *testing.T) {
	for _, test := range []struct {
		oid         uint32
		value, want string
	}{
		{25, "abcdefgh", `"abcdefgh"`},
		{25, "abcdefghi", `"abcdefgh… [1 bytes more]"`},
		{25, "abcdefgä", `"abcdefg… [2 bytes more]"`}, // not through the middle of a character
		{oidNumeric, "1234567890", `"12345678… [2 bytes more]"`},
		{oidJSONB, `{"a":"bcd"}`, `"{\"a\":\"bc… [3 bytes more]"`},
	} {
		if got, _ := AppendValue(nil, providers.Column{Type: test.oid}, []byte(test.value), 8); string(got) != test.want {
			t.Errorf("%q: %s, want %s", test.value, got, test.want)
		}
	}
}

// Whatever a source sends, the answer stays JSON.
func FuzzAppendValue(f *testing.F) {
	for _, seed := range []string{"1", "1e5", "-", "{}", "\xff", "t", "01", "1.", "+1", "0x1", "1_000", " 1"} {
		f.Add(uint32(oidNumeric), seed)
		f.Add(uint32(oidJSON), seed)
	}
	f.Fuzz(func(t *testing.T, oid uint32, value string) {
		for _, format := range []providers.Format{providers.Text, providers.Binary} {
			got, _ := AppendValue(nil, providers.Column{Type: oid, Format: format}, []byte(value), 20)
			if !json.Valid(got) {
				t.Errorf("%d %q: %s", oid, value, got)
			}
		}
	})
}

// FuzzAppendString: a text is quoted as the encoder quotes it.
func FuzzAppendString(f *testing.F) {
	for _, s := range []string{"", "a", "ä€😀", "\"\\\b\f\n\r\t/", "<>&", "\x00\x1f\x7f", "\u2028", "x\u2029", "\xff", "a\xc3"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		want, err := json.Marshal(text)
		if got := AppendString([]byte("x"), text); err != nil || string(got) != "x"+string(want) {
			t.Errorf("%s, and by the encoder %s, %v", got[1:], want, err)
		}
	})
}
