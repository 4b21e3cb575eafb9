package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/mcp/transport"
	"github.com/sallyportdb/sallyport/providers"
)

var infoSchema = object([]string{"version", "mode", "providers", "caps"}, namesOfType("string", "version", "mode", "default_provider"),
	namesOfType("boolean", "is_read_only"), namesOfType("array", "providers", "postures"), namesOfType("object", "caps", "approvals"))

type info struct {
	Name      string         `json:"name"`
	Version   string         `json:"version"`
	Commit    string         `json:"commit,omitempty"`
	Platform  string         `json:"platform"`
	Mode      string         `json:"mode"`
	ReadOnly  bool           `json:"is_read_only"`
	Default   string         `json:"default_provider"`
	Providers []string       `json:"providers"`
	Transport string         `json:"transport"`
	Backend   string         `json:"sql_backend"` // what runs statements of the default provider
	Registry  string         `json:"provider_registry,omitempty"`
	Caps      infoCaps       `json:"caps"`
	Approvals *infoApprovals `json:"approvals,omitempty"` // of what the mode asks about; nil: nothing
	Postures  []posture      `json:"postures,omitempty"`
}

// posture is of one source. The names of objects stay in the server's log: they
// are the source's words.
type posture struct {
	Provider string   `json:"provider"`
	State    string   `json:"state"`
	Risks    []risk   `json:"risks"`
	Unknown  []string `json:"unknown,omitempty"`
	Checked  string   `json:"checked,omitempty"` // RFC 3339
}

type risk struct {
	Risk  string `json:"risk"`
	What  string `json:"what"`
	Count int    `json:"count"`
}

type infoCaps struct {
	RowsDefault int64 `json:"rows_default"`
	Rows        int64 `json:"rows"`
	Bytes       int   `json:"bytes"`
	Text        int   `json:"text_bytes"`
	Cell        int   `json:"cell_bytes"`
}

func (s *Server) serverInfo(ctx context.Context, c *call) (*mcpgo.CallToolResult, error) {
	var i info
	err := s.inspect(ctx, c, func(ctx context.Context, session *engine.Session) error {
		i = s.info(ctx, session.Info())
		return nil
	})
	if err != nil {
		return nil, err
	}
	text, payload := s.lastInfo.encode(i)
	return s.shown(c, payload, text), nil
}

// keptInfo is the info that was told last, as text and as JSON: most calls tell the same. Safe for concurrent use.
type keptInfo struct{ last atomic.Pointer[toldInfo] }

type toldInfo struct {
	info    info
	text    string
	payload encoded
}

// encode returns the text of an info, and its structured content.
func (k *keptInfo) encode(i info) (text string, payload any) {
	if told := k.last.Load(); told != nil && told.info.equals(i) {
		return told.text, told.payload
	}
	whole, err := json.Marshal(i)
	if err != nil {
		return i.text(), i // the encoder will return the same error
	}
	told := &toldInfo{i, i.text(), encoded{i, whole}}
	k.last.Store(told)
	return told.text, told.payload
}

// equals compares two infos by all that they tell.
func (i info) equals(other info) bool {
	sameApprovals := i.Approvals == other.Approvals || i.Approvals != nil && other.Approvals != nil && *i.Approvals == *other.Approvals
	samePostures := slices.EqualFunc(i.Postures, other.Postures, func(a, b posture) bool {
		return a.Provider == b.Provider && a.State == b.State && a.Checked == b.Checked && sameList(a.Risks, b.Risks) && sameList(a.Unknown, b.Unknown)
	})
	if !sameApprovals || !samePostures || !sameList(i.Providers, other.Providers) {
		return false
	}
	i.Approvals, i.Postures, i.Providers = nil, nil, nil
	other.Approvals, other.Postures, other.Providers = nil, nil, nil
	return reflect.DeepEqual(i, other)
}

// sameList compares two lists. A nil list and an empty one are different, as they are in JSON.
func sameList[T comparable](a, b []T) bool { return (a == nil) == (b == nil) && slices.Equal(a, b) }

func (s *Server) info(ctx context.Context, known engine.Info) info {
	i := info{
		Name: serverName, Version: known.Version, Commit: known.Commit, Platform: runtime.GOOS + "/" + runtime.GOARCH,
		Mode: known.Mode.String(), ReadOnly: known.Mode <= gate.ReadOnly, Default: known.Default, Providers: []string{},
		Transport: "http", Registry: known.Registry,
		Caps:      infoCaps{s.limits.Rows, s.limits.MaxRows, s.limits.Bytes, s.limits.Text, s.limits.Cell},
		Approvals: s.whoApproves(ctx),
	}
	if transport.From(ctx).Remote == "" {
		i.Transport = "stdio"
	}
	for _, p := range known.Sources {
		if i.Providers = append(i.Providers, p.Name); p.Name == known.Default {
			i.Backend = backendOf(p)
		}
	}
	for _, p := range known.Postures {
		i.Postures = append(i.Postures, postureOf(p))
	}
	return i
}

// backendOf names the engine that runs a provider's statements. DuckDB runs statements over
// an API.
func backendOf(p providers.Info) string {
	if p.Dialect == providers.DuckDB {
		return "duckdb"
	}
	return "postgres"
}

func (i info) text() string {
	text := fmt.Sprintf("%s %s on %s, mode %s.\nProviders: %s. Default: %s.\nCaps: %d rows (at most %d), %d bytes of rows, %d in text, %d of one value.",
		i.Name, i.Version, i.Platform, i.Mode, strings.Join(i.Providers, ", "), i.Default,
		i.Caps.RowsDefault, i.Caps.Rows, i.Caps.Bytes, i.Caps.Text, i.Caps.Cell)
	if i.Registry != "" {
		text += "\nRegistry of providers: " + i.Registry + "."
	}
	if i.Approvals != nil {
		text += "\n" + i.Approvals.text()
	}
	for _, p := range i.Postures {
		text += "\n" + p.text()
	}
	return text
}

func postureOf(known engine.Posture) posture {
	p := posture{Provider: known.Source, State: "unknown", Risks: []risk{}, Unknown: known.Unknown}
	if known.Found.IsZero() {
		return p
	}
	p.Checked = known.Found.UTC().Format(time.RFC3339)
	for _, r := range known.Risks {
		p.Risks = append(p.Risks, risk{r.Code, r.What, r.Count})
	}
	switch {
	case len(p.Risks) > 0:
		p.State = "risks"
	case len(p.Unknown) == 0:
		p.State = "clean"
	}
	return p
}

// text is the posture on one line: the operator's log says more.
func (p posture) text() string {
	if p.State != "risks" {
		return "Posture of " + p.Provider + ": " + p.State + "."
	}
	codes := make([]string, len(p.Risks))
	for i, r := range p.Risks {
		codes[i] = r.Risk
	}
	return "Posture of " + p.Provider + ", if the gate failed: " + strings.Join(codes, ", ") + "."
}
