package shell

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"

	"github.com/sallyportdb/sallyport/shell/show"
)

// text is statements that nobody types: of a file, or of a pipe.
type text struct{ r *bufio.Reader }

func newText(r io.Reader) *text { return &text{r: bufio.NewReaderSize(r, 64<<10)} }

func (t *text) next(string) (string, error) { return t.r.ReadString('\n') }

// errInterrupted says that Ctrl-C was typed at the prompt.
var errInterrupted = errors.New("interrupted")

// keyboard reads lines from a terminal. The terminal is in raw mode while a
// line is typed and in its own mode while a statement runs, so that Ctrl-C is
// a signal then.
type keyboard struct {
	in       *os.File
	out      io.Writer
	keys     *lastByte
	screen   *term.Terminal
	history  *history
	complete completer
	rows     bool // a COPY's rows are typed, in which a tab is a tab

	listed string // the line whose completions the last Tab could not tell apart
	sought string // what Ctrl-R looks for, and where it found it last
	at     int
	shown  string
}

// completer returns what may stand in the place of the word that a line ends
// with, and where that word begins.
type completer func(line string) (start int, candidates []string)

func newKeyboard(in *os.File, out io.Writer, h *history, complete completer) *keyboard {
	k := &keyboard{in: in, out: out, keys: &lastByte{r: in}, history: h, complete: complete}
	k.newScreen()
	return k
}

// newScreen begins with a blank line: after Ctrl-C the old screen still has
// what was typed, and would read the Ctrl-C again.
func (k *keyboard) newScreen() {
	k.screen = term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{k.keys, k.out}, "")
	k.screen.History = k.history
	k.screen.AutoCompleteCallback = k.key
}

// size is how many columns and lines the terminal has, 0 where that is unknown.
func (k *keyboard) size() (width, height int) {
	width, height, err := term.GetSize(int(k.in.Fd()))
	if err != nil {
		return 0, 0
	}
	return width, height
}

func (k *keyboard) next(prompt string) (string, error) {
	k.rows = prompt == rowPrompt
	fd := int(k.in.Fd())
	state, err := term.MakeRaw(fd)
	if err != nil {
		return "", err
	}
	defer func() { _ = term.Restore(fd, state) }() // nothing can be done about it
	if w, h := k.size(); w > 0 {
		_ = k.screen.SetSize(w, h) // it keeps the old size
	}
	k.screen.SetPrompt(prompt)
	k.screen.SetBracketedPasteMode(true)
	defer k.screen.SetBracketedPasteMode(false)
	line, err := k.screen.ReadLine()
	switch {
	case errors.Is(err, term.ErrPasteIndicator):
		return line + "\n", nil
	case errors.Is(err, io.EOF) && k.keys.last == 3:
		fmt.Fprint(k.out, "^C\r\n")
		k.newScreen()
		return "", errInterrupted
	case err != nil:
		return "", err
	}
	return line + "\n", nil
}

// rowPrompt asks for a row of a COPY FROM STDIN.
const rowPrompt = ">> "

const (
	keyTab   = '\t'
	keyCtrlR = 0x12
)

// key is called for keys that the terminal has no use for.
func (k *keyboard) key(line string, pos int, key rune) (string, int, bool) {
	switch key {
	case keyTab:
		return k.tab(line, pos)
	case keyCtrlR:
		return k.search(line)
	}
	return "", 0, false
}

// tab completes the word before the cursor as far as it is clear; a second Tab
// lists what it may become.
func (k *keyboard) tab(line string, pos int) (string, int, bool) {
	if k.rows {
		return line[:pos] + "\t" + line[pos:], pos + 1, true
	}
	start, candidates := k.complete(line[:pos])
	// Completed words are printed as they are, so names with control characters, which a terminal would obey,
	// are left out.
	candidates = slices.DeleteFunc(candidates, func(word string) bool { return show.Visible(word) != word })
	if len(candidates) == 0 {
		return "", 0, false
	}
	common := commonPrefix(candidates)
	typed := line[start:pos]
	if len(candidates) == 1 && !strings.HasSuffix(common, ".") && !strings.HasSuffix(common, "/") {
		common += " "
	}
	if common == typed || !strings.HasPrefix(strings.ToLower(common), strings.ToLower(typed)) {
		if k.listed == line {
			k.list(candidates)
		}
		k.listed = line
		return "", 0, false
	}
	changed := line[:start] + common + line[pos:]
	k.listed = changed
	return changed, start + len(common), true
}

// list prints words in columns, as many as fit.
func (k *keyboard) list(words []string) {
	const most = 200
	width, _ := k.size()
	column := 2
	for i, w := range words {
		words[i] = show.Visible(w)
		column = max(column, len([]rune(words[i]))+2)
	}
	perLine := max(1, width/column)
	var b strings.Builder
	for i, w := range words {
		if i == most {
			fmt.Fprintf(&b, "… and %d more", len(words)-most)
			break
		}
		b.WriteString(w)
		if (i+1)%perLine == 0 || i == len(words)-1 {
			b.WriteString("\n")
		} else {
			b.WriteString(strings.Repeat(" ", column-len([]rune(w))))
		}
	}
	_, _ = k.screen.Write([]byte(strings.TrimSuffix(b.String(), "\n") + "\n")) // the person sees that it is not there
}

// search brings back the newest statement with what is typed in it; each further
// Ctrl-R an older one.
func (k *keyboard) search(line string) (string, int, bool) {
	if line == "" || line != k.shown {
		k.sought, k.at = line, -1
	}
	found, at := k.history.find(k.sought, k.at)
	if at < 0 {
		return "", 0, false
	}
	k.at, k.shown = at, found
	return found, len(found), true
}

func commonPrefix(words []string) string {
	prefix := []rune(words[0])
	for _, w := range words[1:] {
		n := 0
		for _, r := range w {
			if n == len(prefix) || prefix[n] != r {
				break
			}
			n++
		}
		prefix = prefix[:n]
	}
	return string(prefix)
}

// lastByte remembers the last byte read: the terminal says io.EOF for Ctrl-C
// and for Ctrl-D alike.
type lastByte struct {
	r    io.Reader
	last byte
}

func (l *lastByte) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	if n > 0 {
		l.last = p[n-1]
	}
	return n, err
}
