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

// Files returns the log's files in a directory in the order in which they were
// written: by the first record in each. Old files may have been compressed
// (.gz), or renamed by whoever archives them, as long as the name begins with
// audit and has .jsonl in it. Files without a record come last.
func Files(dir string) ([]string, error) {
	files, err := listFiles(dir)
	paths := make([]string, len(files))
	for i, f := range files {
		paths[i] = f.path
	}
	return paths, err
}

// listed is a file of a log and the number of the first record in it, 0 if it
// has none.
type listed struct {
	path  string
	first uint64
}

// listFiles is Files, with what it has found out.
func listFiles(dir string) (files []listed, err error) {
	names, err := logNames(dir)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		path := filepath.Join(dir, name)
		first, err := firstSeq(path)
		if errors.Is(err, fs.ErrNotExist) && !strings.HasSuffix(path, ".gz") { // compressed meanwhile
			path += ".gz"
			first, err = firstSeq(path)
		}
		if errors.Is(err, fs.ErrNotExist) {
			continue // too old meanwhile
		}
		if err != nil {
			first = 0 // whoever reads it finds out
		}
		files = append(files, listed{path, first})
	}
	slices.SortStableFunc(files, func(a, b listed) int { // none is the highest
		return cmp.Or(cmp.Compare(a.first-1, b.first-1), cmp.Compare(a.path, b.path))
	})
	return files, nil
}

// logNames lists a log's files by name. Of a file that is there plain and
// compressed, which a crash can leave, it names the plain one.
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

// OpenFile opens one of a log's files for reading, whether it is compressed or
// not.
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

// firstSeq is the number of the first record among the first lines of a file, 0
// if there is none.
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

// lastHead is the last record of a log: that of the current file or, should
// there be any after it, of an old one. Where there is none in the current file,
// it may be in an old one that was compressed already.
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
			continue // deleted meanwhile
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

// lastOf reads a whole file for its last record.
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

// lines reads lines, in parts where one is longer than any record can be.
type lines struct {
	in  *bufio.Reader
	buf []byte
	n   int
}

type line struct {
	text  []byte // with its end if it has one; valid until the next
	n     int    // from 1
	ended bool
	part  bool // of a longer line; not its end
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
