package constants

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// Array turns the text of an array into ARRAY[…]::type[].
func Array(s string, element *pg_query.TypeName) *pg_query.Node {
	items, end := ArrayItems(s)
	if end != len(s) {
		return build.Text(s)
	}
	to := &pg_query.TypeName{
		Names: element.Names, Typmods: element.Typmods, Typemod: -1,
		ArrayBounds: []*pg_query.Node{pg_query.MakeIntNode(-1)}, Location: build.Nowhere,
	}
	return build.Cast(build.Array(items...), to)
}

// ArrayItems reads {a,"b c",NULL,{d}} and returns its items and its end; 0: it is malformed.
func ArrayItems(s string) (items []*pg_query.Node, end int) {
	if !strings.HasPrefix(s, "{") {
		return nil, 0
	}
	for i := afterBlanks(s, 1); i < len(s); {
		if s[i] == '}' && len(items) == 0 {
			return items, i + 1
		}
		switch s[i] {
		case '}', ',':
			return nil, 0 // nothing stands before it
		case '{':
			inner, n := ArrayItems(s[i:])
			if n == 0 {
				return nil, 0
			}
			items, i = append(items, build.Array(inner...)), i+n
		default:
			item, quoted, n := arrayItem(s[i:])
			if i += n; !quoted && strings.EqualFold(item, "null") {
				items = append(items, build.Null())
			} else {
				items = append(items, build.Text(item))
			}
		}
		switch i = afterBlanks(s, i); {
		case i >= len(s):
			return nil, 0
		case s[i] == '}':
			return items, i + 1
		case s[i] != ',':
			return nil, 0
		}
		if i = afterBlanks(s, i+1); i < len(s) && s[i] == '}' {
			return nil, 0
		}
	}
	return nil, 0
}

// afterBlanks is the first place from i on that has no blank.
func afterBlanks(s string, i int) int {
	for i < len(s) && strings.IndexByte(parse.Blanks, s[i]) >= 0 {
		i++
	}
	return i
}

// arrayItem reads one item: quoted, or up to a comma or a bracket.
func arrayItem(s string) (item string, quoted bool, n int) {
	var b strings.Builder
	quoted = s[0] == '"'
	i := 0
	if quoted {
		i = 1
	}
	for ; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s):
			i++
			b.WriteByte(s[i])
		case quoted && c == '"':
			return b.String(), true, i + 1
		case !quoted && c == '"': // what begins without quotes has none
			return "", false, len(s)
		case !quoted && (c == ',' || c == '}'):
			return strings.TrimSpace(b.String()), false, i
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), quoted, i
}
