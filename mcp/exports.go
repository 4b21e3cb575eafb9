package mcp

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/folder"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// How much is kept of exports, on disk.
const (
	exportBytes    = 16 << 20 // of one
	exportsOfOne   = 8        // of one owner; its oldest makes room
	exportsBytes   = 256 << 20
	exportLifetime = 15 * time.Minute
)

const exportsURI = "sallyport://exports"

// exportKind is a form of exports.
type exportKind struct{ name, mime string }

var (
	csvExport     = exportKind{"csv", "text/csv"}
	jsonExport    = exportKind{"json", "application/json"}
	parquetExport = exportKind{"parquet", "application/vnd.apache.parquet"}
)

// export is a result in a file, for the client that asked for it.
type export struct {
	owner   owner
	name    string // of the file, with which its URI ends
	kind    exportKind
	rows    int64
	bytes   int64
	expires time.Time
}

func (e *export) uri() string { return exportsURI + "/" + e.name }

// exports keep results as files of one folder, which is made when it is needed. Safe
// for concurrent use.
type exports struct {
	now    func() time.Time
	parent string // of dir; "": that of temporary files

	mu    sync.Mutex
	dir   string   // "": not made yet
	lock  *os.File // says that dir is this process's
	ended bool
	all   []*export // the oldest first
	size  int64
}

// folder is where exports are written. 55000: the server ends; 58030: it cannot be made.
func (s *exports) folder() (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return "", sqlstate.New(sqlstate.ObjectNotInState, "the server is ending")
	}
	if s.dir == "" {
		dir, lock, err := makeExportsFolder(s.parent)
		if err != nil {
			return "", err
		}
		s.dir, s.lock = dir, lock
	}
	return s.dir, nil
}

// keep takes a file over. What is too old goes, and the owner's own oldest where there
// are too many: nobody can push out another's. 53400: there is no room.
func (s *exports) keep(e *export) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	e.expires = s.now().Add(exportLifetime)
	s.sweep()
	for s.size+e.bytes > exportsBytes || s.of(e.owner) >= exportsOfOne {
		oldest := slices.IndexFunc(s.all, func(x *export) bool { return x.owner == e.owner })
		if oldest < 0 {
			_ = os.Remove(filepath.Join(s.dir, e.name)) // close removes what is left
			return sqlstate.New(sqlstate.ConfigLimitExceeded, "the exports of all clients take %d MiB, and there is no room for another", s.size>>20).
				WithHint("They are kept for %d minutes: try again later, or page through the result.", int(exportLifetime.Minutes()))
		}
		s.drop(oldest)
	}
	s.all, s.size = append(s.all, e), s.size+e.bytes
	return nil
}

// read returns an export of an owner and what is in it. 42704: there is none for this
// owner; nothing tells whether there is one for another.
func (s *exports) read(name string, by owner) (*export, []byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sweep()
	at := slices.IndexFunc(s.all, func(e *export) bool { return e.name == name && e.owner == by })
	if at < 0 {
		return nil, nil, sqlstate.New(sqlstate.UndefinedObject, "there is no such export for you").
			WithHint("An export is gone after %d minutes. Run the query again.", int(exportLifetime.Minutes()))
	}
	text, err := os.ReadFile(filepath.Join(s.dir, s.all[at].name))
	if err != nil {
		return nil, nil, sqlstate.Wrap(err, sqlstate.IOError, "the export cannot be read")
	}
	return s.all[at], text, nil
}

func (s *exports) sweep() {
	for len(s.all) > 0 && !s.now().Before(s.all[0].expires) {
		s.drop(0)
	}
}

func (s *exports) of(by owner) (n int) {
	for _, e := range s.all {
		if e.owner == by {
			n++
		}
	}
	return n
}

func (s *exports) drop(at int) {
	e := s.all[at]
	s.all, s.size = slices.Delete(s.all, at, at+1), s.size-e.bytes
	_ = os.Remove(filepath.Join(s.dir, e.name)) // close removes what is left
}

// close removes the files of all.
func (s *exports) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended, s.all, s.size = true, nil, 0
	if s.dir == "" {
		return nil
	}
	return errors.Join(os.RemoveAll(s.dir), folder.Release(s.lock))
}

// exportKinds are the forms that there are, the first one by default.
func (s *Server) exportKinds() []string {
	kinds := []string{csvExport.name, jsonExport.name}
	if s.parquet != nil {
		kinds = append(kinds, parquetExport.name)
	}
	return kinds
}

