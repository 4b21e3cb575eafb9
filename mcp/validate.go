package mcp

import (
	"context"
	"fmt"
	"strings"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/mcp/failure"
	"github.com/sallyportdb/sallyport/mcp/render"
)

var validationSchema = object([]string{"valid", "class", "verdicts"}, namesOfType("boolean", "valid"),
	namesOfType("string", "verb", "class", "source", "tool", "checked", "unchecked"), namesOfType("array", "relations", "functions", "effects", "verdicts"))

type effect struct {
	Class  string `json:"class"`
	What   string `json:"what"`
	Reason string `json:"reason,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

type verdict struct {
	Mode    string `json:"mode"`
	Verdict string `json:"verdict"`
	Reason  string `json:"reason,omitempty"`
	Hint    string `json:"hint,omitempty"`
}

type validation struct {
	Valid     bool      `json:"valid"`
	Verb      string    `json:"verb"`
	Class     string    `json:"class"`
	Source    string    `json:"source,omitempty"`
	Tool      string    `json:"tool,omitempty"`
	Checked   string    `json:"checked,omitempty"`
	Unchecked string    `json:"unchecked,omitempty"`
	Relations []string  `json:"relations,omitempty"`
	Functions []string  `json:"functions,omitempty"`
	Effects   []effect  `json:"effects,omitempty"`
	Verdicts  []verdict `json:"verdicts"`
}

// validateQuery answers what run_select_query would make of a statement. Text
// that is no statement is a failure, never an answer.
func (s *Server) validateQuery(ctx context.Context, c *call) (*mcpgo.CallToolResult, error) {
	session, err := s.session(ctx, c)
	if err != nil {
		return nil, err
	}
	defer s.closeSession(session)
	found, err := session.Validate(ctx, c.request())
	if err != nil {
		return nil, session.Advised(c.sql(), err)
	}
	if len(found) != 1 {
		return nil, errNoStatement()
	}
	v := asValidation(found[0], c.sql())
	v.Tool = s.toolFor(v.Class)
	return mcpgo.NewToolResultStructured(v, v.text(s.engine.Info().Mode.String())), nil
}

func asValidation(found engine.Validation, sql string) validation {
	v := validation{
		Valid: found.Allowed, Verb: found.Verb, Class: found.Class, Source: found.Source,
		Relations: found.Relations, Functions: found.Functions, Verdicts: []verdict{},
		Checked: found.Checked, Unchecked: found.Unchecked,
	}
	for _, f := range found.Effects {
		line, column, _ := failure.Place(sql, f.Position)
		v.Effects = append(v.Effects, effect{f.Class, f.What, f.Reason, line, column})
	}
	for _, g := range found.Verdicts {
		v.Verdicts = append(v.Verdicts, verdict{g.Mode, g.Verdict, g.Reason, g.Hint})
	}
	return v
}

// text is the validation for a model, on a server of that mode. Effects may name
// what the source hides behind a statement, in the source's words.
func (v validation) text(mode string) string {
	var out strings.Builder
	word := "run_select_query would not run this"
	if v.Valid {
		word = "run_select_query would run this"
	}
	fmt.Fprintf(&out, "%s: %s, class %s", word, v.Verb, v.Class)
	if v.Source != "" {
		fmt.Fprintf(&out, ", on %s", v.Source)
	}
	out.WriteString(".")
	if v.Tool != "" && !v.Valid {
		fmt.Fprintf(&out, " %s takes it, if the mode allows it.", v.Tool)
	}
	if v.Checked != "" {
		fmt.Fprintf(&out, " It is well-formed: %s.", render.OneLine(v.Checked))
	}
	if v.Unchecked != "" {
		fmt.Fprintf(&out, " Not checked: %s.", render.OneLine(v.Unchecked))
	}
	names := func(label string, list []string) {
		if len(list) > 0 {
			fmt.Fprintf(&out, "\n%s: %s", label, render.OneLine(strings.Join(list, ", ")))
		}
	}
	names("Relations", v.Relations)
	names("Functions", v.Functions)
	if len(v.Effects) > 0 {
		out.WriteString("\nEffects:\n" + render.Fence(render.Token(), v.effects()))
	}
	verdicts := make([]string, len(v.Verdicts))
	for i, g := range v.Verdicts {
		verdicts[i] = g.Mode + " " + g.Verdict
	}
	fmt.Fprintf(&out, "\nModes: %s", strings.Join(verdicts, ", "))
	for _, g := range v.Verdicts {
		if g.Mode == mode && g.Verdict != "allow" {
			fmt.Fprintf(&out, "\nThis server is %s. %s", mode, render.OneLine(g.Hint))
		}
	}
	return out.String()
}

// maxEffects bounds what is told of a statement that does much.
const maxEffects = 50

func (v validation) effects() string {
	var out strings.Builder
	for i, e := range v.Effects {
		if i == maxEffects {
			fmt.Fprintf(&out, "… and %s more\n", render.Count(len(v.Effects)-i, "effect"))
			break
		}
		fmt.Fprintf(&out, "- %s: %s", e.Class, render.OneLine(e.What))
		if e.Line > 0 {
			fmt.Fprintf(&out, " at line %d, column %d", e.Line, e.Column)
		}
		if e.Reason != "" {
			fmt.Fprintf(&out, " (%s)", render.OneLine(e.Reason))
		}
		out.WriteByte('\n')
	}
	return out.String()
}
