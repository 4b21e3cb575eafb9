package fault

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// rule matches a DuckDB message and gives it a code. If message is set it replaces DuckDB's words;
// $1 is the pattern's first group.
type rule struct {
	pattern func() *regexp.Regexp // compiled with the first error: all of them would be a megabyte at the start
	code    sqlstate.Code
	message string
}

// rulesByKind are the rules of the kinds that have no function of their own.
var rulesByKind = map[string][]rule{
	"Parser": parserRules, "Syntax": parserRules, "Invalid Input": slices.Concat(dayRules, inputRules), "Invalid type": typeRules, "Out of Range": rangeRules,
	"Not implemented": missingRules, "Dependency": catalogRules,
}

// applyRules returns the error of the first rule that matches, or nil.
func (f Fault) applyRules(rules []rule) *sqlstate.Error {
	if e := f.mixedDimensions(); e != nil {
		return e
	}
	for _, r := range rules {
		pattern := r.pattern()
		m := pattern.FindStringSubmatchIndex(f.Message)
		if m == nil {
			continue
		}
		message := lowerFirst(f.firstLine())
		if r.message != "" {
			message = string(pattern.ExpandString(nil, r.message, f.Message, m))
		}
		if typed[r.code] || strings.Contains(r.message, "||") {
			message = pgTypes(ownFunction().ReplaceAllString(message, "function $1"))
		}
		if r.code == sqlstate.UndefinedFunction {
			message = lengths.ReplaceAllString(message, "$1")
		}
		return sqlstate.New(r.code, "%s", message)
	}
	return nil
}

// ownFunction matches a function of the source in a message, by whose name behind the mark clients know the function.
var ownFunction = re(`^function pg__(\w+)`)

// typed are the codes of errors that name types.
var typed = map[sqlstate.Code]bool{sqlstate.UndefinedFunction: true, cannotCast: true, ambiguousFunction: true, sqlstate.DatatypeMismatch: true}

// ambiguousFunction is the code of a call of several functions.
const ambiguousFunction sqlstate.Code = "42725"

// lengths matches a type with a length or a precision, which an error about a function does not tell.
var lengths = regexp.MustCompile(`\b(character varying|character|numeric|bit varying|bit|timestamp|time|interval)\(\d+(?:,\d+)?\)`)

// cannotCast is the code of a cast between types that have none.
const cannotCast sqlstate.Code = "42846"

// typesIn are DuckDB's names of types in messages.
var typesIn = regexp.MustCompile(`\b(?:(?:TIMESTAMP|TIME) WITH TIME ZONE|[A-Z][A-Z0-9_]*)(?:\(\d+,\d+\))?(?:\[\])*`)

// pgTypes spells the types in a message as Postgres does. A literal has no type yet.
func pgTypes(message string) string {
	return typesIn.ReplaceAllStringFunc(message, func(duck string) string {
		switch duck {
		case "STRING_LITERAL", "NULL", "UNKNOWN":
			return "unknown"
		case "INTEGER_LITERAL":
			return "integer"
		}
		name, _, _ := strings.Cut(duck, "(") // without precision
		if _, _, _, known := pgcatalog.TypeOID(name + strings.Repeat("[]", strings.Count(duck, "[]"))); known != "" && strings.TrimRight(known, "[]") != "text" {
			return known
		}
		if strings.HasPrefix(duck, "VARCHAR") {
			return "text" + duck[len("VARCHAR"):]
		}
		return duck
	})
}

// re is a pattern that is compiled when it is first asked for; TestPatterns asks for all.
func re(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("(?s)" + pattern) })
}

var catalogRules = []rule{
	{re(`(?i)^cannot drop column: table only has one column`), sqlstate.FeatureNotSupported, "a table without columns is not supported"},
	{re(`(?i)^table "(.+?)" can have only one primary key`), "42P16", `multiple primary keys for table "$1" are not allowed`},
	{re(`^(?:Index|Table|View|Sequence) with name "?(.+?)"? already exists`), sqlstate.DuplicateTable, `relation "$1" already exists`},
	{re(`^Table with name "(.+?)" does not exist because schema`), sqlstate.UndefinedTable, `relation "$1" does not exist`},
	{re(`^Existing object (.+?) is of type \w+, trying to \w+(?: with)? type Table`), "42809", `"$1" is not a table`},
	{re(`^Existing object (.+?) is of type \w+, trying to \w+(?: with)? type View`), "42809", `"$1" is not a view`},
	{re(`^Existing object`), "42809", ""},
	{re(`^Schema with name (.+?) does not exist`), sqlstate.InvalidSchemaName, `schema "$1" does not exist`},
	{re(`^Cannot alter entry "(.+?)" because`), sqlstate.FeatureNotSupported, `ALTER TABLE of "$1", which an index, a view or a foreign key depends on, is not supported`},
	{re(`^Cannot drop entry "(.+?)" because there are entries that depend on it`), "2BP01", "cannot drop $1 because other objects depend on it"},
	{re(`^Could not drop the table because|depend`), "2BP01", ""},
	{re(`(?i)^could not rename ".+" to "(.+)": another entry with this name already exists`), sqlstate.DuplicateTable, `relation "$1" already exists`},
	{re(`Column with name (.+?) already exists`), sqlstate.DuplicateColumn, `column "$1" already exists`},
	{re(`unrecognized configuration parameter "(.+?)"`), sqlstate.UndefinedObject, `unrecognized configuration parameter "$1"`},
	{re(` is not an table$`), sqlstate.FeatureNotSupported, changeOfView},
}

