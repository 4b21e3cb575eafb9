package wiki_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/discovery/wiki"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// left are all files below a folder.
func left(t *testing.T, dir string) string {
	t.Helper()
	var list []string
	must(t, filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			list = append(list, strings.TrimPrefix(path, dir+"/"))
		}
		return err
	}))
	return strings.Join(list, " ")
}

// TestWrite: a page is found at once, is not written over unasked, and keeps its file and its mode.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "Old.MD", "# Old")
	must(t, os.Chmod(filepath.Join(dir, "Old.MD"), 0o640))
	f := wiki.Open(dir)
	for _, key := range []string{"finance/terms/arr", "top.md"} {
		p, err := f.Write(t.Context(), key, "---\ntitle: ARR\n---\nIn cents.\n", false)
		must(t, err)
		if p.Title != "ARR" || p.Content != "In cents.\n" {
			t.Errorf("%+v", p)
		}
	}
	if _, err := f.Write(t.Context(), "top", "# New", false); sqlstate.CodeOf(err) != sqlstate.DuplicateFile || !strings.Contains(sqlstate.From(err).Hint, "--replace") {
		t.Errorf("%v", err)
	}
	if p, err := f.Page(t.Context(), "top"); err != nil || p.Title != "ARR" {
		t.Errorf("%+v %v", p, err)
	}
	for _, key := range []string{"top", "Old"} {
		if p, err := f.Write(t.Context(), key, "# New", true); err != nil || p.Title != "New" {
			t.Errorf("%+v %v", p, err)
		}
	}
	if _, err := f.Write(t.Context(), "OLD", "# Other", true); sqlstate.CodeOf(err) != sqlstate.DuplicateFile || !strings.Contains(err.Error(), "in case alone") {
		t.Errorf("%v", err)
	}
	if got := left(t, dir); got != "Old.MD finance/terms/arr.md top.md" {
		t.Errorf("%s", got)
	}
	if info, err := os.Stat(filepath.Join(dir, "Old.MD")); err != nil || info.Mode() != 0o640 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	if _, err := wiki.Open(filepath.Join(dir, "none")).Write(t.Context(), "a", "x", false); sqlstate.CodeOf(err) != sqlstate.IOError {
		t.Errorf("without the folder: %v", err)
	}
}

// TestWriteRefused: what readers would not find, or have a problem with, is not written, nor is anything
// outside of the folder.
func TestWriteRefused(t *testing.T) {
	outside, dir := t.TempDir(), t.TempDir()
	write(t, outside, "secret.md", "# secret")
	write(t, dir, "plain.txt", "x")
	must(t, os.Symlink(outside, filepath.Join(dir, "away")))
	must(t, os.Symlink(filepath.Join(outside, "secret.md"), filepath.Join(dir, "link.md")))
	must(t, os.Symlink(filepath.Join(outside, "none.md"), filepath.Join(dir, "dangling.md")))
	must(t, os.Mkdir(filepath.Join(dir, "folder.md"), 0o755))
	before := left(t, dir)
	f := wiki.Open(dir)
	for _, key := range []string{
		"", "/", ".", "..", "../x", "a/../../x", "a//b", "/a", "a/", "a/ b", ".git/config", "a/.b", "a\x00b", "a\\b", "a\nb", "\xff",
		strings.Repeat("x", 201), strings.Repeat("d/", 17) + "x", ".md", outside + "/x",
	} {
		if _, err := f.Write(t.Context(), key, "x", true); sqlstate.CodeOf(err) != sqlstate.InvalidName || len(err.Error()) > 300 {
			t.Errorf("%q: %v", key, err)
		}
	}
	for _, key := range []string{"away/x", "link", "dangling", "folder", "plain.txt/x"} {
		if _, err := f.Write(t.Context(), key, "x", true); sqlstate.CodeOf(err) != sqlstate.DuplicateFile {
			t.Errorf("%q: %v", key, err)
		}
	}
	for text, want := range map[string]string{
		"": "has no text", "---\ntitle: a\n---\n \n": "has no text", "a\xff": "is not UTF-8",
		"---\ntitle: a: b\n---\nx": "p.md:2: the front matter cannot be read", "---\ntitle: 1\n---\nx": "p.md:2: title is no text",
		"---\nx": "p.md:1: the front matter has no end", strings.Repeat("x", wiki.MaxPageBytes+1): "is larger than 1 MiB",
	} {
		if _, err := f.Write(t.Context(), "p", text, false); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v", text, err)
		}
	}
	if got := left(t, dir); got != before {
		t.Errorf("%s\nbefore\n%s", got, before)
	}
	if got := left(t, outside); got != "secret.md" {
		t.Errorf("%s", got)
	}
	if text, err := os.ReadFile(filepath.Join(outside, "secret.md")); err != nil || string(text) != "# secret" {
		t.Errorf("%s %v", text, err)
	}
}
