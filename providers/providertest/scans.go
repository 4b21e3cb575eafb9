package providertest

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/internal/waittest"
)

// Scanned is one kind of source as statements over several sources read it. The contract of a scan is the same for all of
// them: what a source takes of columns, conditions, limits and order changes no row, and whatever ends the statement ends the
// scan at its source.
type Scanned struct {
	// Source is the name that errors have to say.
	Source string
	// Relation has the rows of ScannedRow where org is 'things'; Other is a relation of another source with one row, whose
	// column one is 1.
	Relation, Other string
	// Endless is a FROM item with its condition, of which rows come for ever; Failing one with an error behind some
	// thousand rows. "": the kind has none.
	Endless, Failing string
	// Query runs a statement and returns its rows as text: values with | between them, NULL as NULL. An error has its code
	// and its context. Where the context ends, the statement is canceled as a client does it.
	Query func(ctx context.Context, sql string) ([]string, error)
	// Of is how many kinds share the cases: the first kind, whose Share is 0, has the first case, the second kind the second one,
	// and so on in turn. If Of is 0, the kind has all cases.
	Share, Of int
	// TextTimes: createdAt is a text, as files without types have it.
	TextTimes bool
	// Idle reports whether the source runs nothing for statements; nil: nobody can tell.
	Idle func() bool
}

// ScannedRows is how many rows a Relation has.
const ScannedRows = 40

// ScannedRow is row i of a Relation, from 1: name, stars, archived and createdAt; "": NULL.
func ScannedRow(i int) (name, stars, archived, created string) {
	if i%7 > 0 {
		name = fmt.Sprintf("repo %d", i)
	}
	if i == 3 {
		name = "Ä 3"
	}
	if i%5 > 0 {
		stars = fmt.Sprint(i * 10)
	}
	if i%9 > 0 {
		created = time.Date(2024, 1, 1+i, 0, 0, 0, 0, time.UTC).Format(time.RFC3339)
	}
	return name, stars, fmt.Sprint(i%2 == 0), created
}

// scanCases are statements and their rows. @ is the Relation, # the Other one; $ is FROM both, behind which conditions go on.
var scanCases = []struct{ name, sql, rows string }{
	{"columns", "SELECT r.id, r.name $ AND r.id IN (3, 7) ORDER BY 1", "3|Ä 3;7|NULL"},
	{"columns twice", "SELECT r.stars, r.id, r.stars $ AND r.id = 4", "40|4|40"},
	{"no columns", "SELECT count(*) $", "40"},
	{"types", "SELECT r.id, r.archived, r.createdAt, r.stars + 1 $ AND r.id = 2", "2|t|2024-01-03 00:00:00+00|21"},
	{"aggregates of types", "SELECT sum(r.stars), min(r.createdAt), max(r.name), bool_or(r.archived) $", "6400|2024-01-02 00:00:00+00|Ä 3|t"},
	{"greater", "SELECT count(*) $ AND r.stars > 100", "24"},
	{"turned round", "SELECT count(*) $ AND 100 < r.stars", "24"},
	{"between", "SELECT count(*) $ AND r.stars BETWEEN 20 AND 50", "3"},
	{"in", "SELECT count(*) $ AND r.stars IN (10, 30, 50)", "2"},
	{"not in", "SELECT count(*) $ AND r.stars NOT IN (10, 30)", "30"},
	{"unequal", "SELECT count(*) $ AND r.stars <> 10", "31"},
	{"like", "SELECT count(*) $ AND r.name LIKE 'repo 1%'", "10"},
	{"text", "SELECT count(*) $ AND r.name = 'repo 9'", "1"},
	{"text in another case", "SELECT count(*) $ AND r.name = 'ä 3'", "0"},
	{"text with a blank", "SELECT count(*) $ AND r.name = 'repo 9 '", "0"},
	{"text greater", "SELECT count(*) $ AND r.name > 'repo 3'", "16"},
	{"null", "SELECT count(*) $ AND r.name IS NULL", "5"},
	{"not null", "SELECT count(*) $ AND r.stars IS NOT NULL", "32"},
	{"not", "SELECT count(*) $ AND NOT r.archived", "20"},
	{"time", "SELECT count(*) $ AND r.createdAt >= '2024-02-01 00:00:00+00'", "9"},
	{"time in a zone", "SELECT count(*) $ AND r.createdAt >= '2024-02-01 02:00:00+02'", "9"},
	{"or", "SELECT count(*) $ AND (r.id < 3 OR r.stars = 400)", "2"},
	{"not of and", "SELECT count(*) $ AND NOT (r.id > 2 AND r.stars > 10)", "2"},
	{"computed", "SELECT count(*) $ AND lower(r.name) = 'repo 9' AND r.id + 1 = 10", "1"},
	{"nothing", "SELECT count(*) $ AND r.id < 0", "0"},
	{"false", "SELECT count(*) $ AND false", "0"},
	{"limit", "SELECT count(*) FROM (SELECT r.id FROM @ r WHERE r.org = 'things' LIMIT 7) x, # o", "7"},
	{"limit above a filter", "SELECT count(*) FROM (SELECT r.id FROM @ r WHERE r.org = 'things' AND lower(r.name) LIKE 'repo 3%' LIMIT 7) x, # o", "7"},
	{"limit above a join", "SELECT count(*) FROM (SELECT r.id FROM @ r JOIN # o ON r.id > 35 WHERE r.org = 'things' LIMIT 7) x", "5"},
	{"limit of groups", "SELECT count(*) FROM (SELECT r.archived FROM @ r WHERE r.org = 'things' GROUP BY 1 LIMIT 7) x, # o", "2"},
	{"limit above a union", "SELECT count(*) FROM (SELECT r.id FROM @ r WHERE r.org = 'things' UNION SELECT o.one FROM # o LIMIT 41) x", "40"},
	{"order and offset", "SELECT x.id FROM (SELECT r.id FROM @ r WHERE r.org = 'things' ORDER BY r.id DESC LIMIT 2 OFFSET 1) x, # o ORDER BY 1", "38;39"},
	{"order of texts", "SELECT x.name FROM (SELECT r.name FROM @ r WHERE r.org = 'things' ORDER BY r.name DESC NULLS LAST LIMIT 2) x, # o ORDER BY 1", "repo 9;Ä 3"},
	{"nulls last", "SELECT r.id $ AND r.id IN (4, 5, 6) ORDER BY r.stars", "4;6;5"},
	{"nulls first when descending", "SELECT r.id $ AND r.id IN (4, 5, 6) ORDER BY r.stars DESC", "5;6;4"},
	{"nulls where they are wanted", "SELECT r.id $ AND r.id IN (4, 5, 6) ORDER BY r.stars NULLS FIRST", "5;4;6"},
	{"texts by their bytes", "SELECT r.name $ AND r.id IN (2, 3, 7, 10) ORDER BY r.name", "repo 10;repo 2;Ä 3;NULL"},
	{"nulls join nothing", "SELECT count(*) FROM @ a JOIN @ b ON a.stars = b.stars JOIN # o ON true WHERE a.org = 'things' AND b.org = 'things'", "32"},
	{"nulls are no values", "SELECT count(*) FROM # o WHERE o.one NOT IN (SELECT r.stars FROM @ r WHERE r.org = 'things')", "0"},
	{"outer join", "SELECT count(*), count(b.id) FROM # o LEFT JOIN @ b ON b.id = o.one + 1000 AND b.org = 'things'", "1|0"},
	{"what an outer join lacks", "SELECT count(*) FROM # o LEFT JOIN @ b ON b.id = o.one + 1000 AND b.org = 'things' WHERE b.name IS NULL", "1"},
	{"key of the other", "SELECT r.name FROM @ r JOIN # o ON r.id = o.one WHERE r.org = 'things'", "repo 1"},
	{"exists", "SELECT count(*) FROM # o WHERE EXISTS (SELECT FROM @ r WHERE r.id = o.one AND r.org = 'things')", "1"},
	{"a scan twice", "SELECT count(*) FROM @ a, @ b, # o WHERE a.org = 'things' AND b.org = 'things' AND a.id = 1 AND b.id > 38", "2"},
	{"lateral", "SELECT x.name FROM # o, LATERAL (SELECT r.name FROM @ r WHERE r.org = 'things' AND r.id <= o.one + 1 ORDER BY r.id DESC LIMIT 1) x", "repo 2"},
	{"a window", "SELECT max(n) FROM (SELECT row_number() OVER (PARTITION BY r.archived ORDER BY r.id) AS n $) x", "20"},
	{"except", "SELECT count(*) FROM (SELECT r.id FROM @ r WHERE r.org = 'things' EXCEPT SELECT o.one FROM # o) x", "39"},
}

