package pgwire

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// sameTable is what the expressions' columns are of.
const sameTable = `CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
	CREATE TABLE v (id int, b bool, i2 int2, i4 int4, i8 int8, n numeric(12,3), n2 numeric(6,2), f4 float4, f8 float8, t text, v varchar(20),
		c char(5), y bytea, d date, ti time, tt timetz, ts timestamp, tz timestamptz, iv interval, u uuid, j json, jb jsonb, ai int4[], ta text[], e mood);
	INSERT INTO v VALUES
		(1, true, 1, 42, 5000000000, 1.5, 10, 1.5, 2.5, 'abc', 'ab', 'ab', '\x00ff'::bytea, '2024-02-29', '12:34:56', '12:34:56+02', '2024-02-29 12:34:56.5',
			'2024-02-29 12:34:56+00', '1 day', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '{"a": 1}', '{"b":1,"a":[1,2]}', '{1,2,3}'::int[], '{a,b}'::text[], 'ok'),
		(2, false, -2, -7, -1, -2.25, 0.5, -0.25, -0.5, 'Äpfel', 'Zebra', 'x', '\x616263'::bytea, '1999-12-31', '00:00:00', '00:00:00+00', '1999-12-31 23:59:59',
			'1999-12-31 23:59:59+00', '-1 mon -2 days 03:00:00', '00000000-0000-0000-0000-000000000000', '[1,2]', '[1, 2]', '{}'::int[], '{}'::text[], 'sad'),
		(3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
		(4, true, 32767, 2147483647, 12, 100000.125, 9999.99, 1e10, 'NaN', 'a_b%c', 'a''b', 'c', '\x'::bytea, '2026-01-01', '23:59:59.999', '01:00:00-05',
			'2026-01-01 00:00:00', '2026-01-01 00:00:00+00', '40 days 25:00:00', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '"x"', '"x"', '{3,NULL,1}'::int[], '{"x y",NULL}'::text[], 'happy'),
		(5, false, 0, 0, 0, 0, 0, 0, '-Infinity', '', '', '', '\xff'::bytea, '0001-01-01', '06:00:00', '06:00:00+00', '0001-01-01 00:00:00',
			'2010-07-01 12:00:00+00', '00:00:00', NULL, 'null', '{}', '{0}'::int[], '{"",NULL}'::text[], 'ok'),
		(6, true, 7, 8, 9, 3.333, 3.30, 0.1, 0.1, 'zebra', 'ab  ', 'ab', 'abc'::bytea, '2024-03-01', '12:00:00', '12:00:00+01', '2024-03-01 10:00:00',
			'2024-03-31 02:30:00+02', '1 year', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a12', '{"b":[1,{"c":2}]}', '{"b":[1,{"c":2}]}', '{7,8}'::int[], '{zz}'::text[], NULL);`

// shown is what a side answered to one expression: its column, or an error.
type shown struct {
	name   string
	kind   uint32
	mod    int32
	values []string
	err    *pgconn.PgError
}

func (s shown) String() string {
	if s.err != nil {
		return fmt.Sprintf("%s %s", s.err.Code, s.err.Message)
	}
	return fmt.Sprintf("%s %d(%d) %s", s.name, s.kind, s.mod, strings.Join(s.values, " | "))
}

// ask runs a statement by the simple protocol and returns its columns.
func ask(ctx context.Context, c *pgconn.PgConn, sql string) ([]shown, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	results, err := c.Exec(ctx, sql).ReadAll()
	if err != nil {
		var failed *pgconn.PgError
		if errors.As(err, &failed) {
			return []shown{{err: failed}}, nil
		}
		return nil, fmt.Errorf("%s: %w", sql, err)
	}
	if len(results) == 0 || len(results[len(results)-1].FieldDescriptions) == 0 {
		return []shown{{}}, nil
	}
	last := results[len(results)-1]
	out := make([]shown, len(last.FieldDescriptions))
	for i, f := range last.FieldDescriptions {
		out[i] = shown{name: f.Name, kind: f.DataTypeOID, mod: f.TypeModifier, values: make([]string, len(last.Rows))}
		for r, row := range last.Rows {
			if out[i].values[r] = string(row[i]); row[i] == nil {
				out[i].values[r] = "∅"
			}
		}
	}
	return out, nil
}

