package inference

import (
	"cmp"
	"maps"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/raretypes"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
)

// The types of columns by their names: of tables, of queries in FROM and in WITH. A name that has several types has none.

// mostRounds bounds how often the types are noted again: as many queries in each other have their types found.
const mostRounds = 12

// NoteColumns notes the types of the columns, where no two have a name of other types.
func (t *Types) NoteColumns(root *pg_query.Node) {
	if t.Env.Columns == nil {
		return
	}
	t.ColumnTypes, t.EnumNames = nil, map[string]bool{}
	var queries []any
	unnests := false
	t.EachMessage(root.ProtoReflect(), func(m any) {
		switch m := m.(type) {
		case *pg_query.RangeVar:
			if m != root.GetViewStmt().GetView() { // the columns that a view had are none of its query's
				queries = append(queries, m)
			}
		case *pg_query.Alias, *pg_query.ColumnDef:
			queries = append(queries, m)
		case *pg_query.RangeFunction:
			queries = append(queries, m)
			unnests = unnests || len(unnested(m)) > 0
		case *pg_query.CommonTableExpr, *pg_query.RangeSubselect:
			queries = append(queries, m)
			t.Hidden = true
		}
	})
	for range mostRounds { // each knows the types that the one before has found
		before := t.ColumnTypes
		found := map[string]string{}
		known := true
		for _, m := range queries {
			known = t.noteRelation(m, found) && known
		}
		if !known {
			break
		}
		t.ColumnTypes = found
		if !t.Hidden && !unnests || maps.Equal(before, found) {
			return
		}
	}
	t.ColumnTypes = nil
}

// noteRelation notes the columns of an item of FROM or of WITH, and reports whether they are known.
func (t *Types) noteRelation(m any, into map[string]string) bool {
	switch m := m.(type) {
	case *pg_query.RangeVar:
		columns := t.Env.Columns(m.Schemaname, m.Relname)
		t.Opaque = t.Opaque || len(columns) == 0
		alias := parse.AliasOrName(m)
		for _, c := range columns {
			kind := t.kindOfColumn(c)
			t.ReadsRare = t.ReadsRare || raretypes.Columns[kind]
			if ElementTypes[c.Type] != "" {
				kind = Array
				if t.arrayTypes == nil {
					t.arrayTypes = map[string]string{}
				}
				noteType(t.arrayTypes, c.Name, arrayKind(c.Type))
			}
			t.noteLimited(c)
			if c.Scale > QuotientScale {
				if t.deep == nil {
					t.deep = map[string]bool{}
				}
				t.deep[c.Name] = true
			}
			if c.Dims > 1 {
				if t.Nested == nil {
					t.Nested = map[string]int{}
				}
				t.Nested[c.Name] = c.Dims
			}
			if c.Enum != nil && t.Env.Enum != nil {
				kind, t.EnumNames[c.Name] = KindOfEnum(c.Enum, c.Array), true
			}
			for _, name := range [...]string{c.Name, alias + "." + c.Name} {
				if c.Padded && !c.Array {
					t.noteChar(name, c.Limit)
				}
				t.noteLength(name, c)
				t.noteScale(name, c)
				noteType(into, name, kind)
			}
		}
		noteUnknown(m.Alias, into)
	case *pg_query.RangeSubselect:
		t.noteNested(m.Subquery.GetSelectStmt(), parse.NameParts(m.Alias.GetColnames()))
		columns, known := t.columnsOf(m.Subquery.GetSelectStmt())
		columns.note(parse.NameParts(m.Alias.GetColnames()), into, t.ColumnTypes == nil)
		return known
	case *pg_query.CommonTableExpr: // of a recursive one the first part has the types
		t.noteNested(m.Ctequery.GetSelectStmt(), parse.NameParts(m.Aliascolnames))
		columns, known := t.columnsOf(m.Ctequery.GetSelectStmt())
		columns.note(parse.NameParts(m.Aliascolnames), into, t.ColumnTypes == nil)
		return known
	case *pg_query.RangeFunction:
		t.noteFunction(m, into)
	case *pg_query.ColumnDef: // which a CHECK or a generated column beside it may use
		if e, array := t.EnumNamed(m.TypeName); e != nil {
			noteType(into, m.Colname, KindOfEnum(e, array))
		} else if kind := definedMoment(m.TypeName); t.Defining && kind != "" {
			noteType(into, m.Colname, kind)
		}
	}
	return true
}

