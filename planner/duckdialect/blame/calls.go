package blame

import (
	"fmt"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// undefinedFunction names the function as the client does, where the error has the name of one that stands for it.
func (s *statement) undefinedFunction(e *sqlstate.Error) {
	if s.root.GetDropStmt() != nil || s.root.GetAlterFunctionStmt() != nil || s.root.GetCommentStmt() != nil || s.root.GetAlterOwnerStmt() != nil || s.root.GetRenameStmt() != nil {
		return // it names no call
	}
	var calls []*pg_query.FuncCall
	written := false
	parse.EachMessage(s.root.ProtoReflect(), func(m proto.Message) {
		if f, ok := m.(*pg_query.FuncCall); ok {
			_, name := parse.SplitName(f.Funcname)
			calls, written = append(calls, f), written || strings.EqualFold(name, s.name)
		}
	})
	if !written && (len(calls) == 0 || s.name == "days_between") { // it stands for an operator
		e.Code, e.Position = sqlstate.FeatureNotSupported, 0
		e.Message = "an operator between values of these types is not supported: " + strings.TrimPrefix(strings.TrimSuffix(e.Message, " does not exist"), "function "+s.name)
		return
	}
	if written {
		return
	}
	if len(calls) != 1 {
		e.Code, e.Position = sqlstate.FeatureNotSupported, 0
		e.Message = "an operator or a function of values of these types is not supported: " + strings.TrimPrefix(strings.TrimSuffix(e.Message, " does not exist"), "function "+s.name)
		return
	}
	_, name := parse.SplitName(calls[0].Funcname)
	types := strings.TrimSuffix(strings.TrimPrefix(e.Message, "function "+s.name+"("), ") does not exist")
	if strings.Count(types, ",")+1 != len(calls[0].Args) {
		e.Message = fmt.Sprintf("function %s does not exist for arguments of these types", name)
	} else {
		e.Message = fmt.Sprintf("function %s(%s) does not exist", name, types)
	}
	e.Position = 0
	s.at(e, calls[0].Location)
}
