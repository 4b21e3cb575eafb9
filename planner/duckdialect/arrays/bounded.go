package arrays

import (
	"regexp"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// Arrays whose first element is not numbered 1, as in '[0:2]={7,8,9}'. DuckDB's lists have no such numbers, so what the text
// shows of such a constant is answered here, and the constant itself can only be shown.

// bounded is such an array.
type bounded struct {
	lows    []int64 // the number of the first element, by the dimension
	lengths []int64
	list    *pg_query.Node
	kind    *pg_query.TypeName // of its elements
}

// newBounded is such an array of values that are written out.
func newBounded(lows []int64, array *pg_query.Node, kind *pg_query.TypeName) bounded {
	b := bounded{lows: lows, kind: kind}
	for _, length := range Dimensions(array) {
		b.lengths = append(b.lengths, int64(length))
	}
	b.list = build.Cast(array, listOf(kind, len(lows)))
	return b
}

// listOf is the type of arrays of so many dimensions.
func listOf(kind *pg_query.TypeName, dims int) *pg_query.TypeName {
	to := &pg_query.TypeName{Names: kind.Names, Typmods: kind.Typmods, Typemod: -1, Location: build.Nowhere}
	for range dims {
		to.ArrayBounds = append(to.ArrayBounds, pg_query.MakeIntNode(-1))
	}
	return to
}

// shown are the bounds as PostgreSQL writes them.
func (b bounded) shown() string {
	var s strings.Builder
	for i, low := range b.lows {
		s.WriteString("[" + strconv.FormatInt(low, 10) + ":" + strconv.FormatInt(low+b.lengths[i]-1, 10) + "]")
	}
	return s.String()
}

// array are the values that are written out.
func (b bounded) array() *pg_query.Node { return b.list.GetTypeCast().Arg }

// flat is the array with all of its elements in one dimension.
func (b bounded) flat() *pg_query.Node { return Flatten(b.list) }

// boundedCall marks such a constant until the whole statement was read.
const boundedCall = "pg__bounded"

// boundsText matches the bounds before a constant array.
var boundsText = regexp.MustCompile(`^((?:\[-?\d{1,9}(?::-?\d{1,9})?\]\s*)+)=\s*(\{.*\})$`)

// boundText matches those of one dimension.
var boundText = regexp.MustCompile(`\[(-?\d+)(?::(-?\d+))?\]`)

// ReadBounds reads a constant array with bounds, which constants.CheckArray found no error in, and returns the elements' text where the
// bounds are the usual ones.
func (t *Rules) ReadBounds(n *pg_query.Node, c *pg_query.TypeCast, s string) (plain string, done bool) {
	var items []*pg_query.Node
	m := boundsText.FindStringSubmatch(s)
	if m != nil {
		items, _ = constants.ArrayItems(m[2])
	}
	if len(items) == 0 {
		t.NoteUnsupported(c.TypeName.Location, "an array with bounds that are written so is not supported")
		return "", true
	}
	lows, usual := []int64{}, true
	for _, part := range boundText.FindAllStringSubmatch(m[1], -1) {
		low := int64(1)
		if part[2] != "" {
			low, _ = strconv.ParseInt(part[1], 10, 64)
		}
		lows, usual = append(lows, low), usual && low == 1
	}
	if usual {
		return m[2], false
	}
	element := &pg_query.TypeName{Names: c.TypeName.Names, Typmods: c.TypeName.Typmods, Typemod: -1, Location: build.Nowhere}
	switch name := lastName(element); {
	case len(element.Typmods) > 0 && (name == "varchar" || name == "bpchar"):
		t.NoteUnsupported(c.TypeName.Location, "an array of texts of limited length with bounds of its own is not supported")
		return "", true
	case name == "numeric" && strings.Contains(m[2], "."):
		t.NoteUnsupported(c.TypeName.Location, "an array of numerics with digits behind the point, and with bounds of its own, is not supported")
		return "", true
	}
	t.markBounded(n, newBounded(lows, build.Array(items...), element))
	return "", true
}

// markBounded puts the mark of an array in a node's place.
func (t *Rules) markBounded(n *pg_query.Node, b bounded) {
	mark := build.Call(boundedCall, b.list)
	if t.bounded == nil {
		t.bounded = map[*pg_query.FuncCall]bounded{}
	}
	t.bounded[mark.GetFuncCall()] = b
	t.ReplaceNode(n, mark)
}

// boundedOf is the array that a node marks.
func (t *Rules) boundedOf(n *pg_query.Node) (bounded, bool) {
	b, ok := t.bounded[n.GetFuncCall()]
	return b, ok && n.GetFuncCall() != nil
}

// ShowBounded has arrays with bounds of their own shown that are columns of the result, and refuses others. results say of the
// columns what the text shows, and are completed.
func (t *Rules) ShowBounded(root *pg_query.Node, results []providers.Described) {
	if len(t.bounded) == 0 {
		return
	}
	s := root.GetSelectStmt()
	if s != nil && s.Larg == nil && t.Env.Shown && len(s.DistinctClause) == 0 && len(s.GroupClause) == 0 && len(s.SortClause) == 0 && len(results) == len(s.TargetList) {
		for i, n := range s.TargetList {
			target := n.GetResTarget()
			b, ok := t.boundedOf(target.GetVal())
			if oid := arrayOIDs[lastName(b.kind)]; ok && oid != 0 {
				target.Val = b.text()
				results[i].Computed, results[i].Type, results[i].TypeMod, results[i].Text = true, oid, -1, true
			}
		}
	}
	t.EachMessage(root.ProtoReflect(), func(m any) {
		if f, ok := m.(*pg_query.FuncCall); ok {
			if _, name := parse.SplitName(f.Funcname); name == boundedCall {
				t.NoteUnsupported(build.Nowhere, "an array with bounds of its own is not supported here")
			}
		}
	})
}

func lastName(n *pg_query.TypeName) string {
	_, name := parse.SplitName(n.GetNames())
	return strings.TrimPrefix(name, "pg_")
}

// arrayOIDs are the types of arrays by their elements'.
var arrayOIDs = map[string]uint32{
	"int2": 1005, "int4": 1007, "int8": 1016, "text": 1009, "varchar": 1015, "bool": 1000, "float8": 1022, "numeric": 1231, "date": 1182, "timestamp": 1115, "uuid": 2951,
}
