package pgwire

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// answered is what a side answered to one message: its results, each by columns, and an error.
type answered struct {
	results [][]shown
	rowless []bool // the result is a command tag alone, which rows without columns are not
	rows    []int
	tags    []string
	err     *pgconn.PgError
	notices []string
}

func (a answered) String() string {
	var b strings.Builder
	for i, tag := range a.tags {
		for _, column := range a.results[i] {
			fmt.Fprintf(&b, "%v; ", column)
		}
		fmt.Fprintf(&b, "[%s] ", tag)
	}
	if a.err != nil {
		fmt.Fprintf(&b, "%s %s", a.err.Code, a.err.Message)
		if names := namesOf(a.err); a.err.Detail != "" || names != [5]string{} {
			fmt.Fprintf(&b, " {%s %q}", a.err.Detail, names)
		}
		if a.err.Hint != "" {
			fmt.Fprintf(&b, " (%s)", a.err.Hint)
		}
	}
	return b.String() + strings.Join(a.notices, ", ")
}

// speaker is a session, and the notices that it has had.
type speaker struct {
	conn      *pgconn.PgConn
	notices   []string
	describes bool // statements with parameters are described, not run
}

func newSpeaker(t *testing.T, dsn string) *speaker {
	t.Helper()
	config, err := pgconn.ParseConfig(dsn)
	if err != nil {
		t.Fatal(err)
	}
	s := &speaker{}
	config.OnNotice = func(_ *pgconn.PgConn, n *pgconn.Notice) {
		s.notices = append(s.notices, n.Severity+" "+n.Code)
	}
	if s.conn, err = pgconn.ConnectConfig(t.Context(), config); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.close(t) })
	return s
}

// close ends the connection. It may be called again.
func (s *speaker) close(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	if err := s.conn.Close(ctx); err != nil {
		t.Error(err)
	}
}

// say sends a message of the simple protocol.
func (s *speaker) say(t *testing.T, sql string) answered {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	s.notices = nil
	if s.describes && strings.Contains(sql, "$1") {
		return s.describe(ctx, t, sql)
	}
	var a answered
	results := s.conn.Exec(ctx, sql)
	for results.NextResult() {
		reader := results.ResultReader()
		rowless := reader.FieldDescriptions() == nil
		r := reader.Read()
		if r.Err != nil && len(r.FieldDescriptions) == 0 {
			continue
		}
		a.results, a.rowless = append(a.results, columnsOf(r)), append(a.rowless, rowless)
		a.rows, a.tags = append(a.rows, len(r.Rows)), append(a.tags, r.CommandTag.String())
	}
	if err := results.Close(); err != nil && !errors.As(err, &a.err) {
		t.Fatalf("%s: %v", sql, err)
	}
	a.notices = s.notices
	return a
}

// describe prepares a statement with parameters. Its tag has their types.
func (s *speaker) describe(ctx context.Context, t *testing.T, sql string) (a answered) {
	t.Helper()
	described, err := s.conn.Prepare(ctx, "", sql, nil)
	if err != nil && !errors.As(err, &a.err) {
		t.Fatalf("%s: %v", sql, err)
	}
	if err == nil {
		a.results = [][]shown{columnsOf(&pgconn.Result{FieldDescriptions: described.Fields})}
		a.rowless = []bool{described.Fields == nil}
		a.rows, a.tags = []int{0}, []string{fmt.Sprint(described.ParamOIDs)}
	}
	return a
}

// columnsOf turns a result's rows into columns.
func columnsOf(r *pgconn.Result) []shown {
	out := make([]shown, len(r.FieldDescriptions))
	for i, f := range r.FieldDescriptions {
		out[i] = shown{name: f.Name, kind: f.DataTypeOID, mod: f.TypeModifier, values: make([]string, len(r.Rows))}
		for n, row := range r.Rows {
			if out[i].values[n] = string(row[i]); row[i] == nil {
				out[i].values[n] = "∅"
			}
		}
	}
	return out
}

