package wiki_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/discovery/wiki"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// write writes a file, and makes it old enough that its time tells of changes.
func write(t *testing.T, dir, name, content string) {
	t.Helper()
	path := filepath.Join(dir, name)
	must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must(t, os.WriteFile(path, []byte(content), 0o600))
	old := time.Now().Add(-time.Hour)
	must(t, os.Chtimes(path, old, old))
}

func keys(t *testing.T, f *wiki.Folder) string {
	t.Helper()
	pages, problems, _, err := f.Pages(t.Context())
	must(t, err)
	var list []string
	for _, p := range pages {
		list = append(list, p.Key)
	}
	for _, p := range problems {
		list = append(list, p.String())
	}
	return strings.Join(list, "\n")
}

// TestPages: what a page says, of front matter as people write it, odd or not.
func TestPages(t *testing.T) {
	for name, test := range map[string]struct{ text, page, problems string }{
		"all": {
			"---\ntitle: ARR\nsummary: In cents.\ntags: [a, b]\nowner: {team: x}\nsince: 2024-05-06\nversion: 1.10\n---\n# Other\nBody\n",
			`ARR|In cents.|[a b]|{"owner":{"team":"x"},"since":"2024-05-06","summary":"In cents.","tags":["a","b"],"title":"ARR","version":1.1}|# Other↵Body↵`, "",
		},
		"none":           {"Text\n\n# Head #\nmore", "Head||[]|null|Text↵↵# Head #↵more", ""},
		"empty":          {"", "||[]|null|", ""},
		"blank front":    {"---\n---\nx", "||[]|{}|x", ""},
		"comment alone":  {"---\n# hi\n---\nx", "||[]|{}|x", ""},
		"windows":        {"\ufeff---\r\ntitle: T\r\n---\r\nx\r\n", `T||[]|{"title":"T"}|x↵`, ""},
		"dots":           {"---\ntitle: T\n...\nx", `T||[]|{"title":"T"}|x`, ""},
		"rule":           {"a\n---\nb", "||[]|null|a↵---↵b", ""},
		"fenced heading": {"```\n# no\n```\n# yes", "yes||[]|null|```↵# no↵```↵# yes", ""},
		"tags as text":   {"---\ntags: a, b c\n---\n", `||[a b c]|{"tags":"a, b c"}|`, ""},
		"numbers":        {"---\ntitle: 2024\nsummary: 3.5\n---\n", `2024|3.5|[]|{"summary":3.5,"title":2024}|`, "p.md:2: title is no text: put it in quotes\np.md:3: summary is no text: put it in quotes"},
		"odd keys":       {"---\n1: a\n? [x]\n: b\n---\n", "", "p.md:3: the front matter cannot be read"},
		"no end":         {"---\ntitle: T\nx", "||[]|null|---↵title: T↵x", "p.md:1: the front matter has no end: a line --- closes it"},
		"bad yaml":       {"---\ntitle: a: b\n---\nx", "||[]|null|---↵title: a: b↵---↵x", "p.md:2: the front matter cannot be read"},
		"twice":          {"---\ntitle: a\ntitle: b\n---\nx", "||[]|null|---↵title: a↵title: b↵---↵x", "p.md:3: the front matter cannot be read"},
		"a list":         {"---\n- a\n---\nx", "||[]|null|---↵- a↵---↵x", "p.md:2: the front matter is no mapping, such as title: Orders"},
		"alias":          {"---\na: &x 1\nb: *x\n---\nx", "||[]|null|---↵a: &x 1↵b: *x↵---↵x", "p.md:2: the front matter cannot be read: line 2 has an anchor or an alias: write the value out"},
		"not UTF-8":      {"a\xffb", "||[]|null|a\ufffdb", "p.md: is not UTF-8: what cannot be read is shown as \ufffd"},
		"not a number":   {"---\nx: .nan\n---\n", `||[]|{"x":"NaN"}|`, ""},
		"too large":      {"---\nx: " + strings.Repeat("y", 65<<10) + "\n---\nz", "", "p.md:1: the front matter is larger than 64 KiB, and is shown as text"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, dir, "p.md", test.text)
			f := wiki.Open(dir)
			p, err := f.Page(t.Context(), "p")
			must(t, err)
			front, err := json.Marshal(p.FrontMatter)
			must(t, err)
			got := fmt.Sprintf("%s|%s|%v|%s|%s", p.Title, p.Summary, p.Tags, front, strings.ReplaceAll(p.Content, "\n", "↵"))
			if test.page != "" && got != test.page {
				t.Errorf("\n got %s\nwant %s", got, test.page)
			}
			_, problems, _, err := f.Pages(t.Context())
			must(t, err)
			var said []string
			for _, p := range problems {
				said = append(said, p.String())
			}
			if got := strings.Join(said, "\n"); !strings.HasPrefix(got, test.problems) || test.problems == "" && got != "" {
				t.Errorf("problems:\n%s\nwant\n%s", got, test.problems)
			}
		})
	}
}

