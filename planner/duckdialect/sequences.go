package duckdialect

import (
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
)

// Columns with a sequence of their own: serial and identity. DuckDB has the sequence and the default,
// and one statement for each.

// serials are the types that mean an integer with a sequence, and the greatest value of that.
var serials = map[string]struct{ integer, most string }{
	"smallserial": {"int2", "32767"}, "serial2": {"int2", "32767"},
	"serial": {"int4", "2147483647"}, "serial4": {"int4", "2147483647"},
	"bigserial": {"int8", ""}, "serial8": {"int8", ""},
}

// columnDefinition handles a column of CREATE TABLE, or of ADD COLUMN.
func (t *translation) columnDefinition(table *pg_query.RangeVar, column *pg_query.ColumnDef) {
	schema, name := split(column.GetTypeName().GetNames())
	if serial, ok := serials[name]; ok && schema == "" && len(column.TypeName.ArrayBounds) == 0 {
		most := ""
		if serial.most != "" {
			most = " MAXVALUE " + serial.most
		}
		column.TypeName.Names = names("pg_catalog", serial.integer)
		t.ownSequence(table, column, sequenceName(table.GetRelname(), column.Colname), most)
	}
	t.limitColumn(column)
	if (name == "bit" || name == "varbit") && len(column.TypeName.GetTypmods()) > 0 {
		t.noteUnsupported(column.TypeName.Location, "a column of type %s(n) is not supported", name).
			WithHint("The embedded engine holds bit strings to no length: use bit varying.")
	}
	kept := column.Constraints[:0]
	for _, c := range column.Constraints {
		k := c.GetConstraint()
		if k.GetContype() == pg_query.ConstrType_CONSTR_IDENTITY {
			t.identity(table, column, k)
			continue
		}
		t.refuseActions(k)
		kept = append(kept, c)
	}
	column.Constraints = kept
	if t.generated[column] != nil {
		column.Constraints = append(column.Constraints, t.generated[column]...)
		if !hasConstraint(kept, pg_query.ConstrType_CONSTR_NOTNULL) && !hasConstraint(kept, pg_query.ConstrType_CONSTR_PRIMARY) {
			column.Constraints = append(column.Constraints, constraint(&pg_query.Constraint{Contype: pg_query.ConstrType_CONSTR_NOTNULL}))
		}
	}
}

// refuseActions refuses what a foreign key does to its rows: DuckDB refuses the change of the key.
func (t *translation) refuseActions(k *pg_query.Constraint) {
	for _, action := range []string{k.GetFkDelAction(), k.GetFkUpdAction()} {
		if word, refused := map[string]string{"c": "CASCADE", "n": "SET NULL", "d": "SET DEFAULT"}[action]; refused {
			t.noteUnsupported(k.Location, "a foreign key with %s is not supported", word).
				WithHint("The embedded engine has NO ACTION: delete or change the rows that refer first.")
		}
	}
}

// checkKeysOf refuses a table with two primary keys.
func (t *translation) checkKeysOf(s *pg_query.CreateStmt) {
	keys := 0
	for _, e := range s.TableElts {
		if hasConstraint(append([]*pg_query.Node{e}, e.GetColumnDef().GetConstraints()...), pg_query.ConstrType_CONSTR_PRIMARY) {
			keys++
		}
	}
	if keys > 1 {
		t.fails(nowhere, "42P16", "multiple primary keys for table %q are not allowed", s.Relation.GetRelname())
	}
}

func hasConstraint(list []*pg_query.Node, kind pg_query.ConstrType) bool {
	for _, c := range list {
		if c.GetConstraint().GetContype() == kind {
			return true
		}
	}
	return false
}

func constraint(c *pg_query.Constraint) *pg_query.Node {
	c.Location = nowhere
	return &pg_query.Node{Node: &pg_query.Node_Constraint{Constraint: c}}
}

// sequenceName is the name that Postgres gives to the sequence of a column: the names are cut so that
// it has no more than 63 bytes.
func sequenceName(table, column string) string {
	for len(table)+len(column)+len("__seq") > lexical.MaxName {
		if len(table) > len(column) {
			table = table[:len(table)-1]
		} else {
			column = column[:len(column)-1]
		}
	}
	return table + "_" + column + "_seq"
}

