package mcp

import (
	"encoding/json"
	"testing"

	"github.com/sallyportdb/sallyport/mcp/render"
)

// TestPayload: what is appended by hand is what the encoder writes.
func TestPayload(t *testing.T) {
	many, odd := int64(1<<60), "<a> & \"b\" \\ \n\t\x01 ä \u2028 😀 \xff"
	for _, p := range []rowsPayload{
		{},
		{Columns: []render.Column{}, Rows: json.RawMessage("[]")},
		{Columns: []render.Column{{Name: "a", Type: "integer"}, {Name: odd, Type: odd}}, Rows: json.RawMessage(`[[1,"x"],[null,2]]`), RowCount: 2},
		{Tag: "INSERT 0 1", Affected: &many, Columns: []render.Column{}, Rows: json.RawMessage("[]"), RowCount: -1, Offset: 7, Truncated: true},
		{Tag: odd, CutBy: odd, CutCells: 3, Cursor: odd, Next: odd, Resource: odd},
	} {
		want, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.append(nil); string(got) != string(want) {
			t.Errorf("%s\nbut by the encoder\n%s", got, want)
		}
	}
}

// TestInfoKept: what is kept of server_info is no other info's.
func TestInfoKept(t *testing.T) {
	var kept keptInfo
	all := []info{
		{},
		{Name: "a"},
		{Mode: "safe"},
		{ReadOnly: true},
		{Providers: []string{}},
		{Providers: []string{"a"}},
		{Providers: []string{"a", "b"}},
		{Caps: infoCaps{Rows: 1}},
		{Approvals: &infoApprovals{}},
		{Approvals: &infoApprovals{Desk: true}},
		{Postures: []posture{{Provider: "a"}}},
		{Postures: []posture{{Provider: "a", State: "clean"}}},
		{Postures: []posture{{Provider: "a", Unknown: []string{"x"}}}},
		{Postures: []posture{{Provider: "a", Risks: []risk{{Risk: "x"}}}}},
		{Postures: []posture{{Provider: "a", Risks: []risk{{Risk: "x", Count: 1}}}}},
	}
	for range 2 {
		for _, i := range all {
			for range 2 {
				text, payload := kept.encode(i)
				want, err := json.Marshal(i)
				if err != nil || string(payload.(encoded).json) != string(want) || text != i.text() {
					t.Errorf("%s\nand not\n%s, %v", payload.(encoded).json, want, err)
				}
			}
		}
	}
}
