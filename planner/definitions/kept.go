package definitions

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Kept is what the expressions of a definition have that settings of sessions decide on.
type Kept struct {
	// Bound are the quoted constants of types whose texts a time zone or the day of the session decides on. PostgreSQL reads them once,
	// when the statement defines something.
	Bound []BoundConstant
	// Typed are the quoted constants in expressions of tables that become arrays, numbers, days, times or intervals beside a value:
	// DuckDB takes some of them for texts.
	Typed map[*pg_query.Node]Typed
	// Refused is the error of an expression that has to be immutable and is not, or that is of no type of its column; nil: there is none.
	Refused *sqlstate.Error
}

// BoundConstant is a quoted constant, and the name of its type: timestamptz, date, _timestamptz for an array.
type BoundConstant struct {
	Constant *pg_query.A_Const
	Type     string
}

// boundTypes are the types whose texts a setting of the session decides on.
var boundTypes = parse.WordSet(`timestamptz _timestamptz tstzrange tstzmultirange date timestamp _date _timestamp daterange tsrange datemultirange tsmultirange`)

// noteBound notes a quoted constant that becomes one of a type.
func (a *analysis) noteBound(n *node, to uint32) {
	if a.kept == nil || n.kind != constant || n.typ != unknownOID || n.written.GetAConst() == nil {
		return
	}
	base, _ := a.baseType(to)
	name := a.typeOf(base).name
	if e := a.elementOf(base); e != 0 {
		inner, _ := a.baseType(e)
		name = "_" + a.typeOf(inner).name
	}
	if boundTypes[name] {
		a.kept.Bound = append(a.kept.Bound, BoundConstant{n.written.GetAConst(), name})
	}
}

// ReadKept analyses the expressions that a statement defines: the query of a view, conditions and values of tables, indexes and domains.
// What the analysis does not know is left out.
func ReadKept(statement *pg_query.Node, source Source) (k Kept) {
	a := begin(source)
	k = a.readKept(statement)
	if a.collationSeen && k.Refused == nil && statement.GetIndexStmt() == nil { // which Check looks at
		a = begin(source)
		a.collates = true
		k.Refused = a.readKept(statement).Refused
	}
	return k
}

// readKept is ReadKept for one analysis.
func (a *analysis) readKept(statement *pg_query.Node) (k Kept) {
	a.checks, a.kept = true, &k
	a.typed = map[*pg_query.Node]Typed{}
	if statement.GetCreateStmt() != nil || statement.GetAlterTableStmt() != nil {
		k.Typed = a.typed
	}
	switch e := statement.GetNode().(type) {
	case *pg_query.Node_ViewStmt:
		reachesEnd(func() { a.selects(e.ViewStmt.Query.GetSelectStmt(), nil, true, nil) })
	case *pg_query.Node_CreateTableAsStmt:
		reachesEnd(func() { a.selects(e.CreateTableAsStmt.Query.GetSelectStmt(), nil, true, nil) })
	case *pg_query.Node_CreateStmt:
		at := Place{Schema: e.CreateStmt.Relation.GetSchemaname(), Table: e.CreateStmt.Relation.GetRelname(), New: true}
		a.readElements(e.CreateStmt.TableElts, at)
	case *pg_query.Node_AlterTableStmt:
		at := Place{Schema: e.AlterTableStmt.Relation.GetSchemaname(), Table: e.AlterTableStmt.Relation.GetRelname()}
		elements := make([]*pg_query.Node, 0, len(e.AlterTableStmt.Cmds))
		for _, c := range e.AlterTableStmt.Cmds {
			elements = append(elements, c.GetAlterTableCmd().GetDef())
		}
		at = a.readElements(elements, at)
		for _, c := range e.AlterTableStmt.Cmds {
			a.readNewDefault(c.GetAlterTableCmd(), e.AlterTableStmt, at)
		}
	case *pg_query.Node_IndexStmt:
		at := Place{Schema: e.IndexStmt.Relation.GetSchemaname(), Table: e.IndexStmt.Relation.GetRelname()}
		for _, p := range e.IndexStmt.IndexParams {
			a.readExpression(p.GetIndexElem().GetExpr(), at, "functions in index expression must be marked IMMUTABLE")
		}
		at.Condition = true
		a.readExpression(e.IndexStmt.WhereClause, at, "functions in index predicate must be marked IMMUTABLE")
	case *pg_query.Node_CreateDomainStmt:
		for _, c := range e.CreateDomainStmt.Constraints {
			if c.GetConstraint().GetContype() == pg_query.ConstrType_CONSTR_DEFAULT {
				a.readDefault("", c.GetConstraint().RawExpr, func() (uint32, int32) { return a.namedType(e.CreateDomainStmt.TypeName) })
				continue
			}
			a.readExpression(c.GetConstraint().GetRawExpr(), ofDomain(e.CreateDomainStmt.TypeName), "")
		}
	case *pg_query.Node_AlterDomainStmt:
		of := &pg_query.TypeName{Names: e.AlterDomainStmt.TypeName, Typemod: -1}
		if e.AlterDomainStmt.Subtype == "T" {
			a.readDefault("", e.AlterDomainStmt.Def, func() (uint32, int32) { return a.namedType(of) })
			break
		}
		a.readExpression(e.AlterDomainStmt.Def.GetConstraint().GetRawExpr(), ofDomain(of), "")
	}
	return k
}

