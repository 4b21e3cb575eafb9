package document

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
)

// Library is a registry's folder of provider documents. It is safe for concurrent
// use.
type Library struct {
	root  *os.Root
	cache *cache

	mu        sync.Mutex
	providers map[string]*loaded[*Provider]
	services  map[string]*loaded[*Service]
	summaries map[string]*loaded[[]Summary]
}

// loaded is what was read of a file in a certain state.
type loaded[T any] struct {
	state    fileState
	value    T
	problems []Problem
}

// fileState tells whether a file is the one that was read.
type fileState struct {
	size     int64
	modified int64
}

// Options of a Library.
type Options struct {
	Folder string // holds src
	Cache  string // a folder for indexes; "": none are kept
}

// Open opens a registry's folder. Close ends it.
func Open(o Options) (*Library, error) {
	root, err := os.OpenRoot(o.Folder)
	if err != nil {
		return nil, fmt.Errorf("the registry's folder: %w", err)
	}
	if _, err := root.Stat("src"); err != nil {
		_ = root.Close() //nolint:errcheck // nothing was read
		return nil, errors.New("the registry's folder has no folder src: provider documents stand in src/<provider>/<version>")
	}
	l := &Library{root: root, providers: map[string]*loaded[*Provider]{}, services: map[string]*loaded[*Service]{}, summaries: map[string]*loaded[[]Summary]{}}
	if l.cache, err = openCache(o.Cache); err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return l, nil
}

// Close closes the folder.
func (l *Library) Close() error { return errors.Join(l.root.Close(), l.cache.close()) }

// Listing is a provider that the folder has.
type Listing struct {
	Name, Version, Folder string
	Problem               error // it cannot be read
}