const changeOfView = "a change of the rows of a view is not supported"

// catalogError returns the error for names of tables, functions, schemas and types.
func (f Fault) catalogError() *sqlstate.Error {
	object := strings.ToLower(f.Object)
	relation := object == "table" || object == "view" || object == "sequence" || object == "index"
	switch f.Subtype {
	case "MISSING_ENTRY":
		e := sqlstate.New(sqlstate.UndefinedObject, "%s %q does not exist", object, f.Name)
		switch {
		case object == "index":
			e.Code = sqlstate.UndefinedObject
		case relation:
			e = sqlstate.New(sqlstate.UndefinedTable, "relation %q does not exist", f.Name)
		case strings.Contains(object, "function"), strings.Contains(object, "macro"):
			e = sqlstate.New(sqlstate.UndefinedFunction, "function %s does not exist", f.Name)
		case object == "schema":
			e.Code = sqlstate.InvalidSchemaName
		}
		return f.withNearest(e)
	case "ENTRY_ALREADY_EXISTS":
		e := sqlstate.New("42710", "%s %q already exists", object, f.Name)
		switch {
		case relation:
			e = sqlstate.New(sqlstate.DuplicateTable, "relation %q already exists", f.Name)
		case object == "schema":
			e.Code = sqlstate.DuplicateSchema
		case strings.Contains(object, "function"), strings.Contains(object, "macro"):
			e.Code = "42723"
		}
		return e
	}
	if e := f.applyRules(catalogRules); e != nil {
		return e
	}
	return sqlstate.New(sqlstate.UndefinedObject, "%s", lowerFirst(f.firstLine()))
}

// withNearest adds a hint with DuckDB's suggestion. What it suggests of its own catalogs, for want
// of anything nearer, is left out.
func (f Fault) withNearest(e *sqlstate.Error) *sqlstate.Error {
	for candidate := range strings.SplitSeq(f.Candidates, ",") {
		candidate = strings.TrimSpace(candidate)
		last := candidate[strings.LastIndexByte(candidate, '.')+1:]
		if candidate != "" && !strings.HasPrefix(candidate, "__") && !ownName().MatchString(last) {
			return e.WithHint(`Perhaps you meant "%s".`, candidate).Naming(candidate)
		}
	}
	return e
}

// withOtherLines adds the other lines of DuckDB's error as a hint.
func (f Fault) withOtherLines(e *sqlstate.Error) *sqlstate.Error {
	e = e.WithHint("%s", f.otherLines())
	e.HintForeign = e.Hint != ""
	return e
}

// ownName is a name of DuckDB's own catalogs, or of the emulated one.
var ownName = re(`^(pg|sqlite|duckdb|pragma|information_schema)(_|$)`)

