package pgwire

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// sectionsBegin is the first line of a file of differences, in which each file of statements has a section.
const sectionsBegin = "# What the embedded source answers otherwise than Postgres 15: the outcome, the message, and the reason.\n"

// nameOf is the name by which a file of statements has its section.
func nameOf(file string) string { return strings.TrimSuffix(filepath.Base(file), ".sql") }

// chosenTenth is the tenth of the files that is sent, as SALLYPORT_SAME_TENTH says, or -1 for all of them. The corpora
// of real clients are always sent.
func chosenTenth(t *testing.T, folder string) int {
	t.Helper()
	tenth := os.Getenv("SALLYPORT_SAME_TENTH")
	if tenth == "" || folder == corpora {
		return -1
	}
	n, err := strconv.Atoi(tenth)
	if err != nil || n < 0 || n > 9 {
		t.Fatalf("SALLYPORT_SAME_TENTH is %q, not a digit", tenth)
	}
	return n
}

// readSections reads what golden has of each file of statements.
func readSections(t *testing.T, golden string) map[string]string {
	t.Helper()
	data, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	text, begun := strings.CutPrefix(string(data), sectionsBegin)
	if !begun {
		t.Fatalf("%s does not begin as files of differences do", golden)
	}
	sections := map[string]string{}
	for section := range strings.SplitSeq(text, "\n# ") {
		if name, lines, found := strings.Cut(section, "\n"); found && name != "" {
			sections[name] = lines
		}
	}
	return sections
}

// compareSections compares what differed in the files that were sent with their sections of the folder's differences.txt, and looks
// that this has no section of a file that is not there. -update rewrites it, and keeps the sections of what was not sent.
func compareSections(t *testing.T, folder string, differing map[string]*strings.Builder) {
	t.Helper()
	golden := folder + "/differences.txt"
	files, err := filepath.Glob(folder + "/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	kept := readSections(t, golden)
	var want, got strings.Builder
	for _, out := range []*strings.Builder{&want, &got} {
		out.WriteString(sectionsBegin)
	}
	for _, file := range files {
		name := nameOf(file)
		lines, known := kept[name]
		delete(kept, name)
		sent := differing[name]
		if known {
			fmt.Fprintf(&want, "\n# %s\n%s", name, lines)
		}
		if sent != nil {
			lines = sent.String()
		}
		if sent != nil || known {
			fmt.Fprintf(&got, "\n# %s\n%s", name, lines)
		}
	}
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	for name := range kept {
		t.Errorf("%s has a section of %s.sql, which is not there", golden, name)
	}
	if want.String() != got.String() {
		t.Errorf("%s (-) is not what differs (+):\n%s", golden, difference(want.String(), got.String()))
	}
}