// The outcomes of an expression.
const (
	isSame      = "same"
	isRefused   = "refused"
	otherZeros  = "zeros"  // the same numbers with other zeros at their ends
	otherDigits = "digits" // the same numbers to fifteen digits, or to twenty behind the point
	otherText   = "text"
	otherType   = "type"
	otherName   = "name"
	otherCode   = "code"
	isEndlessly = "endless" // Postgres does not end: neither is waited for
	onlyHere    = "fails"   // it fails here alone, and is not refused
	onlyThere   = "answers" // it fails on Postgres alone
)

// firstOwn is the first OID of types that users make: each database has others.
const firstOwn = 16384

// compare returns the outcome.
func compare(there, here []shown) string {
	if here[0].err != nil {
		switch {
		case there[0].err != nil && there[0].err.Code == here[0].err.Code:
			return isSame
		case here[0].err.Code == "0A000":
			return isRefused
		case there[0].err == nil:
			return onlyHere
		case there[0].err.Code != here[0].err.Code:
			return otherCode
		}
		return isSame
	}
	if there[0].err != nil {
		return onlyThere
	}
	if len(there) != len(here) {
		return otherType
	}
	for _, outcome := range []string{otherText, otherDigits, otherZeros} {
		for i := range there {
			if !slices.Equal(there[i].values, here[i].values) && howOther(there[i].values, here[i].values) == outcome {
				return outcome
			}
		}
	}
	for i := range there {
		switch {
		case there[i].kind != here[i].kind && min(there[i].kind, here[i].kind) < firstOwn:
			return otherType
		case there[i].name != here[i].name:
			return otherName
		}
	}
	return isSame
}

// isEndless reports whether Postgres itself was stopped, because it would not have ended.
func isEndless(there []shown) bool {
	return there[0].err != nil && (there[0].err.Code == "57014" || there[0].err.Code == "53400")
}

// howOther tells how values differ.
func howOther(there, here []string) string {
	if len(there) != len(here) {
		return otherText
	}
	outcome := otherZeros
	for i := range there {
		if there[i] == here[i] {
			continue
		}
		a, known := new(big.Rat).SetString(there[i])
		b, also := new(big.Rat).SetString(here[i])
		if !known || !also {
			return otherText
		}
		if a.Cmp(b) != 0 {
			outcome = otherDigits
			off := new(big.Rat).Sub(a, b)
			least := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(20), nil))
			if off.Abs(off).Cmp(a.Abs(a).Mul(a, big.NewRat(1, 1e15))) > 0 && off.Cmp(least) > 0 {
				return otherText
			}
		}
	}
	return outcome
}

// reason is a line of testdata/same/reasons.txt: an outcome that is allowed, of which expressions.
type reason struct {
	outcome string
	pattern *regexp.Regexp
	why     string
	used    bool
}

func readReasons(t *testing.T, file string) []*reason {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var reasons []*reason
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.Split(line, "\t")
		if len(parts) != 3 {
			t.Fatalf("%s: %q is not an outcome, a pattern and a reason", file, line)
		}
		reasons = append(reasons, &reason{outcome: parts[0], pattern: regexp.MustCompile(parts[1]), why: parts[2]})
	}
	return reasons
}

// allowed finds the reason of an outcome.
func allowed(reasons []*reason, outcome, expression string) *reason {
	for _, r := range reasons {
		if r.outcome == outcome && r.pattern.MatchString(expression) {
			r.used = true
			return r
		}
	}
	return nil
}

// sides are a Postgres and the embedded source with the same table.
type sides struct {
	t           *testing.T
	there, here *pgconn.PgConn
}

func newSides(t *testing.T) *sides {
	t.Helper()
	ctx := t.Context()
	server := pgtest.Start(t)
	server.Exec(t, "postgres", "CREATE DATABASE same TEMPLATE template0 LOCALE 'C.UTF-8'")
	t.Cleanup(func() { server.Exec(t, "postgres", "DROP DATABASE same WITH (FORCE)") })
	there, err := pgconn.Connect(ctx, server.DSN("same"))
	if err != nil {
		t.Fatal(err)
	}
	here, err := pgconn.Connect(ctx, "postgres://u@"+serveDuckDB(t).addr+"/demo?sslmode=disable")
	if err != nil {
		t.Fatal(err)
	}
	s := &sides{t: t, there: there, here: here}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		if err := errors.Join(there.Close(ctx), here.Close(ctx)); err != nil {
			t.Error(err)
		}
	})
	for _, c := range []*pgconn.PgConn{there, here} {
		if _, err := c.Exec(ctx, "SET TimeZone = 'UTC'; "+sameTable).ReadAll(); err != nil {
			t.Fatal(err)
		}
	}
	// A generated series may have no end.
	if _, err := there.Exec(ctx, "SET statement_timeout = '5s'; SET temp_file_limit = '100MB'").ReadAll(); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *sides) ask(c *pgconn.PgConn, sql string) []shown {
	s.t.Helper()
	out, err := ask(s.t.Context(), c, sql)
	if err != nil {
		s.t.Fatal(err)
	}
	return out
}

