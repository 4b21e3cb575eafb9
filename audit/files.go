package audit

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Files returns the log's files in a directory in the order of their first records. Old files may
// be compressed (.gz) or renamed, as long as the name begins with audit and contains .jsonl. Files
// without a record come last.
func Files(dir string) ([]string, error) {
	files, err := listFiles(dir)
	paths := make([]string, len(files))
	for i, f := range files {
		paths[i] = f.path
	}
	return paths, err
}

// listed is a file of a log. first is the number of its first record, or 0.
type listed struct {
	path  string
	first uint64
}

// listFiles lists the files in the order of Files, with their first records.
func listFiles(dir string) (files []listed, err error) {
	names, err := logNames(dir)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		path := filepath.Join(dir, name)
		first, err := firstSeq(path)
		if errors.Is(err, fs.ErrNotExist) && !strings.HasSuffix(path, ".gz") { // compressed since ReadDir
			path += ".gz"
			first, err = firstSeq(path)
		}
		if errors.Is(err, fs.ErrNotExist) {
			continue // deleted since ReadDir
		}
		if err != nil {
			first = 0 // the reader of the file reports the error
		}
		files = append(files, listed{path, first})
	}
	slices.SortStableFunc(files, func(a, b listed) int { // 0, no record, sorts last
		return cmp.Or(cmp.Compare(a.first-1, b.first-1), cmp.Compare(a.path, b.path))
	})
	return files, nil
}

// logNames lists a log's files by name. If a file is there both plain and compressed, which a crash
// can leave, it lists the plain one.
func logNames(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var names []string
	plain := map[string]bool{}
	for _, entry := range entries {
		name := entry.Name()
		if !entry.Type().IsRegular() || !strings.HasPrefix(name, "audit") || !strings.Contains(name, ".jsonl") || strings.HasSuffix(name, ".tmp") {
			continue
		}
		names = append(names, name)
		plain[name] = true
	}
	return slices.DeleteFunc(names, func(name string) bool {
		base, zipped := strings.CutSuffix(name, ".gz")
		return zipped && plain[base]
	}), nil
}

// OpenFile opens a log file for reading, compressed or plain.
func OpenFile(path string) (io.ReadCloser, error) {
	f, err := os.Open(path)
	if err != nil || !strings.HasSuffix(path, ".gz") {
		return f, err
	}
	zip, err := gzip.NewReader(f)
	if err != nil {
		f.Close()
		return nil, err
	}
	return struct {
		io.Reader
		io.Closer
	}{zip, f}, nil
}

// firstSeq returns the number of the first record among the first 100 lines of a file, or 0.
func firstSeq(path string) (uint64, error) {
	f, err := OpenFile(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	lines := newLines(f)
	for range 100 {
		line, err := lines.next()
		if errors.Is(err, io.EOF) {
			return 0, nil
		}
		if err != nil {
			return 0, err
		}
		var r struct{ Seq uint64 }
		if json.Unmarshal(line.text, &r) == nil && r.Seq > 0 {
			return r.Seq, nil
		}
	}
	return 0, nil
}

// lastHead returns the last record of a log: current, the last one of the current file, or a later
// one in an old file. If the current file has no record, the newest compressed file is read, too.
func lastHead(dir string, current Head) (Head, error) {
	names, err := logNames(dir)
	if err != nil {
		return Head{}, err
	}
	last, zipped, newest := current, "", fs.FileInfo(nil)
	for _, name := range names {
		path := filepath.Join(dir, name)
		info, err := os.Stat(path)
		if err != nil {
			continue // deleted since logNames
		}
		if strings.HasSuffix(name, ".gz") {
			if newest == nil || info.ModTime().After(newest.ModTime()) {
				zipped, newest = path, info
			}
			continue
		}
		f, err := os.Open(path)
		if err != nil {
			return Head{}, err
		}
		end, err := readTail(f, info.Size())
		f.Close()
		if err != nil {
			return Head{}, err
		}
		if end.head.Seq > last.Seq {
			last = end.head
		}
	}
	if current.Seq > 0 || zipped == "" {
		return last, nil
	}
	end, err := lastOf(zipped)
	if err == nil && end.Seq > last.Seq {
		last = end
	}
	return last, err
}

// lastOf returns the last record of a file. It reads all of the file.
func lastOf(path string) (last Head, err error) {
	f, err := OpenFile(path)
	if err != nil {
		return last, err
	}
	defer f.Close()
	for lines := newLines(f); ; {
		line, err := lines.next()
		if errors.Is(err, io.EOF) {
			return last, nil
		}
		if err != nil {
			return last, err
		}
		var r struct{ Seq uint64 }
		if json.Unmarshal(line.text, &r) == nil && r.Seq > 0 {
			last = Head{Seq: r.Seq, Hash: HashLine(line.text)}
		}
	}
}

// maxLine is longer than the longest record.
const maxLine = 2 << 20

// lines reads lines. A line that is longer than any record is returned in parts.
type lines struct {
	in  *bufio.Reader
	buf []byte
	n   int
}

type line struct {
	text  []byte // with its line end, if it has one; valid until the next call
	n     int    // from 1
	ended bool
	part  bool // a part of a longer line, but not its last one
}

func newLines(r io.Reader) *lines { return &lines{in: bufio.NewReaderSize(r, 256<<10)} }

// next returns the next line, and io.EOF behind the last.
func (l *lines) next() (line, error) {
	l.n++
	l.buf = l.buf[:0]
	for {
		part, err := l.in.ReadSlice('\n')
		if err == nil && len(l.buf) == 0 {
			return line{text: part, n: l.n, ended: true}, nil
		}
		l.buf = append(l.buf, part...)
		switch {
		case err == nil:
			return line{text: l.buf, n: l.n, ended: true}, nil
		case errors.Is(err, bufio.ErrBufferFull):
			if len(l.buf) >= maxLine {
				l.n--
				return line{text: l.buf, n: l.n + 1, part: true}, nil
			}
		case errors.Is(err, io.EOF) && len(l.buf) > 0:
			return line{text: l.buf, n: l.n}, nil
		default:
			return line{}, err
		}
	}
}
