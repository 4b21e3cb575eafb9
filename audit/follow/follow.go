// Package follow reads an audit log while it is written: line by line, in order, from any record
// on, across rotation and compression. It reads nothing but the log's files. So it needs no server,
// cannot hold the log up, and may lag as long as the files are kept.
//
// It does not check the chain; audit.Verify does. Lines that are no records are skipped.
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

// Follower reads one log. One goroutine at a time uses it.
type Follower struct {
	dir  string
	last uint64 // the number of the last record that was read
	gap  uint64 // the record that was found where others should be before it

	open io.ReadCloser
	info fs.FileInfo // of the open file, if it is the current one, which can grow
	in   *bufio.Reader
	part []byte // the beginning of a line whose end is not written yet
	read bool   // the open file has returned a record
}

// New returns a follower of the records after number after.
func New(dir string, after uint64) *Follower { return &Follower{dir: dir, last: after} }

// Next returns the next record. io.EOF means that there is none yet: call Next again later. Other
// errors are of the disk, and a later call may succeed, too.
func (f *Follower) Next() (Line, error) {
	for {
		if f.open == nil {
			if err := f.openNext(); err != nil {
				return Line{}, err
			}
		}
		line, err := f.nextLine()
		if errors.Is(err, io.EOF) {
			more, err := f.endOfFile()
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
			continue // skip a known record without decoding it
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

// Close closes the open file. Next would open it again.
func (f *Follower) Close() {
	if f.open != nil {
		_ = f.open.Close() // it was only read
	}
	f.open, f.info, f.part, f.read = nil, nil, nil, false
}

// nextLine returns the next whole line of the open file.
func (f *Follower) nextLine() ([]byte, error) {
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

// endOfFile handles the end of a file and reports whether there is more to read. A file that is no
// longer the current one is read once more to its end before it is left.
func (f *Follower) endOfFile() (more bool, err error) {
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
		f.info = nil // it no longer grows: read what is left
		return true, nil
	}
	read := f.read
	f.Close()
	if read {
		return true, nil // find chooses the next file by its first record
	}
	return f.openBehind()
}

// openNext opens the file that has the next record, or else the first file of later records.
func (f *Follower) openNext() error {
	paths, err := audit.Files(f.dir)
	if err != nil {
		return err
	}
	at := current(f.dir)
	for _, path := range slices.Backward(paths) {
		first, err := firstSeq(path)
		if err != nil || first == 0 {
			continue
		}
		if at = path; first <= f.last+1 {
			break
		}
	}
	return f.openFile(at)
}

// openBehind opens the file behind one that had nothing new.
func (f *Follower) openBehind() (more bool, err error) {
	paths, err := audit.Files(f.dir)
	if err != nil {
		return false, err
	}
	for _, path := range paths {
		if first, err := firstSeq(path); err == nil && first > f.last {
			return true, f.openFile(path)
		}
	}
	return true, f.openFile(current(f.dir))
}

func current(dir string) string { return filepath.Join(dir, "audit.jsonl") }

// openFile opens a file. io.EOF means that it was compressed or moved since it was listed; the next
// call looks for it again.
func (f *Follower) openFile(path string) error {
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

// firstSeq returns the number of a file's first record, or 0.
func firstSeq(path string) (uint64, error) {
	var first uint64
	err := Lines(path, func(line []byte) bool {
		first = Seq(line)
		return first == 0
	})
	return first, err
}

// Lines calls do with each whole line of a file until do returns false.
func Lines(path string, do func(line []byte) bool) error {
	in, err := audit.OpenFile(path)
	if err != nil {
		return err
	}
	defer in.Close()
	f := &Follower{in: bufio.NewReaderSize(in, 64<<10)}
	for {
		line, err := f.nextLine()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil || !do(line) {
			return err
		}
	}
}

// Seq returns the number of a record, or 0 if the line is none.
func Seq(line []byte) uint64 {
	var r struct {
		Seq uint64 `json:"seq"`
	}
	if json.Unmarshal(line, &r) != nil {
		return 0
	}
	return r.Seq
}
