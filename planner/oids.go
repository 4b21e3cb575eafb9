package planner

import (
	"slices"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/textkey"
)

// psql asks the Postgres catalog the same of one relation after the other, by texts that differ in quoted OIDs: c.oid = '24000'.
// Such texts share a plan at DuckDB's sources: a column of type oid stands beside each of these constants, which the
// translation takes over as it is. All other constants must be the same.

// oidColumns are columns that have the type oid in each relation of pg_catalog that has them.
var oidColumns = []string{
	"oid", "relnamespace", "attrelid", "indrelid", "indexrelid", "conrelid", "confrelid", "inhrelid", "inhparent", "adrelid", "tgrelid", "ev_class", "polrelid",
	"stxrelid", "prrelid", "ftrelid", "seqrelid", "partrelid", "objoid", "classoid", "pronamespace", "typnamespace", "typrelid", "enumtypid", "connamespace",
}

// quotedOIDs returns which constants of a statement over the Postgres catalog alone, in the order of the text, are quoted OIDs beside
// columns, and how many constants there are.
func quotedOIDs(n *pg_query.Node, mentions []mention) (oids []int, constants int) {
	if len(mentions) == 0 || slices.ContainsFunc(mentions, func(m mention) bool { return m.schema != "pg_catalog" || m.catalog != "" }) {
		return nil, 0
	}
	var all, found []int32
	plain := true
	var visit func(m protoreflect.Message) bool
	visit = func(m protoreflect.Message) bool {
		switch m := m.Interface().(type) {
		case *pg_query.RangeSubselect, *pg_query.RangeFunction, *pg_query.RangeTableFunc, *pg_query.CommonTableExpr:
			plain = false // columns may be of any type
		case *pg_query.Alias:
			plain = plain && len(m.Colnames) == 0
		case *pg_query.A_Const:
			if m.GetBoolval() == nil && !m.Isnull {
				all = append(all, m.Location)
			}
		case *pg_query.A_Expr:
			if m.Kind == pg_query.A_Expr_Kind_AEXPR_OP && len(m.Name) == 1 && m.Name[0].GetString_().GetSval() == "=" && isOIDColumn(m.Lexpr) && isOID(m.Rexpr.GetAConst().GetSval().GetSval()) {
				found = append(found, m.Rexpr.GetAConst().Location)
			}
		}
		return parse.Children(m, visit)
	}
	visit(n.ProtoReflect())
	if !plain {
		return nil, 0
	}
	slices.Sort(all)
	for _, place := range found {
		at, _ := slices.BinarySearch(all, place)
		oids = append(oids, at)
	}
	slices.Sort(oids)
	return oids, len(all)
}

func isOIDColumn(n *pg_query.Node) bool {
	fields := n.GetColumnRef().GetFields()
	return len(fields) > 0 && len(fields) <= 2 && slices.Contains(oidColumns, fields[len(fields)-1].GetString_().GetSval())
}

// isOID reports whether a text is an OID as it is shown, and not 0.
func isOID(text string) bool {
	n, err := strconv.ParseUint(text, 10, 32)
	return err == nil && n > 0 && text[0] != '0' && text[0] != '+'
}

// anyOID reports whether a statement has the same plan with other OIDs in the places of oids: SQL has them as often as the text, which has so
// many constants.
func (s *Statement) anyOID(literals []textkey.Literal) bool {
	if len(s.oids) == 0 || s.constants != len(literals) || s.Verb != "SELECT" || s.byLiteral || s.uncached || s.Control != NoControl ||
		len(s.Before)+len(s.After)+len(s.Parts)+len(s.Scans)+len(s.Sets) > 0 || s.Call != nil || s.Copy != nil || len(s.Calls) > 0 {
		return false
	}
	for i, l := range literals {
		quoted := s.literal(l)
		same := 0
		for j, other := range literals {
			if s.literal(other) == quoted {
				if same++; slices.Contains(s.oids, i) != slices.Contains(s.oids, j) {
					return false
				}
			}
		}
		if slices.Contains(s.oids, i) && (strings.Count(s.SQL, quoted) != same || strings.Count(s.SQL, strings.Trim(quoted, "'")) != same) {
			return false
		}
	}
	return true
}

// literal returns a constant of the planned text.
func (s *Statement) literal(l textkey.Literal) string {
	return s.Text[int(l.Start)-s.Offset : int(l.End)-s.Offset]
}

// withOIDs puts the OIDs of a text into the SQL of another one, whose other constants must be the same. It returns "" if they are not.
func (e *entry) withOIDs(text string, literals []textkey.Literal) (sql string) {
	planned := e.plans[0]
	var replace []string
	for i, l := range literals {
		before, now := planned.literal(e.literals[i]), text[l.Start:l.End]
		switch {
		case !slices.Contains(planned.oids, i):
			if before != now {
				return ""
			}
		case !isOID(strings.Trim(now, "'")):
			return ""
		default:
			if at := slices.Index(replace, before); at >= 0 && at%2 == 0 && replace[at+1] != now {
				return "" // what was the same there differs here
			}
			replace = append(replace, before, now)
		}
	}
	return strings.NewReplacer(replace...).Replace(planned.SQL)
}
