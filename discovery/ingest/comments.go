package ingest

import (
	"context"
	"strings"

	"github.com/sallyportdb/sallyport/discovery"
)

// Comment is a statement that writes a description into its source, and what became of it.
type Comment struct {
	SQL string `json:"sql"`
	// Error is why it was not run; "" with a dry run, too.
	Error string `json:"error,omitempty"`
	Hint  string `json:"hint,omitempty"`
	Ran   bool   `json:"ran"`
}

// Comments returns the statements that make what people and tools have written of a connection's
// tables and columns their comments, where they say anything else now.
func Comments(ctx context.Context, s *discovery.Store, connection string) (list []string, err error) {
	if _, err := s.Revision(ctx, connection); err != nil {
		return nil, err
	}
	err = s.Each(ctx, connection, func(t discovery.Table) error {
		name := quoted(t.Ref.DB) + "." + quoted(t.Ref.Name)
		if text, ok := written(t.Descriptions, t.Comment); ok {
			list = append(list, "COMMENT ON "+objectOf(t)+" "+name+" IS "+literal(text))
		}
		for _, c := range t.Columns {
			if text, ok := written(c.Descriptions, c.Comment); ok {
				list = append(list, "COMMENT ON COLUMN "+name+"."+quoted(c.Name)+" IS "+literal(text))
			}
		}
		return nil
	})
	return list, err
}

func objectOf(t discovery.Table) string {
	switch {
	case t.Materialized:
		return "MATERIALIZED VIEW"
	case t.Kind == discovery.KindView:
		return "VIEW"
	case t.Kind == discovery.KindExternal:
		return "FOREIGN TABLE"
	}
	return "TABLE"
}

// written is the preferred description, if it says anything else than the comment.
func written(list []discovery.Description, comment string) (string, bool) {
	for _, d := range list {
		if text := strings.TrimSpace(d.Text); text != "" && !strings.Contains(text, "\x00") {
			return text, text != strings.TrimSpace(comment)
		}
	}
	return "", false
}

// literal is a text as a constant of SQL, whatever backslashes mean to the server.
func literal(text string) string {
	quoted := "'" + strings.ReplaceAll(text, "'", "''") + "'"
	if strings.Contains(text, `\`) {
		return "E" + strings.ReplaceAll(quoted, `\`, `\\`)
	}
	return quoted
}
