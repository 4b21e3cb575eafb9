package wiki

import (
	"context"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// Write puts a page into the folder, whole or not at all, and returns the page as readers have it. Folders
// on the way are made. An existing page is only written with replace. The page is refused where Pages would
// have a problem with it, or would not find it.
//
// 42602: no page can have the key. 58P02: the page is there, or something else is in its place. 22023: the
// text is no page. 54000: the wiki or the page is too large. 58030: the folder cannot be written.
func (f *Folder) Write(ctx context.Context, key, text string, replace bool) (*Page, error) {
	key = strings.TrimSuffix(strings.TrimSpace(key), ".md")
	if err := checkKey(key); err != nil {
		return nil, err
	}
	if err := checkText(key, text); err != nil {
		return nil, err
	}
	name, err := f.nameFor(ctx, key, len(text), replace)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(f.dir)
	if err != nil {
		return nil, folderError(err)
	}
	defer root.Close() //nolint:errcheck // the files in it are closed
	if err := makeWay(root, path.Dir(name)); err != nil {
		return nil, err
	}
	if err := put(root, name, text, replace); err != nil {
		return nil, err
	}
	return f.Page(ctx, key)
}

// checkKey refuses a key that walks would leave out.
func checkKey(key string) error {
	parts := strings.Split(key, "/")
	why := ""
	switch {
	case len(parts) > maxDepth+1:
		why = "it is deeper than 16 folders"
	case !speakable(key):
		why = "it has characters that cannot be written"
	case slices.ContainsFunc(parts, func(part string) bool { return strings.TrimSpace(part) != part || part == "" }):
		why = "a part of it is empty, or begins or ends with a space"
	case slices.ContainsFunc(parts, func(part string) bool { return part[0] == '.' }):
		why = "a part of it begins with a dot"
	case slices.ContainsFunc(parts, func(part string) bool { return len(part) > 200 }):
		why = "a part of it is longer than 200 bytes"
	default:
		return nil
	}
	return sqlstate.New(sqlstate.InvalidName, "no wiki page can have the key %q: %s", shown(key), why).
		WithHint("A key is the path of the page below the folder of the wiki, without .md: finance/arr.")
}

// checkText refuses a text that Pages would have a problem with.
func checkText(key, text string) error {
	if len(text) > MaxPageBytes {
		return sqlstate.New(sqlstate.ProgramLimitExceeded, "the page %s is larger than 1 MiB", shown(key)).WithHint("Write several pages.")
	}
	if !utf8.ValidString(text) {
		return sqlstate.New(sqlstate.InvalidParameterValue, "the text of the page %s is not UTF-8", shown(key))
	}
	p, problems := parse(key+".md", text)
	if len(problems) > 0 {
		return sqlstate.New(sqlstate.InvalidParameterValue, "%s", problems[0]).
			WithHint("Front matter is YAML between two lines ---, such as title: Orders.")
	}
	if strings.TrimSpace(p.Content) == "" {
		return sqlstate.New(sqlstate.InvalidParameterValue, "the page %s has no text", shown(key)).WithHint("Markdown follows the front matter.")
	}
	return nil
}

// nameFor is the file of a page: the page's own where there is one.
func (f *Folder) nameFor(ctx context.Context, key string, size int, replace bool) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.refresh(ctx); err != nil {
		return "", err
	}
	all, name := int64(size), ""
	for other, one := range f.files {
		switch {
		case one.page.Key == key:
			name = other
			continue
		case strings.EqualFold(one.page.Key, key):
			return "", sqlstate.New(sqlstate.DuplicateFile, "the page %s is there: its key differs from %s in case alone", one.page.Key, key).
				WithHint("Use its key, or another one: some file systems hold both names for one.")
		}
		all += one.size
	}
	if name != "" && !replace {
		return "", thereAlready(key)
	}
	if name == "" && len(f.files) >= maxPages || all > maxBytes {
		return "", sqlstate.New(sqlstate.ProgramLimitExceeded, "the wiki is full: it has at most 10,000 pages of 128 MiB together")
	}
	if name == "" {
		name = key + ".md"
	}
	return name, nil
}

func thereAlready(key string) error {
	return sqlstate.New(sqlstate.DuplicateFile, "the page %s is there already", key).
		WithHint("sallyport wiki read %s prints it; --replace writes over it.", key)
}

// makeWay makes the folders of a page. Pages below a link would not be found.
func makeWay(root *os.Root, dir string) error {
	way := ""
	for part := range strings.SplitSeq(dir, "/") {
		way = path.Join(way, part)
		info, err := root.Lstat(way)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			if err := root.Mkdir(way, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
				return writeError(way, err)
			}
		case err != nil:
			return writeError(way, err)
		case !info.IsDir():
			return sqlstate.New(sqlstate.DuplicateFile, "%s in the folder of the wiki is no folder", way).WithHint("Links are not followed. Take another key.")
		}
	}
	return nil
}

// put puts a file in its place. Without replace a file that has come into being meanwhile stays.
func put(root *os.Root, name, text string, replace bool) error {
	mode := fs.FileMode(0o644)
	switch info, err := root.Lstat(name); {
	case err == nil && !info.Mode().IsRegular():
		return sqlstate.New(sqlstate.DuplicateFile, "%s in the folder of the wiki is no plain file", name).WithHint("A link is not written through. Take another key.")
	case err == nil && !replace:
		return thereAlready(strings.TrimSuffix(name, ".md"))
	case err == nil:
		mode = info.Mode().Perm()
	case !errors.Is(err, fs.ErrNotExist):
		return writeError(name, err)
	}
	part := path.Join(path.Dir(name), ".part-"+rand.Text()) // readers leave out names with a dot
	file, err := root.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return writeError(name, err)
	}
	defer root.Remove(part) //nolint:errcheck // it is gone where it was renamed
	_, err = file.WriteString(text)
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return writeError(name, err)
	}
	if replace {
		err = root.Rename(part, name)
	} else {
		err = root.Link(part, name)
	}
	if errors.Is(err, fs.ErrExist) {
		return thereAlready(strings.TrimSuffix(name, ".md"))
	}
	return writeError(name, err)
}

func writeError(name string, err error) error {
	if err == nil {
		return nil
	}
	return sqlstate.Wrap(err, sqlstate.IOError, "%s in the folder of the wiki cannot be written: %s", name, plain(err)).
		WithHint("The user of the command needs the right to write there.")
}