var binderRules = []rule{
	expressionRule,
	{re(`(?i)^Function "(.+?)" is a table function but it was used as a scalar function`), sqlstate.FeatureNotSupported, "function $1 outside of FROM is not supported"},
	{re(`(?i)DECIMAL type scale cannot be greater than width`), sqlstate.FeatureNotSupported, "a numeric whose scale is greater than its precision is not supported"},
	{re(`(?i)DECIMAL type (?:width|scale) must be between`), sqlstate.FeatureNotSupported, "a numeric of more than 38 digits is not supported here"},
	{re(`(?i)^column "(.+?)" referenced that exists in the SELECT clause - but this column cannot be referenced before it is defined`), sqlstate.UndefinedColumn, `column "$1" does not exist`},
	{re(`(?i)^more VIEW aliases than columns in query result`), sqlstate.SyntaxError, "CREATE VIEW specifies more column names than columns"},
	unknownColumnRule,
	{re(`No function matches the given name and argument types 'timezone\([^)]*\bTIME\b[^)]*\)`), sqlstate.FeatureNotSupported, "AT TIME ZONE of a time is not supported"},
	{re(`No function matches the given name and argument types 'strftime\(`), sqlstate.FeatureNotSupported, "a format of dates for a value of this type is not supported"},
	{re(`No function matches the given name and argument types '((?:sum|avg)\(INTERVAL\)|generate_series\(DECIMAL[^']*|position\(BLOB[^']*)'`), sqlstate.FeatureNotSupported, "function $1 is not supported"},
	{re(`in function: 'array_position\(T\[\], T\)(?s:.*)\[\]', from first occurrence`), sqlstate.FeatureNotSupported, "searching for elements in multidimensional arrays is not supported"},
	{re(`^UNNEST not supported here`), sqlstate.FeatureNotSupported, "a function that returns a set is not supported here: call it in a query in FROM"},
	{re(`^Macro width_bucket\(\) does not support`), sqlstate.FeatureNotSupported, "width_bucket with an array is not supported"},
	{re(`^Aggregate with only constant parameters has to be bound`), sqlstate.FeatureNotSupported, "an aggregate of constants inside of another function is not supported"},
	{re(`(?i)^Could not find key "(.+?)" in struct`), sqlstate.UndefinedColumn, `column "$1" does not exist`},
	{re(`(?i)^Circular reference to CTE "(.+?)"`), sqlstate.UndefinedTable, `relation "$1" does not exist`},
	{re(`^GROUP BY term out of range`), "42P10", "GROUP BY position is not in the select list"},
	{re(`(?i)^(WHERE|HAVING|GROUP BY|RETURNING|LIMIT) clause cannot contain window functions`), "42P20", "window functions are not allowed in $1"},
	{re(`(?i)clause cannot contain window functions|^Window functions? (?:is|are) not allowed|cannot contain window functions`), "42P20", "window functions are not allowed here"},
	{re(`needs an ENUM as an argument`), sqlstate.UndefinedFunction, "the function does not exist for this type: the argument must be of an enum"},
	{re(`^ORDER term out of range`), "42P10", "ORDER BY position is not in the select list"},
	{re(`^LIMIT/OFFSET cannot be negative`), "2201W", "LIMIT and OFFSET must not be negative"},
	{re(`Cannot cast STRUCTs of different size`), sqlstate.SyntaxError, "unequal number of entries in row expressions"},
	{re(`^Subquery returns \d+ columns - expected 1`), sqlstate.SyntaxError, "subquery must return only one column"},
	{re(`^The specified columns as conflict target`), "42P10", "there is no unique or exclusion constraint matching the ON CONFLICT specification"},
	keyRule,
	{re(`(?i)^duplicate column name "(.+?)" in INSERT`), sqlstate.DuplicateColumn, `column "$1" specified more than once`},
	{re(`(?i)multiple assignments to same column "(.+?)"`), sqlstate.SyntaxError, `multiple assignments to same column "$1"`},
	{re(`(?i)cant update column "(.+?)" because it is a generated column`), "428C9", `column "$1" can only be updated to DEFAULT`},
	{re(`(?i)^Failed to create foreign key: there is no primary key or unique constraint for referenced table "(.+?)"`), "42830", `there is no unique constraint matching given keys for referenced table "$1"`},
	{re(`(?i)is not an? table|^Can only (?:update|delete from|insert into|merge into) base table`), sqlstate.FeatureNotSupported, changeOfView},
	{re(`(?i)^column "(.+?)" named in key does not exist`), sqlstate.UndefinedColumn, `column "$1" named in key does not exist`},
	{re(`(?i)^Can only create an index on a base table`), sqlstate.WrongObjectType, "cannot create index on a view"},
	{re(`(?i)^Failed to create foreign key: referenced table "(.+?)" does not have a primary key or unique constraint`), "42830", `there is no unique constraint matching given keys for referenced table "$1"`},
	{re(`^Cannot insert into a generated column`), "428C9", "cannot insert a non-DEFAULT value into a generated column"},
	{re(`^Could not choose a best candidate function for the function call "([^a-zA-Z_"][^(]*)\((.+?), (.+?)\)"`), ambiguousFunction, "operator is not unique: $2 $1 $3"},
	{re(`^Could not choose a best candidate function for the function call "(.+?)"`), ambiguousFunction, "function $1 is not unique"},
	{re(`^Could not ORDER BY column .* to every SELECT`), sqlstate.FeatureNotSupported, "ORDER BY an expression of a UNION, INTERSECT or EXCEPT is not supported"},
	{re(`^Ambiguous reference to column name "(.+?)"`), sqlstate.AmbiguousColumn, `column reference "$1" is ambiguous`},
	{
		re(`^column "?(.+?)"? must appear in the GROUP BY clause`), sqlstate.GroupingError,
		`column "$1" must appear in the GROUP BY clause or be used in an aggregate function`,
	},
	{re(`^GROUPING (?:child|statement)`), sqlstate.GroupingError, "arguments to GROUPING must be grouping expressions of the associated query level"},
	{re(`^PERCENTILEs can only take parameters in the range`), sqlstate.NumericOutOfRange, "a percentile value is not between 0 and 1"},
	{re(`^(WHERE|GROUP BY|RETURNING|LIMIT) clause cannot contain aggregates`), sqlstate.GroupingError, "aggregate functions are not allowed in $1"},
	{re(`(?i)^in a DISTINCT aggregate, ORDER BY expressions must appear`), "42P10", "in an aggregate with DISTINCT, ORDER BY expressions must appear in argument list"},
	{re(`(?i)aggregate|GROUP BY|window functions? (is|are) not allowed|HAVING`), sqlstate.GroupingError, ""},
	{re(`^Referenced table "(.+?)" not found`), sqlstate.UndefinedTable, `missing FROM-clause entry for table "$1"`},
	{re(`(?i)^column "(.+?)" does not exist on (left|right) side of join`), sqlstate.UndefinedColumn, `column "$1" specified in USING clause does not exist in $2 table`},
	{re(`does not have a column (?:with name|named) "(.+?)"`), sqlstate.UndefinedColumn, `column "$1" does not exist`},
	{re(`^Referenced (?:update )?column "?(.+?)"? not found`), sqlstate.UndefinedColumn, `column "$1" does not exist`},
	{re(`No function matches the given name and argument types '([^a-zA-Z_"(]+)\(((?:[^,(]|\(\d+,\d+\))+), ([^']+)\)'\. `), sqlstate.UndefinedFunction, `operator does not exist: $2 $1 $3`},
	{re(`No function matches the given name and argument types '([^a-zA-Z_"(]+)\(([^']+)\)'\. `), sqlstate.UndefinedFunction, `operator does not exist: $1 $2`},
	{re(`No function matches the given name and argument types '([^a-zA-Z_"][^(]*)\(`), sqlstate.UndefinedFunction, `operator does not exist: $1`},
	{re(`No function matches the given name and argument types '(.+?)'\. `), sqlstate.UndefinedFunction, `function $1 does not exist`},
	{re(`(?i)^Cannot concatenate types (.+?) and (.+?) -`), sqlstate.FeatureNotSupported, `$1 || $2 is not supported`},
	{re(`Macro .*does not support the supplied arguments|No matching macro`), sqlstate.UndefinedFunction, ""},
	{re(`^Cannot compare values of type TIME(?: WITH TIME ZONE)? and type TIME(?: WITH TIME ZONE)? `), sqlstate.FeatureNotSupported, "a comparison of times of which one has a zone is not supported here"},
	{re(`^Cannot compare values of type (.+?) and type (.+?) `), sqlstate.UndefinedFunction, `operator does not exist: $1 = $2`},
	{re(`^Catalog "(.+?)" does not exist`), sqlstate.InvalidCatalogName, `database "$1" does not exist`},
	{
		re(`incompatible types between column "(.+?)" .* and column "(.+?)"`), sqlstate.FeatureNotSupported,
		`a foreign key between columns of different types is not supported: "$2" refers to "$1"`,
	},
	{re(`^Cannot mix values of type (\S+) and (\S+) in COALESCE operator`), sqlstate.DatatypeMismatch, "COALESCE types $1 and $2 cannot be matched"},
	{re(`(?i)cannot (be )?cast|explicit cast|type mismatch|Cannot mix values|must be of type|Cannot combine types`), sqlstate.DatatypeMismatch, ""},
	{
		re(`(?i)^Set operations can only apply to expressions with the same number`), sqlstate.SyntaxError,
		"each query of a set operation must have the same number of columns",
	},
	{re(`(?i)^table "(.+?)" has (\d+) columns available but (\d+) columns specified`), "42P10", `table "$1" has $2 columns available but $3 columns specified`},
	{re(`(?i)duplicate (alias|table)`), "42712", ""},
	{re(`^Unexpected prepared parameter`), sqlstate.FeatureNotSupported, "a parameter in this place, such as in RETURNING, is not supported"},
	{re(`(?i)parameter`), sqlstate.IndeterminateDatatype, ""},
	{re(`(?i)unsupported|not supported|not implemented|cannot (create|add|alter|drop|change)`), sqlstate.FeatureNotSupported, ""},
}

