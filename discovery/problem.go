package discovery

import "fmt"

// Problem is a mistake in a file that people write: a description, a page. The rest of what they
// wrote counts all the same.
type Problem struct {
	File string
	Line int // 1-based; 0: the whole file
	Text string
}

func (p Problem) String() string {
	if p.Line > 0 {
		return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Text)
	}
	return p.File + ": " + p.Text
}