// runExport writes the whole result of a query into a file, and answers with the
// resource that it is.
func (s *Server) runExport(ctx context.Context, c *call) (*mcpgo.CallToolResult, error) {
	kind := map[string]exportKind{"csv": csvExport, "json": jsonExport, "parquet": parquetExport}[c.args.text("export")]
	dir, err := s.exports.folder()
	if err != nil {
		return nil, err
	}
	e := &export{owner: s.owner(ctx), kind: kind, name: rand.Text() + "." + kind.name}
	path := filepath.Join(dir, e.name)
	columns, cut, err := s.writeExport(ctx, c, e, path)
	if err == nil {
		err = s.exports.keep(e)
	}
	if err != nil {
		return nil, errors.Join(err, removeIfThere(path))
	}
	p := rowsPayload{Columns: shape(columns), Rows: []byte("[]"), RowCount: int(e.rows), Truncated: cut != "", CutBy: cut, Resource: e.uri()}
	text := fmt.Sprintf("%s, %d bytes of %s: resources/read %s, until %s.", count(int(e.rows), "row"), e.bytes, kind.name, e.uri(), e.expires.UTC().Format("15:04 MST"))
	if cut != "" {
		p.Next = "Truncated by row_limit, or the server's own limit."
		text += " " + p.Next
	}
	result := mcpgo.NewToolResultStructured(p, text)
	result.Content = append(result.Content, mcpgo.NewResourceLink(e.uri(), e.name, text, kind.mime))
	return result, nil
}

func removeIfThere(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// writeExport runs the query of a call into a file. cut says which limit ended it.
func (s *Server) writeExport(ctx context.Context, c *call, e *export, path string) (columns []providers.Column, cut string, err error) {
	session, err := s.session(ctx, c)
	if err != nil {
		return nil, "", err
	}
	defer s.end(session)
	defer func() { err = session.Advised(c.sql(), err) }()
	batch, err := session.Prepare(ctx, c.request())
	if err != nil {
		return nil, "", err
	}
	if len(batch) != 1 {
		return nil, "", s.record(ctx, c.tool.name, c.whole(), errNoStatement())
	}
	options := engine.Options{Alone: true}
	if c.given["row_limit"] != nil {
		options.MaxRows = c.args.int("row_limit")
	}
	result, err := session.Execute(ctx, batch[0], providers.Args{}, options)
	if err != nil {
		return nil, "", batch[0].Suggest(ctx, err)
	}
	defer func() { _ = result.Close() }() // nothing to do after the end or an error
	w := &exportWriter{columns: result.Columns(), names: uniqueNames(columnNames(result.Columns())), limit: exportBytes, json: e.kind == jsonExport}
	if e.rows, err = w.writeAll(ctx, result, path); err != nil {
		return nil, "", batch[0].Suggest(ctx, err)
	}
	if e.kind == parquetExport {
		if err := s.asParquet(ctx, w, path); err != nil {
			return nil, "", err
		}
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, "", sqlstate.Wrap(err, sqlstate.IOError, "the export cannot be read")
	}
	e.bytes = info.Size()
	return w.columns, result.Truncated(), nil
}

// Making Parquet takes memory, some hundreds of MiB at worst: so many results are made Parquet at
// a time, and so long another one waits.
const (
	parquetAtOnce = 2
	parquetWait   = 30 * time.Second
)

// asParquet makes Parquet of the CSV in a file. 53400: as many as may are made already.
func (s *Server) asParquet(ctx context.Context, w *exportWriter, path string) error {
	select {
	case s.parquets <- struct{}{}:
		defer func() { <-s.parquets }()
	case <-time.After(s.parquetWait):
		return sqlstate.New(sqlstate.ConfigLimitExceeded, "%d results are made Parquet already, and none was done within %v", parquetAtOnce, s.parquetWait).
			WithHint("Try again later, or export CSV or JSON.")
	case <-ctx.Done():
		return sqlstate.From(ctx.Err())
	}
	made := path + ".made"
	if err := s.parquet(ctx, w.shape(), path, made); err != nil {
		return errors.Join(err, removeIfThere(made))
	}
	if err := os.Rename(made, path); err != nil {
		return sqlstate.Wrap(err, sqlstate.IOError, "the export cannot be written")
	}
	return nil
}

// readExport is the resource of an export.
func (s *Server) readExport(ctx context.Context, _ *engine.Session, path []string) (content, error) {
	e, text, err := s.exports.read(path[0], s.owner(ctx))
	switch {
	case err != nil:
		return content{}, err
	case e.kind == parquetExport:
		return content{mime: e.kind.mime, blob: base64.StdEncoding.EncodeToString(text), rows: e.rows}, nil
	}
	return content{mime: e.kind.mime, text: string(text), rows: e.rows}, nil
}