// ofDomain is the place of a condition of a domain, whose values are of a type.
func ofDomain(of *pg_query.TypeName) Place {
	return Place{New: true, Condition: true, Columns: []*pg_query.ColumnDef{{Colname: "value", TypeName: of}}}
}

// readElements reads the conditions, the defaults and the values of generated columns among the elements of a table. It returns the place
// with the columns among them.
func (a *analysis) readElements(elements []*pg_query.Node, at Place) Place {
	for _, e := range elements {
		if c := e.GetColumnDef(); c != nil {
			at.Columns = append(at.Columns, c)
		}
	}
	for _, e := range elements {
		a.readConstraint(e.GetConstraint(), nil, at)
		for _, n := range e.GetColumnDef().GetConstraints() {
			a.readConstraint(n.GetConstraint(), e.GetColumnDef(), at)
		}
	}
	return at
}

// readConstraint reads a constraint of a table, or of one of its columns.
func (a *analysis) readConstraint(k *pg_query.Constraint, column *pg_query.ColumnDef, at Place) {
	switch k.GetContype() {
	case pg_query.ConstrType_CONSTR_CHECK:
		at.Condition = true
		a.readExpression(k.RawExpr, at, "")
	case pg_query.ConstrType_CONSTR_GENERATED:
		a.readGenerated(k.RawExpr, column, at)
	case pg_query.ConstrType_CONSTR_DEFAULT:
		a.readDefault(column.GetColname(), k.RawExpr, func() (uint32, int32) { return a.namedType(column.GetTypeName()) })
	}
}

// readNewDefault reads what ALTER COLUMN … SET DEFAULT has. The statement may give the column another type.
func (a *analysis) readNewDefault(c *pg_query.AlterTableCmd, statement *pg_query.AlterTableStmt, at Place) {
	if c.GetSubtype() != pg_query.AlterTableType_AT_ColumnDefault || c.GetDef() == nil {
		return
	}
	a.readDefault(c.Name, c.Def, func() (uint32, int32) {
		for _, n := range statement.Cmds {
			if other := n.GetAlterTableCmd(); other.GetSubtype() == pg_query.AlterTableType_AT_AlterColumnType && other.Name == c.Name {
				return a.namedType(other.Def.GetColumnDef().GetTypeName())
			}
		}
		column := a.columnNamed(a.scopeOfPlace(at).q.relations[0], c.Name)
		return column.typ, column.mod
	})
}

// readDefault reads the default of a column of a type; column "": of a domain.
func (a *analysis) readDefault(column string, e *pg_query.Node, of func() (uint32, int32)) {
	a.inDefault = true
	defer func() { a.inDefault = false }()
	reachesEnd(func() {
		s := &scope{analysis: a, q: &query{}}
		oid, mod := of()
		made := s.expression(e)
		if column != "" {
			a.refuseUnassigned(column, made.typ, oid)
		}
		a.coerce(made, oid, mod, assignment, implicitCast)
	})
}

// refuseUnassigned refuses the value of a column that is of a type which the column does not take.
func (a *analysis) refuseUnassigned(column string, from, to uint32) {
	if from != unknownOID && a.kept.Refused == nil && !a.canCoerce([]uint32{from}, []uint32{to}, assignment) {
		a.kept.Refused = sqlstate.New(sqlstate.DatatypeMismatch, "column %q is of type %s but default expression is of type %s",
			column, a.errorType(to), a.errorType(from)).WithHint("You will need to rewrite or cast the expression.")
	}
}

// readExpression reads one expression. mutable is the error of one that is not immutable; "": it may be that.
func (a *analysis) readExpression(e *pg_query.Node, at Place, mutable string) {
	if e == nil {
		return
	}
	reachesEnd(func() {
		s := a.scopeOfPlace(at)
		made := s.expression(e)
		if at.Condition {
			made = s.toBoolean("WHERE", made)
		}
		a.refuseMutable(made, mutable)
		a.refuseUndetermined(made)
	})
}

// refuseMutable refuses an expression that is not immutable with an error; "": it may be that.
func (a *analysis) refuseMutable(n *node, mutable string) {
	if mutable != "" && a.kept.Refused == nil && a.isMutable(n) {
		a.kept.Refused = sqlstate.New(sqlstate.InvalidObjectDefinition, "%s", mutable)
	}
}