// Providers lists the providers, the newest version of each, by name. One that cannot
// be read has its problem.
func (l *Library) Providers(ctx context.Context) ([]Listing, error) {
	folders, err := fs.ReadDir(l.root.FS(), "src")
	if err != nil {
		return nil, err
	}
	var list []Listing
	for _, f := range folders {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if !f.IsDir() || strings.HasPrefix(f.Name(), ".") {
			continue
		}
		version, err := l.newest(f.Name())
		if err != nil {
			return nil, err
		}
		if version == "" {
			continue
		}
		folder := path.Join(f.Name(), version)
		p, _, err := l.provider(folder)
		if err != nil {
			list = append(list, Listing{Name: f.Name(), Version: version, Folder: folder, Problem: err})
			continue
		}
		list = append(list, Listing{Name: p.Name, Version: version, Folder: folder})
	}
	slices.SortFunc(list, func(a, b Listing) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}

// newest returns the newest version of a provider's folder that has a provider.yaml, or "" if there is none.
func (l *Library) newest(folder string) (string, error) {
	versions, err := fs.ReadDir(l.root.FS(), path.Join("src", folder))
	if err != nil {
		return "", err
	}
	best := ""
	for _, v := range versions {
		if v.IsDir() && (best == "" || CompareVersions(v.Name(), best) > 0) {
			if _, err := l.root.Stat(path.Join("src", folder, v.Name(), "provider.yaml")); err == nil {
				best = v.Name()
			}
		}
	}
	return best, nil
}

// ErrUnknown says that there is no provider or service of a name.
var ErrUnknown = errors.New("there is none of that name")

// Provider returns a provider by its name, without regard to case, and what is wrong
// with parts of its document. ErrUnknown: there is none.
func (l *Library) Provider(ctx context.Context, name string) (*Provider, []Problem, error) {
	if p, problems, err := l.guess(name); err == nil {
		return p, problems, nil
	}
	list, err := l.Providers(ctx)
	if err != nil {
		return nil, nil, err
	}
	for _, entry := range list {
		if strings.EqualFold(entry.Name, name) {
			if entry.Problem != nil {
				return nil, nil, entry.Problem
			}
			return l.provider(entry.Folder)
		}
	}
	return nil, nil, ErrUnknown
}

// guess looks where most providers are: in the folder of their name.
func (l *Library) guess(called string) (*Provider, []Problem, error) {
	if !name.MatchString(called) {
		return nil, nil, ErrUnknown
	}
	version, err := l.newest(strings.ToLower(called))
	if err != nil || version == "" {
		return nil, nil, ErrUnknown
	}
	p, problems, err := l.provider(path.Join(strings.ToLower(called), version))
	if err == nil && !strings.EqualFold(p.Name, called) {
		return nil, nil, ErrUnknown
	}
	return p, problems, err
}

// provider reads a provider.yaml, or knows it.
func (l *Library) provider(folder string) (*Provider, []Problem, error) {
	return load(l, l.providers, folder, path.Join("src", folder, "provider.yaml"), func(text []byte) (*Provider, []Problem, error) {
		return l.indexedProvider(folder, text)
	})
}

// load returns what a file says, and reads it only where it is not the file that was
// read before under that key.
func load[T any](l *Library, known map[string]*loaded[T], key, file string, index func(text []byte) (T, []Problem, error)) (value T, problems []Problem, err error) {
	state, err := l.state(file)
	if err != nil {
		return value, nil, err
	}
	l.mu.Lock()
	before := known[key]
	l.mu.Unlock()
	if before != nil && before.state == state {
		return before.value, before.problems, nil
	}
	text, err := l.read(file)
	if err != nil {
		return value, nil, err
	}
	if value, problems, err = index(text); err != nil {
		return value, nil, err
	}
	l.mu.Lock()
	known[key] = &loaded[T]{state, value, problems}
	l.mu.Unlock()
	return value, problems, nil
}

// Service returns a service of a provider, and what is wrong with parts of its
// document. ErrUnknown: there is none.
func (l *Library) Service(p *Provider, name string) (*Service, []Problem, error) {
	i := slices.IndexFunc(p.Services, func(s ServiceRef) bool { return strings.EqualFold(s.Name, name) })
	if i < 0 {
		return nil, nil, ErrUnknown
	}
	ref := p.Services[i]
	file := path.Join("src", ref.file)
	return load(l, l.services, p.Folder+" "+ref.Name, file, func(text []byte) (*Service, []Problem, error) {
		return l.indexedService(p, &ref, file, text)
	})
}

// Summaries lists the resources of a service. Unlike Service it keeps nothing else of the index in
// memory: for whoever looks through many services.
func (l *Library) Summaries(p *Provider, name string) ([]Summary, error) {
	i := slices.IndexFunc(p.Services, func(s ServiceRef) bool { return strings.EqualFold(s.Name, name) })
	if i < 0 {
		return nil, ErrUnknown
	}
	ref := p.Services[i]
	file := path.Join("src", ref.file)
	list, _, err := load(l, l.summaries, p.Folder+" "+ref.Name, file, func(text []byte) ([]Summary, []Problem, error) {
		s, _, err := l.indexedService(p, &ref, file, text)
		if err != nil {
			return nil, nil, err
		}
		return s.Resources, nil, nil
	})
	return list, err
}

func (l *Library) state(file string) (fileState, error) {
	info, err := l.root.Stat(file)
	if err != nil {
		return fileState{}, &Problem{File: file, What: reason(err)}
	}
	if !info.Mode().IsRegular() {
		return fileState{}, &Problem{File: file, What: "it is no file"}
	}
	return fileState{info.Size(), info.ModTime().UnixNano()}, nil
}

func (l *Library) read(file string) ([]byte, error) {
	f, err := l.root.Open(file)
	if err != nil {
		return nil, &Problem{File: file, What: reason(err)}
	}
	defer f.Close()
	tooLong := &Problem{File: file, What: fmt.Sprintf("the document is longer than %d bytes", maxFileBytes)}
	if info, err := f.Stat(); err == nil && info.Size() > maxFileBytes {
		return nil, tooLong
	}
	text, err := io.ReadAll(io.LimitReader(f, maxFileBytes+1))
	if err != nil {
		return nil, &Problem{File: file, What: reason(err)}
	}
	if len(text) > maxFileBytes { // it grew meanwhile
		return nil, tooLong
	}
	return text, nil
}

// reason is an error of the file system without the path of this machine in it.
func reason(err error) string {
	var in *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "there is no such file"
	case errors.As(err, &in):
		return in.Err.Error()
	}
	return err.Error()
}

// CompareVersions compares v1.10.0 and v1.9.0 by their numbers.
func CompareVersions(a, b string) int {
	x, y := strings.Split(strings.TrimPrefix(a, "v"), "."), strings.Split(strings.TrimPrefix(b, "v"), ".")
	for i := range max(len(x), len(y)) {
		p, q := "", ""
		if i < len(x) {
			p = strings.TrimLeft(x[i], "0")
		}
		if i < len(y) {
			q = strings.TrimLeft(y[i], "0")
		}
		if len(p) != len(q) {
			return len(p) - len(q)
		}
		if c := strings.Compare(p, q); c != 0 {
			return c
		}
	}
	return 0
}
