package shell

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func secret(text string) bool { return strings.Contains(text, "hunter2") }

func TestHistory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state", "sql_history")
	h := loadHistory(file, secret)
	for _, statement := range []string{
		"SELECT 1;", "SELECT 1;", "SELECT\n 2;", "SELECT 3; -- x", "SELECT 4 -- x\n;",
		"ALTER ROLE a PASSWORD 'x';", "SELECT 'hunter2';", " SELECT 'nobody need know';", `\d airports`,
	} {
		h.add(statement)
	}
	want := []string{`\d airports`, "SELECT 3; -- x", "SELECT  2;", "SELECT 1;"}
	for _, h := range []*history{h, loadHistory(file, secret)} {
		var got []string
		for i := range h.Len() {
			got = append(got, h.At(i))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if found, at := h.find("select", -1); found != "SELECT 3; -- x" || at != 1 {
		t.Errorf("found %q at %d", found, at)
	}
	if found, at := h.find("select", 2); found != "SELECT 1;" || at != 3 {
		t.Errorf("found then %q at %d", found, at)
	}
	if found, at := h.find("delete", -1); at != -1 {
		t.Errorf("found %q, which is not there", found)
	}
	for range historyLimit {
		h.add("SELECT 5;")
		h.add("SELECT 6;")
	}
	if h.Len() != historyLimit || loadHistory(file, secret).Len() != historyLimit {
		t.Errorf("%d entries", h.Len())
	}
}