// The outcomes of a message that an expression does not have.
const (
	otherTag    = "tag"
	otherMod    = "modifier" // the length or the scale of a type
	otherNotice = "notice"
	otherWords  = "message" // an error of the same code says something else
	otherDetail = "detail"  // an error of the same words has another DETAIL, or names other objects
)

// compareAnswers returns the outcome of a message.
func compareAnswers(there, here answered) string {
	if here.err != nil || there.err != nil {
		none := []shown{{}}
		one := func(a answered) []shown {
			if a.err == nil {
				return none
			}
			return []shown{{err: a.err}}
		}
		if outcome := compare(one(there), one(here)); outcome != isSame {
			return outcome
		}
		if outcome := compareErrors(there.err, here.err); outcome != isSame {
			return outcome
		}
	}
	if len(there.results) != len(here.results) {
		return otherTag
	}
	for i := range there.results {
		if len(there.results[i]) != 0 || len(here.results[i]) != 0 {
			if len(there.results[i]) == 0 || len(here.results[i]) == 0 {
				return otherText
			}
			if outcome := compare(there.results[i], here.results[i]); outcome != isSame {
				return outcome
			}
		}
		for c := range there.results[i] {
			if there.results[i][c].mod != here.results[i][c].mod {
				return otherMod
			}
		}
		if there.tags[i] != here.tags[i] || there.rows[i] != here.rows[i] || there.rowless[i] != here.rowless[i] {
			return otherTag
		}
	}
	if !slices.Equal(there.notices, here.notices) {
		return otherNotice
	}
	return isSame
}

// compareErrors returns the outcome of two errors of one code. What is refused here says so in its own words, and the embedded
// engine does not tell the row that breaks a constraint. Neither hints nor positions are compared.
func compareErrors(there, here *pgconn.PgError) string {
	switch {
	case there == nil || here == nil || here.Code == "0A000":
		return isSame
	case there.Message != here.Message:
		return otherWords
	case there.Detail != here.Detail && !(here.Detail == "" && strings.HasPrefix(there.Detail, "Failing row contains (")) || namesOf(there) != namesOf(here):
		return otherDetail
	}
	return isSame
}

// namesOf are the objects that an error names for programs.
func namesOf(e *pgconn.PgError) [5]string {
	return [5]string{temporarySchema.ReplaceAllString(e.SchemaName, "pg_temp"), e.TableName, e.ColumnName, e.DataTypeName, e.ConstraintName}
}

// temporarySchema is the schema of a session's temporary relations, whose number is the server's own.
var temporarySchema = regexp.MustCompile(`^pg_temp_\d+$`)

// readStatements reads the messages of a file: a line is a message, lines that begin with a tab
// go on with it, and those that begin with two dashes are comments.
func readStatements(t *testing.T, file string) []string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case line == "" || strings.HasPrefix(line, "--"):
		case strings.HasPrefix(line, "\t") && len(list) > 0:
			list[len(list)-1] += "\n" + line
		default:
			list = append(list, line)
		}
	}
	return list
}

// TestSameStatements sends testdata/statements/*.sql to a real Postgres 15 and to the embedded source.
// What is not answered alike is in testdata/statements/differences.txt, which -update writes: the outcome, the
// message, and the reason that testdata/statements/reasons.txt has. What is refused says so with 0A000. Another
// value, or an answer where Postgres has an error, fails the test unless it has a reason; every other line without
// a reason is a defect that is known. Each file has databases of its own: what others have made would only make
// the catalogs larger, which are read after each change of a definition.
//
// SALLYPORT_SAME_OUT=file writes both answers to a file. SALLYPORT_SAME_FILES=pattern sends the files of that name alone.
// SALLYPORT_SAME_TENTH=0 to 9 sends every tenth file alone, beginning with that one: `make test` takes another tenth each
// day, `make same` all of them.
func TestSameStatements(t *testing.T) { sameStatements(t, "testdata/statements") }

// TestSameCorpora does the same with testdata/corpora, which has what real clients send: psql for its backslash
// commands, drivers, and programs that browse databases.
func TestSameCorpora(t *testing.T) { sameStatements(t, corpora) }

