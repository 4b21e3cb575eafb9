package mcp

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/mcp/export"
	"github.com/sallyportdb/sallyport/mcp/progress"
	"github.com/sallyportdb/sallyport/mcp/render"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// exportKinds are the forms that there are, the first one by default.
func (s *Server) exportKinds() []string {
	kinds := []string{export.CSV.Name, export.JSON.Name}
	if s.parquet != nil {
		kinds = append(kinds, export.Parquet.Name)
	}
	return kinds
}

// runExport writes the whole result of a query into a file, and answers with the
// resource that it is.
func (s *Server) runExport(ctx context.Context, c *call) (*mcpgo.CallToolResult, error) {
	kind := map[string]export.Kind{"csv": export.CSV, "json": export.JSON, "parquet": export.Parquet}[c.args.Text("export")]
	dir, err := s.exports.Folder()
	if err != nil {
		return nil, err
	}
	e := &export.Export{Owner: export.Owner(s.owner(ctx)), Kind: kind, Name: rand.Text() + "." + kind.Name}
	path := filepath.Join(dir, e.Name)
	columns, cut, err := s.writeExport(ctx, c, e, path)
	if err == nil {
		err = s.exports.Keep(e)
	}
	if err != nil {
		return nil, errors.Join(err, removeIfThere(path))
	}
	p := rowsPayload{Columns: render.Columns(columns), Rows: []byte("[]"), RowCount: int(e.Rows), Truncated: cut != "", CutBy: cut, Resource: e.URI()}
	text := fmt.Sprintf("%s, %d bytes of %s: resources/read %s, until %s.", render.Count(int(e.Rows), "row"), e.Bytes, kind.Name, e.URI(), e.Expires.UTC().Format("15:04 MST"))
	if cut != "" {
		p.Next = "Truncated by row_limit, or the server's own limit."
		text += " " + p.Next
	}
	result := mcpgo.NewToolResultStructured(p, text)
	result.Content = append(result.Content, mcpgo.NewResourceLink(e.URI(), e.Name, text, kind.MIME))
	return result, nil
}

func removeIfThere(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// writeExport runs the query of a call into a file. cut says which limit ended it.
func (s *Server) writeExport(ctx context.Context, c *call, e *export.Export, path string) (columns []providers.Column, cut string, err error) {
	session, err := s.session(ctx, c)
	if err != nil {
		return nil, "", err
	}
	defer s.closeSession(session)
	defer func() { err = session.Advised(c.sql(), err) }()
	batch, err := session.Prepare(ctx, c.request())
	if err != nil {
		return nil, "", err
	}
	if len(batch) != 1 {
		return nil, "", s.record(ctx, c.tool.name, c.argsWithSQL(), errNoStatement())
	}
	options := engine.Options{Alone: true}
	if c.given["row_limit"] != nil {
		options.MaxRows = c.args.Int("row_limit")
	}
	result, err := session.Execute(ctx, batch[0], providers.Args{}, options)
	if err != nil {
		return nil, "", batch[0].Suggest(ctx, err)
	}
	defer func() { _ = result.Close() }() // nothing to do after the end or an error
	if e.Kind == export.Parquet && len(result.Columns()) == 0 {
		return nil, "", result.Fail(sqlstate.New(sqlstate.FeatureNotSupported, "a Parquet file of rows without columns is not supported").
			WithHint("Export CSV or JSON."))
	}
	w := &export.Writer{Columns: result.Columns(), Names: export.UniqueNames(render.Names(result.Columns())), Limit: export.MaxBytes, JSON: e.Kind == export.JSON}
	if e.Rows, err = w.WriteAll(result, path, progress.Of(ctx).RowRead); err != nil {
		return nil, "", batch[0].Suggest(ctx, err)
	}
	if e.Kind == export.Parquet {
		if err := s.asParquet(ctx, w, path); err != nil {
			return nil, "", err
		}
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, "", sqlstate.Wrap(err, sqlstate.IOError, "the export cannot be read")
	}
	e.Bytes = info.Size()
	return w.Columns, result.Truncated(), nil
}

// Converting a result to Parquet takes memory, hundreds of MiB at worst. So few are converted at a time,
// and another one waits for a while.
const (
	parquetAtOnce = 2
	parquetWait   = 30 * time.Second
)

// asParquet converts the CSV in a file to Parquet. 53400: too many are being converted.
func (s *Server) asParquet(ctx context.Context, w *export.Writer, path string) error {
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
	if err := s.parquet(ctx, w.Shape(), path, made); err != nil {
		return errors.Join(err, removeIfThere(made))
	}
	if err := os.Rename(made, path); err != nil {
		return sqlstate.Wrap(err, sqlstate.IOError, "the export cannot be written")
	}
	return nil
}

// readExport is the resource of an export.
func (s *Server) readExport(ctx context.Context, _ *engine.Session, path []string) (content, error) {
	e, text, err := s.exports.Read(path[0], export.Owner(s.owner(ctx)))
	switch {
	case err != nil:
		return content{}, err
	case e.Kind == export.Parquet:
		return content{mime: e.Kind.MIME, blob: base64.StdEncoding.EncodeToString(text), rows: e.Rows}, nil
	}
	return content{mime: e.Kind.MIME, text: string(text), rows: e.Rows}, nil
}
