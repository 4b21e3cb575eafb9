package definitions

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Objects says where a query shows names of objects: values of regclass and the like, which the embedded engine computes as OIDs.
type Objects struct {
	// Shown are values of the result, and Texts values that become texts, JSON or parts of a row.
	Shown, Texts map[*pg_query.Node]ObjectName
	// Needless are casts to such types of values that are OIDs already.
	Needless map[*pg_query.TypeCast]bool
	// OIDs are values of the result that are OIDs, and Strings calls whose result is a text although their argument is none.
	OIDs, Strings map[*pg_query.Node]bool
	// Vectors are values of the result that are arrays with a lower bound of 0, with the OIDs of their types.
	Vectors map[*pg_query.ResTarget]uint32
	// Stars are what stars stand for that have such columns.
	Stars map[*pg_query.ResTarget][]*pg_query.Node
	// Refused is the error of what the embedded engine cannot do with a vector; nil: there is none.
	Refused *sqlstate.Error
}

// ObjectName is how a value is written as a name of an object.
type ObjectName struct {
	Type  string // one of PostgreSQL's: regclass, …
	Array bool
}

// objectTypes are the types of names of objects.
var objectTypes = parse.WordSet(`regclass regtype regproc regprocedure regoper regoperator regnamespace regrole regconfig regdictionary regcollation`)

// FindObjects analyses a query for the names of objects that it shows. known is false where the analysis meets something that it does not
// know.
func FindObjects(statement *pg_query.Node, source Source) (found Objects, known bool) {
	s := statement.GetSelectStmt()
	if s == nil {
		return Objects{}, false
	}
	a := begin(source)
	a.asked = map[int32]string{}
	a.objects = &Objects{
		Shown: map[*pg_query.Node]ObjectName{}, Texts: map[*pg_query.Node]ObjectName{}, Needless: map[*pg_query.TypeCast]bool{},
		Vectors: map[*pg_query.ResTarget]uint32{}, OIDs: map[*pg_query.Node]bool{}, Strings: map[*pg_query.Node]bool{}, Stars: map[*pg_query.ResTarget][]*pg_query.Node{},
	}
	a.strings = a.objects.Strings
	known = reachesEnd(func() {
		q := a.selects(s, nil, true, nil)
		a.noteShown(s, q, q.columns())
	})
	if !known {
		return Objects{}, false
	}
	return *a.objects, true
}

// objectName is how values of a type are written as names; ok is false for another type.
func (a *analysis) objectName(oid uint32) (name ObjectName, ok bool) {
	if oid == unknownOID {
		return name, false
	}
	t := a.typeOf(oid)
	if t.schema == "" && objectTypes[t.name] {
		return ObjectName{Type: t.name}, true
	}
	if e := a.elementOf(oid); e != 0 {
		if t = a.typeOf(e); t.schema == "" && objectTypes[t.name] {
			return ObjectName{t.name, true}, true
		}
	}
	return name, false
}

// noteShown notes the values of a query's result, whose columns have the types of columns.
func (a *analysis) noteShown(n *pg_query.SelectStmt, q *query, columns []column) {
	switch {
	case q.set != nil:
		a.notePart(n, q.set, columns)
	case len(n.ValuesLists) > 0:
		for i, c := range columns {
			if name, is := a.objectName(c.typ); is {
				for _, row := range n.ValuesLists {
					a.objects.Shown[row.GetList().Items[i]] = name
				}
			}
		}
	default:
		for i, t := range q.targets {
			if t.written == nil {
				a.refuse("a value of the result")
			}
			if t.star == nil {
				a.noteValue(t.written.Val, t.expr, columns[i].typ)
				a.noteVector(t.written, t.expr)
			}
		}
		a.noteStars(q.targets, columns)
	}
}

// notePart notes the values of a part of a UNION or its like.
func (a *analysis) notePart(n *pg_query.SelectStmt, o *setOperation, columns []column) {
	if o.leaf != nil {
		a.noteShown(n, o.leaf, columns)
		return
	}
	a.notePart(n.Larg, o.left, columns)
	a.notePart(n.Rarg, o.right, columns)
}

// noteVector notes a value of the result that is a cast of a vector.
func (a *analysis) noteVector(written *pg_query.ResTarget, made *node) {
	for n := made; written.Val.GetTypeCast() != nil && (n.kind == relabelType || n.kind == arrayCoerce) && len(n.args) == 1; n = n.args[0] {
		if of := n.args[0].typ; of == int2vectorOID || of == oidvectorOID {
			a.objects.Vectors[written] = made.typ
		}
	}
}