// RunScans holds a kind of source to the contract of scans.
func RunScans(t *testing.T, s Scanned) {
	t.Helper()
	from := strings.NewReplacer("$", "FROM @ r, # o WHERE r.org = 'things'")
	names := strings.NewReplacer("@", s.Relation, "#", s.Other)
	for i, test := range scanCases {
		if s.TextTimes && test.name == "time in a zone" || s.Of > 0 && i%s.Of != s.Share {
			continue
		}
		sql := names.Replace(from.Replace(test.sql))
		got, err := s.Query(t.Context(), sql)
		if joined := strings.Join(got, ";"); err != nil || joined != test.rows {
			t.Errorf("%s: %s\n%q %v, want %q", test.name, sql, joined, err, test.rows)
		}
	}
	if s.Endless != "" {
		s.endsEarly(t)
		s.cancels(t)
	}
	if s.Failing != "" {
		_, err := s.Query(t.Context(), "SELECT count(*), max(r.name) FROM "+s.Other+" o, "+s.Failing)
		if err == nil || !strings.Contains(err.Error(), s.Source) {
			t.Errorf("an error in the middle: %v", err)
		}
		if got, err := s.Query(t.Context(), names.Replace(from.Replace("SELECT count(*) $"))); err != nil || got[0] != "40" {
			t.Errorf("behind an error: %v %v", got, err)
		}
	}
}

// endsEarly sees the scan end where the statement reads no more.
func (s *Scanned) endsEarly(t *testing.T) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), deadline)
	defer stop()
	got, err := s.Query(ctx, "SELECT r.id FROM "+s.Other+" o, "+s.Endless+" LIMIT 3")
	if err != nil || len(got) != 3 {
		t.Errorf("LIMIT: %v %v", got, err)
	}
	s.awaitIdle(t, "LIMIT")
}

// cancels sees a cancel reach the source.
func (s *Scanned) cancels(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error, 1)
	go func() {
		_, err := s.Query(ctx, "SELECT count(*), max(r.name) FROM "+s.Other+" o, "+s.Endless)
		ended <- err
	}()
	waittest.Eventually(t, "the scan runs", func() bool { return s.Idle == nil || !s.Idle() })
	cancel()
	select {
	case err := <-ended:
		if err == nil {
			t.Error("cancel: no error")
		}
	case <-time.After(deadline):
		t.Fatal("a canceled statement does not end")
	}
	s.awaitIdle(t, "cancel")
}

func (s *Scanned) awaitIdle(t *testing.T, after string) {
	t.Helper()
	waittest.Eventually(t, after+": the source rests", func() bool { return s.Idle == nil || s.Idle() })
}
