package changes

import (
	"slices"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A view WITH CHECK OPTION holds what is written through it to its condition. Such a change runs as one whose rows others read
// (with.go): after it, a step for each condition looks for a row that does not meet it.

// DivideChecked returns the steps of an INSERT or UPDATE whose rows must meet conditions. The division changes root. offset is the
// place of the statement in the text. The client has asked for the first columns of RETURNING, returned in number; ReturnChecked has added the others.
func (c *Division) DivideChecked(root *pg_query.Node, checks []parse.RowCheck, returned, offset int, text string) ([]Step, error) {
	list := returningOf(root)
	if list == nil || returned > len(*list) {
		return nil, errChecked("of this kind")
	}
	returning, kept := (*list)[:returned], slices.Clone((*list)[returned:])
	query := &pg_query.SelectStmt{
		FromClause:  []*pg_query.Node{{Node: &pg_query.Node_RangeVar{RangeVar: &pg_query.RangeVar{Relname: checkedRows, Inh: true, Relpersistence: "p", Location: -1}}}},
		LimitOption: pg_query.LimitOption_LIMIT_OPTION_DEFAULT, Op: pg_query.SetOperation_SETOP_NONE,
	}
	for i, n := range returning {
		name := shownName(n.GetResTarget())
		if name == "" {
			return nil, errChecked("that returns an expression without a name")
		}
		own := "pg__r" + strconv.Itoa(i+1)
		kept = append(kept, build.Target(n.GetResTarget().GetVal(), own))
		query.TargetList = append(query.TargetList, build.Target(build.Column(own), name))
	}
	if len(returning) == 0 {
		query.TargetList = []*pg_query.Node{build.Target(build.Number(1), "")}
	}
	*list = kept
	ctes := withOf(root).GetCtes()
	recursive := withOf(root).GetRecursive()
	setWith(root, nil)
	query.WithClause = &pg_query.WithClause{Recursive: recursive, Ctes: append(ctes, &pg_query.Node{Node: &pg_query.Node_CommonTableExpr{
		CommonTableExpr: &pg_query.CommonTableExpr{Ctename: checkedRows, Ctequery: root, Ctematerialized: pg_query.CTEMaterialize_CTEMaterializeDefault},
	}})}
	steps, err := c.DivideWith(&pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: query}}, offset, text)
	if err != nil {
		return nil, err
	}
	return addChecks(steps, checks, len(returning) > 0)
}

// checkedRows is the name of the rows that a change has written.
const checkedRows = "pg__checked"

func errChecked(what string) error {
	return sqlstate.New(sqlstate.FeatureNotSupported, "a change %s through a view WITH CHECK OPTION is not supported", what).WithHint("Change the table that the view reads.")
}

// addChecks puts the steps that look for rows which do not meet a condition behind the change. The last step returns the rows.
func addChecks(steps []Step, checks []parse.RowCheck, returns bool) ([]Step, error) {
	at := slices.IndexFunc(steps, func(s Step) bool { return s.Table != "" && (s.Verb == "INSERT" || s.Verb == "UPDATE") })
	last := len(steps) - 1
	if at < 0 || last <= at || !steps[last].Rows {
		return nil, errChecked("that runs in several steps")
	}
	steps[at].Tag, steps[last].Tag = true, false
	out := slices.Clone(steps[:last])
	for _, check := range checks {
		if check.Where == nil {
			continue
		}
		from := &pg_query.RangeVar{Relname: steps[at].Table, Inh: true, Relpersistence: "p", Location: -1, Alias: &pg_query.Alias{Aliasname: checkedRows}}
		where := proto.CloneOf(check.Where)
		parse.EachMessage(where.ProtoReflect(), func(m proto.Message) {
			if ref, ok := m.(*pg_query.ColumnRef); ok {
				ref.Fields = []*pg_query.Node{pg_query.MakeStrNode(checkedColumn(ref))}
			}
		})
		met := build.Coalesce(where, build.Truth(false))
		out = append(out, Step{
			Statement: &pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: &pg_query.SelectStmt{
				TargetList:  []*pg_query.Node{build.Target(build.Number(1), "")},
				FromClause:  []*pg_query.Node{{Node: &pg_query.Node_RangeVar{RangeVar: from}}},
				WhereClause: build.Not(met), LimitOption: pg_query.LimitOption_LIMIT_OPTION_DEFAULT, Op: pg_query.SetOperation_SETOP_NONE,
			}}},
			Step: providers.Step{Verb: "SELECT", Fails: sqlstate.New("44000", "new row violates check option for view %q", check.View)},
		})
	}
	if returns {
		out = append(out, steps[last])
	}
	return out, nil
}

// checkedColumn is the name under which a column of a condition is kept with the rows.
func checkedColumn(ref *pg_query.ColumnRef) string {
	return "pg__c " + strings.ToLower(ref.Fields[len(ref.Fields)-1].GetString_().GetSval())
}

// returningOf is the RETURNING of a statement that writes rows; nil: it is another statement.
func returningOf(root *pg_query.Node) *[]*pg_query.Node {
	switch s := root.GetNode().(type) {
	case *pg_query.Node_InsertStmt:
		return &s.InsertStmt.ReturningList
	case *pg_query.Node_UpdateStmt:
		return &s.UpdateStmt.ReturningList
	}
	return nil
}

// ReturnChecked has a change of a table return the columns that conditions name, too, so that it is judged as what reads them. It returns how
// many columns it returned before.
func ReturnChecked(root *pg_query.Node, alias string, checks []parse.RowCheck) int {
	list := returningOf(root)
	if list == nil {
		return 0
	}
	before := len(*list)
	seen := map[string]bool{}
	for _, check := range checks {
		if check.Where == nil {
			continue
		}
		parse.EachMessage(check.Where.ProtoReflect(), func(m proto.Message) {
			ref, ok := m.(*pg_query.ColumnRef)
			if !ok || seen[checkedColumn(ref)] {
				return
			}
			seen[checkedColumn(ref)] = true
			fields := []*pg_query.Node{ref.Fields[len(ref.Fields)-1]}
			if root.GetUpdateStmt() != nil {
				fields = append([]*pg_query.Node{pg_query.MakeStrNode(alias)}, fields...)
			}
			*list = append(*list, build.Target(pg_query.MakeColumnRefNode(fields, -1), checkedColumn(ref)))
		})
	}
	if len(*list) == before {
		*list = append(*list, build.Target(build.Number(1), "pg__c"))
	}
	return before
}

// shownName is the name of a column that RETURNING makes; "": nobody knows it here.
func shownName(target *pg_query.ResTarget) string {
	value := target.GetVal()
	if c := value.GetTypeCast(); c != nil {
		value = c.Arg
	}
	_, function := parse.SplitName(value.GetFuncCall().GetFuncname())
	switch {
	case target.GetName() != "":
		return target.Name
	case value.GetColumnRef() != nil:
		return trees.LastField(value)
	case value.GetAExpr() != nil && value == target.GetVal():
		return "?column?"
	default:
		return function
	}
}