// binderError returns the error of a statement that parses but has no meaning.
func (f Fault) binderError() *sqlstate.Error {
	if f.Subtype == "COLUMN_NOT_FOUND" && f.Name != "" {
		return f.withNearest(sqlstate.New(sqlstate.UndefinedColumn, "column %q does not exist", f.Name))
	}
	if columns, values := f.mismatch(); columns > values {
		return sqlstate.New(sqlstate.SyntaxError, "INSERT has more target columns than expressions")
	} else if columns < values {
		return sqlstate.New(sqlstate.SyntaxError, "INSERT has more expressions than target columns")
	}
	if e := f.applyRules(binderRules); e != nil {
		return e
	}
	return f.withOtherLines(sqlstate.New("42000", "%s", lowerFirst(f.firstLine())))
}

// mismatched matches an INSERT of another number of values than it has columns.
var mismatched = re(`(?i)^(table .+? has|column name/value mismatch for insert on .+?: expected) (\d+) columns? but (\d+) values were supplied`)

// mismatch returns how many columns and values such an INSERT has, twice 0 for another error.
func (f Fault) mismatch() (columns, values int) {
	m := mismatched().FindStringSubmatch(f.Message)
	if m == nil {
		return 0, 0
	}
	columns, _ = strconv.Atoi(m[2]) // digits of a counter
	values, _ = strconv.Atoi(m[3])
	return columns, values
}

