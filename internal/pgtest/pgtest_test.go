package pgtest

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { os.Exit(Main(m)) }

func query(t *testing.T, dsn, sql string) string {
	t.Helper()
	conn, err := pgconn.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	results, err := conn.Exec(t.Context(), sql).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return string(results[0].Rows[0][0])
}

func TestCreateDB(t *testing.T) {
	server := Start(t)
	if Start(t) != server {
		t.Error("a second Start started a second server")
	}
	var name string
	t.Run("inner", func(t *testing.T) {
		one, two := server.CreateDB(t), server.CreateDB(t)
		name = query(t, one, "SELECT current_database()")
		if other := query(t, two, "SELECT current_database()"); name == other {
			t.Errorf("both are %q", name)
		}
	})
	if got := query(t, server.SocketDSN("postgres"), "SELECT count(*) FROM pg_database WHERE datname='"+name+"'"); got != "0" {
		t.Errorf("%s outlived its test", name)
	}
}

// TestCreateFilled: each database has the rows of the text, and none has what another one's test did.
func TestCreateFilled(t *testing.T) {
	server := Start(t)
	const text = "CREATE TABLE t AS SELECT 1 AS i"
	one, two := server.CreateFilled(t, text), server.CreateFilled(t, text)
	Ask(t, one, "INSERT INTO t VALUES (2)")
	for dsn, want := range map[string]string{one: "2", two: "1", server.CreateFilled(t, text): "1", server.CreateFilled(t, text+"; INSERT INTO t VALUES (7), (8)"): "3"} {
		if got := Ask(t, dsn, "SELECT count(*) FROM t"); got != want {
			t.Errorf("%s rows, want %s", got, want)
		}
	}
}

func TestLaunchAndStop(t *testing.T) {
	ignore := goleak.IgnoreCurrent()
	dir, err := Dir()
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	server, err := Launch(t.Context(), dir, Options{Durable: true, Settings: map[string]string{"max_connections": "17"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := query(t, server.DSN("postgres"), "SELECT current_setting('max_connections') || current_setting('fsync')"); got != "17on" {
		t.Errorf("settings: %q, want 17on", got)
	}
	if err := server.Stop(); err != nil {
		t.Fatal(err)
	}
	if conn, err := net.Dial("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(server.Port))); err == nil {
		conn.Close()
		t.Error("the server still listens after Stop")
	}
	if err := server.Stop(); err != nil {
		t.Errorf("a second Stop: %v", err)
	}
	goleak.VerifyNone(t, ignore)
}

// TestTemplate: a template has all that initdb made but for maps of free space and visibility, is made anew where there is none, and
// one that others could have written is not taken.
func TestTemplate(t *testing.T) {
	bin, err := findBin(debian, os.Getenv("PATH"))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", t.TempDir())
	template, err := templateFile(bin)
	if err != nil {
		t.Fatal(err)
	}
	look := func() Digest {
		dir, err := Dir()
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		credential, err := unprivileged(dir)
		if err != nil {
			t.Fatal(err)
		}
		s := &Server{BinDir: bin, Dir: dir}
		if err := s.makeData(t.Context(), credential); err != nil {
			t.Fatal(err)
		}
		digest := Digest{}
		err = filepath.WalkDir(s.dataDir(), func(path string, _ fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := os.Lstat(path)
			owner := info.Sys().(*syscall.Stat_t)
			digest[strings.TrimPrefix(path, dir)] = fmt.Sprint(info.Mode(), owner.Uid, owner.Gid)
			if info.Mode().IsRegular() {
				var content []byte
				content, err = os.ReadFile(path)
				digest[strings.TrimPrefix(path, dir)] += fmt.Sprintf(" %x", sha256.Sum256(content))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return digest
	}
	made, taken := look(), look()
	if diff := made.Diff(taken); len(diff) > 0 || len(made) < 700 {
		t.Errorf("of %d files:\n%s", len(made), strings.Join(diff, "\n"))
	}
	for path := range made {
		if strings.HasPrefix(path, "/data/base/") && (strings.HasSuffix(path, "_fsm") || strings.HasSuffix(path, "_vm")) {
			t.Errorf("%s is copied for each database", path)
		}
	}
	for name, spoil := range map[string]func() error{
		"for others to write": func() error { return os.Chmod(template, 0o666) },
		"a link": func() error {
			return firstError(os.Rename(template, template+".old"), os.Symlink(template+".old", template))
		},
	} {
		if err := spoil(); err != nil {
			t.Fatal(err)
		}
		if file := openOurs(template); file != nil {
			file.Close()
			t.Errorf("%s: it was taken", name)
		}
	}
}

func TestLaunchTellsWhatTheServerSaid(t *testing.T) {
	dir, err := Dir()
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	_, err = Launch(t.Context(), dir, Options{Settings: map[string]string{"no_such_setting": "1"}})
	if err == nil || !strings.Contains(err.Error(), "no_such_setting") {
		t.Errorf("error %v does not name the setting", err)
	}
}

func TestFindBin(t *testing.T) {
	root := t.TempDir()
	install := func(version string) string {
		dir := filepath.Join(root, version, "bin")
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"postgres", "initdb"} {
			if err := os.WriteFile(filepath.Join(dir, name), nil, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	glob := filepath.Join(root, "*", "bin")

	if _, err := findBin(glob, "/nowhere"); !errors.Is(err, ErrNotInstalled) || !strings.Contains(err.Error(), "make deps") {
		t.Errorf("with no PostgreSQL: %v", err)
	}
	nine := install("9")
	if dir, err := findBin("/nowhere/*", "/nowhere:"+nine); dir != nine || err != nil {
		t.Errorf("on PATH: %q, %v", dir, err)
	}
	if dir, err := findBin(glob, install("17")); dir != filepath.Join(root, "17", "bin") || err != nil {
		t.Errorf("newest: %q, %v", dir, err)
	}
}

func TestStartNeedsMain(t *testing.T) {
	var outside sharedServer
	if _, err := outside.start(); err == nil || !strings.Contains(err.Error(), "TestMain") {
		t.Errorf("started a server that nobody would stop: %v", err)
	}
}