// noteStars notes what stars stand for that have names of objects.
func (a *analysis) noteStars(list []*target, columns []column) {
	named := map[*pg_query.ResTarget]bool{}
	for i, t := range list {
		if _, is := a.objectName(columns[i].typ); is && t.star != nil && !isStored(t.expr) {
			named[t.written] = true
		}
	}
	for i, t := range list {
		if t.star == nil || !named[t.written] {
			continue
		}
		if len(t.star) == 0 {
			a.refuse("a star")
		}
		fields := make([]*pg_query.Node, len(t.star))
		for i, name := range t.star {
			fields[i] = pg_query.MakeStrNode(name)
		}
		column := pg_query.MakeColumnRefNode(fields, -1)
		a.objects.Stars[t.written] = append(a.objects.Stars[t.written], column)
		a.noteValue(column, t.expr, columns[i].typ)
	}
}

// isStored reports whether an expression is a column of a catalog that has names of objects. Those of what a session has prepared are OIDs.
func isStored(n *node) bool {
	return n.kind == variable && n.rel != nil && n.rel.system && n.typ != regtypeArrayOID
}

// noteValue notes a value of the result, which is one of a type.
func (a *analysis) noteValue(n *pg_query.Node, made *node, typ uint32) {
	name, is := a.objectName(typ)
	switch {
	case is && isStored(made): // which shows itself
	case is:
		noteIn(a.objects.Shown, n, name)
	case typ == oidOID && n.GetColumnRef() == nil && n.GetTypeCast() == nil:
		a.objects.OIDs[n] = true
	case n.GetRowExpr() != nil:
		for i, arg := range made.args {
			a.noteText(n.GetRowExpr().Args[i], arg.typ)
		}
	case made.kind == wholeRow:
		a.refuseObjects(made)
	}
}

// refuseObjects ends the analysis for a whole row that has names of objects.
func (a *analysis) refuseObjects(row *node) {
	for _, c := range row.rel.columns {
		if _, is := a.objectName(c.typ); is {
			a.refuse("a row with the names of objects")
		}
	}
}

// noteText notes a value that becomes a text, or something that is written as one.
func (a *analysis) noteText(n *pg_query.Node, typ uint32) {
	if a.objects == nil {
		return
	}
	name, is := a.objectName(typ)
	if !is {
		return
	}
	if n == nil {
		a.refuse("a name of an object as a text")
	}
	noteIn(a.objects.Texts, n, name)
}

// noteIn notes a name of an object. The elements of an array that becomes rows are names before they are rows, and pg_typeof returns names.
func noteIn(list map[*pg_query.Node]ObjectName, n *pg_query.Node, name ObjectName) {
	f := n.GetFuncCall()
	switch _, called := splitName(f.GetFuncname()); {
	case called == "pg_typeof":
		return
	case called == "unnest" && len(f.Args) == 1:
		n, name.Array = f.Args[0], true
	}
	list[n] = name
}

// writesArguments are functions that write their arguments as texts or JSON, whatever types these have.
var writesArguments = parse.WordSet(`concat concat_ws format quote_literal quote_nullable to_json to_jsonb json_agg jsonb_agg json_object_agg jsonb_object_agg
	json_build_array jsonb_build_array json_build_object jsonb_build_object array_to_string array_to_json row_to_json`)

// noteCall notes the arguments of a call that are written as names, and a result that is a text although the argument is a name. before
// are the types that the arguments had.
func (s *scope) noteCall(f *pg_query.FuncCall, n *pg_query.Node, name string, before []uint32, made *node) {
	if s.strings != nil && (name == "min" || name == "max") && len(before) == 1 && made.typ == textOID && before[0] != textOID && before[0] != unknownOID {
		s.strings[n] = true
	}
	if s.objects == nil {
		return
	}
	for i, argued := range f.Args {
		if i >= len(before) {
			break
		}
		if i < len(made.args) && made.args[i].kind == wholeRow {
			s.refuseObjects(made.args[i])
		}
		if !writesArguments[name] {
			continue
		}
		if _, is := s.objectName(before[i]); is && f.FuncVariadic {
			s.refuse("a name of an object as a text")
		}
		s.noteText(argument(argued), before[i])
	}
}

// noteCast notes the cast of a value to a name of an object.
func (s *scope) noteCast(c *pg_query.TypeCast, arg *node, to uint32) {
	if s.objects == nil {
		return
	}
	if arg.kind == wholeRow || arg.kind == rowExpr {
		s.refuse("a cast of a row")
	}
	name, is := s.objectName(to)
	if !is {
		return
	}
	of := arg.typ
	if f := c.Arg.GetFuncCall(); of == textOID && len(f.GetArgs()) == 1 && f.Args[0].GetAArrayExpr() == nil && parse.Strings(f.Funcname)[len(f.Funcname)-1] == "unnest" {
		s.refuse("texts of an array that name objects")
	}
	if isStored(arg) && of != oidOID && s.elementOf(of) != oidOID {
		return // some catalogs have the names
	}
	if _, named := s.objectName(of); named || of == oidOID || name.Array && s.elementOf(of) == oidOID {
		s.objects.Needless[c] = true
	}
}
