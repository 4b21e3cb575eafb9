package planner

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/textkey"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestAlike: a text that differs in its constants is not planned anew, but has its own text and
// offsets.
func TestAlike(t *testing.T) {
	p := New(0)
	scope, sources := fixtureScope("pg", "alice")
	const one, two = "  SELECT 'it''s', evil_f(1) ; ", "  SELECT '', evil_f(23456) ; "
	first, second := mustPlan(t, p, one, scope)[0], mustPlan(t, p, two, scope)[0]
	if &first.Functions[0] != &second.Functions[0] {
		t.Error("it was understood anew")
	}
	if second.Text != "SELECT '', evil_f(23456)" || second.SQL != second.Text || second.Offset != 2 {
		t.Errorf("got %+v", second)
	}
	if got := second.Effects[0].Offset; got != strings.Index(two, "evil_f") || first.Effects[0].Offset != strings.Index(one, "evil_f") {
		t.Errorf("the effect is at %d", got)
	}
	sources["pg"].version.Add(1)
	if third := mustPlan(t, p, two, scope)[0]; &first.Functions[0] == &third.Functions[0] || third.Version != 1 {
		t.Error("the catalog has changed, and it was not understood anew")
	}
	// If a constant decides, each text is planned.
	for _, text := range []string{"SELECT set_config('application_name', 'x', false)", "SELECT set_config('search_path', 'x', false)"} {
		if got, fresh := mustPlan(t, p, text, scope)[0], mustPlan(t, New(0), text, scope)[0]; !reflect.DeepEqual(got, fresh) {
			t.Errorf("%s: got %+v, want %+v", text, got, fresh)
		}
	}
	// The translation for another source is another text.
	for _, text := range []string{"SELECT 1 FROM pg.public.t", "SELECT 12345 FROM pg.public.t"} {
		if got := mustPlan(t, p, text, scope)[0]; got.Text != text || len(got.SQL) != len(text) || strings.Contains(got.SQL, "pg.") {
			t.Errorf("%s: got %+v", text, got)
		}
	}
}

// FuzzKey: for any text with a shared key, the scanner's constants are those of the parser's
// scanner; another text of that key has the same tokens; and the plan found by the key equals the
// text's own plan.
func FuzzKey(f *testing.F) {
	for i, text := range corpus(f) {
		f.Add(text, uint64(i))
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		var a, b textkey.Buffer
		if parse.Check(text, longestKept) != nil || a.Form("", text) == nil {
			return
		}
		variant := revalued(text, a.Literals, rand.New(rand.NewPCG(seed, 0)))
		if key, other := a.Form("", text), b.Form("", variant); !bytes.Equal(key, other) {
			t.Fatalf("%q\n%q\nhave different keys:\n%q\n%q", text, variant, key, other)
		}
		tokens, err := scanned(t, text, &a)
		others, err2 := scanned(t, variant, &b)
		if (err == nil) != (err2 == nil) || !reflect.DeepEqual(tokens, others) {
			t.Fatalf("%q\n%q\nhave one key and different tokens: %v, %v", text, variant, err, err2)
		}
		scope, _ := fixtureScope("pg", "alice")
		p := New(0)
		_, err = p.Plan(t.Context(), text, scope)
		got, err2 := p.Plan(t.Context(), variant, scope)
		want, err3 := New(0).Plan(t.Context(), variant, scope)
		if (err == nil) != (err3 == nil) || sqlstate.CodeOf(err2) != sqlstate.CodeOf(err3) {
			t.Fatalf("%q: %v\n%q: %v, by itself %v", text, err, variant, err2, err3)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%q\n%q\ngot  %+v\nwant %+v", text, variant, got[0], want[0])
		}
	})
}

// scanned returns the kinds of a text's tokens, and checks that its constants are where the key has
// them.
func scanned(t *testing.T, text string, a *textkey.Buffer) ([]pg_query.Token, error) {
	scan, err := pg_query.Scan(text)
	if err != nil {
		return nil, err
	}
	kinds := map[pg_query.Token]byte{pg_query.Token_ICONST: 1, pg_query.Token_FCONST: 2, pg_query.Token_SCONST: 3}
	key := a.Form("", text)
	written := bytes.Map(func(r rune) rune {
		if r > 0 && r <= 3 {
			return r
		}
		return -1
	}, key)
	var tokens []pg_query.Token
	n := 0
	for _, tok := range scan.Tokens {
		tokens = append(tokens, tok.Token)
		if kind := kinds[tok.Token]; kind != 0 {
			if n >= len(a.Literals) || a.Literals[n] != (textkey.Literal{Start: tok.Start, End: tok.End}) || written[n] != kind {
				t.Fatalf("%q: the constant %q at %d is not in the key %q", text, text[tok.Start:tok.End], tok.Start, key)
			}
			n++
		}
		switch tok.Token {
		case pg_query.Token_SQL_COMMENT, pg_query.Token_C_COMMENT, pg_query.Token_USCONST, pg_query.Token_BCONST, pg_query.Token_XCONST, pg_query.Token_UIDENT:
			t.Fatalf("%q: a key for a text with %q", text, text[tok.Start:tok.End])
		}
	}
	if n != len(a.Literals) || n != len(written) {
		t.Fatalf("%q: the key has %d constants, the text %d", text, len(a.Literals), n)
	}
	return tokens, nil
}