// TooFewValues returns how many values an INSERT without names of columns has, and of how many columns the table is. It returns
// twice 0 if the error is another one than that these are too few.
func (f Fault) TooFewValues() (values, columns int) {
	if columns, values = f.mismatch(); columns > values && strings.HasPrefix(strings.ToLower(f.Message), "table ") {
		return values, columns
	}
	return 0, 0
}

// TooFewNamed is TooFewValues for an INSERT with a list of columns.
func (f Fault) TooFewNamed() (values, columns int) {
	if columns, values = f.mismatch(); columns > values && !strings.HasPrefix(strings.ToLower(f.Message), "table ") {
		return values, columns
	}
	return 0, 0
}

// parserRules are for what DuckDB's parser refuses, and Postgres's does not.
var parserRules = []rule{
	expressionRule,
	{re(`(?i)^Unconditional WHEN (?:NOT )?MATCHED .*was already defined`), sqlstate.SyntaxError, "unreachable WHEN clause specified after unconditional WHEN clause"},
	{re(`(?i)^Non-constant limit not supported`), sqlstate.FeatureNotSupported, "a LIMIT that is no constant, in a subquery that names columns of the query around it, is not supported"},
	{re(`(?i)^like pattern must not end with escape character`), "22025", "LIKE pattern must not end with escape character"},
	{re(`(?i)^invalid escape string`), "22025", "invalid escape string"},
	unknownColumnRule,
	{re(`(?i)^(?:INCREMENT|increment) must not be zero`), sqlstate.InvalidParameterValue, "INCREMENT must not be zero"},
	{re(`(?i)^(START value \(-?\d+\) cannot be (?:less than MINVALUE|greater than MAXVALUE) \(-?\d+\)|MINVALUE \(-?\d+\) must be less than MAXVALUE \(-?\d+\))`), sqlstate.InvalidParameterValue, "$1"},
	{re(`(?i)^The number of referencing and referenced columns for foreign keys must be the same`), "42830", "number of referencing and referenced columns for foreign key disagree"},
	{re(`(?i)^window "(.+?)" does not exist`), sqlstate.UndefinedObject, `window "$1" does not exist`},
	{re(`(?i)^window "(.+?)" is already defined`), "42P20", `window "$1" is already defined`},
	{re(`(?i)^cannot override ORDER BY clause of window "(.+?)"`), "42P20", `cannot override ORDER BY clause of window "$1"`},
	{re(`(?i)^cannot copy window "(.+?)" because it has a frame clause`), "42P20", `cannot copy window "$1" because it has a frame clause`},
}

