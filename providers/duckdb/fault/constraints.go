package fault

import (
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

var (
	computed  = re(`(?s)^Incorrect value for generated column ".*" : (.*)$`)
	notNull   = re(`^NOT NULL constraint failed: (.+)\.(.+)`)
	checkFail = re(`^CHECK constraint failed on table (.+?) with expression (.*)`)
	duplicate = re(`Duplicate key "((?s:.+))" violates|duplicate key "(.+)"`)
)

var (
	referring  = re(`because key "(.+?)" does not exist in the referenced table`)
	referredTo = re(`because key "(.+?)" is still referenced by a foreign key`)
)

// BrokenCheck returns the expression of the CHECK that a row violates, "" for another error.
func (f Fault) BrokenCheck() string {
	if m := checkFail().FindStringSubmatch(f.Message); m != nil {
		return m[2]
	}
	return ""
}

// constraintError returns the error of a violated constraint.
func (f Fault) constraintError() *sqlstate.Error {
	if m := notNull().FindStringSubmatch(f.Message); m != nil {
		e := sqlstate.New(sqlstate.NotNullViolation,
			"null value in column %q of relation %q violates not-null constraint", m[2], m[1])
		e.Table, e.Column = m[1], m[2]
		return e
	}
	if m := checkFail().FindStringSubmatch(f.Message); m != nil {
		if strings.Contains(f.Message, providers.KeptMark+`"kind":"`+providers.KeptPrecision) {
			if p := widthFail().FindStringSubmatch(f.Message); p != nil && !strings.Contains(f.Message, "pg__precise") {
				digits, _ := strconv.Atoi(p[1])
				return sqlstate.NumericOverflow(providers.DecimalDigits(digits))
			}
			return sqlstate.New(sqlstate.FeatureNotSupported, "this way of writing a time of limited precision into relation %q is not supported", m[1]).
				WithHint("Round it: cast it to the type of the column.")
		}
		e := sqlstate.New(sqlstate.CheckViolation, "new row for relation %q violates check constraint", m[1])
		e.Table = m[1]
		return e
	}
	if m := duplicate().FindStringSubmatch(f.Message); m != nil {
		return sqlstate.New(sqlstate.UniqueViolation, "duplicate key value violates unique constraint").
			WithDetail("%s already exists.", keyText(m[1]+m[2]))
	}
	if strings.HasPrefix(f.Message, "Data contains duplicates") {
		return sqlstate.New(sqlstate.UniqueViolation, "could not create unique index").WithDetail("%s.", f.firstLine())
	}
	if m := referring().FindStringSubmatch(f.Message); m != nil {
		return sqlstate.New(sqlstate.ForeignKeyViolation, "insert or update violates foreign key constraint").
			WithDetail("%s is not present in the table that is referred to.", keyText(m[1]))
	}
	if m := referredTo().FindStringSubmatch(f.Message); m != nil {
		return sqlstate.New(sqlstate.ForeignKeyViolation, "update or delete violates foreign key constraint of another table").
			WithDetail("%s is still referred to.", keyText(m[1])).
			WithHint("The embedded engine checks a key at each statement, and counts an UPDATE of a row that is referred to as a change of its key.")
	}
	if strings.Contains(strings.ToLower(f.Message), "foreign key") {
		return sqlstate.New(sqlstate.ForeignKeyViolation, "%s", lowerFirst(f.firstLine()))
	}
	return sqlstate.New(sqlstate.IntegrityViolation, "%s", lowerFirst(f.firstLine()))
}
