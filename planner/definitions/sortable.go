package definitions

import (
	"cmp"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Types without a default operator class of B-trees are not ordered, and those that have none of hashes, either, are not equal to
// anything: get_sort_group_operators (PostgreSQL 15's pg_opclass).
var (
	neverEqual = parse.WordSet(`json xml point lseg path box polygon line circle jsonpath refcursor txid_snapshot pg_snapshot pg_node_tree gtsvector`)
	unordered  = parse.WordSet(`aclitem xid cid`)
)

// hasOperator reports whether values of a type can be told equal, and where ordered is set, be ordered.
func (a *analysis) hasOperator(oid uint32, ordered bool) bool {
	oid, _ = a.baseType(oid)
	if element := a.elementOf(oid); element != 0 {
		return a.hasOperator(element, ordered)
	}
	t := a.typeOf(oid)
	for _, f := range t.fields {
		if of, _ := a.attributeType(f); !a.hasOperator(of, ordered) {
			return false
		}
	}
	return t.oid >= firstOwn || !neverEqual[t.name] && !(ordered && unordered[t.name])
}

// NeverEqual reports whether a composite type has an attribute without an operator that tells its values equal, or that orders them.
func NeverEqual(u *providers.UserType, all []*providers.UserType) bool {
	return u.Kind == "c" && slices.ContainsFunc(u.Fields, func(f providers.UserAttribute) bool {
		if of := providers.UserTypeByID(all, f.User); of != nil {
			return NeverEqual(of, all)
		}
		return neverEqual[f.TypName] || unordered[f.TypName]
	})
}

// orderable fails where values of a type cannot be ordered.
func (a *analysis) orderable(oid uint32, at int32) {
	if a.checks && !a.hasOperator(oid, true) {
		a.places = append(a.places, at)
		a.fail(sqlstate.UndefinedFunction, "Use an explicit ordering operator or modify the query.",
			"could not identify an ordering operator for type %s", a.errorType(oid))
	}
}

// groupable fails where values of a type cannot be told equal.
func (a *analysis) groupable(oid uint32, at int32) {
	if a.checks && !a.hasOperator(oid, false) {
		a.places = append(a.places, at)
		a.fail(sqlstate.UndefinedFunction, "", "could not identify an equality operator for type %s", a.errorType(oid))
	}
}

// distinctTargets fails where the rows of a select list cannot be told equal.
func (s *scope) distinctTargets(list []*pg_query.Node) {
	for i, t := range s.q.targets {
		at := int32(-1)
		if len(list) == len(s.q.targets) {
			at = placeOf(list[i].GetResTarget().GetVal())
		}
		s.groupable(t.expr.typ, at)
	}
}

// comparable fails where GREATEST and LEAST cannot compare values.
func (a *analysis) comparable(oid uint32) {
	if a.checks && !a.hasOperator(oid, true) {
		a.fail(sqlstate.UndefinedFunction, "", "could not identify a comparison function for type %s", strings.TrimSuffix(a.errorType(oid), "[]"))
	}
}

// checkComparedRows refuses a comparison of composite values with attributes that PostgreSQL cannot compare: it fails when it meets two of them.
func (a *analysis) checkComparedRows(name string, args []*node) {
	if !a.checks || !comparisons[name] {
		return
	}
	for _, n := range args {
		if n == nil {
			continue
		}
		of := n.typ
		if element := a.elementOf(of); element != 0 {
			of = element
		}
		if len(a.typeOf(of).fields) > 0 && !a.hasOperator(of, name != "=" && name != "<>") {
			a.fail(sqlstate.FeatureNotSupported, "", "a comparison of values of type %s is not supported: one of its attributes has no operators of comparison", a.errorType(of))
		}
	}
}

// classesOf are the types that have a default operator class of an access method, beside those that index knows by itself
// (PostgreSQL 15's pg_opclass).
var classesOf = map[string]map[string]bool{
	"gin":    parse.WordSet(`tsvector jsonb`),
	"gist":   parse.WordSet(`box circle point polygon tsquery tsvector`),
	"spgist": parse.WordSet(`box cidr inet point polygon text varchar`),
}

// btreeGist are the types that have a default operator class of GiST with the extension btree_gist 1.7.
var btreeGist = parse.WordSet(`int2 int4 int8 float4 float8 numeric timestamp timestamptz time timetz date interval money oid macaddr macaddr8 inet cidr text
	varchar bpchar bytea bit varbit uuid bool`)

// hasExtension reports whether an extension is there.
func (a *analysis) hasExtension(name string) bool {
	return slices.ContainsFunc(a.source.Types, func(u *providers.UserType) bool { return u.Kind == providers.ExtensionKind && u.ID == name })
}

// index fails where a type cannot be indexed: GetDefaultOpClass.
func (a *analysis) index(n *pg_query.IndexStmt) {
	s, r := a.changes(n.Relation, nil)
	for _, p := range n.IndexParams {
		e := p.GetIndexElem()
		var key *node
		if e.Expr != nil {
			key = s.expression(e.Expr)
			s.collateAlone(key)
		} else {
			key = s.columnNamed(r, e.Name).value()
		}
		if len(e.Opclass) == 0 {
			s.indexable(key.typ, n.AccessMethod)
		}
		s.checkKeyCollation(e, key)
	}
	if s.collates {
		s.where(n.WhereClause)
	}
}

// indexable fails where a type has no default operator class of an access method.
func (a *analysis) indexable(oid uint32, method string) {
	base, _ := a.baseType(oid)
	if len(a.typeOf(base).fields) > 0 { // of rows there is an operator class, which fails where it meets an attribute that has none
		return
	}
	t, array := a.typeOf(base), a.elementOf(base) != 0
	fits := true
	switch method {
	case "btree", "hash", "brin":
		fits = array && method != "brin" || a.hasOperator(base, method != "hash")
	case "gin", "gist", "spgist":
		ranges := t.kind == 'r' || t.kind == 'm'
		fits = classesOf[method][t.name] || method == "gin" && array || method == "gist" && (ranges || a.hasExtension("btree_gist") && (btreeGist[t.name] || t.category == 'E')) || method == "spgist" && t.kind == 'r'
	}
	if !fits {
		a.fail(sqlstate.UndefinedObject, "You must specify an operator class for the index or define a default operator class for the data type.",
			"data type %s has no default operator class for access method %q", a.errorType(oid), method)
	}
}

// keys fails where a column of a key cannot be indexed.
func (a *analysis) keys(n *pg_query.CreateStmt) {
	types, keyed := map[string]uint32{}, []string{}
	for _, elt := range n.TableElts {
		c := elt.GetColumnDef()
		if c == nil {
			continue
		}
		if _, name := parse.SplitName(c.TypeName.Names); neverEqual[name] {
			types[c.Colname], _ = a.namedType(c.TypeName)
		}
		for _, k := range c.Constraints {
			if isKey(k.GetConstraint()) {
				keyed = append(keyed, c.Colname)
			}
		}
	}
	for _, elt := range n.TableElts {
		if isKey(elt.GetConstraint()) {
			keyed = append(keyed, names(elt.GetConstraint().Keys)...)
		}
	}
	for _, name := range keyed {
		if oid, known := types[name]; known {
			a.indexable(oid, "btree")
		}
	}
}

// exclusions fails where a key of an exclusion constraint cannot be indexed, or has no such operator.
func (a *analysis) exclusions(table *pg_query.RangeVar, columns []*pg_query.ColumnDef, isNew bool, constraints []*pg_query.Constraint) {
	for _, k := range constraints {
		if k.GetContype() != pg_query.ConstrType_CONSTR_EXCLUSION || k.AccessMethod == "gin" || k.AccessMethod == "brin" {
			continue
		}
		s := &scope{analysis: a, q: &query{}}
		s.fromPlace(Place{Schema: table.GetSchemaname(), Table: table.GetRelname(), Columns: columns, New: isNew})
		for _, pair := range k.Exclusions {
			items := pair.GetList().GetItems()
			e := items[0].GetIndexElem()
			value := e.GetExpr()
			if value == nil {
				value = pg_query.MakeColumnRefNode([]*pg_query.Node{pg_query.MakeStrNode(e.GetName())}, -1)
			}
			made := s.expression(value)
			if len(e.GetOpclass()) == 0 {
				a.indexable(made.typ, cmp.Or(k.AccessMethod, "btree"))
			}
			s.expression(pg_query.MakeAExprNode(pg_query.A_Expr_Kind_AEXPR_OP, items[1].GetList().GetItems(), value, value, -1))
		}
		s.where(k.WhereClause)
	}
}

// exclusionsOf fails where an exclusion constraint of a table that is made is not one.
func (a *analysis) exclusionsOf(n *pg_query.CreateStmt) {
	var columns []*pg_query.ColumnDef
	var constraints []*pg_query.Constraint
	for _, elt := range n.TableElts {
		if c := elt.GetColumnDef(); c != nil {
			columns = append(columns, c)
		} else if k := elt.GetConstraint(); k != nil {
			constraints = append(constraints, k)
		}
	}
	a.exclusions(n.Relation, columns, true, constraints)
}

// addedKeys fails where a column of a key that is added cannot be indexed.
func (a *analysis) addedKeys(n *pg_query.AlterTableStmt) {
	for _, c := range n.Cmds {
		a.exclusions(n.Relation, nil, false, []*pg_query.Constraint{c.GetAlterTableCmd().GetDef().GetConstraint()})
		if k := c.GetAlterTableCmd().GetDef().GetConstraint(); isKey(k) && k.Indexname == "" {
			s, r := a.changes(n.Relation, nil)
			for _, name := range names(k.Keys) {
				s.indexable(s.columnNamed(r, name).typ, "btree")
			}
		}
	}
}

// isKey reports whether a constraint is one that an index holds.
func isKey(n *pg_query.Constraint) bool {
	return n.GetContype() == pg_query.ConstrType_CONSTR_PRIMARY || n.GetContype() == pg_query.ConstrType_CONSTR_UNIQUE
}