// kindOfColumn is the type of a column, "" for a composite type: the OID is that of the source's STRUCT.
func (t *Types) kindOfColumn(c rewrite.Column) string {
	if u := providers.UserTypeByID(t.Env.Types, c.User); u != nil && u.Kind == "c" {
		return ""
	}
	if c.Range != "" && c.Array {
		return Array
	} else if c.Range != "" {
		return c.Range
	}
	return Names[c.Type]
}

// noteScale notes how many digits a column has behind the point, where its type says so.
func (t *Types) noteScale(column string, c rewrite.Column) {
	if t.scales == nil {
		t.scales = map[string]int{}
	}
	scale := c.Scale
	if was, known := t.scales[column]; c.Scaled || known && was != scale {
		scale = 0
	}
	t.scales[column] = scale
	t.noteDigits(column, c)
}

// noteDigits notes how many digits the source's decimal of a column has before and behind the point.
func (t *Types) noteDigits(column string, c rewrite.Column) {
	width, scale, ok := c.Precision()
	if width = min(width, providers.WidestDecimal); c.Precise {
		width = providers.WidestDecimal
	}
	digits := [2]int{width - scale, scale}
	if t.digits == nil {
		t.digits = map[string][2]int{}
	}
	if was, known := t.digits[column]; !ok || c.Scaled || known && was != digits {
		digits = [2]int{}
	}
	t.digits[column] = digits
	t.notePlain(column, c)
}

// notePlain notes how many digits the source's decimal has that stands for a numeric without a precision.
func (t *Types) notePlain(column string, c rewrite.Column) {
	scale := c.Plain
	if c.Scaled {
		scale = c.Digits
	}
	digits := [2]int{providers.WidestDecimal - scale, scale}
	if t.plain == nil {
		t.plain = map[string][2]int{}
	}
	if was, known := t.plain[column]; scale == 0 || known && was != digits {
		digits = [2]int{}
	}
	t.plain[column] = digits
}

// PlainDigits returns how many digits the decimal of a column has that is a numeric without a precision; ok is false where that is not known.
func (t *Types) PlainDigits(c *pg_query.ColumnRef) (whole, scale int, ok bool) {
	digits := t.plain[strings.Join(parse.NameParts(c.Fields), ".")]
	return digits[0], digits[1], digits != [2]int{}
}

// ColumnDigits returns how many digits a numeric column has before and behind the point; ok is false where that is not known.
func (t *Types) ColumnDigits(c *pg_query.ColumnRef) (whole, scale int, ok bool) {
	digits := t.digits[strings.Join(parse.NameParts(c.Fields), ".")]
	return digits[0], digits[1], digits != [2]int{}
}

// ColumnScale is how many digits a column has behind the point, 0 where that is not known.
func (t *Types) ColumnScale(c *pg_query.ColumnRef) int {
	parts := parse.NameParts(c.Fields)
	if last := parts[len(parts)-1]; len(parts) == 1 {
		return t.scales[last]
	} else if t.ColumnTypes[parts[len(parts)-2]+"."+last] == "numeric" {
		return t.scales[parts[len(parts)-2]+"."+last]
	}
	return 0
}

// QuotientScale is how many digits quotients have behind the point in the source.
const QuotientScale = providers.QuotientScale

// IsDeep reports whether expressions have a numeric of more digits behind the point.
func (t *Types) IsDeep(values ...*pg_query.Node) bool {
	deep := false
	for _, n := range values {
		if n == nil || t.Env.SQLite {
			continue
		}
		t.EachMessage(n.ProtoReflect(), func(m any) {
			switch m := m.(type) {
			case *pg_query.ColumnRef:
				deep = deep || len(m.Fields) > 0 && t.deep[m.Fields[len(m.Fields)-1].GetString_().GetSval()]
			case *pg_query.TypeCast:
				if _, name := parse.SplitName(m.TypeName.GetNames()); name == "numeric" && len(m.TypeName.Typmods) > 1 && m.TypeName.Typmods[1].GetAConst().GetLocation() >= 0 {
					scale, _ := parse.IntConstant(m.TypeName.Typmods[1])
					deep = deep || scale > QuotientScale
				}
			}
		})
	}
	return deep
}