// inputRules are for values that a function does not take.
var inputRules = []rule{
	destinationRule,
	{re(`^A table cannot be created from an unnamed struct`), sqlstate.FeatureNotSupported, "keeping a row as a column, as RETURNING in WITH or CREATE TABLE AS would, is not supported"},
	{re(`(?i)^like pattern must not end with escape character`), "22025", "LIKE pattern must not end with escape character"},
	{re(`(?i)^invalid escape string`), "22025", "invalid escape string"},
	{re(`^More than one row returned by a subquery`), "21000", "more than one row returned by a subquery used as an expression"},
	{re(`^Cannot subtract infinite timestamps`), vector.DatetimeOverflow, "cannot subtract infinite timestamps"},
	{re(`(?s)^Could not parse string "(.*?)" according to format .*Error: (?:Month|Day|Hour|Minutes|Seconds|Year).* out of range`), vector.DatetimeOverflow, `date/time field value out of range: "$1"`},
	{re(`(?s)^Could not parse string "(.*?)" according to format`), vector.InvalidDatetime, `invalid value "$1" for the format`},
	{re(`(?i)^invalid (?:escape sequence|perl operator)`), sqlstate.FeatureNotSupported, "this regular expression is not supported"},
	{re(`(?i)^(?:missing |no argument for repetition|bad repetition|invalid character class|unexpected )`), "2201B", "invalid regular expression"},
	{re(`(?i)^cannot (AND|OR|XOR) bit strings`), "22026", ""},
	{re(`(?i)is undefined outside`), sqlstate.NumericOutOfRange, "input is out of range"},
}

// missingRules are for what DuckDB does not have.
var missingRules = []rule{
	{re(`^Unknown TimeZone '(.*?)'`), sqlstate.InvalidParameterValue, `time zone "$1" not recognized`},
}

// expressionRule is for an expression that a definition cannot have: the parser finds some, and the binder the others.
var expressionRule = rule{re(`(?i)(?:subqueries|lambda functions|aggregate functions|window functions) .*(?:prohibited|not supported|not allowed) in (?:CHECK constraints|DEFAULT|generated)`), sqlstate.FeatureNotSupported, "an expression of this kind in a CHECK, a default or a generated column is not supported"}

// unknownColumnRule is for a column that a CHECK or an ALTER TABLE names: the parser looks for some, and the binder for the others.
var unknownColumnRule = rule{re(`(?i)table does not contain column "?(.+?)"? referenced in (?:check constraint|alter statement)`), sqlstate.UndefinedColumn, `column "$1" does not exist`}

// destinationRule is for a value that DuckDB does not cast: a function tells of some, and a cast of the others.
var destinationRule = rule{re(`(?s)^Type \S+ with value .* can't be cast to the destination type`), sqlstate.FeatureNotSupported, "a cast of this value is not supported here"}

// keyRule is for a key that no index of DuckDB's has: the binder tells of that of CREATE INDEX, and the table of a PRIMARY KEY.
var keyRule = rule{re(`Invalid type for index key`), sqlstate.FeatureNotSupported, "an index or a key over a column of this type is not supported"}

// typeRules are for types that stand where they may not.
var typeRules = []rule{keyRule}

// rangeRules are for results that do not fit.
var rangeRules = []rule{
	{re(`^Invalid RANGE (?:PRECEDING|FOLLOWING) value`), "22013", "invalid preceding or following size in window function"},
	{re(`^(?:VARSAMP|VARPOP|STDDEV_SAMP|STDDEV_POP|STDDEV|COVAR\w*|CORR|REGR_\w+) is out of range`), sqlstate.FeatureNotSupported, "a deviation of numbers of which one is NaN or infinite is not supported here"},
	{re(`^bit index .* out of valid range`), "2202E", ""},
	{re(`(?i)^overflow in division of .* / -1`), sqlstate.FeatureNotSupported, "the remainder of the least integer divided by -1 is not supported"},
	{re(`(?i)^overflow on abs\(-32768\)`), sqlstate.NumericOutOfRange, "smallint out of range"},
	{re(`(?i)^overflow on abs\(-2147483648\)`), sqlstate.NumericOutOfRange, "integer out of range"},
	{re(`(?i)^overflow on abs\(-9223372036854775808\)`), sqlstate.NumericOutOfRange, "bigint out of range"},
	{re(`(?i)^overflow in .* of INT16\b`), sqlstate.NumericOutOfRange, "smallint out of range"},
	{re(`(?i)^overflow in .* of INT32\b`), sqlstate.NumericOutOfRange, "integer out of range"},
	{re(`(?i)^overflow in .* of INT64\b`), sqlstate.NumericOutOfRange, "bigint out of range"},
	{re(`(?i)^overflow in (multiplication|addition|subtract)\w* of DECIMAL\(18\)`), sqlstate.FeatureNotSupported, "a result of more than 18 digits of numerics of at most 18 digits is not supported: cast one to a wider numeric, as in x::numeric(20,2)"},
	{re(`(?i)^overflow in (multiplication|addition|subtract)\w* of DECIMAL\(38\)`), sqlstate.FeatureNotSupported, "a result of numerics of more than 38 digits is not supported"},
	{re(`Needed scale \d+ to accurately represent the multiplication result`), sqlstate.FeatureNotSupported, "a product of numerics with more than 38 digits behind the point is not supported"},
	{re(`(?i)interval`), "22008", "interval out of range"},
	{re(`(?i)^(date|timestamp|time)\b.*out of range`), "22008", ""},
}