// revalued replaces a text's constants by others.
func revalued(text string, literals []textkey.Literal, random *rand.Rand) string {
	pick := func(list ...string) string { return list[random.IntN(len(list))] }
	var b strings.Builder
	copied := 0
	for _, l := range literals {
		b.WriteString(text[copied:l.Start])
		old := text[l.Start:l.End]
		copied = int(l.End)
		_, notInteger := strconv.ParseInt(old, 10, 32)
		switch {
		case notInteger == nil:
			b.WriteString(pick("0", "1", "24", "007", "100000", "2147483647"))
		case old[0] == '\'':
			b.WriteString(pick("''", "'x'", "'it''s'", "''''", "'größe 漢字'", "'a\nb'", "' -- /* '", "'; DROP TABLE t; '", "'$$'", "'\x01'", "'"+strings.Repeat("long ", 50)+"'"))
		case old[0] == '.': // a name may stand before it: x.5 is not x1.5
			b.WriteString(pick(".0", ".5", ".25e10"))
		default:
			b.WriteString(pick("1.5", "0.", "1e5", "1.5E-3", "99999999999999999999", "2147483648", "1.e+5"))
		}
	}
	b.WriteString(text[copied:])
	return b.String()
}

// corpus is some statements that are odd, and a sample of those in testdata.
func corpus(t testing.TB) []string {
	var found []string
	odd := []string{
		"SELECT 1", "SELECT a, 'x', 1.5 FROM t WHERE a = 5 AND b LIKE 'a%' ORDER BY 1 LIMIT 10 OFFSET 20",
		"SELECT evil_f(1), 'a', evil.x FROM evil_view WHERE 1 @+@ 2 = 3",
		"SELECT 'x'::evil_type, 5::numeric(10,2), '1'::interval(3), 1::float, time(3) '10:00', bit(3) '1'",
		"INSERT INTO t (a, b) VALUES (1, 'a'), (2, 'b') ON CONFLICT (a) DO UPDATE SET b = 'c' WHERE t.a = 1 RETURNING a + 1",
		"UPDATE t SET a = 1, b = 'x' FROM s WHERE t.a = s.a AND s.b IN (1, 2, 3)",
		"DELETE FROM t USING s WHERE a BETWEEN 1 AND 2 OR b = ANY ('{1,2}')",
		"WITH x AS (DELETE FROM t WHERE a = 5 RETURNING *) SELECT * FROM x WHERE b = 'y'",
		"MERGE INTO t USING s ON t.a = 1 WHEN MATCHED AND s.b = 'x' THEN DELETE WHEN NOT MATCHED THEN INSERT VALUES (1, 'a')",
		"SELECT * FROM t TABLESAMPLE bernoulli (10) REPEATABLE (5), generate_series(1, 10) AS g(x) FETCH FIRST 5 ROWS ONLY",
		"SELECT CASE WHEN a > 1 THEN 'x' ELSE 'y' END, extract(year FROM date '2020-01-01'), substring('abc' FROM 1 FOR 2)",
		"SELECT sum(a) OVER (ORDER BY b ROWS BETWEEN 1 PRECEDING AND 2 FOLLOWING), a[1:2], (ARRAY[1,2])[1] FROM t",
		"SELECT JSON_VALUE('{}', '$.a' RETURNING int DEFAULT 5 ON ERROR), JSON_TABLE('[]', '$' COLUMNS (a int PATH '$.a'))",
		"SELECT xmlroot('<a/>', version '1.0', standalone yes), current_time(3), interval '1' hour to second(2)",
		"SELECT set_config('search_path', 'x', true), nextval('s'), pg_sleep(10), now() AT TIME ZONE 'UTC'",
		"SELECT 1 UNION ALL SELECT 2.5 INTERSECT SELECT '3' FOR UPDATE", "SELECT 5 INTO x",
		"VALUES (1, 'a'), (2, 'b') ORDER BY 1", "SELECT -1, - 2, +3, 2^-1, ~5, |/ 25.0, @ -5.0, 5 !~ '3'",
		"SELECT a.1", "SELECT x.5", "SELECT 1.", "SELECT 'a'1", "SELECT ''", `SELECT ""`, "SELECT $99999999999, 1", "SELECT 1 FROM no_table WHERE no_f(1)",
	}
	for _, path := range []string{"testdata/*.txt", "testdata/*/*.txt", "redact/testdata/*.txt"} {
		files, err := filepath.Glob(path)
		if err != nil || len(files) == 0 {
			t.Fatalf("%d files in %s, %v", len(files), path, err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(data)) {
				if line = strings.TrimRight(line, "\n"); line != "" && len(line) < 2_000 && !strings.HasPrefix(line, "    ") {
					found = append(found, line)
				}
			}
		}
	}
	for i := 0; i < len(found); i += 1 + len(found)/1_000 {
		odd = append(odd, found[i])
	}
	return odd
}
