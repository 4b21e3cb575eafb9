package duckdb

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
)

// kept is a database file with the emulation of a database of some name, as this version of DuckDB
// and these statements make it. To attach the file takes a twentieth of the time that the statements
// take. The file can always be made again, so whatever is wrong with it is no error.
type kept struct{ file string } // "": nothing can be kept

// unusedFor is how long a file stays that no start attaches.
const unusedFor = 30 * 24 * time.Hour

// building is how long one process leaves it to another to make a file.
const building = time.Minute

// keptAs returns the file for the statements in a folder; "" is the folder sallyport of the user's
// cache (os.UserCacheDir).
func keptAs(folder string, statements []string) kept {
	if folder == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return kept{}
		}
		folder = filepath.Join(cache, "sallyport")
	}
	key := sha256.Sum256([]byte(lib.LibraryVersion() + "\x00" + strings.Join(statements, "\x00")))
	return kept{filepath.Join(folder, "catalog-"+hex.EncodeToString(key[:16])+".duckdb")}
}

// attach attaches the file to an instance, and reports whether it could.
func (k kept) attach(p *Provider) bool {
	if k.file == "" || !own(filepath.Dir(k.file)) || !own(k.file) {
		return false
	}
	if err := run(p.admin, "ATTACH "+quoteText(k.file)+" AS "+pgcatalog.Database+" (READ_ONLY)"); err != nil {
		p.log.Debug("the Postgres catalog that was kept cannot be used", "source", p.options.Name, "file", k.file, "error", err)
		_ = os.Remove(k.file) // it will be made again
		return false
	}
	p.hidePath(filepath.Dir(k.file))
	now := time.Now()
	_ = os.Chtimes(k.file, now, now) // only unused tells
	return true
}

// own reports whether a file is the user's, and nobody else can write to it: its views are run.
func own(path string) bool {
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&os.ModeSymlink != 0 || info.Mode().Perm()&0o022 != 0 {
		return false
	}
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && int64(s.Uid) == int64(os.Geteuid())
}

// make makes the file, by another instance of which it is the emulation's database.
func (k kept) make(p *Provider) {
	if k.file == "" || p.isClosed() {
		return
	}
	err := k.build(p)
	if err != nil && !p.isClosed() {
		p.log.Debug("the Postgres catalog cannot be kept for the next start", "source", p.options.Name, "file", k.file, "error", err)
	}
}

func (k kept) build(p *Provider) error {
	folder := filepath.Dir(k.file)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	if !own(folder) {
		return errors.New("others can write to the folder")
	}
	removeUnused(folder)
	scratch := k.file + ".new"
	if err := os.Mkdir(scratch, 0o700); err != nil {
		return err // another process makes it
	}
	defer func() { _ = os.RemoveAll(scratch) }()
	file := filepath.Join(scratch, "catalog.duckdb")
	maker, err := Open(context.Background(), Options{Name: p.options.Name, TempDir: scratch, Threads: 1, keepIn: file})
	if err != nil {
		return err
	}
	<-maker.emulation.done
	err = maker.emulation.err
	if err == nil {
		err = maker.runAll("CHECKPOINT "+pgcatalog.Database, "DETACH "+pgcatalog.Database)
	}
	if err = errors.Join(err, maker.Close()); err != nil {
		return err
	}
	return os.Rename(file, k.file)
}

// removeUnused removes what earlier versions have kept, and what a process that was killed has left.
func removeUnused(folder string) {
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !strings.HasPrefix(e.Name(), "catalog-") {
			continue
		}
		age := time.Since(info.ModTime())
		if age > unusedFor || e.IsDir() && age > building {
			_ = os.RemoveAll(filepath.Join(folder, e.Name()))
		}
	}
}
