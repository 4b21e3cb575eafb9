// Package follow reads an audit log as it is written: line by line, in order,
// from any record on, across rotation and compression. It reads the log's files
// and nothing else, so it needs no server, may lag as far as files are kept, and
// cannot hold the log up.
//
// It trusts what it reads: audit.Verify is what finds out whether a log is as it
// was written. Lines that are no record are passed over.
package follow

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/sallyportdb/sallyport/audit"
)

// Line is one record as it stands in the file.
type Line struct {
	Seq  uint64
	Text []byte // with its line end; valid until the next call
}

// Follower reads one log. It is used by one goroutine at a time.
type Follower struct {
	dir  string
	last uint64 // the number of the last record that was read
	gap  uint64 // the record that was found where others should be before it

	open io.ReadCloser
	info fs.FileInfo // of the file that is open, where it can still grow
	in   *bufio.Reader
	part []byte // of a line whose end is not there yet
	read bool   // a record came out of the file that is open
}

// New returns a follower of the records behind number after.
func New(dir string, after uint64) *Follower { return &Follower{dir: dir, last: after} }

// Next returns the next record, and io.EOF where there is none yet: then it may
// be called again later. Any other error is of the disk, and may pass too.
func (f *Follower) Next() (Line, error) {
	for {
		if f.open == nil {
			if err := f.find(); err != nil {
				return Line{}, err
			}
		}
		line, err := f.line()
		if errors.Is(err, io.EOF) {
			more, err := f.over()
			if err != nil {
				return Line{}, err
			}
			if !more {
				return Line{}, io.EOF
			}
			continue
		}
		if err != nil {
			f.Close()
			return Line{}, err
		}
		if seq := audit.Number(line); seq > 0 && seq <= f.last {
			continue // known, so it need not be read
		}
		seq := Seq(line)
		if seq > f.last+1 && f.gap != seq {
			f.gap = seq
			f.Close() // what is between may be in a file that was moved while it was looked for
			continue
		}
		if seq > f.last {
			f.last, f.gap, f.read = seq, 0, true
			return Line{seq, line}, nil
		}
	}
}

// Close closes the file that is open. Next would open it again.
func (f *Follower) Close() {
	if f.open != nil {
		_ = f.open.Close() // it was only read
	}
	f.open, f.info, f.part, f.read = nil, nil, nil, false
}

// line returns the next whole line of the file.
func (f *Follower) line() ([]byte, error) {
	for {
		part, err := f.in.ReadSlice('\n')
		switch {
		case err == nil && len(f.part) == 0:
			return part, nil
		case err == nil:
			line := append(f.part, part...)
			f.part = f.part[:0]
			return line, nil
		}
		if f.part = append(f.part, part...); len(f.part) > maxLine {
			f.part = f.part[:0] // no record is that long
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return nil, err
		}
	}
}

// maxLine is longer than the longest record.
const maxLine = 2 << 20

// over is called at the end of a file, and says whether there is more to read:
// where the file is the current one no longer, behind what was written to it
// until then.
func (f *Follower) over() (more bool, err error) {
	if f.info != nil {
		now, err := os.Stat(current(f.dir))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return false, nil // it is being rotated
		case err != nil:
			return false, err
		case os.SameFile(now, f.info):
			return false, nil
		}
		f.info = nil // it cannot grow any more: read what is left
		return true, nil
	}
	read := f.read
	f.Close()
	if read {
		return true, nil // find knows the next file by its first record
	}
	return f.skip()
}

// find opens the file that has the next record: the last of those that begin
// with it or before it, or the next one.
func (f *Follower) find() error {
	paths, err := audit.Files(f.dir)
	if err != nil {
		return err
	}
	at := current(f.dir)
	for _, path := range slices.Backward(paths) {
		first, err := First(path)
		if err != nil || first == 0 {
			continue
		}
		if at = path; first <= f.last+1 {
			break
		}
	}
	return f.enter(at)
}

// skip opens the file behind one in which nothing new was found.
func (f *Follower) skip() (more bool, err error) {
	paths, err := audit.Files(f.dir)
	if err != nil {
		return false, err
	}
	for _, path := range paths {
		if first, err := First(path); err == nil && first > f.last {
			return true, f.enter(path)
		}
	}
	return true, f.enter(current(f.dir))
}

func current(dir string) string { return filepath.Join(dir, "audit.jsonl") }

// enter opens a file. One that was compressed or moved since it was listed is
// looked for again.
func (f *Follower) enter(path string) error {
	in, err := audit.OpenFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return io.EOF
	}
	if err != nil {
		return err
	}
	f.open, f.info, f.part, f.read = in, nil, f.part[:0], false
	if f.in == nil {
		f.in = bufio.NewReaderSize(nil, 64<<10)
	}
	f.in.Reset(in)
	if file, ok := in.(*os.File); ok && path == current(f.dir) {
		if f.info, err = file.Stat(); err != nil {
			f.Close()
			return err
		}
	}
	return nil
}

// First is the number of a file's first record; 0 where it has none.
func First(path string) (uint64, error) {
	var first uint64
	err := Lines(path, func(line []byte) bool {
		first = Seq(line)
		return first == 0
	})
	return first, err
}

// Lines gives the whole lines of one file to a function, until that says false.
func Lines(path string, do func(line []byte) bool) error {
	in, err := audit.OpenFile(path)
	if err != nil {
		return err
	}
	defer in.Close()
	f := &Follower{in: bufio.NewReaderSize(in, 64<<10)}
	for {
		line, err := f.line()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil || !do(line) {
			return err
		}
	}
}

// Seq is the number of a record; 0 for a line that is none.
func Seq(line []byte) uint64 {
	var r struct {
		Seq uint64 `json:"seq"`
	}
	if json.Unmarshal(line, &r) != nil {
		return 0
	}
	return r.Seq
}