// dayRules are for dates that are no timestamps. Those of 294247 to 294276 are PostgreSQL's.
var dayRules = []rule{
	{re(`^Type INT32 with value (?:2942(?:4[7-9]|[56]\d|7[0-6])-\S*) can't be cast to the destination type INT64`), sqlstate.FeatureNotSupported, "a timestamp after 294247-01-10 04:00:54 is not supported"},
	{re(`^Type INT32 with value \d{5,7}-\d\d-\d\d can't be cast to the destination type INT64`), vector.DatetimeOverflow, "date out of range for timestamp"},
}

var conversionRules = []rule{
	destinationRule,
	{re(`out of range for the destination type INT16\b`), sqlstate.NumericOutOfRange, "smallint out of range"},
	{re(`out of range for the destination type INT32\b`), sqlstate.NumericOutOfRange, "integer out of range"},
	{re(`out of range for the destination type INT64\b`), sqlstate.NumericOutOfRange, "bigint out of range"},
	{re(`(?i)^timestamp difference is out of bounds`), vector.DatetimeOverflow, "interval out of range"},
	{re(`^ICU date overflows timestamp range`), vector.DatetimeOverflow, "timestamp out of range"},
	{re(`(?i)^date and time not in timestamp range`), vector.DatetimeOverflow, "timestamp out of range"},
	{re(`^extract specifier "(.*?)" not recognized`), sqlstate.InvalidParameterValue, `unit "$1" not recognized`},
	{re(`^Failed to cast decimal value .* to type U?INT(?:8|16)\b`), sqlstate.NumericOutOfRange, "smallint out of range"},
	{re(`^Failed to cast decimal value .* to type U?INT32\b`), sqlstate.NumericOutOfRange, "integer out of range"},
	{re(`^Failed to cast decimal value .* to type U?INT64\b`), sqlstate.NumericOutOfRange, "bigint out of range"},
	{re(`^Failed to cast decimal value .* to type U?INT(\d+)`), sqlstate.NumericOutOfRange, "value out of range"},
	{re(`^Unimplemented type for cast \((.+?) -> ENUM\(`), cannotCast, "cannot cast type $1 to an enum"},
	{re(`^Unimplemented type for cast \((.+?) -> (.+?)\)`), cannotCast, "cannot cast type $1 to $2"},
	{re(`(?i)^timestamp field value "(.*?)" has a timestamp that is not UTC`), "22007", `invalid input syntax for type timestamp: "$1"`},
	{re(`(?i)^(?:time|timestamp) field value out of range: (".*?")`), "22008", "date/time field value out of range: $1"},
	{re(`(?i)(date|time|timestamp|interval).*out of range`), "22008", ""},
	{re(`(?i)invalid (?:date|timestamp|time) field format: "(.*?)"`), "22007", `invalid date or time: "$1"`},
	{re(`(?i)out of range|can't be cast because|Could not cast value .* to DECIMAL`), sqlstate.NumericOutOfRange, ""},
	{re(`^Cannot cast empty string to BIT`), sqlstate.FeatureNotSupported, "a bit string without bits is not supported"},
	{re(`^Invalid character encountered in string -> bit conversion: '(.*)'`), sqlstate.InvalidTextRepresent, `"$1" is not a valid binary digit`},
	{re(`^Could not convert string '(.*)' to BOOL`), sqlstate.InvalidTextRepresent, `invalid input syntax for type boolean: "$1"`},
	{re(`^Could not convert string '(.*)' to UINT(?:8|16|32)`), sqlstate.InvalidTextRepresent, `invalid input value for enum: "$1"`}, // no other type of PostgreSQL's is kept so
	{re(`^Could not convert string '(.*)' to U?INT8`), sqlstate.InvalidTextRepresent, `invalid input syntax for type smallint: "$1"`},
	{re(`^Could not convert string '(.*)' to U?INT16`), sqlstate.InvalidTextRepresent, `invalid input syntax for type smallint: "$1"`},
	{re(`^Could not convert string '(.*)' to U?INT32`), sqlstate.InvalidTextRepresent, `invalid input syntax for type integer: "$1"`},
	{re(`^Could not convert string '(.*)' to U?INT64`), sqlstate.InvalidTextRepresent, `invalid input syntax for type bigint: "$1"`},
	{re(`^Could not convert string '(.*)' to DOUBLE`), sqlstate.InvalidTextRepresent, `invalid input syntax for type double precision: "$1"`},
	{re(`^Could not convert string '(.*)' to FLOAT`), sqlstate.InvalidTextRepresent, `invalid input syntax for type real: "$1"`},
	{re(`(?i)^Could not convert string [\x{22}'](nan|[-+]?inf|[-+]?infinity)[\x{22}'] to DECIMAL`), sqlstate.FeatureNotSupported, "$1 of type numeric is not supported"},
	{re(`^Could not convert string [\x{22}']\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*[\x{22}'] to DECIMAL\(38,`), sqlstate.FeatureNotSupported, "a numeric of more than 38 digits is not supported here"},
	{re(`^Could not convert string [\x{22}'](.*)[\x{22}'] to DECIMAL`), sqlstate.InvalidTextRepresent, `invalid input syntax for type numeric: "$1"`},
	{re(`^Could not convert string '(.*)' to INTERVAL`), "22007", `invalid input syntax for type interval: "$1"`},
	{re(`^Could not convert string '(.*)' to (?:INT128|UUID)`), sqlstate.InvalidTextRepresent, `invalid input syntax for type uuid: "$1"`},
	{re(`^Malformed JSON`), sqlstate.InvalidTextRepresent, "invalid input syntax for type json"},
}

