package shell

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"

	"github.com/sallyportdb/sallyport/shell/show"
)

// errPagerLeft says that the person has seen enough.
var errPagerLeft = errors.New("the pager has ended")

// pagerCommand is what shows what is larger than the screen: $PAGER, or less if
// it is there; "" for nothing.
func pagerCommand(getenv func(string) string) string {
	switch command := strings.TrimSpace(getenv("PAGER")); {
	case command == "cat":
		return ""
	case command != "":
		return command
	}
	if _, err := exec.LookPath("less"); err != nil {
		return ""
	}
	if getenv("LESS") == "" {
		return "less -SRX" // lines are cut and not folded; what was shown stays
	}
	return "less"
}

// page is where something is printed that may be larger than the screen.
func (s *shell) page(out io.Writer) io.WriteCloser {
	f, ok := out.(*os.File)
	if s.keys == nil || s.pager == "" || !ok || out != s.o.Out || !term.IsTerminal(int(f.Fd())) {
		return direct{out}
	}
	p := &page{out: f, command: s.pager}
	if p.width, p.height = s.keys.size(); p.height == 0 {
		return direct{out}
	}
	return p
}

type direct struct{ io.Writer }

func (direct) Close() error { return nil }

// page holds back what fits on the screen, and starts the pager for what does
// not.
type page struct {
	out           *os.File
	command       string
	width, height int

	held   []byte
	looked int // of held, in which whole lines were counted
	lines  int
	pager  *exec.Cmd
	pipe   io.WriteCloser
}

func (p *page) Write(text []byte) (int, error) {
	if p.pager != nil {
		return p.pass(text)
	}
	p.held = append(p.held, text...)
	if !p.tooLarge() {
		return len(text), nil
	}
	if err := p.start(); err != nil {
		return 0, err
	}
	_, err := p.pass(p.held)
	p.held = nil
	return len(text), err
}

func (p *page) tooLarge() bool {
	for {
		end := bytes.IndexByte(p.held[p.looked:], '\n')
		if end < 0 {
			return false
		}
		wide := utf8.RuneCount(p.held[p.looked:p.looked+end]) > p.width
		p.looked += end + 1
		if p.lines++; wide || p.lines >= p.height {
			return true
		}
	}
}

func (p *page) start() (err error) {
	p.pager = exec.CommandContext(context.Background(), "sh", "-c", p.command) // it ends when the person wants
	p.pager.Stdout, p.pager.Stderr = p.out, p.out
	if p.pipe, err = p.pager.StdinPipe(); err != nil {
		return err
	}
	return p.pager.Start()
}

func (p *page) pass(text []byte) (int, error) {
	if _, err := p.pipe.Write(text); err != nil {
		return 0, errPagerLeft
	}
	return len(text), nil
}

// Close prints what was held back, or waits until the person leaves the pager.
func (p *page) Close() error {
	if p.pager == nil {
		_, err := p.out.Write(p.held)
		return err
	}
	_ = p.pipe.Close() // the pager may have gone before
	if p.pager.Process != nil {
		_ = p.pager.Wait() // and its status is nobody's business
	}
	return nil
}

// raw is where the rows of COPY TO STDOUT go on their way to out: as they are, but
// on a terminal. finish is called behind the last of them.
func raw(out, w io.Writer) (to io.Writer, finish func() error) {
	if f, ok := out.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		t := &tame{w: w}
		return t, t.finish
	}
	return w, func() error { return nil }
}

// tame writes text without anything that a terminal would obey. A character may come in two pieces.
type tame struct {
	w    io.Writer
	held []byte // the beginning of a character
}

func (t *tame) Write(text []byte) (int, error) {
	whole := append(t.held, text...)
	end := len(whole)
	for at := end - 1; at >= 0 && at > end-utf8.UTFMax; at-- {
		if utf8.RuneStart(whole[at]) {
			if !utf8.FullRune(whole[at:]) {
				end = at
			}
			break
		}
	}
	t.held = append([]byte(nil), whole[end:]...)
	if _, err := io.WriteString(t.w, show.VisibleLines(string(whole[:end]))); err != nil {
		return 0, err
	}
	return len(text), nil
}

// finish writes what is held of a character that has no end.
func (t *tame) finish() error {
	_, err := io.WriteString(t.w, show.VisibleLines(string(t.held)))
	t.held = nil
	return err
}
