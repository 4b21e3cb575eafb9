package wiki

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/discovery"
)

// walk goes through a folder once.
type walk struct {
	ctx      context.Context //nolint:containedctx // of one walk
	root     *os.Root
	before   map[string]*file
	files    map[string]*file
	problems []discovery.Problem
	changed  bool
	bytes    int64
}

func (w *walk) problem(name, text string) {
	if len(w.problems) < maxProblems {
		w.problems = append(w.problems, discovery.Problem{File: name, Text: text})
	}
}

// folder takes the pages of a folder and of those below.
func (w *walk) folder(name string, depth int) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	if depth > maxDepth {
		w.problem(name, "is too deep: folders below this one are left out")
		return nil
	}
	entries, err := fs.ReadDir(w.root.FS(), name)
	if err != nil {
		if depth == 0 {
			return err
		}
		w.problem(name, "cannot be read: "+plain(err))
		return nil
	}
	for _, entry := range entries {
		below := path.Join(name, entry.Name())
		switch {
		case strings.HasPrefix(entry.Name(), "."):
		case !speakable(entry.Name()):
			w.problem(shown(below), "has a name with characters that cannot be written: it is left out")
		case entry.IsDir():
			if err := w.folder(below, depth+1); err != nil {
				return err
			}
		case strings.EqualFold(path.Ext(entry.Name()), ".md"):
			w.file(below)
		}
	}
	return nil
}

// speakable reports whether a name can be a part of a key.
func speakable(name string) bool {
	return utf8.ValidString(name) && !strings.ContainsRune(name, '\\') && strings.IndexFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) < 0
}

// file takes a page: as it was read before where nothing differs.
func (w *walk) file(name string) {
	info, err := w.root.Stat(name) // follows a link, as far as the folder reaches
	switch {
	case err != nil:
		w.problem(name, "cannot be read: "+plain(err))
		return
	case !info.Mode().IsRegular():
		w.problem(name, "is no file")
		return
	case info.Size() > MaxPageBytes:
		w.problem(name, "is larger than 1 MiB: it is left out")
		return
	case len(w.files) >= maxPages:
		w.problem(name, "is one page too many: a wiki has at most 10,000")
		return
	case w.bytes+info.Size() > maxBytes:
		w.problem(name, "is left out: all pages together have more than 128 MiB")
		return
	}
	w.bytes += info.Size()
	if old := w.before[name]; old != nil && !old.unsure && old.size == info.Size() && old.modified.Equal(info.ModTime()) {
		w.files[name] = old
		return
	}
	next := w.read(name, info)
	if next == nil {
		return
	}
	if old := w.before[name]; old != nil && old.page != nil && old.page.source == next.page.source {
		next.page, next.problems = old.page, old.problems // touched, or read again to be sure
	} else {
		w.changed = true
	}
	w.files[name] = next
}

func (w *walk) read(name string, info fs.FileInfo) *file {
	began := time.Now()
	content, err := w.content(name)
	if err != nil {
		w.problem(name, "cannot be read: "+plain(err))
		return nil
	}
	next := &file{size: info.Size(), modified: info.ModTime(), unsure: began.Sub(info.ModTime()) < settled}
	next.page, next.problems = parse(name, content)
	return next
}

func (w *walk) content(name string) (string, error) {
	f, err := w.root.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(f, MaxPageBytes+1))
	if err == nil && len(content) > MaxPageBytes {
		err = errors.New("it is larger than 1 MiB")
	}
	return string(content), err
}

// plain is an error without the path, which is of the server's machine.
func plain(err error) string {
	var of *fs.PathError
	if errors.As(err, &of) {
		return of.Err.Error()
	}
	return err.Error()
}
