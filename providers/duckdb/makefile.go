package duckdb

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/folder"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A DuckDB of its own writes a file of COPY, into a hidden folder beside the file's place. This DuckDB reaches nothing else
// on the disk. The whole file then gets its name by a hard link, which fails if the name is taken, by a symbolic link too.
// So nothing is ever replaced, and no path is followed.

// hiddenFolder begins the names of the folders in which files are written. Hidden folders are never read as tables.
const hiddenFolder = ".sallyport-copy-"

// abandoned is the age of a hidden folder whose server must have been killed.
const abandoned = 7 * 24 * time.Hour

// newFile is a connection to the DuckDB that writes a file.
type newFile struct {
	*Conn
	writer *Provider
	place  *os.Root
	file   providers.File
	hidden string // the folder in place
	path   string
}

var _ providers.FileMaker = (*Provider)(nil)

// MakeFile opens a connection that writes a file into the folder.
func (p *Provider) MakeFile(ctx context.Context, file providers.File) (_ providers.NewFile, err error) {
	if !p.Info().MakesFiles || filepath.Base(file.Name) != file.Name || strings.HasPrefix(file.Name, ".") {
		return nil, sqlstate.New(sqlstate.InsufficientPrivilege, "no file %q is made in the source %q", file.Name, p.options.Name)
	}
	path, err := p.absoluteFolder()
	if err != nil {
		return nil, err
	}
	f := &newFile{file: file}
	if f.place, err = os.OpenRoot(path); err != nil {
		return nil, f.fileError(err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.removeHidden())
		}
	}()
	f.removeAbandoned(p)
	if _, err := f.place.Lstat(file.Name); err == nil {
		return nil, f.errFileExists()
	}
	hidden, err := os.MkdirTemp(path, hiddenFolder)
	if err != nil {
		return nil, f.fileError(err)
	}
	f.hidden = filepath.Base(hidden)
	f.path = filepath.Join(hidden, file.Name)
	o := Options{Name: "file", Threads: 1, MemoryLimit: "512MB", TempDir: p.options.TempDir, Logger: p.log, writes: hidden}
	if f.writer, err = Open(ctx, o); err != nil {
		return nil, err
	}
	conn, err := f.writer.Connect(ctx, providers.ConnOptions{})
	if err != nil {
		return nil, err
	}
	f.Conn = conn.(*Conn)
	return f, nil
}

// removeAbandoned removes the hidden folders of servers that were killed.
func (f *newFile) removeAbandoned(p *Provider) {
	entries, err := fs.ReadDir(f.place.FS(), ".")
	for _, entry := range entries {
		if info, e := entry.Info(); strings.HasPrefix(entry.Name(), hiddenFolder) && e == nil && time.Since(info.ModTime()) > abandoned {
			err = errors.Join(err, f.place.RemoveAll(entry.Name()))
		}
	}
	if err != nil {
		p.log.Warn("files that were not finished stay in the folder", "source", p.options.Name, "error", err)
	}
}

// Statement writes the rows of a table into the file.
func (f *newFile) Statement(table string) providers.Statement {
	options := "FORMAT " + f.file.Format
	if f.file.Format == "csv" {
		options += ", HEADER " + map[bool]string{true: "true", false: "false"}[f.file.Header]
	}
	if f.file.Delimiter != "" {
		options += ", DELIMITER " + native.Text(f.file.Delimiter)
	}
	if f.file.Compression != "" {
		options += ", COMPRESSION " + native.Text(f.file.Compression)
	}
	return providers.Statement{SQL: "COPY (SELECT * FROM " + native.Ident(table) + ") TO " + native.Text(f.path) + " (" + options + ")", Verb: "COPY"}
}

// Keep gives the file its name. 58P02: the name is taken.
func (f *newFile) Keep() error {
	if err := f.syncFile(); err != nil {
		return f.fileError(err)
	}
	err := f.place.Link(filepath.Join(f.hidden, f.file.Name), f.file.Name)
	if errors.Is(err, fs.ErrExist) {
		return f.errFileExists()
	}
	return f.fileError(err)
}

// syncFile syncs the file to the disk before it gets its name.
func (f *newFile) syncFile() error {
	written, err := f.place.Open(filepath.Join(f.hidden, f.file.Name))
	if err != nil {
		return err
	}
	return errors.Join(written.Sync(), written.Close())
}

func (f *newFile) errFileExists() error {
	return sqlstate.New(sqlstate.DuplicateFile, "there is a file %q already", f.file.Name).WithHint("COPY replaces nothing. Write to another file.")
}

// fileError returns an error of the file system without its paths, or nil if there is none.
func (f *newFile) fileError(err error) error {
	if err == nil {
		return nil
	}
	return sqlstate.Wrap(err, folder.Code(err), "the file %q cannot be made: %v", f.file.Name, folder.Reason(err)).
		WithHint("The user of the server must be able to write the folder of the source.")
}

// Close ends the connection, and removes the file unless it was kept.
func (f *newFile) Close() error { return errors.Join(f.Conn.Close(), f.removeHidden()) }

func (f *newFile) removeHidden() (err error) {
	if f.writer != nil {
		err = f.writer.Close()
	}
	if f.hidden != "" {
		err = errors.Join(err, f.fileError(f.place.RemoveAll(f.hidden)))
	}
	return errors.Join(err, f.place.Close())
}
