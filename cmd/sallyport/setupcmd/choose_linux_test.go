package setupcmd

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
)

// TestChoose: a person at a terminal is asked which, for whom, and whether.
func TestChoose(t *testing.T) {
	h := newHouse(t)
	h.file(t, ".cursor/mcp.json", "{}")
	var out bytes.Buffer
	s := &setup{places: places{home: h.home, project: h.project, state: h.state, getenv: cli.Getenv(h.environ)}, scope: scopeUser, server: serverEntry{name: "sallyport", token: true}}
	q := newQuestioner(cli.Streams{In: strings.NewReader("1,nonsense\n1, vscode\nevery\nproject\nskip\n"), Out: &out})
	if err := s.choose(q); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(s.names, []string{"claude-code", "vscode"}) || s.scope != scopeProject || s.shared != "skip" {
		t.Errorf("%+v", s)
	}
	s.names = nil
	q = newQuestioner(cli.Streams{In: strings.NewReader("\n\n\n"), Out: &out})
	if err := s.choose(q); err != nil || !slices.Equal(s.names, []string{"cursor"}) || s.scope != scopeUser {
		t.Errorf("%v, %+v", err, s)
	}
	q = newQuestioner(cli.Streams{In: strings.NewReader("maybe\nd\ny\n"), Out: &out})
	p := &plan{changes: []*change{{file: "/x", before: []byte("a\n"), after: []byte("b\n"), agents: []string{"cursor"}}}}
	if yes, err := q.confirm(p); !yes || err != nil {
		t.Errorf("%v, %v", yes, err)
	}
	q = newQuestioner(cli.Streams{In: strings.NewReader(""), Out: &out})
	if yes, err := q.confirm(p); yes || err == nil {
		t.Errorf("at the end of input: %v, %v", yes, err)
	}
	golden(t, "choose.txt", h.short(out.String()))
}
