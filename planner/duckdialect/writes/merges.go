package writes

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// mergeForms refuses the forms of MERGE that Postgres 15 does not have, and writes the others as DuckDB has them.
func mergeForms(t *rewrite.Translation, s *pg_query.MergeStmt, columns []rewrite.Column) {
	if s == nil {
		return
	}
	for _, n := range s.MergeWhenClauses {
		when := n.GetMergeWhenClause()
		switch {
		case when.MatchKind == pg_query.MergeMatchKind_MERGE_WHEN_NOT_MATCHED_BY_SOURCE:
			t.NoteError(build.Nowhere, sqlstate.SyntaxError, "syntax error at or near \"BY\"")
		case when.CommandType == pg_query.CmdType_CMD_INSERT:
			mergeInsert(t, s, when, columns)
		}
	}
	computeWhereMatched(t, s, columns)
}

// matchedRow is the column of a MERGE's source that says whether a row of the target matches.
const matchedRow = "pg__matched"

// computeWhereMatched has each clause of a MERGE compute its values for its own rows: DuckDB computes all values for all rows, also
// those that fail. Values that cannot fail stay as they are.
func computeWhereMatched(t *rewrite.Translation, s *pg_query.MergeStmt, columns []rewrite.Column) {
	if slices.ContainsFunc(columns, func(c rewrite.Column) bool { return strings.EqualFold(c.Name, "rowid") }) {
		return
	}
	name := s.SourceRelation.GetRangeVar().GetRelname()
	for _, alias := range []*pg_query.Alias{s.SourceRelation.GetRangeVar().GetAlias(), s.SourceRelation.GetRangeSubselect().GetAlias(), s.SourceRelation.GetRangeFunction().GetAlias()} {
		if alias != nil {
			name = alias.Aliasname
		}
	}
	own := parse.AliasOrName(s.Relation)
	there := build.IsNotNull(build.Column(own, "rowid"))
	matched, others := []*pg_query.Node{there}, []*pg_query.Node{build.Not(build.Column(name, matchedRow))}
	marks := false
	for _, n := range s.MergeWhenClauses {
		when := n.GetMergeWhenClause()
		before := &others
		if when.MatchKind == pg_query.MergeMatchKind_MERGE_WHEN_MATCHED {
			before = &matched
		}
		own := slices.Clone(*before)
		if when.Condition != nil {
			own = append(own, proto.CloneOf(when.Condition))
			*before = append(*before, build.Not(build.Coalesce(proto.CloneOf(when.Condition), build.Truth(false))))
		}
		guard := func(v *pg_query.Node) *pg_query.Node {
			if !mayFail(v) {
				return v
			}
			t.Changed = true
			return build.Case(nil, build.When(proto.CloneOf(build.And(own...)), v))
		}
		if when.CommandType != pg_query.CmdType_CMD_INSERT {
			for _, target := range when.TargetList {
				if target.GetResTarget().GetVal().GetMultiAssignRef() == nil {
					target.GetResTarget().Val = guard(target.GetResTarget().Val)
				}
			}
			continue
		}
		if name == "" {
			continue
		}
		for i, v := range when.Values {
			when.Values[i] = guard(v)
			marks = marks || when.Values[i] != v
		}
	}
	if marks {
		markMatched(t, s, name)
	}
}

// markMatched adds matchedRow to the source of a MERGE.
func markMatched(t *rewrite.Translation, s *pg_query.MergeStmt, name string) {
	exists := &pg_query.Node{Node: &pg_query.Node_SubLink{SubLink: &pg_query.SubLink{
		SubLinkType: pg_query.SubLinkType_EXISTS_SUBLINK, Location: build.Nowhere,
		Subselect: build.Select(&pg_query.Node{Node: &pg_query.Node_RangeVar{RangeVar: proto.CloneOf(s.Relation)}}, build.Target(build.Number(1), "")),
	}}}
	exists.GetSubLink().Subselect.GetSelectStmt().WhereClause = proto.CloneOf(s.JoinCondition)
	all := pg_query.MakeColumnRefNode([]*pg_query.Node{pg_query.MakeStrNode(name), pg_query.MakeAStarNode()}, build.Nowhere)
	list := []*pg_query.Node{build.Target(all, "")}
	source := s.SourceRelation.GetRangeVar()
	companions := rewrite.ReadCompanions(s.MergeWhenClauses, func(when *pg_query.Node, of string) bool { // the values of an INSERT name the source alone
		return strings.EqualFold(of, name) || of == "" && when.GetMergeWhenClause().CommandType == pg_query.CmdType_CMD_INSERT
	})
	if len(companions) > 0 && source != nil && t.Env.Columns != nil {
		list = nil
		for _, companion := range companions {
			list = append(list, build.Target(build.Column(name, companion), ""))
		}
		for _, c := range t.Env.Columns(source.Schemaname, source.Relname) {
			list = append(list, build.Target(build.Column(name, c.Name), ""))
		}
	}
	s.SourceRelation = build.Subselect(build.Select(s.SourceRelation, append(list, build.Target(exists, matchedRow))...), build.Alias(name))
}

// mayFail reports whether computing a value may fail.
func mayFail(n *pg_query.Node) (may bool) {
	if n == nil || n.GetSetToDefault() != nil {
		return false
	}
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		switch m := m.(type) {
		case *pg_query.A_Expr:
			op := parse.Strings(m.Name)
			may = may || len(op) == 1 && strings.Contains("/ % * ^", op[0])
		case *pg_query.TypeCast:
			may = may || m.Arg.GetAConst() == nil
		case *pg_query.FuncCall, *pg_query.SubLink:
			may = true
		}
	})
	return may
}

// mergeInsert writes the INSERT of a MERGE: DuckDB takes neither fewer values than columns nor OVERRIDING.
func mergeInsert(t *rewrite.Translation, s *pg_query.MergeStmt, when *pg_query.MergeWhenClause, columns []rewrite.Column) {
	switch when.Override {
	case pg_query.OverridingKind_OVERRIDING_USER_VALUE:
		t.NoteUnsupported(build.Nowhere, "OVERRIDING USER VALUE in MERGE is not supported").WithHint("Leave the column out.")
	case pg_query.OverridingKind_OVERRIDING_SYSTEM_VALUE:
		when.Override, t.Changed = pg_query.OverridingKind_OVERRIDING_NOT_SET, true
	}
	if len(when.TargetList) == 0 && len(when.Values) < len(columns) {
		for _, c := range columns[:len(when.Values)] {
			target := &pg_query.ResTarget{Name: c.Name, Location: build.Nowhere}
			when.TargetList = append(when.TargetList, &pg_query.Node{Node: &pg_query.Node_ResTarget{ResTarget: target}})
			t.Changed = true
		}
	}
	own := parse.AliasOrName(s.Relation)
	for _, value := range when.Values {
		if ref := value.GetColumnRef(); len(ref.GetFields()) == 2 {
			if of, _ := parse.SplitName(ref.Fields); of == own {
				t.NoteError(ref.Location, sqlstate.UndefinedTable, "invalid reference to FROM-clause entry for table %q", own).
					WithHint("%s", "There is an entry for table \""+own+"\", but it cannot be referenced from this part of the query.")
			}
		}
	}
}
