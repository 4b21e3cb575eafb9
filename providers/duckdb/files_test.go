package duckdb

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/sallyportdb/sallyport/internal/courttest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// folderWith opens a source over a folder with copies.
func folderWith(t *testing.T, o Options) (*Provider, *Conn) {
	t.Helper()
	if o.CopyDir == "" {
		o.CopyDir = t.TempDir()
	}
	p := open(t, o)
	return p, connect(t, p, providers.ConnOptions{})
}

// awaitCopy waits until the view of a table reads a copy.
func awaitCopy(t *testing.T, p *Provider, name string) {
	t.Helper()
	courttest.Eventually(t, "table "+name+" has a copy", func() bool { return p.files.findTable(name).state.Load().copy != "" })
}

func TestCopies(t *testing.T) {
	folder, copies := t.TempDir(), filepath.Join(t.TempDir(), "copies")
	path := write(t, filepath.Join(folder, "a.csv"), "i,t\n1,one\n2,two\n")
	write(t, filepath.Join(folder, "j.ndjson"), `{"a":1}`+"\n"+`{"a":2}`+"\n")
	p, c := folderWith(t, Options{Folder: folder, CopyDir: copies})
	awaitCopy(t, p, "a")
	awaitCopy(t, p, "j")
	if a := must(t, c, "SELECT * FROM a"); strings.Join(a.rows, " ") != "1|one 2|two" {
		t.Errorf("the copy has %q", a.rows)
	}
	if err := os.WriteFile(path, []byte("i,t\n3,six\n2,two\n"), 0o600); err != nil { // of the same length
		t.Fatal(err)
	}
	if a := must(t, c, "SELECT * FROM a"); strings.Join(a.rows, " ") != "3|six 2|two" {
		t.Errorf("after a change the table has %q", a.rows)
	}
	must(t, c, "CREATE VIEW v AS SELECT i FROM a")
	must(t, c, "CREATE VIEW w AS SELECT i FROM v")
	must(t, c, "CREATE MACRO m() AS (SELECT max(i) FROM w)")
	must(t, c, "CREATE TEMP VIEW x AS SELECT i FROM a")
	for i, sql := range []string{"SELECT i FROM v", "SELECT i FROM w", "SELECT m()", "SELECT i FROM x", `SELECT i FROM "A"`} {
		want := fmt.Sprint(10 + i)
		write(t, path, "i,t\n"+want+",ten\n")
		if a := must(t, c, sql); strings.Join(a.rows, " ") != want {
			t.Errorf("%s: %q, want %s", sql, a.rows, want)
		}
	}
	write(t, path, "other\nx\n")
	if a := must(t, c, "SELECT * FROM a"); a.columns[0].Name != "other" || a.rows[0] != "x" {
		t.Errorf("with other columns the table is %v %q", a.columns, a.rows)
	}
	write(t, filepath.Join(folder, "late.csv"), "n\n7\n")
	if a := must(t, c, "SELECT n FROM late"); a.rows[0] != "7" {
		t.Errorf("a file that came later has %q", a.rows)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := try(c, "SELECT * FROM a"); sqlstate.CodeOf(err) != sqlstate.UndefinedFile {
		t.Errorf("a file that is gone: %v", err)
	}
	for path, want := range map[string]os.FileMode{copies: 0o700, filepath.Join(copies, "demo.duckdb"): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
}

// TestCopiesAreKept opens a source again: what has not changed is not read again.
func TestCopiesAreKept(t *testing.T) {
	folder, copies := t.TempDir(), t.TempDir()
	path := write(t, filepath.Join(folder, "a.csv"), "i\n1\n")
	other := write(t, filepath.Join(folder, "b.csv"), "i\n1\n")
	o := Options{Folder: folder, CopyDir: copies}
	for i := range 3 {
		o.TempDir, o.Name = t.TempDir(), "demo"
		p, err := Open(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			awaitCopy(t, p, "a")
			awaitCopy(t, p, "b")
		}
		if s := p.files.findTable("a").state.Load(); s.copy == "" && i < 2 {
			t.Errorf("opening %d: the copy is not used", i)
		}
		c := connect(t, p, providers.ConnOptions{})
		if a := must(t, c, "SELECT a.i, b.i FROM a, b"); a.rows[0] != fmt.Sprintf("1|%d", i+1) {
			t.Errorf("opening %d: %q", i, a.rows)
		}
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
		write(t, other, fmt.Sprintf("i\n%d\n", i+2))
		if i == 1 { // a damaged database of copies is made anew
			write(t, filepath.Join(copies, "demo.duckdb"), strings.Repeat("rubbish", 10_000))
		}
	}
	_ = path
}

// TestFileReplacedWhileRead replaces files that are read by a statement, without a copy and with one.
func TestFileReplacedWhileRead(t *testing.T) {
	folder := t.TempDir()
	var b strings.Builder
	b.WriteString("i\n")
	for range 2_000_000 {
		b.WriteString("1\n")
	}
	path := write(t, filepath.Join(folder, "big.csv"), b.String())
	p := open(t, Options{Folder: folder})
	c := connect(t, p, providers.ConnOptions{})
	must(t, c, "CREATE TABLE taken(i bigint)")
	rows, err := c.Query(context.Background(), providers.Statement{SQL: "SELECT i FROM big", Verb: "SELECT", ReadOnly: true}, providers.Args{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := rows.Next(); err != nil {
		t.Fatal(err)
	}
	replaced := strings.ReplaceAll(b.String(), "1\n", "2\n")
	write(t, path+".new", replaced)
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
	n, mixed := 1, false
	for err == nil {
		var row providers.Row
		if row, err = rows.Next(); err == nil {
			n++
			mixed = mixed || string(row[0]) != "1"
		}
	}
	if code := sqlstate.CodeOf(err); code != sqlstate.SerializationFailure {
		t.Errorf("%d rows, of both files: %t, and then %v", n, mixed, err)
	}
	if a := must(t, c, "SELECT count(*), min(i), max(i) FROM big"); a.rows[0] != "2000000|2|2" {
		t.Errorf("the next statement reads %q", a.rows)
	}
	// A change is taken back if what it was made of changes before it ends.
	done := make(chan error, 1)
	go func() {
		_, err := try(c, "INSERT INTO taken SELECT b.i FROM big b, range(3)")
		done <- err
	}()
	for running := true; running; {
		write(t, path+".new", b.String())
		if err := os.Rename(path+".new", path); err != nil {
			t.Fatal(err)
		}
		select {
		case err = <-done:
			running = false
		default:
		}
	}
	a := must(t, c, "SELECT count(*) FROM taken")
	if (err == nil) != (a.rows[0] != "0") {
		t.Errorf("INSERT said %v and left %q rows", err, a.rows)
	}
}

func TestFoldersAsTables(t *testing.T) {
	folder, outside := t.TempDir(), t.TempDir()
	secret := write(t, filepath.Join(outside, "secret.csv"), "i\n42\n")
	for path, text := range map[string]string{
		"sales/year=2024/a.csv": "n\n1\n", "sales/year=2025/a.csv": "n\n2\n", "sales/year=2025/_SUCCESS": "",
		"mixed/a.csv": "n\n1\n", "mixed/b.json": `{"n":1}`, "empty/readme.txt": "nothing", "logs/x/1.ndjson": `{"n":1}`, "logs/2.ndjson": `{"n":2,"m":3}`,
	} {
		path = filepath.Join(folder, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, path, text)
	}
	zipped, err := os.Create(filepath.Join(folder, "zipped.csv.gz"))
	if err != nil {
		t.Fatal(err)
	}
	z := gzip.NewWriter(zipped)
	_, err = z.Write([]byte("i\n5\n"))
	if err = errors.Join(err, z.Close(), zipped.Close()); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"sales/year=2024/link.csv": secret, "out": outside, "link.csv": secret} {
		if err := os.Symlink(to, filepath.Join(folder, link)); err != nil {
			t.Fatal(err)
		}
	}
	p, c := folderWith(t, Options{Folder: folder})
	for sql, want := range map[string]string{
		"SELECT year, sum(n) FROM sales GROUP BY 1 ORDER BY 1": "2024|1 2025|2",
		"SELECT n, m FROM logs ORDER BY 1":                     "1|∅ 2|3",
		"SELECT * FROM zipped":                                 "5",
	} {
		if a := must(t, c, sql); strings.Join(a.rows, " ") != want {
			t.Errorf("%s: %q, want %s", sql, a.rows, want)
		}
	}
	for _, name := range []string{"mixed", "empty", "out", "link"} {
		if a, err := try(c, "SELECT * FROM "+name); sqlstate.CodeOf(err) != sqlstate.UndefinedTable {
			t.Errorf("%s: %q, %v", name, a.rows, err)
		}
	}
	awaitCopy(t, p, "sales")
	if err := os.MkdirAll(filepath.Join(folder, "sales/year=2026"), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(folder, "sales/year=2026/b.csv"), "n\n9\n")
	if a := must(t, c, "SELECT max(n), max(year) FROM sales"); a.rows[0] != "9|2026" {
		t.Errorf("with a new partition: %q", a.rows)
	}
	// A file that becomes a link to somewhere else is not read.
	if err := errors.Join(os.Remove(filepath.Join(folder, "zipped.csv.gz")), os.Symlink(secret, filepath.Join(folder, "zipped.csv.gz"))); err != nil {
		t.Fatal(err)
	}
	if a, err := try(c, "SELECT * FROM zipped"); sqlstate.CodeOf(err) != sqlstate.UndefinedFile {
		t.Errorf("a link out of the folder: %q, %v", a.rows, err)
	}
}

// TestCopiesWithinBound has files that do not all fit into the bound of the copies.
func TestCopiesWithinBound(t *testing.T) {
	folder, copies := t.TempDir(), t.TempDir()
	var b strings.Builder
	b.WriteString("i\n")
	for i := range 200_000 {
		fmt.Fprintf(&b, "%d\n", i*7919)
	}
	for _, name := range []string{"a", "b", "c"} {
		write(t, filepath.Join(folder, name+".csv"), b.String())
	}
	bound := int64(b.Len() * 5 / 2)
	p, c := folderWith(t, Options{Folder: folder, CopyDir: copies, Copies: fmt.Sprintf("%dB", bound)})
	courttest.Eventually(t, "each table has a copy or can have none", func() bool {
		return !slices.ContainsFunc(p.files.listTables(), func(f *fileTable) bool { s := f.state.Load(); return s.copy == "" && !s.uncopied })
	})
	if a := must(t, c, "SELECT (SELECT count(*) FROM a), (SELECT count(*) FROM b), (SELECT count(*) FROM c)"); a.rows[0] != "200000|200000|200000" {
		t.Errorf("the tables have %q", a.rows)
	}
	copied := 0
	for _, f := range p.files.listTables() {
		if f.state.Load().copy != "" {
			copied++
		}
	}
	if copied != 2 {
		t.Errorf("%d of 3 tables have copies", copied)
	}
}

// TestDeepFiles: a JSON file that would overflow DuckDB's stack is no table, however it came into the folder.
func TestDeepFiles(t *testing.T) {
	const levels = 200_000
	deep := strings.Repeat(`{"a":`, levels) + "1" + strings.Repeat("}", levels) + "\n"
	var packed, frame bytes.Buffer
	zipped := gzip.NewWriter(&packed)
	if _, err := zipped.Write([]byte(deep)); err != nil || zipped.Close() != nil {
		t.Fatal(err)
	}
	framed, err := zstd.NewWriter(&frame)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := framed.Write([]byte(deep)); err != nil || framed.Close() != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	write(t, filepath.Join(folder, "deep.json"), deep)
	write(t, filepath.Join(folder, "broken.ndjson"), `{"a": "`+"\n"+deep)
	write(t, filepath.Join(folder, "packed.json.gz"), packed.String())
	write(t, filepath.Join(folder, "frame.ndjson.zst"), frame.String())
	changed := write(t, filepath.Join(folder, "changed.json"), `{"a":{"b":["[[[[", 1]}}`)
	p, c := folderWith(t, Options{Folder: folder})
	for _, name := range []string{"deep", "broken", "packed", "frame"} {
		if p.files.findTable(name) != nil {
			t.Errorf("%s is a table", name)
		}
	}
	must(t, c, "SELECT * FROM changed")
	write(t, changed, deep)
	refused(t, c, sqlstate.UndefinedFile, "SELECT * FROM changed")
	copied := providers.Statement{SQL: "COPY changed FROM STDIN", Verb: "COPY", Copy: &providers.Copy{From: true, Table: "changed"}}
	if _, err := c.CopyFrom(t.Context(), copied, nil); sqlstate.CodeOf(err) != sqlstate.UndefinedFile {
		t.Errorf("COPY: %v", err)
	}
	write(t, filepath.Join(folder, "later.json"), strings.Repeat("[", levels)+strings.Repeat("]", levels))
	refused(t, c, sqlstate.UndefinedTable, "SELECT * FROM later")
	write(t, changed, `{"a":2}`)
	if a := must(t, c, "SELECT a FROM changed"); a.rows[0] != "2" {
		t.Errorf("made shallow again it has %q", a.rows)
	}
}

// parquetOf is a Parquet file without rows, whose one column is so many levels deep.
func parquetOf(levels int) string {
	group := "\x35\x02\x18\x01a\x15\x02\x00" // optional, called a, with one child
	count := binary.AppendUvarint(nil, uint64(levels+2))
	footer := "\x15\x02\x19\xfc" + string(count) + "\x48\x01r\x15\x02\x00" + strings.Repeat(group, levels) + "\x15\x02\x25\x02\x18\x01x\x00" + "\x16\x00\x19\x0c\x00"
	return "PAR1" + footer + string(binary.LittleEndian.AppendUint32(nil, uint32(len(footer)))) + "PAR1"
}

// TestDeepParquet: a Parquet file whose columns are so deep that they would overflow DuckDB's stack is no table.
func TestDeepParquet(t *testing.T) {
	folder := t.TempDir()
	write(t, filepath.Join(folder, "deep.parquet"), parquetOf(300_000))
	write(t, filepath.Join(folder, "cut.parquet"), strings.Replace(parquetOf(3), "\x16\x00\x19\x0c\x00", "\x16\x00\x19\x0c", 1))
	changed := write(t, filepath.Join(folder, "changed.parquet"), parquetOf(150))
	p, c := folderWith(t, Options{Folder: folder})
	if p.files.findTable("deep") != nil || p.files.findTable("cut") != nil {
		t.Error("what is deep, or has half a footer, is a table")
	}
	if a := must(t, c, "SELECT count(*) FROM changed"); a.rows[0] != "0" {
		t.Errorf("150 levels: %q", a.rows)
	}
	write(t, changed, parquetOf(300_000))
	refused(t, c, sqlstate.UndefinedFile, "SELECT * FROM changed")
}

// TestCopyOfCanceledStatement: a statement that is cancelled while a file is copied for it does not leave the
// file without a copy.
func TestCopyOfCanceledStatement(t *testing.T) {
	folder := t.TempDir()
	path := write(t, filepath.Join(folder, "a.csv"), "i\n1\n")
	p, c := folderWith(t, Options{Folder: folder})
	awaitCopy(t, p, "a")
	write(t, path, "i\n"+strings.Repeat("12345\n", inlineCopy/6-10))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.currentState(ctx, p.files.findTable("a")); sqlstate.CodeOf(err) != sqlstate.QueryCanceled {
		t.Errorf("the cancelled statement: %v", err)
	}
	must(t, c, "SELECT max(i) FROM a")
	awaitCopy(t, p, "a")
}