// arrayKind is the type of an array, as int4[]; "": it is another.
func arrayKind(oid uint32) string {
	if ElementTypes[oid] == "bit" {
		return "bit[]"
	}
	return kindsByOID[oid]
}

// noteLimited notes a column that is an array of texts of limited length.
func (t *Types) noteLimited(c rewrite.Column) {
	if !c.Array || c.Limit == 0 || c.Bits {
		return
	}
	if t.limited == nil {
		t.limited, t.CharArrays = map[string]bool{}, map[string]int{}
	}
	t.limited[c.Name] = true
	if c.Padded {
		t.CharArrays[c.Name] = c.Limit
	}
}

// noteChar notes the length of a column of type char(n).
func (t *Types) noteChar(column string, length int) {
	if t.chars == nil {
		t.chars = map[string]int{}
	}
	if was, known := t.chars[column]; known && was != length {
		length = -1
	}
	t.chars[column] = length
}

// CharLength is the length of a column of type char(n), 0 or less where it is not known.
func (t *Types) CharLength(c *pg_query.ColumnRef) int {
	parts := parse.NameParts(c.Fields)
	last := parts[len(parts)-1]
	if len(parts) > 1 {
		return cmp.Or(t.chars[parts[len(parts)-2]+"."+last], t.chars[last])
	}
	return t.chars[last]
}

// noteUnknown notes the columns that an alias renames.
func noteUnknown(alias *pg_query.Alias, into map[string]string) {
	for _, name := range parse.NameParts(alias.GetColnames()) {
		noteType(into, name, "")
	}
}

func noteType(into map[string]string, column, name string) {
	if was, known := into[column]; known && was != name {
		name = ""
	}
	into[column] = name
}

// typedColumn is a column of a query.
type typedColumn struct{ name, kind string }

// typedColumns are the columns of a query that have names in its text. complete: they are all, so that an alias renames them
// in order; the others have the names and the types of other columns.
type typedColumns struct {
	list     []typedColumn
	complete bool
}

// note notes the columns, by the names that an alias gives them. first: the types of columns are not known yet, so that those of a
// query's columns may be found later.
func (c typedColumns) note(given []string, into map[string]string, first bool) {
	for i, column := range c.list {
		switch {
		case !c.complete && len(given) > 0:
			column.kind = ""
		case i < len(given):
			column.name = given[i]
		}
		if first && column.kind == "" {
			continue
		}
		noteType(into, column.name, column.kind)
	}
	for i, name := range given {
		if !c.complete || i >= len(c.list) {
			noteType(into, name, "")
		}
	}
}

// KnowsColumns reports whether all columns of a query are known with their types.
func (t *Types) KnowsColumns(s *pg_query.SelectStmt) bool {
	columns, known := t.columnsOf(s)
	return known && columns.complete
}

// NamesOf are the names of a query's columns, of which the first have been given others. nil: they are not known.
func (t *Types) NamesOf(s *pg_query.SelectStmt, given []string) []string {
	columns, _ := t.columnsOf(s)
	if !columns.complete {
		return nil
	}
	names := make([]string, len(columns.list))
	for i, c := range columns.list {
		if names[i] = c.name; i < len(given) {
			names[i] = given[i]
		}
	}
	return names
}

// columnsOf are the columns of a query. ok is false for parts of a set operation whose columns are unknown.
func (t *Types) columnsOf(s *pg_query.SelectStmt) (c typedColumns, ok bool) {
	c, ok = t.untypedColumns(s)
	for i := range c.list {
		if c.list[i].kind == "unknown" {
			c.list[i].kind = "text"
		}
	}
	return c, ok
}

// untypedColumns are the columns of a query, in which quoted constants have no type yet.
func (t *Types) untypedColumns(s *pg_query.SelectStmt) (c typedColumns, ok bool) {
	switch {
	case s == nil:
		return c, true
	case s.Larg != nil:
		left, known := t.untypedColumns(s.Larg)
		right, also := t.untypedColumns(s.Rarg)
		for i := range left.list {
			switch kind := &left.list[i].kind; {
			case i >= len(right.list):
				*kind = ""
			case *kind == "unknown":
				*kind = right.list[i].kind
			case right.list[i].kind != "" && right.list[i].kind != "unknown" && right.list[i].kind != *kind:
				*kind = ""
			}
		}
		return left, known && also && left.complete && right.complete
	case len(s.ValuesLists) > 0:
		list := t.typedValues(s)
		return typedColumns{list, list != nil}, list != nil
	}
	c.complete = true
	for _, n := range s.TargetList {
		if !trees.IsSingleColumn(n) {
			c.complete = false
			continue
		}
		target := n.GetResTarget()
		column := typedColumn{target.GetName(), t.Shown(target.GetVal())}
		if column.name == "" {
			column.name, _ = resultcolumns.Name(target.GetVal())
		}
		c.list = append(c.list, column)
	}
	return c, true
}

