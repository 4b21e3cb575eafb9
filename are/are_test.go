package are

import (
	"errors"
	"strings"
	"testing"
)

// TestFind finds matches and groups as PostgreSQL does: the wanted texts are what PostgreSQL 15 answers to
// regexp_match, with "-" for NULL.
func TestFind(t *testing.T) {
	for _, c := range []struct{ pattern, text, want string }{
		{`foo|foobar`, "xfoobar", "foobar"},
		{`a?(ab)?`, "ab", "ab ab"},
		{`Y*([0-9]{1,3})`, "XY1234Z", "Y123 123"},
		{`Y*?([0-9]{1,3})`, "XY1234Z", "Y1 1"},
		{`(.*?)(\d+)`, "abc0123", "abc0 abc 0"},
		{`(.*)(\d+)`, "abc0123", "abc0123 abc012 3"},
		{`(a|ab)(c|bcd)(d*)`, "abcd", "abcd ab c d"},
		{`(\w+)@(\w+)\.com`, "me@host.com", "me@host.com me host"},
		{`foo(?=bar)`, "foobaz foobar", "foo"},
		{`foo(?!bar)\w`, "foobar foobaz", "foob"},
		{`(?<=: )\d+`, "price: 42", "42"},
		{`(?<!\d)\d{2}(?!\d)`, "123 45", "45"},
		{`(\w)\1`, "hello", "ll l"},
		{`^(ab|a)\1$`, "abab", "abab ab"},
		{`\mfox\M`, "firefox fox", "fox"},
		{`(a?){3}`, "a", "a "},
		{`(?:(a)|b)*`, "ab", "ab -"},
		{`[[:alpha:]]+`, "1äöß2", "äöß"},
		{`(?i)STRASSE`, "strasse", "strasse"},
		{`<.*?>`, "<a><b>", "<a>"},
		{`[\s\S]`, "x", "x"},
		{`x*`, "yx", ""},
		{`\Aab\Z`, "ab", "ab"},
		{"(?x) a [ ] b # a\n {2}", "a bb", "a bb"},
		{`***=(a)`, "b(a)", "(a)"},
		{`(?:(.*?)(\d+)(.*)){1,1}`, "abc01234xyz", "abc01234xyz abc 01234 xyz"},
		{`(?:(.*?)(\d+)(.*)){1}`, "abc01234xyz", "abc0 abc 0 "},
		{`(?q)a+`, "aa+", "a+"},
	} {
		re, err := Compile(c.pattern, Options{})
		if err != nil {
			t.Errorf("%s: %v", c.pattern, err)
			continue
		}
		match, err := re.Find(c.text, 0, nil)
		if err != nil {
			t.Errorf("%s: %v", c.pattern, err)
			continue
		}
		var parts []string
		for i := 0; i < len(match); i += 2 {
			if match[i] < 0 {
				parts = append(parts, "-")
				continue
			}
			parts = append(parts, c.text[match[i]:match[i+1]])
		}
		if got := strings.Join(parts, " "); got != c.want {
			t.Errorf("%s in %q: %q, want %q", c.pattern, c.text, got, c.want)
		}
	}
}

// TestRefused has expressions that PostgreSQL refuses, and those that are not known here.
func TestRefused(t *testing.T) {
	for pattern, want := range map[string]error{
		`(`: ErrSyntax, `a)`: ErrSyntax, `[a`: ErrSyntax, `a**`: ErrSyntax, `(?<x>a)`: ErrSyntax, `\q`: ErrSyntax, `[z-a]`: ErrSyntax, `a{256}`: ErrSyntax,
		`\1(a)`: ErrSyntax, `(?b)a b`: ErrUnsupported, `(?x)a * ?`: ErrSyntax, `(?z)a`: ErrSyntax, `***a`: ErrSyntax, `a|b*?`: ErrUnsupported, `[\W]`: ErrUnsupported,
	} {
		if _, err := Compile(pattern, Options{}); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", pattern, err, want)
		}
	}
}

// TestLarge refuses expressions whose nodes would take much memory, or their reading much stack.
func TestLarge(t *testing.T) {
	for want, patterns := range map[error][]string{
		ErrLength:      {strings.Repeat("a", 100_000), strings.Repeat("(?=", 1_000_000), "***=" + strings.Repeat("a", 100_000)},
		ErrUnsupported: {strings.Repeat("(?=", 10_000), strings.Repeat("(?=", 101) + strings.Repeat(")", 101), strings.Repeat("(?=a)", 1001)},
		ErrSyntax:      {strings.Repeat("(", 30_000), strings.Repeat("(a", 2_000) + strings.Repeat(")", 2_000)},
	} {
		for _, pattern := range patterns {
			if _, err := Compile(pattern, Options{}); !errors.Is(err, want) {
				t.Errorf("%d of %.6s: %v, want %v", len(pattern), pattern, err, want)
			}
		}
	}
}

// TestBounded ends searches that would take too long.
func TestBounded(t *testing.T) {
	text := strings.Repeat("a", 20_000)
	for _, pattern := range []string{`(a+)(a+)*b\1`, `(?=.*.*.*b)a`, `(a|aa)+?$`} {
		re, err := Compile(pattern, Options{})
		if errors.Is(err, ErrUnsupported) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := re.Find(text, 0, nil); !errors.Is(err, ErrCost) {
			t.Errorf("%s: %v", pattern, err)
		}
	}
}

func FuzzFind(f *testing.F) {
	for _, seed := range []string{`(a|ab)(c|bcd)(d*)`, `(?<=a)b\1`, `[[:alpha:]]+?x{2,3}`, `\m(\w+)\M(?!x)`} {
		f.Add(seed, "abcd abx")
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		if len(text) > 200 || len(pattern) > 200 {
			return
		}
		re, err := Compile(pattern, Options{})
		if err != nil {
			return
		}
		match, err := re.Find(text, 0, nil)
		if err != nil {
			return
		}
		if is, err := re.Match(text, nil); err == nil && is != (match != nil) {
			t.Errorf("%q in %q: found %v, matches %v", pattern, text, match, is)
		}
	})
}
