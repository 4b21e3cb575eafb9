package wiki

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Bounds of a folder. What is beyond them is a problem, not a page.
const (
	maxPages     = 10_000
	MaxPageBytes = 1 << 20
	maxBytes     = 128 << 20 // of all pages together
	maxDepth     = 16
	maxProblems  = 1_000
)

// settled is how old a file must be, when it is read, for an equal time and size to mean equal
// content later: within this time a file system may give two versions the same time.
const settled = 2 * time.Second

// Folder is a wiki. It is safe for concurrent use.
type Folder struct {
	dir string

	mu       sync.Mutex
	files    map[string]*file
	pages    []*Page             // by key
	problems []discovery.Problem // of all files, and of the walk
	ofWalk   []discovery.Problem
	revision uint64
}

// file is what was read of a file.
type file struct {
	size     int64
	modified time.Time
	unsure   bool // it was so new that its content may change unseen
	page     *Page
	problems []discovery.Problem
}

// Open returns the wiki of a folder. The folder is read at the first call, and may appear later.
func Open(dir string) *Folder { return &Folder{dir: dir} }

// Pages returns all pages by their keys, what is wrong with the files, and a number that grows
// whenever either changes. Nobody may change the pages. 58030: the folder cannot be read.
func (f *Folder) Pages(ctx context.Context) (pages []*Page, problems []discovery.Problem, revision uint64, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.refresh(ctx); err != nil {
		return nil, nil, 0, err
	}
	return f.pages, f.problems, f.revision, nil
}

// Page returns the page of a key; with .md behind it, or in another case where only one page
// is meant, the key is found too. 42704: there is none.
func (f *Folder) Page(ctx context.Context, key string) (*Page, error) {
	pages, _, _, err := f.Pages(ctx)
	if err != nil {
		return nil, err
	}
	key = strings.TrimSuffix(strings.Trim(strings.TrimSpace(key), "/"), ".md")
	at, found := slices.BinarySearchFunc(pages, key, func(p *Page, key string) int { return cmp.Compare(p.Key, key) })
	if found {
		return pages[at], nil
	}
	var like []*Page
	for _, p := range pages {
		if strings.EqualFold(p.Key, key) {
			like = append(like, p)
		}
	}
	if len(like) == 1 {
		return like[0], nil
	}
	return nil, noPage(pages, key)
}

// noPage names the pages whose last part is that of the key, or tells how pages are found.
func noPage(pages []*Page, key string) error {
	var near []string
	for _, p := range pages {
		if strings.EqualFold(path.Base(p.Key), path.Base(key)) && len(near) < 5 {
			near = append(near, p.Key)
		}
	}
	err := sqlstate.New(sqlstate.UndefinedObject, "there is no wiki page %q", shown(key))
	if len(near) > 0 {
		return err.WithHint("Did you mean %s?", strings.Join(near, ", ")).Naming(near...)
	}
	return err.WithHint("wiki_search (sallyport wiki search) finds pages by words; their keys are read by wiki_read.")
}

// shown is a key that an error can quote.
func shown(key string) string {
	key = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '�'
		}
		return r
	}, strings.ToValidUTF8(key, "�"))
	if runes := []rune(key); len(runes) > 100 {
		return string(runes[:100]) + "…"
	}
	return key
}

// refresh reads what has changed.
func (f *Folder) refresh(ctx context.Context) error {
	root, err := os.OpenRoot(f.dir)
	if err != nil {
		return folderError(err)
	}
	defer root.Close() //nolint:errcheck // it was read alone
	w := &walk{ctx: ctx, root: root, before: f.files, files: map[string]*file{}}
	if err := w.folder(".", 0); err != nil {
		return folderError(err)
	}
	if !w.changed && len(w.files) == len(f.files) && slices.Equal(w.problems, f.ofWalk) && f.revision > 0 {
		return nil
	}
	f.files, f.pages, f.ofWalk, f.problems = w.files, nil, w.problems, slices.Clone(w.problems)
	for _, one := range w.files {
		if one.page != nil {
			f.pages = append(f.pages, one.page)
		}
		f.problems = append(f.problems, one.problems...)
	}
	slices.SortFunc(f.pages, func(a, b *Page) int { return cmp.Compare(a.Key, b.Key) })
	slices.SortStableFunc(f.problems, func(a, b discovery.Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	f.problems = f.problems[:min(len(f.problems), maxProblems)]
	f.revision++
	return nil
}

func folderError(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return sqlstate.Wrap(err, sqlstate.IOError, "the folder of the wiki cannot be read").
		WithHint("wiki.folder in the configuration names it; the server's log says what is wrong with it.")
}