// readGenerated reads the value of a generated column. Whether the cast to the column's type is immutable PostgreSQL does not look at,
// as cookDefault has it.
func (a *analysis) readGenerated(e *pg_query.Node, column *pg_query.ColumnDef, at Place) {
	reachesEnd(func() {
		s := a.scopeOfPlace(at)
		made := s.expression(e)
		a.refuseMutable(made, "generation expression is not immutable")
		a.refuseUndetermined(made)
		oid, mod := s.namedType(column.GetTypeName())
		a.refuseUnassigned(column.GetColname(), made.typ, oid)
		s.coerce(made, oid, mod, assignment, implicitCast)
	})
}

// scopeOfPlace is a scope with the columns of the place of a statement's expressions, which is one for all of them.
func (a *analysis) scopeOfPlace(at Place) *scope {
	if a.placed == nil {
		s := &scope{analysis: a, q: &query{}}
		s.fromPlace(at)
		a.placed = s
	}
	return &scope{analysis: a, q: &query{relations: a.placed.q.relations}, items: a.placed.items}
}

// The types whose input or output functions read settings of the session.
var (
	mutableInputs = parse.WordSet(`regproc regprocedure regoper regoperator regclass regcollation regtype regrole regnamespace regconfig
		regdictionary aclitem xml money date time timestamp timestamptz interval timetz`)
	mutableOutputs = parse.WordSet(`regproc regprocedure regoper regoperator regclass regcollation regtype regrole regnamespace regconfig
		regdictionary aclitem money date timestamp timestamptz interval record`)
)

// writesArgument are the functions in SQL that are marked STABLE and are no more than a cast to text beside what is immutable. PostgreSQL
// looks at them after it has put their bodies in place, so the type of what they write decides.
var writesArgument = parse.WordSet(`anytextcat textanycat quote_literal quote_nullable`)

// isMutable reports whether an expression calls what is not immutable: contain_mutable_functions.
func (a *analysis) isMutable(n *node) bool {
	if n == nil {
		return false
	}
	types := make([]string, len(n.args))
	for i, arg := range n.args {
		if arg == nil { // a bound that a subscript does not have
			continue
		}
		if a.isMutable(arg) {
			return true
		}
		types[i] = oidKey(arg.typ)
	}
	if a.isMutable(n.arg) || a.isMutable(n.otherwise) {
		return true
	}
	switch n.kind { //nolint:exhaustive // the others call nothing
	case sqlValue:
		return true
	case funcExpr:
		if n.routine != nil {
			types = nil
			for _, oid := range n.routine.args {
				types = append(types, oidKey(oid))
			}
		}
		if writesArgument[n.name] {
			return a.writesMutable(n.args)
		}
		return a.mutable[n.name+"\t"+strings.Join(types, " ")]
	case opExpr, distinctExpr, nullIfExpr:
		name := n.name
		if n.kind != opExpr {
			name = "="
		}
		if len(types) == 1 {
			types = []string{"0", types[0]}
		}
		return a.mutable[name+"\t"+strings.Join(types, " ")] || name == "||" && a.joinsText(n) && a.writesMutable(n.args)
	case scalarArrayOp:
		return a.mutable[n.name+"\t"+types[0]+" "+oidKey(a.elementOf(n.args[1].typ))]
	case coerceViaIO:
		return a.textsMutable(n.args[0].typ, n.typ)
	case arrayCoerce:
		return a.elementsMutable(n.args[0].typ, n.typ)
	}
	return false
}

// textsMutable reports whether settings decide on a cast that writes a value of one type and reads it as one of another.
func (a *analysis) textsMutable(from, to uint32) bool {
	return a.isTextMutable(from, mutableOutputs) || a.isTextMutable(to, mutableInputs)
}

// elementsMutable reports whether the cast of each element is not immutable, of arrays of one type that become those of another.
func (a *analysis) elementsMutable(from, to uint32) bool {
	from, _ = a.baseType(from)
	to, _ = a.baseType(to)
	from, to = a.elementOf(from), a.elementOf(to)
	switch by, function := a.pathway(to, from, explicit); by { //nolint:exhaustive // the others call nothing
	case byFunction:
		return a.mutable[function+"\t"+oidKey(from)]
	case byText:
		return a.textsMutable(from, to)
	}
	return false
}

// joinsText reports whether || writes a value that is no text.
func (a *analysis) joinsText(n *node) bool {
	return len(n.args) == 2 && (n.args[0].typ == textOID) != (n.args[1].typ == textOID) && a.elementOf(n.args[0].typ) == 0 && a.elementOf(n.args[1].typ) == 0
}

// writesMutable reports whether the text of one of some values is among those that settings decide on.
func (a *analysis) writesMutable(values []*node) bool {
	return slices.ContainsFunc(values, func(n *node) bool { return a.isTextMutable(n.typ, mutableOutputs) })
}

// isTextMutable reports whether the text of a type is among those that settings decide on.
func (a *analysis) isTextMutable(oid uint32, among map[string]bool) bool {
	base, _ := a.baseType(oid)
	t := a.typeOf(base)
	return among[t.name] || t.kind == 'r' || t.kind == 'm' || t.kind == 'c' || a.isEnum(base) || a.elementOf(base) != 0
}

func oidKey(oid uint32) string { return itoa(int(oid)) }
