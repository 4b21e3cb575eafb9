package clients

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/gate"
)

// goldenMajor is the version of PostgreSQL whose answers are in testdata/wire.
const goldenMajor = 15

// block is a part of a script: what to send, and what is expected back.
type block struct {
	remark string   // a block that is only remarks
	lines  []string // to be sent
	want   string
	excuse string // the key in excuses, if the door answers otherwise
}

// TestTranscripts plays testdata/wire to the server and through a door.
func TestTranscripts(t *testing.T) {
	each(t, "testdata/wire/*.txt", func(t *testing.T, file string, blocks []block) {
		d := direct(t)
		real := play(t, d, blocks)
		compareGolden(t, d, file, blocks, real)
		same(t, d, blocks, real, play(t, door(t, gate.FullAccess), blocks))
	})
}

// TestRefusals plays testdata/refused to doors in the mode that the name of the
// file begins with: where a file is called "-desk" somebody may approve, and
// "-nobody" comes too late.
func TestRefusals(t *testing.T) {
	each(t, "testdata/refused/*.txt", func(t *testing.T, file string, blocks []block) {
		name, rest, _ := strings.Cut(strings.TrimSuffix(filepath.Base(file), ".txt"), "-")
		mode, err := gate.ParseMode(name)
		must(t, err)
		var g target
		switch rest {
		case "desk":
			g = desk(t, mode, limit)
		case "nobody":
			g = desk(t, mode, 50*time.Millisecond)
		default:
			g = door(t, mode)
		}
		compareGolden(t, g, file, blocks, play(t, g, blocks))
	})
}

func each(t *testing.T, pattern string, f func(t *testing.T, file string, blocks []block)) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			must(t, err)
			f(t, file, blocksOf(string(text)))
		})
	}
}

// blocksOf reads a script.
func blocksOf(text string) (blocks []block) {
	for _, part := range strings.Split(strings.TrimSpace(text), "\n\n") {
		input, want, _ := strings.Cut(part+"\n", "----\n")
		b := block{lines: strings.Split(strings.TrimSpace(input), "\n"), want: want}
		remarks := 0
		for _, line := range b.lines {
			if strings.HasPrefix(line, "#") {
				remarks++
			} else if key, ok := strings.CutPrefix(line, "excused "); ok {
				b.excuse = key
			}
		}
		if remarks == len(b.lines) {
			b = block{remark: strings.TrimSpace(input)}
		}
		blocks = append(blocks, b)
	}
	return blocks
}

// line numbers of the server's source, which every minor version changes.
var sourceLine = regexp.MustCompile(` L="\d+"`)

func (a answers) golden() string {
	var out strings.Builder
	for _, line := range a {
		out.WriteString(sourceLine.ReplaceAllString(line, "") + "\n")
	}
	return out.String()
}

// compareGolden compares a file with what came, or rewrites it.
func compareGolden(t *testing.T, g target, file string, blocks []block, got []answers) {
	t.Helper()
	if major := g.major(t); major != goldenMajor {
		if *update {
			t.Fatalf("-update needs PostgreSQL %d, not %d", goldenMajor, major)
		}
		return
	}
	var parts []string
	for i, b := range blocks {
		if b.remark != "" {
			parts = append(parts, b.remark+"\n")
			continue
		}
		parts = append(parts, strings.Join(b.lines, "\n")+"\n----\n"+got[i].golden())
		if !*update && got[i].golden() != b.want {
			t.Errorf("%s: block %d differs from the file:\n%s\n%s", file, i+1, strings.Join(b.lines, "\n"), difference(b.want, got[i].golden()))
		}
	}
	if rest := got[len(blocks)]; len(rest) > 0 {
		t.Errorf("%s: behind the end: %q", file, rest)
	}
	if *update {
		must(t, os.WriteFile(file, []byte(strings.Join(parts, "\n")), 0o644))
	}
}

// numbered is what difference writes before a line.
var numbered = regexp.MustCompile(`(?m)^\d+ `)

// same demands that the door answered as the server did, but for excuses.
func same(t *testing.T, d target, blocks []block, real, through []answers) {
	t.Helper()
	for i, got := range through {
		want, b := raised(real[i], got), block{lines: []string{"(behind the end)"}}
		if i < len(blocks) {
			b = blocks[i]
		}
		text := difference(strings.Join(want, "\n"), strings.Join(got, "\n"))
		if b.excuse != "" {
			e, ok := excuses[b.excuse]
			if !ok {
				t.Errorf("no excuse %q in the table", b.excuse)
			}
			differs := strings.TrimSpace(place.ReplaceAllString(numbered.ReplaceAllString(text, ""), ""))
			if excused := strings.TrimSpace(e.differs); differs == excused || differs == "" && d.major(t) != goldenMajor {
				continue
			} else {
				text += "but excused is only:\n" + excused
			}
		}
		if text != "" {
			t.Errorf("block %d: the door (+) answers otherwise than it should (-):\n%s\n%s", i+1, short(strings.Join(b.lines, "\n")), text)
		}
	}
}

// difference shows the lines of two texts that are not the same, in order.
func difference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	var out strings.Builder
	for i, j := 0, 0; (i < len(w) || j < len(g)) && out.Len() < 8000; {
		if i < len(w) && j < len(g) && w[i] == g[j] {
			i, j = i+1, j+1
			continue
		}
		di, dj := resume(w[i:], g[j:])
		for ; di > 0; di, i = di-1, i+1 {
			out.WriteString(strconv.Itoa(i+1) + " - " + w[i] + "\n")
		}
		for ; dj > 0; dj, j = dj-1, j+1 {
			out.WriteString(strconv.Itoa(j+1) + " + " + g[j] + "\n")
		}
	}
	return out.String()
}

// resume says how many lines of each are to be passed over until both go on
// alike: the fewest, within reach.
func resume(w, g []string) (di, dj int) {
	const reach = 100
	for sum := 1; sum < reach; sum++ {
		for di := max(0, sum-len(g)); di <= min(sum, len(w)); di++ {
			if dj := sum - di; di < len(w) && dj < len(g) && w[di] == g[dj] || di == len(w) && dj == len(g) {
				return di, dj
			}
		}
	}
	return min(reach, len(w)), min(reach, len(g))
}

// major is the server's version.
func (g target) major(t testing.TB) int {
	t.Helper()
	number, err := strconv.Atoi(string(g.super(t, "SHOW server_version_num")[0].Rows[0][0]))
	must(t, err)
	return number / 10000
}