// typedValues are the columns of VALUES.
func (t *Types) typedValues(s *pg_query.SelectStmt) []typedColumn {
	var columns []typedColumn
	for _, row := range s.ValuesLists {
		for i, n := range row.GetList().GetItems() {
			kind := t.Shown(n)
			if i == len(columns) {
				columns = append(columns, typedColumn{"column" + strconv.Itoa(i+1), kind})
				continue
			}
			if i > len(columns) {
				return nil
			}
			switch was := columns[i].kind; {
			case was == kind || kind == "unknown":
			case was == "unknown":
				columns[i].kind = kind
			case was == "int4" && kind == "numeric" || was == "numeric" && kind == "int4":
				columns[i].kind = "numeric"
			default:
				columns[i].kind = ""
			}
		}
	}
	for i := range columns {
		if columns[i].kind == "unknown" {
			columns[i].kind = "text"
		}
	}
	return columns
}

// noteFunction notes the columns of a function in FROM.
func (t *Types) noteFunction(r *pg_query.RangeFunction, into map[string]string) {
	kind := ""
	items := r.Functions
	if len(items) == 1 && len(items[0].GetList().GetItems()) > 0 {
		f := items[0].GetList().Items[0].GetFuncCall()
		if _, name := parse.SplitName(f.GetFuncname()); name == "generate_series" && len(f.Args) > 1 {
			if kind = t.Shown(f.Args[0]); kind != "int4" && kind != "int8" && kind != "timestamp" && kind != "timestamptz" || t.Shown(f.Args[1]) != kind {
				kind = ""
			}
		}
		if _, name := parse.SplitName(f.GetFuncname()); name == "jsonb_array_elements" || name == "jsonb_path_query" {
			kind = "jsonb"
		}
		if kind == "" {
			kind = raretypes.ByName[t.OriginalName(f)]
		}
		if r.Alias == nil {
			_, name := parse.SplitName(f.GetFuncname())
			if arrays := unnested(r); len(arrays) == 1 {
				kind = ElementOfKind(t.EnumShown(arrays[0]))
			}
			noteType(into, name, kind)
			if name == "jsonb_array_elements" {
				noteType(into, "value", kind)
			}
		}
	}
	list := parse.NameParts(r.Alias.GetColnames())
	if len(list) == 0 && r.Alias != nil && !trees.HasRows(r) {
		list = []string{r.Alias.Aliasname}
	}
	arrays := unnested(r)
	for i, name := range list {
		if i > 0 {
			kind = ""
		}
		if i < len(arrays) {
			kind = ElementOfKind(t.EnumShown(arrays[i]))
		}
		noteType(into, name, kind)
	}
}

// unnested are the arrays whose elements a function in FROM returns, a column for each.
func unnested(r *pg_query.RangeFunction) []*pg_query.Node {
	if len(r.Functions) != 1 || len(r.Functions[0].GetList().GetItems()) == 0 {
		return nil
	}
	f := r.Functions[0].GetList().Items[0].GetFuncCall()
	if _, name := parse.SplitName(f.GetFuncname()); name != "unnest" {
		return nil
	}
	return f.GetArgs()
}

// IsLimitedArray reports whether an expression is a column that may be an array of texts of limited length.
func (t *Types) IsLimitedArray(n *pg_query.Node) bool {
	return t.limited[trees.LastField(n)]
}

// definedMoment is the type of a column that a statement defines, if it is one of days or moments, beside which quoted constants have
// several types for the source. "": it is another.
func definedMoment(n *pg_query.TypeName) string {
	schema, name := parse.SplitName(n.GetNames())
	if schema != "" && schema != "pg_catalog" || len(n.GetArrayBounds()) > 0 || name != "date" && !momentTypes[name] {
		return ""
	}
	return name
}