// TestChanges: what people do with files counts at the next call.
func TestChanges(t *testing.T) {
	dir := t.TempDir()
	f := wiki.Open(dir)
	if got := keys(t, f); got != "" {
		t.Errorf("%s", got)
	}
	write(t, dir, "a.md", "# A")
	write(t, dir, "sales/arr.md", "# ARR")
	write(t, dir, "sales/notes.txt", "no page")
	write(t, dir, ".git/x.md", "no page")
	if got := keys(t, f); got != "a\nsales/arr" {
		t.Errorf("%s", got)
	}
	_, _, first, err := f.Pages(t.Context())
	must(t, err)
	_, _, again, err := f.Pages(t.Context())
	must(t, err)
	if first != again {
		t.Errorf("revision %d became %d though nothing changed", first, again)
	}
	must(t, os.WriteFile(filepath.Join(dir, "a.md"), []byte("# B"), 0o600)) // as long as before, and new
	if p, err := f.Page(t.Context(), "a"); err != nil || p.Title != "B" {
		t.Errorf("%+v %v", p, err)
	}
	must(t, os.WriteFile(filepath.Join(dir, "a.md"), []byte("# C"), 0o600)) // perhaps at the same time
	if p, err := f.Page(t.Context(), "a"); err != nil || p.Title != "C" {
		t.Errorf("%+v %v", p, err)
	}
	must(t, os.Remove(filepath.Join(dir, "a.md")))
	if got := keys(t, f); got != "sales/arr" {
		t.Errorf("%s", got)
	}
	must(t, os.RemoveAll(dir))
	if _, _, _, err := f.Pages(t.Context()); sqlstate.CodeOf(err) != sqlstate.IOError || strings.Contains(err.Error(), dir) {
		t.Errorf("without the folder: %v", err)
	}
}

// TestKeys: a key is a page of the folder, and nothing else on the machine.
func TestKeys(t *testing.T) {
	outside := t.TempDir()
	write(t, outside, "secret.md", "# secret")
	dir := t.TempDir()
	write(t, dir, "sales/arr.md", "# ARR")
	write(t, dir, "Sales/Odd Name.md", "# Odd")
	must(t, os.Symlink(filepath.Join(outside, "secret.md"), filepath.Join(dir, "link.md")))
	must(t, os.Symlink(outside, filepath.Join(dir, "folder")))
	must(t, os.Symlink("sales/arr.md", filepath.Join(dir, "inside.md")))
	must(t, os.Symlink("loop.md", filepath.Join(dir, "loop.md")))
	must(t, os.Mkdir(filepath.Join(dir, "dir.md"), 0o755))
	write(t, dir, "bad\x01name.md", "# control")
	f := wiki.Open(dir)
	for _, key := range []string{"sales/arr", "sales/arr.md", "/sales/arr", "SALES/ARR", "inside", "Sales/Odd Name", "sales/odd name"} {
		if _, err := f.Page(t.Context(), key); err != nil {
			t.Errorf("%q: %v", key, err)
		}
	}
	for _, key := range []string{
		"", ".", "..", "../secret", "sales/../sales/arr", filepath.Join(outside, "secret.md"), "link", "folder/secret", "loop", "dir", "bad\x01name",
		"sales\\arr", "sales/arr\x00", strings.Repeat("x", 1<<20), "%2e%2e/secret", "arr",
	} {
		p, err := f.Page(t.Context(), key)
		if err == nil || sqlstate.CodeOf(err) != sqlstate.UndefinedObject || len(err.Error()) > 300 || strings.ContainsAny(err.Error(), "\x00\x01") {
			t.Errorf("%.40q: %v %.200v", key, p, err)
		}
	}
	if _, err := f.Page(t.Context(), "arr"); sqlstate.From(err).Hint != "Did you mean sales/arr?" {
		t.Errorf("%v", sqlstate.From(err).Hint)
	}
	_, problems, _, err := f.Pages(t.Context())
	must(t, err)
	all := fmt.Sprint(problems)
	for _, name := range []string{"link.md", "loop.md", "bad"} {
		if !strings.Contains(all, name) {
			t.Errorf("nothing is said of %s: %s", name, all)
		}
	}
	if strings.Contains(all, outside) {
		t.Errorf("a path of the machine is told: %s", all)
	}
}

func TestBounds(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "large.md", strings.Repeat("x", wiki.MaxPageBytes+1))
	write(t, dir, "fits.md", strings.Repeat("x", wiki.MaxPageBytes))
	write(t, dir, strings.Repeat("d/", 20)+"deep.md", "x")
	got := keys(t, wiki.Open(dir))
	for _, want := range []string{"fits\n", "large.md: is larger than 1 MiB", "is too deep"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
	if strings.Contains(got, "deep.md") {
		t.Errorf("%s", got)
	}
}
