package records

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/audit/sinks"
	"github.com/sallyportdb/sallyport/config"
)

// headFile is where the head of the log in a directory is kept. A log in the state
// directory has a name there, so that both may be moved together; any other is
// known by its place.
func headFile(c config.Config, dir string) string {
	return filepath.Join(c.HeadDir(), headName(c.StateDir, dir))
}

func headName(state, dir string) string {
	dir = resolved(dir)
	if rel, err := filepath.Rel(resolved(state), dir); err == nil && rel != "." && filepath.IsLocal(rel) {
		return strings.ReplaceAll(rel, string(filepath.Separator), "-") + ".head"
	}
	sum := sha256.Sum256([]byte(dir))
	return "log-" + hex.EncodeToString(sum[:6]) + ".head"
}

// resolved is a path without symbolic links in the part of it that exists.
func resolved(path string) string {
	path, err := filepath.Abs(path)
	if err != nil {
		return filepath.Clean(path)
	}
	real, err := filepath.EvalSymlinks(path)
	if err == nil || filepath.Dir(path) == path {
		return real
	}
	return filepath.Join(resolved(filepath.Dir(path)), filepath.Base(path))
}

// LogName tells the log in a directory from the first of its configuration: "2"
// of the folder audit/2, "" of audit itself.
func LogName(c config.Config, dir string) string {
	rel, err := filepath.Rel(resolved(c.AuditDir()), resolved(dir))
	if err != nil || rel == "." {
		return ""
	}
	return rel
}

// KeptHead reads the head that a server keeps of the log in a directory: of the
// configuration, or else of the state directory that the log lies in.
func KeptHead(c config.Config, dir string) (path string, kept audit.Kept, err error) {
	var paths []string
	if c.StateDir != "" {
		paths = append(paths, headFile(c, dir))
	}
	for state := range parents(dir, 2) {
		paths = append(paths, filepath.Join(state, "heads", headName(state, dir)))
	}
	for _, path = range paths {
		if kept, err = audit.ReadKept(path); !errors.Is(err, audit.ErrNotKept) {
			return path, kept, err
		}
	}
	return paths[0], audit.Kept{}, audit.ErrNotKept
}

// parents are the next n directories above one.
func parents(dir string, n int) func(func(string) bool) {
	return func(yield func(string) bool) {
		for range n {
			if dir = filepath.Dir(resolved(dir)); !yield(dir) {
				return
			}
		}
	}
}

// maxHeads is how many heads of one file a log is compared with, the last; each
// line is shorter than maxHeadLine.
const (
	maxHeads    = 1000
	maxHeadLine = 1 << 10
)

// PublishedHeads reads what the server published of the log in a directory, where
// audit.publish_head has a file for it. Lines that are no heads are passed over: a
// crash may have torn one.
func PublishedHeads(c config.Config, dir string) ([]audit.Head, error) {
	path := c.Audit.PublishHead.File
	if path == "" {
		return nil, nil
	}
	heads, err := HeadsIn(path, LogName(c, dir), func(error) error { return nil })
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // nothing was published yet
	}
	if err != nil {
		return nil, fmt.Errorf("audit.publish_head.file: %w", err)
	}
	return heads, nil
}

// HeadsIn reads a file with a head in each line. It returns the heads of the log of that name,
// and heads without a name. wrong decides about lines that have no head.
func HeadsIn(path, name string, wrong func(error) error) (heads []audit.Head, err error) {
	content, err := readEnd(path, maxHeads*maxHeadLine)
	if err != nil {
		return nil, err
	}
	lines := bytes.Split(bytes.TrimSpace(content), []byte{'\n'})
	for _, line := range lines[max(0, len(lines)-maxHeads):] {
		head, of, err := readHead(line)
		if err != nil {
			if err := wrong(fmt.Errorf("%s: %w", path, err)); err != nil {
				return nil, err
			}
			continue
		}
		if of == name {
			heads = append(heads, head)
		}
	}
	return heads, nil
}

// readEnd reads the last n bytes of a file, from the beginning of a line.
func readEnd(path string, n int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	from := max(0, info.Size()-n)
	content, err := io.ReadAll(io.NewSectionReader(f, from, n))
	if from > 0 {
		_, content, _ = bytes.Cut(content, []byte{'\n'})
	}
	return content, err
}

// readHead reads a head as audit.publish_head writes it, or at the end of a line,
// and the name of its log.
func readHead(line []byte) (head audit.Head, of string, err error) {
	var p sinks.Published
	if json.Unmarshal(line, &p) == nil {
		return p.Head, p.Log, nil
	}
	words := strings.Fields(string(line))
	if len(words) == 0 {
		return head, "", errors.New("a line has no head")
	}
	head, err = audit.ParseHead(words[len(words)-1])
	return head, "", err
}