// ownSequence makes a sequence and lets a column take its values from that. The default's name is
// without a schema: DuckDB reads it in that of the table.
func (t *translation) ownSequence(table *pg_query.RangeVar, column *pg_query.ColumnDef, sequence, options string) {
	var b strings.Builder
	b.WriteString("CREATE ")
	if table.GetRelpersistence() == "t" {
		b.WriteString("TEMPORARY ")
	}
	b.WriteString("SEQUENCE IF NOT EXISTS ")
	if table.GetSchemaname() != "" {
		b.WriteString(quoted(table.Schemaname) + ".")
	}
	t.before = append(t.before, b.String()+quoted(sequence)+options)
	if t.generated == nil {
		t.generated = map[*pg_query.ColumnDef][]*pg_query.Node{}
	}
	t.generated[column] = []*pg_query.Node{constraint(&pg_query.Constraint{
		Contype: pg_query.ConstrType_CONSTR_DEFAULT, RawExpr: call("nextval", text(quotedIfNeeded(sequence))),
	})}
	t.changed = true
}

func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

func quotedIfNeeded(name string) string {
	if lexical.SimpleName(name, 0) == len(name) && !lexical.HasCapitals(name) {
		return name
	}
	return quoted(name)
}

// identity makes the sequence of an identity column, with its options.
func (t *translation) identity(table *pg_query.RangeVar, column *pg_query.ColumnDef, k *pg_query.Constraint) {
	if k.GeneratedWhen == "a" {
		t.warning = "identity columns of the embedded engine are GENERATED BY DEFAULT: a value that is given is taken"
	}
	name, options := sequenceName(table.GetRelname(), column.Colname), ""
	for _, o := range k.Options {
		if o.GetDefElem().GetDefname() == "sequence_name" {
			_, name = split(o.GetDefElem().GetArg().GetList().GetItems())
			continue
		}
		options += t.sequenceOption(o.GetDefElem())
	}
	if !strings.Contains(options, "MAXVALUE") {
		for _, s := range serials {
			if _, kind := split(column.GetTypeName().GetNames()); kind == s.integer && s.most != "" {
				options += " MAXVALUE " + s.most
				break
			}
		}
	}
	t.ownSequence(table, column, name, options)
}

// sequenceOption spells an option of a sequence as DuckDB does; "": DuckDB need not know.
func (t *translation) sequenceOption(o *pg_query.DefElem) string {
	value := numberText(o.GetArg())
	switch o.GetDefname() {
	case "start":
		return " START " + value
	case "increment":
		return " INCREMENT " + value
	case "minvalue", "maxvalue":
		if o.GetArg() == nil {
			return " NO " + strings.ToUpper(o.Defname)
		}
		return " " + strings.ToUpper(o.Defname) + " " + value
	case "cycle":
		if o.GetArg().GetBoolean().GetBoolval() {
			return " CYCLE"
		}
	case "cache", "as", "owned_by", "logged":
	default:
		t.noteUnsupported(o.Location, "the option %s of a sequence is not supported", strings.ToUpper(o.Defname))
	}
	return ""
}

func numberText(n *pg_query.Node) string {
	if f := n.GetFloat(); f != nil {
		return f.Fval
	}
	if i := n.GetInteger(); i != nil {
		return strconv.Itoa(int(i.Ival))
	}
	return "0"
}

// createSequence leaves out options that DuckDB does not have, and bounds a sequence by its type.
func (t *translation) createSequence(s *pg_query.CreateSeqStmt) {
	t.refuseSystemTarget(s.Sequence)
	bounded, most := false, ""
	kept := s.Options[:0]
	for _, o := range s.Options {
		e := o.GetDefElem()
		switch e.GetDefname() {
		case "as":
			_, kind := split(e.GetArg().GetTypeName().GetNames())
			for _, serial := range serials {
				if serial.integer == kind {
					most = serial.most
				}
			}
			t.changed = true
			continue
		case "cache", "owned_by":
			t.changed = true
			continue
		case "maxvalue":
			bounded = e.GetArg() != nil
		}
		kept = append(kept, o)
	}
	if s.Options = kept; most != "" && !bounded {
		s.Options = append(s.Options, pg_query.MakeSimpleDefElemNode("maxvalue",
			&pg_query.Node{Node: &pg_query.Node_Float{Float: &pg_query.Float{Fval: most}}}, nowhere))
	}
}

// noSetval refuses setval: DuckDB's sequences only count on.
func (t *translation) noSetval(_ *pg_query.Node, f *pg_query.FuncCall) bool {
	t.noteUnsupported(f.Location, "function setval is not supported").
		WithHint("The embedded engine's sequences only count on: CREATE SEQUENCE … START makes one that begins elsewhere.")
	return true
}

// noLastval refuses lastval and currval: DuckDB knows what a sequence returned last to anybody, and not to
// the session.
func (t *translation) noLastval(_ *pg_query.Node, f *pg_query.FuncCall) bool {
	_, name := split(f.Funcname)
	t.noteUnsupported(f.Location, "function %s is not supported", name).
		WithHint("Write INSERT … RETURNING.")
	return true
}
