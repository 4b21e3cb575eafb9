package document

import "fmt"

// Problem is what is wrong at a place of a document.
type Problem struct {
	File string // relative to the registry's folder
	Line int    // 0: the file as a whole
	What string
	// Of is the resource, or the method as resource.method, that was left out for it; "": none was.
	Of string `json:",omitempty"`
}

func (p *Problem) Error() string {
	if p.Line == 0 {
		return p.File + ": " + p.What
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.What)
}
