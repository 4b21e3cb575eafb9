package scalecolumns

import (
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// CheckNames refuses a statement that has the name of a companion: there is no such column to clients, and they make none.
func CheckNames(root *pg_query.Node, text string) error {
	if !strings.Contains(strings.ToLower(text), "pg__scale") && !strings.Contains(text, `&"`) {
		return nil
	}
	var err error
	parse.EachMessage(root.ProtoReflect(), func(m proto.Message) {
		if err != nil {
			return
		}
		if c, ok := m.(*pg_query.ColumnRef); ok && providers.IsScaleColumn(c.Fields[len(c.Fields)-1].GetString_().GetSval()) {
			shown := strings.Join(parse.NameParts(c.Fields), ".")
			if len(c.Fields) == 1 {
				shown = strconv.Quote(shown)
			}
			err = sqlstate.New(sqlstate.UndefinedColumn, "column %s does not exist", shown).At(parse.CharacterAt(text, int(c.Location)))
			return
		}
		switch name := reservedName(m); {
		case name == "":
		case root.GetInsertStmt() != nil || root.GetUpdateStmt() != nil || root.GetSelectStmt() != nil || root.GetDeleteStmt() != nil || root.GetMergeStmt() != nil || root.GetCopyStmt() != nil:
			err = sqlstate.New(sqlstate.UndefinedColumn, "column %q does not exist", name)
		default:
			err = sqlstate.New("42939", "the name %q is reserved", name)
		}
	})
	return err
}

// reservedName is the name of a companion that a message has; "": it has none. The text of a constant is no name.
func reservedName(m proto.Message) (name string) {
	if _, constant := m.(*pg_query.A_Const); constant {
		return ""
	}
	m.ProtoReflect().Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case f.Kind() == protoreflect.StringKind && !f.IsList():
			if providers.IsScaleColumn(v.String()) {
				name = v.String()
			}
		case f.Kind() == protoreflect.MessageKind && f.IsList():
			for i := range v.List().Len() {
				if n, ok := v.List().Get(i).Message().Interface().(*pg_query.Node); ok && providers.IsScaleColumn(n.GetString_().GetSval()) {
					name = n.GetString_().GetSval()
				}
			}
		}
		return name == ""
	})
	return name
}
