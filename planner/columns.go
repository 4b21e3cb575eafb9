package planner

import (
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/policy"
	"github.com/sallyportdb/sallyport/providers"
)

// UnknownColumn is a column that no relation of a statement has.
type UnknownColumn struct {
	Qualifier, Name string
	Offset          int // byte offset in the text
}

// UnknownColumns returns the columns of one statement that certainly do not exist in a catalog. It
// leaves out what it cannot be certain of: results of functions in FROM, columns in DDL, ambiguous
// names.
func UnknownColumns(text string, source Source) []UnknownColumn {
	list, err := parse.Statements(text)
	if err != nil || len(list) != 1 {
		return nil
	}
	w := &walker{shapes: policy.NewShapes()}
	w.walkNode(list[0].Raw.Stmt)
	c := &columns{catalog: source.Catalog, bound: w.bound, names: map[string]bool{}, folds: source.Info.Dialect == providers.DuckDB}
	c.addNames(slices.Collect(maps.Keys(parse.SystemColumns))...)
	c.addNames(rowid)
	c.addNames(grammarNames...)
	for _, m := range w.mentions {
		r, known := meantRelation(source.Catalog, m.schema, m.name)
		if !known || m.event == 0 || len(r.Columns) == 0 {
			return nil
		}
		c.addNames(r.Columns...)
	}
	if c.walk(reflect.ValueOf(list[0].Raw.Stmt)); c.unclear {
		c.plain = nil
	}
	for _, ref := range c.plain {
		if !c.names[c.fold(ref.Name)] {
			c.unknown = append(c.unknown, ref)
		}
	}
	slices.SortFunc(c.unknown, func(a, b UnknownColumn) int { return a.Offset - b.Offset })
	return c.unknown
}

// columns collects the columns that a tree names.
type columns struct {
	catalog providers.Catalog
	bound   map[string][]binding
	names   map[string]bool // all names that an unqualified column may have
	plain   []UnknownColumn // unqualified columns
	unknown []UnknownColumn
	unclear bool // FROM has something whose columns are not known
	folds   bool // names are not case-sensitive
}

// rowid is the column that every table has in DuckDB.
const rowid = "rowid"

// IsSystemColumn reports whether every table has a column of that name.
func IsSystemColumn(name string) bool { return parse.SystemColumns[name] || name == rowid }

func (c *columns) fold(name string) string {
	if c.folds {
		return strings.ToLower(name)
	}
	return name
}

func (c *columns) has(r providers.Relation, column string) bool {
	return slices.ContainsFunc(r.Columns, func(name string) bool { return c.fold(name) == c.fold(column) })
}

// grammarNames are names of result columns that the grammar makes, such as CASE. Other names come
// from functions, types and aliases.
var grammarNames = strings.Fields(`?column? array bool case coalesce count current_catalog current_date current_role current_schema current_time
	current_timestamp current_user date_part exists extract greatest grouping least localtime localtimestamp merge_action normalize nullif
	overlay position row session_user substring system_user timezone treat trim user values xmlattributes xmlconcat xmlelement xmlexists
	xmlforest xmlparse xmlpi xmlroot xmlserialize json_array json_arrayagg json_exists json_object json_objectagg json_query json_scalar
	json_serialize json_value`)

func (c *columns) addNames(names ...string) {
	for _, n := range names {
		c.names[c.fold(n)] = true
	}
}

// walk visits every message of a tree.
func (c *columns) walk(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			if v.Kind() == reflect.Pointer {
				c.collect(v.Interface())
			}
			c.walk(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			c.walk(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				c.walk(v.Field(i))
			}
		}
	default:
	}
}

func (c *columns) collect(n any) {
	switch n := n.(type) {
	case *pg_query.ColumnRef:
		c.checkReference(n)
	case *pg_query.RangeVar:
		c.addNames(n.Relname)
	case *pg_query.Alias:
		c.addNames(n.Aliasname)
		c.addNames(parse.Strings(n.Colnames)...)
	case *pg_query.CommonTableExpr:
		c.addNames(n.Ctename)
		c.addNames(parse.Strings(n.Aliascolnames)...)
		c.unclear = c.unclear || n.SearchClause != nil || n.CycleClause != nil
	case *pg_query.SelectStmt:
		if len(n.ValuesLists) > 0 {
			for i := range n.ValuesLists[0].GetList().GetItems() {
				c.addNames("column" + strconv.Itoa(i+1))
			}
		}
	case *pg_query.InsertStmt:
		c.checkWritten(n.Relation, n.Cols)
	case *pg_query.UpdateStmt:
		c.checkWritten(n.Relation, n.TargetList)
	case *pg_query.ResTarget:
		c.addNames(n.Name)
	case *pg_query.FuncCall:
		c.addNames(parse.Strings(n.Funcname)...)
	case *pg_query.TypeName:
		c.addNames(parse.Strings(n.Names)...)
	case *pg_query.A_Indirection:
		c.addNames(parse.Strings(n.Indirection)...)
	case *pg_query.RangeFunction, *pg_query.RangeTableFunc, *pg_query.JsonTable, *pg_query.MergeStmt:
		c.unclear = true
	}
}

// checkWritten checks the columns that a statement sets.
func (c *columns) checkWritten(r *pg_query.RangeVar, targets []*pg_query.Node) {
	relation, known := c.catalog.Relation(r.GetSchemaname(), r.GetRelname())
	if !known || r.GetCatalogname() != "" {
		return
	}
	for _, t := range targets {
		if set := t.GetResTarget(); set != nil && !c.has(relation, set.Name) {
			c.unknown = append(c.unknown, UnknownColumn{Name: set.Name, Offset: int(set.Location)})
		}
	}
}

// checkReference checks a column reference.
func (c *columns) checkReference(n *pg_query.ColumnRef) {
	words := parse.Strings(n.Fields)
	switch {
	case len(words) != len(n.Fields): // a star
	case len(words) == 1:
		c.plain = append(c.plain, UnknownColumn{Name: words[0], Offset: int(n.Location)})
	case len(words) == 2:
		if c.lacks(words[0], words[1]) {
			c.unknown = append(c.unknown, UnknownColumn{Qualifier: words[0], Name: words[1], Offset: int(n.Location)})
		}
	}
}

// lacks reports whether all meanings of an alias are relations without the column, and no function
// has the column's name.
func (c *columns) lacks(alias, column string) bool {
	if len(c.bound[alias]) == 0 || IsSystemColumn(column) || len(c.catalog.Functions("", column)) > 0 {
		return false
	}
	for _, b := range c.bound[alias] {
		r, known := c.catalog.Relation(b.schema, b.name)
		if b.kind != relationBinding || !known || c.has(r, column) {
			return false
		}
	}
	return true
}
