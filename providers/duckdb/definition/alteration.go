package definition

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// Alteration is an ALTER TABLE, taken apart.
type Alteration struct {
	Target  string // as written
	Action  Action
	Column  string // the column that is added, renamed or dropped, or gets another type; unquoted
	To      string // its new name, or the table's; unquoted
	Body    string // the constraint that is added, or the generated column
	Name    string // of the constraint that is added, dropped, renamed or validated; unquoted
	Index   string // the index that a command without an action here is about; unquoted
	Lenient bool   // IF EXISTS, IF NOT EXISTS
	Cascade bool
}

// Action is what an ALTER TABLE does to its table.
type Action int

// The actions.
const (
	OtherAction Action = iota
	AddColumn
	DropColumn
	RenameColumn
	ChangeType
	RenameTable
	AddConstraint
	DropConstraint
	RenameConstraint
	DropExpression // of a generated column
	NoAction       // changes nothing here: it is about storage, owners or replication, or validates what is valid already
)

// indexOf is the index of CLUSTER ON and of REPLICA IDENTITY USING INDEX; "": the command is about none.
func indexOf(at func(int) Token) string {
	switch {
	case at(0).Is("CLUSTER"):
		return at(2).Name()
	case at(0).Is("REPLICA") && at(2).Is("USING"):
		return at(4).Name()
	}
	return ""
}

// ParseAlteration takes an ALTER TABLE apart; ok is false for another statement.
func ParseAlteration(sql string) (a Alteration, ok bool) {
	if !Begins(sql, "ALTER TABLE") {
		return a, false
	}
	list := Tokens(sql)
	if len(list) < 4 {
		return a, false
	}
	list = list[2:]
	if list[0].Is("IF") && len(list) > 2 {
		list = list[2:]
	}
	if list[0].Is("ONLY") {
		list = list[1:]
	}
	target := list[0].At
	for len(list) > 2 && list[1].Text == "." {
		list = list[2:]
	}
	a.Target, list = sql[target:list[0].End], list[1:]
	a.Cascade = len(list) > 0 && list[len(list)-1].Is("CASCADE")
	a.parseAction(sql, list)
	return a, true
}

// parseAction takes apart what is behind the name of the table.
func (a *Alteration) parseAction(sql string, list []Token) {
	at := func(i int) Token {
		if i < len(list) {
			return list[i]
		}
		return Token{}
	}
	skip := func(i int, words ...string) int {
		for _, w := range words {
			if at(i).Is(w) {
				i++
			}
		}
		return i
	}
	switch {
	case at(0).Is("ADD") && slices.ContainsFunc([]string{"CONSTRAINT", "FOREIGN", "CHECK", "UNIQUE", "PRIMARY"}, at(1).Is):
		from := 1
		if at(1).Is("CONSTRAINT") {
			from, a.Name = 3, at(2).Name()
		}
		if !slices.ContainsFunc([]string{"FOREIGN", "CHECK", "UNIQUE", "PRIMARY"}, at(from).Is) {
			return
		}
		a.Action, a.Body = AddConstraint, strings.TrimRight(sql[at(from).At:], "; \n")
	case at(0).Is("ADD"):
		column := skip(skip(1, "COLUMN"), "IF", "NOT", "EXISTS")
		a.Action, a.Column, a.Lenient = AddColumn, at(column).Name(), at(column-1).Is("EXISTS")
		a.Body = generatedColumn(sql, list[min(column, len(list)):])
	case at(0).Is("DROP") && at(1).Is("CONSTRAINT"):
		name := skip(2, "IF", "EXISTS")
		a.Action, a.Name, a.Lenient = DropConstraint, at(name).Name(), name > 2
	case at(0).Is("DROP"):
		column := skip(1, "COLUMN", "IF", "EXISTS")
		a.Action, a.Column, a.Lenient = DropColumn, at(column).Name(), at(column-1).Is("EXISTS")
	case at(0).Is("ALTER"):
		a.parseColumnAction(at, skip(1, "COLUMN"), skip)
	case slices.ContainsFunc([]string{"SET", "RESET", "CLUSTER", "REPLICA", "OWNER"}, at(0).Is):
		a.Action, a.Index = NoAction, indexOf(at)
	case at(0).Is("VALIDATE"):
		a.Action, a.Name = NoAction, at(2).Name()
	case at(0).Is("RENAME") && at(1).Is("CONSTRAINT"):
		a.Action, a.Name, a.To = RenameConstraint, at(2).Name(), at(4).Name()
	case at(0).Is("RENAME") && at(1).Is("TO"):
		a.Action, a.To = RenameTable, at(2).Name()
	case at(0).Is("RENAME"):
		from := skip(1, "COLUMN")
		a.Action, a.Column, a.To = RenameColumn, at(from).Name(), at(from+2).Name()
	}
}

// parseColumnAction takes apart an ALTER COLUMN, whose column is the token from.
func (a *Alteration) parseColumnAction(at func(int) Token, from int, skip func(int, ...string) int) {
	switch {
	case at(skip(from+1, "SET", "DATA")).Is("TYPE"):
		a.Action, a.Column = ChangeType, at(from).Name()
	case at(from+1).Is("DROP") && at(from+2).Is("EXPRESSION"):
		a.Action, a.Column = DropExpression, at(from).Name()
	case at(from+1).Is("SET") && (at(from+2).Is("STATISTICS") || at(from+2).Is("STORAGE")):
		a.Action = NoAction
	}
}

// generatedColumn is a column that is added, if it is a generated one, or "".
func generatedColumn(sql string, list []Token) string {
	for i := range max(len(list)-2, 0) {
		if list[i].Is("GENERATED") && list[i+1].Is("ALWAYS") && list[i+2].Is("AS") {
			return WithoutStored(strings.TrimRight(sql[list[0].At:], "; \n"), []string{"ALTER"})
		}
	}
	return ""
}

// notOfViews names an action that no view has, as PostgreSQL does; "" for another action.
func (k Action) notOfViews() string {
	switch k {
	case AddColumn:
		return "ADD COLUMN"
	case DropColumn:
		return "DROP COLUMN"
	case ChangeType:
		return "ALTER COLUMN ... SET DATA TYPE"
	case AddConstraint:
		return "ADD CONSTRAINT"
	case DropConstraint:
		return "DROP CONSTRAINT"
	case DropExpression:
		return "ALTER COLUMN ... DROP EXPRESSION"
	case OtherAction, RenameColumn, RenameTable, RenameConstraint, NoAction:
	}
	return ""
}

// RefuseOfView refuses every ALTER TABLE of a view except RENAME.
func (a Alteration) RefuseOfView(name string) error {
	if action := a.Action.notOfViews(); action != "" {
		return sqlstate.New(sqlstate.WrongObjectType, "ALTER action %s cannot be performed on relation %q", action, name).
			WithDetail("This operation is not supported for views.")
	}
	if a.Action == RenameTable || a.Action == NoAction {
		return nil
	}
	return sqlstate.New(sqlstate.FeatureNotSupported, "ALTER TABLE of a column of a view is not supported").
		WithHint("Write CREATE OR REPLACE VIEW.")
}