// batch is how many expressions one statement shows.
const batch = 8

// run asks both sides for each expression. Those that Postgres can answer are asked for in batches.
func (s *sides) run(goals []goal, report func(goal, []shown, []shown)) {
	waiting := map[string][]int{}
	there := make([][]shown, len(goals))
	flush := func(kind string) {
		list := waiting[kind]
		waiting[kind] = nil
		expressions := make([]string, len(list))
		for i, n := range list {
			expressions[i] = goals[n].expression
		}
		here := s.ask(s.here, statement(kind, expressions))
		for i, n := range list {
			one := here[min(i, len(here)-1):]
			if here[0].err != nil { // one of them: each alone
				one = s.ask(s.here, statement(kind, expressions[i:i+1]))
			}
			report(goals[n], there[n], one[:1])
		}
	}
	for n, g := range goals {
		there[n] = s.ask(s.there, statement(g.kind, []string{g.expression}))
		if isEndless(there[n]) {
			report(g, there[n], s.ask(s.here, statement(g.kind, []string{g.expression})))
			continue
		}
		if there[n][0].err != nil || g.kind == "set" {
			report(g, there[n], s.ask(s.here, statement(g.kind, []string{g.expression})))
			continue
		}
		group := g.kind
		if group != "agg" {
			group = "row"
		}
		if waiting[group] = append(waiting[group], n); len(waiting[group]) == batch {
			flush(group)
		}
	}
	for kind, list := range waiting {
		if len(list) > 0 {
			flush(kind)
		}
	}
}

// sampled is how many expressions the test has without SALLYPORT_SAME.
const sampled = 2500

// TestSameValues generates expressions from a grammar, and has them computed by a real Postgres and
// by the embedded source. No value is another than Postgres's without a reason in
// testdata/same/reasons.txt. What is an error here alone, or has another type or name, is counted.
//
// SALLYPORT_SAME=n has n expressions generated, and SALLYPORT_SAME_SEED=n other ones;
// SALLYPORT_SAME_OUT=file writes all outcomes to a file.
func TestSameValues(t *testing.T) {
	count, seed := numberOf(t, "SALLYPORT_SAME", sampled), numberOf(t, "SALLYPORT_SAME_SEED", 1)
	goals := readGrammar(t, "testdata/same/grammar.txt").generate(uint64(seed), count) //nolint:gosec // no negative number
	reasons := readReasons(t, "testdata/same/reasons.txt")
	counts, failures := map[string]int{}, 0
	var out strings.Builder
	began := time.Now()
	newSides(t).run(goals, func(g goal, there, here []shown) {
		outcome := compare(there, here)
		if isEndless(there) && outcome == isRefused {
			outcome = isEndlessly
		}
		sql := statement(g.kind, []string{g.expression})
		fmt.Fprintf(&out, "%s\t%s\t%s\n\t%v\n\t%v\n", outcome, g.template, sql, there, here)
		switch {
		case outcome != otherText && outcome != otherDigits && outcome != otherZeros:
			counts[outcome]++
		case allowed(reasons, outcome, sql) != nil:
			counts["with a reason"]++
		default:
			counts[outcome]++
			if failures++; failures <= 40 {
				t.Errorf("%s: %s\n\tPostgres: %v\n\there:     %v", outcome, sql, there, here)
			}
		}
	})
	for _, r := range reasons {
		if !r.used && count >= 6000 && seed == 1 {
			t.Errorf("reasons.txt: nothing is %s by %s any more", r.outcome, r.pattern)
		}
	}
	t.Logf("of %d expressions in %v: %v", count, time.Since(began).Round(time.Second), counts)
	if file := os.Getenv("SALLYPORT_SAME_OUT"); file != "" {
		if err := os.WriteFile(file, []byte(out.String()), 0o600); err != nil {
			t.Error(err)
		}
	}
}
