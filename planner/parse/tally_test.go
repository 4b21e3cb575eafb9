package parse

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// oddTokens are texts in which a scanner can lose its way.
var oddTokens = []string{
	"", " ", ";", "a", "1+1", "1..2", "1e+5", "0x1e+5", "1.e-5+1", "a.5", "$1$2", "$1$$a;b$$", "$$;$$", "$a$;$b$;$a$", "$$a$;$$", "$a", "a$$b$$", "$é$;$é$", "1$$;$$",
	"'a''b'", "'a' 'b'", "'a'\n'b'", "'a' -- c'\n 'b'", "E'a\\';'", "E'a'\n'\\';'", "E'a' '\\';'", "E'a' -- x\n'\\';'", "e'a\\\\';'b'", "E'''\\''",
	"B'01''0'", "x'1F'\n'2;'", "N'a''b'", "U&'a;''' UESCAPE '!'", "U&\"a;\"\"b\"", "u&a", "\"a\"\"b;\"", "\"a\" \"b\"",
	"/* ; /* ; */ ; */ ;", "/**/", "/***/;", "/*/**/*/;", "1/*;*/+/*;*/2", "+--;\n1", "@/*;*/@", "*/", "--;\r;", "--", "/*", "'", "\"", "E'\\", "$$",
	"a:=1::int", ":::=", "a=>b", "...", "a.b.c", "\\;", "{}", "\x01", "é = 'é'", "SELECT 1;;SELECT 2", "begin atomic; select 1; end",
	"1+1" + "'", "+-+-1", "-- a\n-- b\n", "'\\'; select '\\'", "1a", "1_000+1", "0b1;0o7", "''''''", "E'\\n\\n''\\'''", "a\f\vb",
}

func checkTally(t *testing.T, text string) {
	t.Helper()
	if strings.IndexByte(text, 0) >= 0 || tooSlowAt(text) >= 0 {
		return
	}
	scan, err := pg_query.Scan(text)
	if err != nil {
		return // refused either way
	}
	semicolons := 0
	for _, tok := range scan.Tokens {
		if tok.Token == pg_query.Token_ASCII_59 {
			semicolons++
		}
	}
	got := tallyOf(text, tally{1 << 30, 1 << 30})
	if got.tokens > len(scan.Tokens) || got.semicolons != semicolons {
		t.Fatalf("%q: counted %+v, the scanner has %d tokens and %d semicolons", text, got, len(scan.Tokens), semicolons)
	}
	if 3*got.tokens+3 < len(scan.Tokens) && !strings.ContainsAny(text, ".") && !strings.ContainsAny(text, "+-") {
		t.Fatalf("%q: counted only %d of %d tokens", text, got.tokens, len(scan.Tokens))
	}
}

// TestScanIsRead: the scanner's bytes say what its messages do.
func TestScanIsRead(t *testing.T) {
	for _, text := range append(samples(t), oddTokens...) {
		scan, err := pg_query.Scan(text)
		n := 0
		err2 := EachToken(text, func(tok pg_query.Token, start int) error {
			if n >= len(scan.Tokens) || scan.Tokens[n].Token != tok || int(scan.Tokens[n].Start) != start {
				t.Fatalf("%q: token %d is %v at %d", text, n, tok, start)
			}
			n++
			return nil
		})
		if (err == nil) != (err2 == nil) || err == nil && n != len(scan.Tokens) {
			t.Fatalf("%q: %d tokens, %v; the messages say %v", text, n, err2, err)
		}
	}
}

func TestTally(t *testing.T) {
	for _, text := range oddTokens {
		checkTally(t, text)
	}
	for _, text := range samples(t) {
		checkTally(t, text)
	}
	for _, a := range oddTokens {
		for _, b := range oddTokens {
			checkTally(t, a+b)
			checkTally(t, a+"\n"+b+" ;")
		}
	}
}

// FuzzTally: a count from the bytes is never more than the scanner's.
func FuzzTally(f *testing.F) {
	for _, text := range append(samples(f), oddTokens...) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) < 10_000 {
			checkTally(t, text)
		}
	})
}

// samples are some of the lines that the planner and the redactor are tested with.
func samples(t testing.TB) []string {
	t.Helper()
	var found []string
	for _, folder := range []string{"../testdata", "../testdata/differential", "../redact/testdata"} {
		files, err := filepath.Glob(folder + "/*.txt")
		if err != nil || len(files) == 0 {
			t.Fatalf("%d files in %s, %v", len(files), folder, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.SplitSeq(string(text), "\n") {
				if line != "" && len(line) < 2_000 && !strings.HasPrefix(line, "    ") {
					found = append(found, line)
				}
			}
		}
	}
	var some []string
	for i := 0; i < len(found); i += 1 + len(found)/1_000 {
		some = append(some, found[i])
	}
	return some
}
