package discovery

import (
	"context"
	"strings"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// fold is how names and values are compared without regard to case.
func fold(text string) string { return strings.ToLower(text) }

// Resolve returns the tables that a person may mean by a name such as "orders", "public.orders",
// "shop.public.orders" or `"Odd Name"."t.1"`. Parts in front may be the connection's name, too.
// Parts that are not quoted are compared without regard to case where nothing is spelled so
// exactly. 42601: the text is no name; 55000: there is no snapshot.
func (s *Store) Resolve(ctx context.Context, connection, display string) ([]TableRef, error) {
	parts, err := splitName(display)
	if err != nil {
		return nil, err
	}
	database, err := s.databaseOf(ctx, connection)
	if err != nil {
		return nil, err
	}
	last := parts[len(parts)-1].text
	candidates, err := refs(ctx, s.read, "SELECT catalog, db, name FROM relation INDEXED BY relation_folded WHERE connection = ? AND folded = ? ORDER BY 1, 2, 3", connection, fold(last))
	if err != nil || len(candidates) == 0 {
		return nil, storeError(err, "read")
	}
	for _, same := range []func(part, string) bool{exactly, part.means} {
		var found []TableRef
		for _, c := range candidates {
			if meant(parts, c, connection, database, same) {
				found = append(found, c)
			}
		}
		if len(found) > 0 {
			return found, nil
		}
	}
	return nil, nil
}

func (s *Store) databaseOf(ctx context.Context, connection string) (string, error) {
	names, err := Values[string](ctx, s.read, "SELECT database FROM connection WHERE name = ? AND sync_id <> ''", connection)
	if err == nil && len(names) == 0 {
		err = noSnapshot(connection)
	}
	if err != nil {
		return "", storeError(err, "read")
	}
	return names[0], nil
}

// part is a part of a name.
type part struct {
	text  string
	quote bool
}

func exactly(p part, name string) bool { return p.text == name }

func (p part) means(name string) bool {
	return p.text == name || !p.quote && fold(p.text) == fold(name)
}

// meant reports whether the parts are the last of what a table can be called.
func meant(parts []part, r TableRef, connection, database string, same func(part, string) bool) bool {
	var full []string // the last first
	for _, name := range []string{r.Name, r.DB, r.Catalog} {
		if name != "" {
			full = append(full, name)
		}
	}
	for i := range parts {
		p := parts[len(parts)-1-i]
		switch {
		case i < len(full) && same(p, full[i]):
		case i >= 1 && i == len(full) && len(parts) == i+1 && (p.means(connection) || database != "" && p.means(database)):
		default:
			return false
		}
	}
	return true
}

// splitName takes a name apart at its dots.
func splitName(display string) (parts []part, err error) {
	rest := strings.TrimSpace(display)
	for {
		p, after, ok := nextPart(rest)
		if !ok || p.text == "" || len(parts) == 5 {
			return nil, sqlstate.New(sqlstate.SyntaxError, "%q is no name of a table", display).
				WithHint(`Write name, schema.name or database.schema.name, with "…" round a part that has dots.`)
		}
		if parts = append(parts, p); after == "" {
			return parts, nil
		}
		rest = after[1:]
	}
}

// nextPart reads a part up to a dot or the end, which after begins with.
func nextPart(text string) (p part, after string, ok bool) {
	quote := byte(0)
	if text != "" && (text[0] == '"' || text[0] == '`') {
		quote = text[0]
	}
	if quote == 0 {
		i := strings.IndexByte(text, '.')
		if i < 0 {
			i = len(text)
		}
		return part{text: text[:i]}, text[i:], true
	}
	var name strings.Builder
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] != quote:
			name.WriteByte(text[i])
		case i+1 < len(text) && text[i+1] == quote:
			name.WriteByte(quote)
			i++
		default:
			after = text[i+1:]
			return part{name.String(), true}, after, after == "" || after[0] == '.'
		}
	}
	return part{}, "", false
}
