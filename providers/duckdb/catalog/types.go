package catalog

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/columndef"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
)

// listTypes reads the types of users.
func (src Source) listTypes(list Lister) ([][]string, error) {
	rows, err := list(`SELECT schema_name, type_name, CAST(type_oid AS VARCHAR), coalesce(array_to_string(labels, chr(0)), ''), coalesce(comment, ''), logical_type FROM duckdb_types()
		WHERE database_name = ` + native.Text(src.Database) + ` AND NOT internal AND (logical_type = 'ENUM' OR logical_type = 'STRUCT' AND starts_with(type_name, '` + providers.RowTypePrefix + `'))`)
	slices.SortFunc(rows, slices.Compare)
	return rows, err
}

// loadTypes adds the enums, domains and composite types, which are rows of listTypes, and notes the columns of enums.
func (s *Catalog) loadTypes(rows [][]string) {
	byLabels := map[string]*providers.Enum{}
	listed := map[[2]string]string{}
	for _, row := range rows {
		if row[5] == "STRUCT" {
			listed[[2]string{row[0], strings.TrimPrefix(row[1], providers.RowTypePrefix)}] = row[4]
			continue
		}
		if !strings.HasPrefix(row[3], providers.KeptMark) {
			e := &providers.Enum{Schema: row[0], Name: row[1]}
			e.Labels, e.Mark = providers.SplitMark(strings.Split(row[3], "\x00"))
			s.enums, byLabels[row[3]] = append(s.enums, e), e
			continue
		}
		u, ok := providers.ParseUserType(row[3])
		if !ok {
			continue
		}
		oid, _ := strconv.ParseUint(row[2], 10, 32) // DuckDB returns a number
		u.Schema, u.Name, u.OID, u.Comment = row[0], row[1], uint32(oid), row[4]
		s.types = append(s.types, &u)
		if u.Kind == "r" {
			s.types = append(s.types, u.Multirange())
		}
	}
	for _, u := range s.types {
		u.Listed = listed[[2]string{u.Schema, u.Name}]
	}
	providers.SpellFields(s.types)
	s.noteStructs()
	s.noteEnums(byLabels)
	s.noteRanges()
}

// noteRanges gives the columns of range types and multirange types of users their types.
func (s *Catalog) noteRanges() {
	ranges := map[string]*providers.UserType{}
	for _, u := range s.types {
		if u.IsRange() {
			ranges[u.Duck] = u
		}
	}
	if len(ranges) == 0 {
		return
	}
	for _, r := range s.relations {
		for i := range r.Typed {
			c := &r.Typed[i]
			u := ranges[c.Range]
			if c.Range == "" || u == nil {
				continue
			}
			array := strings.HasSuffix(c.TypeName, "[]")
			if c.Type, c.TypeName = u.OID, u.Name; array {
				c.Type, c.TypeName = u.ArrayOID(), u.Name+"[]"
			}
		}
	}
}

// noteStructs gives the columns of views whose types are those of composite types these types. Tables keep them: see noteUserTypes.
func (s *Catalog) noteStructs() {
	for key, l := range s.listed {
		r := s.relations[key]
		if l.kind == "table" || len(r.Typed) != len(s.columns[key]) {
			continue
		}
		for i, row := range s.columns[key] {
			if !strings.HasPrefix(row[3], "STRUCT(") {
				continue
			}
			base := strings.TrimSuffix(row[3], "[]")
			at := slices.IndexFunc(s.types, func(u *providers.UserType) bool { return u.Listed == base })
			if at >= 0 {
				r.Typed[i].User = s.types[at].ID
			}
		}
	}
}

// enumKey is the key of an enum with a mark.
func enumKey(labels []string, mark string) string {
	if mark != "" {
		labels = append(slices.Clone(labels), mark)
	}
	return columndef.LabelsKey(labels)
}

// MarkFor returns the mark for a new enum: see providers.UserTyped.
func (s *Catalog) MarkFor(labels []string) string {
	taken := map[string]bool{}
	for _, e := range s.enums {
		if slices.Equal(e.Labels, labels) {
			taken[e.Mark] = true
		}
	}
	if len(taken) == 0 || len(labels) == 0 {
		return ""
	}
	for n := 2; ; n++ {
		if mark := providers.EnumMark + strconv.Itoa(n); !taken[mark] {
			return mark
		}
	}
}

// noteEnums gives the columns of enums their types. DuckDB's columns know the labels alone, so of two enums with the same
// labels and without a mark either will do.
func (s *Catalog) noteEnums(byLabels map[string]*providers.Enum) {
	if len(byLabels) == 0 {
		return
	}
	for _, r := range s.relations {
		for i := range r.Typed {
			if len(r.Typed[i].Labels) > 0 {
				r.Typed[i].Enum = byLabels[enumKey(r.Typed[i].Labels, r.Typed[i].Mark)]
			}
		}
	}
}
