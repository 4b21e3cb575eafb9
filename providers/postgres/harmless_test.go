package postgres_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

// TestHarmless: functions that the operator vouches for are told as such, and
// entries that name none are told once.
func TestHarmless(t *testing.T) {
	out := connectOutside(t, pgtest.Start(t).CreateDB(t))
	out.do(`CREATE SCHEMA "My own"; CREATE TYPE mood AS ENUM ('sad');
		CREATE FUNCTION all_of(int) RETURNS int LANGUAGE sql AS 'SELECT 1'; CREATE FUNCTION all_of(text) RETURNS int LANGUAGE sql AS 'SELECT 1';
		CREATE FUNCTION one_of(int, text) RETURNS int LANGUAGE sql AS 'SELECT 1'; CREATE FUNCTION one_of(int) RETURNS int LANGUAGE sql AS 'SELECT 1';
		CREATE FUNCTION one_of(timestamptz, mood) RETURNS int LANGUAGE sql AS 'SELECT 1';
		CREATE FUNCTION "My own"."a.b"() RETURNS int LANGUAGE sql AS 'SELECT 1'; CREATE FUNCTION "My own".all_of(int) RETURNS int LANGUAGE sql AS 'SELECT 1'`)
	var log bytes.Buffer
	p := open(t, postgres.Options{
		DSN: pgtest.Start(t).DSN(out.do("SELECT current_database()")), CatalogTTL: time.Nanosecond, Logger: hclog.New(&hclog.LoggerOptions{Output: &log}),
		Harmless: []string{
			"public.all_of", "public.one_of(integer,  text)", " public.one_of(timestamp with time zone,public.mood)", "My own.a.b()",
			"public.absent", "public.one_of(bigint)", "My own.one_of",
		},
	})
	harmless := 0
	for _, name := range [][2]string{{"public", "all_of"}, {"public", "one_of"}, {"My own", "a.b"}, {"My own", "all_of"}} {
		for _, f := range catalogOf(t, p).Functions(name[0], name[1]) {
			want := !(f.Name == "one_of" && f.MaxArgs == 1) && !(f.Schema == "My own" && f.Name == "all_of")
			if f.Harmless != want {
				t.Errorf("%+v, want harmless %v", f, want)
			}
			harmless++
		}
	}
	if harmless != 7 {
		t.Errorf("%d functions were looked at", harmless)
	}
	out.do("CREATE TABLE another (a int)")
	catalogOf(t, p)
	for entry, times := range map[string]int{"public.absent": 1, "public.one_of(bigint)": 1, `"My own.one_of"`: 1, "all_of": 0, "mood": 0, "a.b": 0} {
		if got := strings.Count(log.String(), entry); got != times {
			t.Errorf("%s was told %d times, want %d:\n%s", entry, got, times, log.String())
		}
	}
}
