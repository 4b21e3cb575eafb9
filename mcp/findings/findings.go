// Package findings has the answers of the tools over snapshots and the wiki: structured content for programs, and the same
// as text for models. The words of people, pages and sources are fenced.
package findings

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/discovery/guide"
	"github.com/sallyportdb/sallyport/mcp/render"
)

// Refs are the answer of discover_data.
type Refs struct {
	Refs []guide.Ref `json:"refs"`
}

// Entities are the answer of entity_details.
type Entities struct {
	Entities []guide.Entity  `json:"entities"`
	Errors   []guide.Missing `json:"errors,omitempty"`
	Snapshot guide.Snapshot  `json:"snapshot"`
}

// PageRefs are the answer of wiki_search.
type PageRefs struct {
	Results []guide.PageRef `json:"results"`
}

// WikiPage is a page, or a part of it.
type WikiPage struct {
	guide.Page
	Truncated bool `json:"truncated,omitempty"`
	Next      int  `json:"nextOffset,omitempty"`
}

// TextOf returns a text that may be absent, or "" if it is.
func TextOf(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// Text returns a line for each ref: what the next call needs, and why the ref was found.
func (r Refs) Text() string {
	if len(r.Refs) == 0 {
		return "Nothing found. Try other words, or fewer."
	}
	names := []string{"kind", "id", "connectionId", "summary", "snippet"}
	table := render.FilledTable(names, r.Refs, func(ref guide.Ref) []string {
		return []string{ref.Kind, ref.ID, ref.ConnectionID, TextOf(ref.Summary), TextOf(ref.Snippet)}
	})
	return render.Fence(render.Token(), table)
}

// Text describes each table, then names the tables that were not found.
func (e Entities) Text() string {
	var body strings.Builder
	for i, one := range e.Entities {
		if i > 0 {
			body.WriteString("\n")
		}
		writeEntity(&body, one)
	}
	for _, m := range e.Errors {
		body.WriteString("\n" + render.EscapeCell(m.Table+": "+m.Message+". "+m.Hint) + "\n")
	}
	return render.Fence(render.Token(), body.String())
}

func writeEntity(body *strings.Builder, e guide.Entity) {
	head := e.Kind + " " + e.Display
	if e.EstimatedRows != nil {
		head += fmt.Sprintf(", about %s", render.Count(int(*e.EstimatedRows), "row"))
	}
	body.WriteString(render.EscapeCell(head) + "\n")
	if about := shownDescription(e.Description, e.Comment); about != "" {
		body.WriteString(render.EscapeCell(about) + "\n")
	}
	body.WriteString(render.FilledTable([]string{"column", "type", "key", "null", "about", "samples"}, e.Columns, func(c guide.Column) []string {
		key, null, samples := "", "no", strings.Join(c.Samples, ", ")
		if c.PrimaryKey {
			key = "primary"
		}
		if c.Nullable {
			null = ""
		}
		if c.PII {
			samples = "(personal)"
		}
		return []string{c.Name, c.NativeType, key, null, shownDescription(c.Description, c.Comment), samples}
	}))
	for _, k := range e.ForeignKeys {
		line := k.FromColumn + " -> " + toTable(k) + "." + k.ToColumn
		if k.Guess != "" {
			line += " (a guess: " + k.Guess + ")"
		}
		body.WriteString(render.EscapeCell(line) + "\n")
	}
	body.WriteString(referrersText(e))
	if e.Truncated {
		fmt.Fprintf(body, "Truncated after %s: ask for columns by name.\n", render.Count(len(e.Columns), "column"))
	}
	body.WriteString(render.EscapeCell("as of "+e.Snapshot.ExtractedAt) + "\n")
}

// referrersText returns a line with the columns that refer to a table.
func referrersText(e guide.Entity) string {
	if len(e.ReferencedBy) == 0 {
		return ""
	}
	list := make([]string, len(e.ReferencedBy))
	for i, r := range e.ReferencedBy {
		if list[i] = r.Column(); len(e.PrimaryKey) != 1 || r.ToColumn != e.PrimaryKey[0] {
			list[i] += " (" + r.ToColumn + ")"
		}
		if r.Guess != "" {
			list[i] += " (a guess)"
		}
	}
	if e.ReferencedByMore {
		list = append(list, "… and more")
	}
	return render.EscapeCell("referenced by "+strings.Join(list, ", ")) + "\n"
}

func toTable(k guide.ForeignKey) string {
	return guide.TableRef{Catalog: k.ToCatalog, DB: k.ToDB, Name: k.ToTable}.Ref().Display()
}

// shownDescription returns the description to show: what people wrote, or else the comment of the source.
func shownDescription(description string, comment *string) string {
	if description != "" {
		return description
	}
	return TextOf(comment)
}

// DictionaryText returns a line for each value and column, or why a connection does not have the value.
func DictionaryText(d guide.Dictionary) string {
	type line struct{ value, connection, column, matched, reason string }
	var lines []line
	for _, r := range d.Results {
		for _, m := range r.Matches {
			lines = append(lines, line{r.Value, m.ConnectionID, m.SourceName + "." + m.ColumnName, m.MatchedValue, ""})
		}
		for _, m := range r.Misses {
			lines = append(lines, line{r.Value, m.ConnectionID, "", "", m.Reason})
		}
	}
	table := render.FilledTable([]string{"value", "connectionId", "column", "matched", "miss"}, lines, func(l line) []string {
		return []string{l.value, l.connection, l.column, l.matched, l.reason}
	})
	text := render.Fence(render.Token(), table)
	if d.Note != "" {
		text += "\n" + d.Note
	}
	return text
}

// Text returns a line for each page.
func (p PageRefs) Text() string {
	if len(p.Results) == 0 {
		return "No page found. Try other words, or fewer."
	}
	table := render.FilledTable([]string{"key", "title", "summary", "snippet"}, p.Results, func(r guide.PageRef) []string {
		return []string{r.Key, r.Title, TextOf(r.Summary), TextOf(r.Snippet)}
	})
	return render.Fence(render.Token(), table)
}

// Cut keeps at most room bytes of the content, from a byte on.
func (p *WikiPage) Cut(from, room int) {
	from = min(max(from, 0), len(p.Content))
	for from < len(p.Content) && !utf8.RuneStart(p.Content[from]) {
		from++
	}
	to := min(from+room, len(p.Content))
	for to < len(p.Content) && to > from && !utf8.RuneStart(p.Content[to]) {
		to--
	}
	if p.Truncated = to < len(p.Content); p.Truncated {
		p.Next = to
	}
	p.Content = p.Content[from:to]
}

// Text returns the page, and how to read on if it was cut.
func (p WikiPage) Text() string {
	body := ""
	if len(p.FrontMatter) > 0 {
		if front, err := json.Marshal(p.FrontMatter); err == nil {
			body = string(front) + "\n"
		}
	}
	text := render.Fence(render.Token(), render.Visible(body+p.Content))
	if p.Truncated {
		text += fmt.Sprintf("\nTruncated: go on with offset %d.", p.Next)
	}
	return text
}