// tooWide matches a number that does not fit in a DECIMAL.
var tooWide = re(`^Could not convert string ["'][-+]?[0-9]*\.?[0-9]+["'] to DECIMAL`)

// noDay matches a year, month and day of which make_date makes no date.
var noDay = re(`^Date out of range: (-?\d+)-(-?\d+)-(-?\d+)$`)

// noTime matches an hour, minute and full second of which make_time makes no time.
var noTime = re(`^Time out of range: (-?\d+):(-?\d+):(-?\d+)\.0$`)

// overflows matches a number that does not fit in a DECIMAL of a precision and a scale.
var overflows = re(`^Casting value ".*?" to type DECIMAL\((\d+),(\d+)\) failed: value is out of range|^Could not cast value .*? to DECIMAL\((\d+),(\d+)\)`)

// widthFail finds the digits that a column of a numeric keeps: those of times are fewer.
var widthFail = re(`"name":"(\d{5,})"`)

// errOverflow is the error of a number that does not fit in a numeric. One of DuckDB's largest precision is no numeric that a client
// has limited.
func errOverflow(precision, scale string) *sqlstate.Error {
	p, _ := strconv.Atoi(precision)
	s, _ := strconv.Atoi(scale)
	if p >= providers.UnscaledWidth {
		return sqlstate.New(sqlstate.FeatureNotSupported, "a numeric of more than %d digits before the point is not supported here", p-s)
	}
	return sqlstate.NumericOverflow(p, s)
}

// conversionError returns the error of a value that is not of a type.
func (f Fault) conversionError() *sqlstate.Error {
	if m := noDay().FindStringSubmatch(f.Message); m != nil {
		return sqlstate.New(vector.DatetimeOverflow, "date field value out of range: %s-%02s-%02s", m[1], m[2], m[3])
	}
	if m := noTime().FindStringSubmatch(f.Message); m != nil {
		return sqlstate.New(vector.DatetimeOverflow, "time field value out of range: %s:%02s:%02s", m[1], m[2], m[3])
	}
	if m := overflows().FindStringSubmatch(f.Message); m != nil {
		return errOverflow(m[1]+m[3], m[2]+m[4])
	}
	if tooWide().MatchString(f.Message) {
		return sqlstate.New(sqlstate.NumericOutOfRange, "numeric field overflow").WithDetail("%s", f.firstLine())
	}
	if e := f.applyRules(slices.Concat(dayRules, conversionRules)); e != nil {
		return e
	}
	return sqlstate.New(sqlstate.InvalidTextRepresent, "%s", lowerFirst(f.firstLine()))
}

var transactionRules = []rule{
	{re(`read-only mode`), sqlstate.ReadOnlyTransaction, "the statement cannot run in a read-only transaction"},
	{re(`is aborted`), sqlstate.InFailedTransaction, sqlstate.TransactionAborted},
	{re(`(?i)duplicate key|PRIMARY KEY or UNIQUE`), sqlstate.UniqueViolation, "duplicate key value violates unique constraint"},
	{re(`(?i)conflict|altered|cannot update a table|concurrent`), "40001", "could not serialize access due to concurrent update"},
	{re(`Attempting to write to database`), sqlstate.FeatureNotSupported, "a transaction can write to one database only"},
}

func (f Fault) transactionError() *sqlstate.Error {
	if e := f.applyRules(transactionRules); e != nil {
		return e
	}
	return sqlstate.New(sqlstate.InvalidTransactionState, "%s", lowerFirst(f.firstLine()))
}
