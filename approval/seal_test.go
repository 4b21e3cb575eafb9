package approval_test

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func TestDigest(t *testing.T) {
	s := open(t, approval.Options{})
	seen := map[string]bool{}
	for _, parts := range [][]string{nil, {""}, {"", ""}, {"a", "b"}, {"ab"}, {"ab", ""}, {"", "ab"}, {"b", "a"}} {
		d := s.Digest(parts...)
		if len(d) != 64 || seen[d] || d != s.Digest(parts...) {
			t.Errorf("%q: %s", parts, d)
		}
		seen[d] = true
	}
	if d := open(t, approval.Options{}).Digest("ab"); seen[d] {
		t.Error("another server has the same digests")
	}
}

func TestSeal(t *testing.T) {
	s := open(t, approval.Options{})
	for _, payload := range []string{"", "x", strings.Repeat("secret", 1000)} {
		sealed, err := s.Seal("state", []byte(payload))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(sealed, base64.RawURLEncoding.EncodeToString([]byte("secretsecret"))) {
			t.Error("it can be read")
		}
		if again, _ := s.Seal("state", []byte(payload)); again == sealed {
			t.Error("two seals are the same: it tells that the payloads are")
		}
		got, err := s.Unseal("state", sealed)
		if err != nil || string(got) != payload {
			t.Errorf("%q %v", got, err)
		}
	}
	if _, err := s.Seal("state", make([]byte, 6117)); sqlstate.CodeOf(err) != sqlstate.ProgramLimitExceeded {
		t.Errorf("%v", err)
	}
}

// Whatever is wrong, the error is the same.
func TestUnsealRefuses(t *testing.T) {
	s, other := open(t, approval.Options{}), open(t, approval.Options{})
	sealed, err := s.Seal("state", []byte("payload"))
	if err != nil {
		t.Fatal(err)
	}
	foreign, err := other.Seal("state", []byte("payload"))
	if err != nil {
		t.Fatal(err)
	}
	bad := []string{
		"", "x", "!!!", foreign, sealed + "A", sealed + "=", sealed + "\n", sealed[:20] + "\r\n" + sealed[20:], sealed[1:], sealed[:len(sealed)-1],
		strings.Repeat("A", 8<<10), strings.Repeat("A", 8<<10+1),
	}
	for i := range sealed {
		b := []byte(sealed)
		if b[i]++; b[i] == 'Z'+1 || b[i] == 'z'+1 || b[i] == '9'+1 {
			b[i] = 'A'
		}
		bad = append(bad, string(b))
	}
	_, want := s.Unseal("other", sealed)
	wantCode(t, want, sqlstate.InvalidParameterValue, "not one that this server gave out")
	for _, text := range bad {
		if payload, err := s.Unseal("state", text); err == nil || err.Error() != want.Error() || payload != nil {
			t.Errorf("%q: %q %v", text, payload, err)
		}
	}
}

func FuzzUnseal(f *testing.F) {
	s, err := approval.Open(approval.Options{Dir: f.TempDir()})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { s.Close() })
	for _, payload := range []string{"", "{}", strings.Repeat("x", 500)} {
		sealed, err := s.Seal("state", []byte(payload))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(sealed)
		f.Add(sealed[:len(sealed)/2])
	}
	f.Add("====")
	given, err := s.Seal("other", []byte("x"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(given)
	f.Fuzz(func(t *testing.T, text string) {
		payload, err := s.Unseal("state", text)
		if err != nil {
			return
		}
		if x := []byte("x"); len(payload) != 0 && string(payload) != "{}" && !bytes.Equal(payload, bytes.Repeat(x, 500)) {
			t.Errorf("%q was never sealed: %q", text, payload)
		}
	})
}

func TestVisible(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"DELETE FROM t\n\tWHERE a = 'ü €'", "DELETE FROM t\n\tWHERE a = 'ü €'"},
		{"a\x1b[2Kb\rc\x00\x7f\u0085", "a<U+001B>[2Kb<U+000D>c<U+0000><U+007F><U+0085>"},
		{"\u202e\u2066\u2069\u200b\u200d\ufeff\u00ad", "<U+202E><U+2066><U+2069><U+200B><U+200D><U+FEFF><U+00AD>"},
		{"\u00a0\u2003\u2028\u3000", "<U+00A0><U+2003><U+2028><U+3000>"},
		{"\u3164\u115f\u034f\ufe0f\u2800\U000e0041\U000e0100", "<U+3164><U+115F><U+034F><U+FE0F><U+2800><U+E0041><U+E0100>"},
		{"\xff\xef\xbb\ufffd\ue000", "<0xFF><0xEF><0xBB>\ufffd<U+E000>"},
		{"日本語 🙂 e\u0301", "日本語 🙂 e\u0301"},
		{"N\u0336O\u20dd", "N<U+0336>O<U+20DD>"},
	} {
		if got := approval.Visible(test.in); got != test.want {
			t.Errorf("%q\ngot  %s\nwant %s", test.in, got, test.want)
		}
	}
}
