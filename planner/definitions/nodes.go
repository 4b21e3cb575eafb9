package definitions

import pg_query "github.com/pganalyze/pg_query_go/v6"

// kind is what a node of the analysed tree is.
type kind int

// The kinds of nodes. Their names are those of PostgreSQL's nodes.
const (
	invalid kind = iota
	constant
	variable
	mergedVariable
	funcExpr
	aggref
	windowFunc
	opExpr
	distinctExpr
	nullIfExpr
	scalarArrayOp
	boolExpr
	subLink
	caseExpr
	caseTest
	coalesceExpr
	minMaxExpr
	rowExpr
	rowCompare
	arrayExpr
	nullTest
	booleanTest
	relabelType
	coerceViaIO
	arrayCoerce
	coerceToDomain
	collateExpr
	subscript
	fieldSelect
	sliceBound
	sqlValue
	groupingFunc
	namedArg
	wholeRow
)

// setOf makes a set of kinds.
func setOf(list ...kind) map[kind]bool {
	set := map[kind]bool{}
	for _, k := range list {
		set[k] = true
	}
	return set
}

// form is how a call or a cast was written.
type form int

const (
	explicitCall form = iota
	explicitCast
	implicitCast
	sqlSyntax
)

// node is an expression.
type node struct {
	kind kind
	typ  uint32
	mod  int32
	// name is an operator, a function, the text of a constant, a word.
	name string
	args []*node
	form form
	null bool // a constant NULL; NOT in a test
	any  bool // ANY, not ALL
	star bool // count(*)
	// distinct and variadic are those of a call.
	distinct, variadic bool
	rel                *relation // of a variable
	column             int       // of a variable, from 0
	order              []*sortItem
	filter             *node
	direct             []*node // the direct arguments of an ordered-set aggregate
	ordered            bool    // an ordered-set aggregate
	over               *window
	query              *query
	routine            *routine // the function of a call
	arg                *node    // that of CASE
	otherwise          *node    // ELSE
	sub                string
	schema             string         // of a constant that names a relation
	tree               *pg_query.Node // what the expression was written as, where names of objects are looked for
	written            *pg_query.Node // a constant, in the tree of the client
	at                 int32          // where the expression begins in the text; 0: it stands for a part of one
	coll               string         // the collation, where analysis.collates; "": none
	from               *pg_query.Node // what the expression was written as, where analysis.collates
	of                 *node          // of caseTest, the value that is compared; nil: that of a query
}

// relation is an entry of the range table.
type relation struct {
	kind        relationKind
	schema      string
	name        string // its own, as the parser would call it
	alias       string
	aliasNames  []string
	hasAlias    bool
	columns     []column
	query       *query
	functions   []*node
	defined     []definedColumn
	lateral     bool
	only        bool
	ordinality  bool
	system      bool
	left, right *relation
	join        string
	using       []string
	on          *node
	compared    []*node // the columns that USING compares
	below       []*node // what the columns of a join with a name are
	inFrom      bool
	rowType     uint32
	loose       []int // the columns of a table that are numerics whose zeros at the end the engine does not keep
	companions  map[int]string
	with        *withItem // the query of WITH that it is
	tree        any       // see Derived.Tree
	read        bool      // its rows are read as values

	// What it is printed with.
	shownName  string
	shownNames []string
	renamed    bool
}

type relationKind int

const (
	plain relationKind = iota
	subquery
	function
	valuesList
	withQuery
	joined
)

type column struct {
	name string
	typ  uint32
	mod  int32
	coll string // see node.coll
}

// value is the column of a result or a relation as a value.
func (c column) value() *node {
	return &node{kind: variable, typ: c.typ, mod: c.mod, coll: c.coll}
}

// columnAt is a column of a relation as a value.
func (r *relation) columnAt(i int) *node {
	made := r.columns[i].value()
	made.rel, made.column = r, i
	return made
}

// definedColumn is a column of a definition behind a function: AS t(a int).
type definedColumn struct {
	name string
	typ  uint32
	mod  int32
}

type target struct {
	expr    *node
	name    string
	written *pg_query.ResTarget
	star    []string // of a column that a star stands for: how it is named, empty where no name means it
}

type sortItem struct {
	expr       *node
	number     int
	descending bool
	nullsFirst bool
}

type window struct {
	name, parent  string
	partition     []*node
	order         []*sortItem
	copied        bool
	frame         int32
	start, finish *node
}

type groupingSet struct {
	word  string // "" for a simple set
	exprs []*node
	sets  []*groupingSet
}

type withItem struct {
	name         string
	names        []string
	materialized string
	query        *query
	columns      []column
	tree         *pg_query.CommonTableExpr
	read         bool // its rows are read as values
}

// setOperation is a tree of UNION, INTERSECT and EXCEPT, or a leaf.
type setOperation struct {
	op          string
	all         bool
	left, right *setOperation
	leaf        *query
	columns     []column
}

// query is an analysed query.
type query struct {
	with          []*withItem
	recursive     bool
	distinct      bool
	distinctOn    []*node
	targets       []*target
	from          []*relation
	relations     []*relation // in the order of the range table
	where         *node
	group         []*node
	groupDistinct bool
	groupingSets  []*groupingSet
	having        *node
	windows       []*window
	set           *setOperation
	values        [][]*node
	sort          []*sortItem
	limit, offset *node
	limitAll      bool
	withTies      bool
}

// columns are the columns of the query's result.
func (q *query) columns() []column {
	if q.set != nil {
		return q.set.columns
	}
	list := make([]column, len(q.targets))
	for i, t := range q.targets {
		list[i] = column{t.name, t.expr.typ, t.expr.mod, t.expr.coll}
	}
	return list
}

// resultTypes are the types of the query's result; nil: it has no columns.
func (q *query) resultTypes() (list []ResultType) {
	for _, c := range q.columns() {
		list = append(list, ResultType{c.typ, c.mod})
	}
	return list
}