// internalName matches names of functions, catalogs and texts that are the server's own.
var internalName = regexp.MustCompile(`__pg\b|\bpg__\w+|sallyport:\{`)

const corpora = "testdata/corpora"

func sameStatements(t *testing.T, folder string) {
	t.Helper()
	only := os.Getenv("SALLYPORT_SAME_FILES")
	files, err := filepath.Glob(folder + "/" + cmp.Or(only, "*.sql"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no statements: %v", err)
	}
	server := pgtest.Start(t)
	if !strings.HasPrefix(newSpeaker(t, server.DSN("postgres")).conn.ParameterStatus("server_version"), "15.") {
		t.Skip("the differences are those from Postgres 15")
	}
	var out strings.Builder
	differing := map[string]*strings.Builder{} // by file
	reasons := readReasons(t, folder+"/reasons.txt")
	send := func(t *testing.T, here *door, file string) {
		t.Helper()
		name := nameOf(file)
		postgres, ours := newSpeaker(t, server.DSN("demo")), newSpeaker(t, "postgres://postgres@"+here.addr+"/demo?sslmode=disable")
		postgres.describes, ours.describes = folder == corpora, folder == corpora
		differences := &strings.Builder{}
		differing[name] = differences
		total := map[string]int{}
		for _, sql := range readStatements(t, file) {
			there, here := postgres.say(t, sql), ours.say(t, sql)
			outcome := compareAnswers(there, here)
			fmt.Fprintf(&out, "%s\t%s\t%s\n\t%v\n\t%v\n", outcome, name, sql, there, here)
			if internal := internalName.FindString(fmt.Sprint(here)); internal != "" && !strings.Contains(fmt.Sprint(sql, there), internal) {
				t.Errorf("an answer has a name of the server's own, %s: %s\n\there:     %v", internal, sql, here)
			}
			if outcome == isSame {
				total[outcome]++
				continue
			}
			line := outcome + "\t" + strings.ReplaceAll(sql, "\n", " ")
			differences.WriteString(line)
			why := allowed(reasons, outcome, name+": "+sql)
			switch {
			case why != nil:
				total[outcome+" with a reason"]++
				differences.WriteString("\t-- " + why.why)
			case outcome == otherText || outcome == otherDigits || outcome == onlyThere:
				t.Errorf("wrong without a reason: %s\n\tPostgres: %v\n\there:     %v", line, there, here)
				fallthrough
			default:
				total[outcome]++
			}
			differences.WriteByte('\n')
		}
		t.Logf("%s: %s", name, countsOf(total))
		postgres.close(t) // there are more files than connections that a server takes
		ours.close(t)
	}
	tenth := chosenTenth(t, folder)
	for i, file := range files {
		if tenth >= 0 && i%10 != tenth {
			continue
		}
		t.Run(nameOf(file), func(t *testing.T) {
			server.Exec(t, "postgres", "CREATE DATABASE demo TEMPLATE template0 LOCALE 'C.UTF-8' STRATEGY file_copy")
			t.Cleanup(func() { server.Exec(t, "postgres", "DROP DATABASE demo WITH (FORCE)") })
			send(t, serveDuckDB(t), file)
		})
	}
	for _, r := range reasons {
		if !r.used && only == "" && tenth < 0 {
			t.Errorf("reasons.txt: nothing is %s by %s any more", r.outcome, r.pattern)
		}
	}
	if file := os.Getenv("SALLYPORT_SAME_OUT"); file != "" {
		if err := os.WriteFile(file, []byte(out.String()), 0o600); err != nil {
			t.Error(err)
		}
	}
	compareSections(t, folder, differing)
}

// countsOf shows how often each outcome was.
func countsOf(counts map[string]int) string {
	var b strings.Builder
	for _, outcome := range slices.Sorted(maps.Keys(counts)) {
		fmt.Fprintf(&b, "%s %d  ", outcome, counts[outcome])
	}
	return b.String()
}
