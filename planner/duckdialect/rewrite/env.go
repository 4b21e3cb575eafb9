package rewrite

import (
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/providers"
)

// Env is what a translation depends on besides the statement. The key of a cache of translations
// must contain all of it.
type Env struct {
	Catalog       string   // the DuckDB database of the session's tables
	Schema        string   // the schema of unqualified names where there is no Path; "" means public
	Path          []string // the schemas of the session's search path; nil: Schema alone
	User          string   // the value of current_user
	Database      string   // the value of current_database(); "" means Catalog
	Databases     []string // the rows of pg_database; none means Database alone
	ServerVersion string   // the value of server_version; "" means 15.0
	Rewritten     bool     // the tree says something else than the text
	Several       bool     // the relations are those of several sources, whose schemas messages leave out
	Placed        bool     // relations have schemas in the tree that they do not have in the text
	ZoneBound     bool     // a constant of the tree means what it does in UTC alone: see RequireUTC
	PID           uint32   // the value of pg_backend_pid()
	SQLite        bool     // the functions of SQLite are there, too
	TypesFit      bool     // the analysis of the types knows everything in the statement, and all of them fit
	Shown         bool     // the rows of a SELECT go to the client
	Styled        bool     // texts have the form of the session: see styled.go
	// Days are the places of the operators of the text that take a date from a date, and Numerics those of arithmetic and of
	// averages whose result is a numeric, as far as they are known. Reals are those of the operators that make a double precision of a
	// real and another number.
	Days, Numerics, Reals map[int32]bool
	// AskedTypes are the types of the arguments of pg_typeof as PostgreSQL names them, by the places of the calls, as far as they are known.
	AskedTypes map[int32]string
	// ObjectsFound: the tree has a cast to regclass and the like wherever the query shows the name of an object. ObjectArrays are those to
	// arrays of names, and ObjectWindows those of values that windows compute.
	ObjectsFound                bool
	ObjectArrays, ObjectWindows map[*pg_query.TypeCast]bool
	// ObjectVectors are values of the result that are arrays with a lower bound of 0, with the OIDs of their types.
	ObjectVectors map[*pg_query.ResTarget]uint32
	Unsettled     bool // names may mean something else once the statements before this one have run
	// Columns returns the columns of a table that the statement writes, by its name as the client wrote it.
	// nil: nobody knows them.
	Columns func(schema, name string) []Column
	// Exact reports whether a relation has the columns that Columns returns, and they are found as they are written alone.
	// nil: nobody knows.
	Exact func(schema, name string) bool
	// Catalogs returns the names of the columns of a relation of PostgreSQL's catalogs; nil: it is none. nil: nobody knows them.
	Catalogs func(schema, name string) []string
	// UniqueIndex returns the columns of a unique index of a table, which is no constraint's; nil: there is none of columns alone. nil: nobody
	// knows them.
	UniqueIndex func(schema, table, index string) []string
	// Sequence returns the schema and the name of a sequence; ok is false for another relation. nil: nobody knows them.
	Sequence func(schema, name string) (inSchema, called string, ok bool)
	// Taken reports whether a relation has a name. nil: nobody knows.
	Taken func(schema, name string) bool
	// Types are the domains and composite types of the source, and Type returns the one that a name means, nil for another
	// type. Enum returns the enum that a name means, nil for another type; nil: there are none.
	Types []*providers.UserType
	Type  func(schema, name string) *providers.UserType
	Enum  func(schema, name string) *providers.Enum
	// EnumMark returns the mark for a new enum of some labels; nil: no enum has one. See providers.Enum.
	EnumMark func(labels []string) string
	// Definition is what a view keeps of its definition: see providers.ShownQuery.
	Definition string
	// Collations are those of the columns of a new table that a query fills, which are not those of the columns' types.
	Collations []providers.StoredColumn
	// ShownExpression returns what PostgreSQL shows of an expression of a definition: nothing for what is not known. nil: nothing is known.
	ShownExpression func(e *pg_query.Node, at Place) Shown
	// Rows returns the rows of a system relation that the session alone knows, with nil for NULL: see sessionLists. nil: nobody knows.
	Rows func(relation string) [][]*string
	// Macros returns the macros of users that a name may mean. nil: the source has none.
	Macros func(schema, name string) []*providers.Macro
	// Ended returns an error once the translation is to end; nil: it goes on to its end.
	Ended func() error
}

// WithDefaults returns the Env with the defaults filled in.
func (e Env) WithDefaults() Env {
	if e.Schema == "" {
		e.Schema = "public"
	}
	if e.Path == nil {
		e.Path = []string{e.Schema}
	}
	if e.Database == "" {
		e.Database = e.Catalog
	}
	if len(e.Databases) == 0 {
		e.Databases = []string{e.Database}
	}
	if e.ServerVersion == "" {
		e.ServerVersion = "15.0"
	}
	return e
}

// ShownPath is the search path with the names of schemas as the catalogs show them.
func (e *Env) ShownPath() []string {
	path := slices.Clone(e.Path)
	for i, schema := range path {
		if schema == providers.TemporarySchema {
			path[i] = providers.ShownTemporarySchema
		}
	}
	return path
}

// VisiblePath is the search path before the defaults are in place; nil: nobody knows, or no schema is told.
func (e *Env) VisiblePath() []string {
	if e.Several {
		return nil
	}
	if e.Path == nil && e.Schema != "" {
		return []string{e.Schema}
	}
	return e.Path
}

// ShownName is the name of a relation or a type with its schema, unless the search path has that.
func (e *Env) ShownName(schema, name string) string {
	if schema == "" || e.Several || providers.IsTemporarySchema(schema) || slices.Contains(e.Path, schema) {
		return lexical.QuoteIfNeeded(name)
	}
	return lexical.QuoteIfNeeded(schema) + "." + lexical.QuoteIfNeeded(name)
}

// Column is a column of a table that a statement writes.
type Column struct {
	Name string
	// Limit is the largest length of the column's values, or 0 if there is none.
	Limit int
	// Padded: the column is a char(n).
	Padded bool
	// Bits: the column is a bit varying(n), or a bit(n) where Exact: each of its values has Limit bits.
	Bits, Exact bool
	// Precise: the column is a time or an interval of so many Digits behind the second, as timestamp(3).
	Precise bool
	Digits  int
	// Scaled: the column is a numeric without a scale of which the source keeps so many Digits behind the point.
	Scaled bool
	// Plain is how many digits behind the point the source's widest decimal has that stands for the column, a numeric without a precision;
	// 0: another column.
	Plain int
	// Companion is the column with the scales that the values are shown with; "": there is none. See providers.ScaleColumn.
	Companion string
	// Assumes: the companion has a default, which is the scale of the column's.
	Assumes bool
	// TypeMod is the modifier of a numeric(p, s).
	TypeMod int32
	// Cut: the column is a name, whose values are cut to the length of names.
	Cut bool
	// Scale is how many digits the column, a numeric, has behind the point by its type.
	Scale int
	// Type is the OID of the column's type, and Labels are those of an enum, in order.
	Type uint32
	// Dims is how deep arrays are in each other, where the column is an array of arrays.
	Dims   int
	Labels []string
	// Identity is a for GENERATED ALWAYS AS IDENTITY, d for BY DEFAULT.
	Identity byte
	// Generated: the column is computed from others.
	Generated bool
	// NotNull: the column is never NULL.
	NotNull bool
	// Key: the column is part of the primary key.
	Key bool
	// HasDefault: the column has a default of its own.
	HasDefault bool
	// Unchecked: see providers.TypedColumn.
	Unchecked bool
	// Draws is the sequence, by schema and name, that the column's default draws from; "": none.
	Draws string
	// User is the ID of the domain or composite type of the column, or of its elements where it is an Array; "": another type.
	User  string
	Array bool
	// Enum is the enum of the column, or of its elements where it is an Array; nil: another type.
	Enum *providers.Enum
	// Range and Altered: see providers.TypedColumn.
	Range   string
	Altered bool
	// Table is the OID of the table.
	Table uint32
}

// Held reports whether what is assigned to the column is held to a length, cut, or rounded to a precision.
func (c Column) Held() bool {
	_, rounds := c.Rounds()
	return c.Limit > 0 || c.Cut || c.Scaled || c.Precise && (providers.Shortens(c.Type, c.Digits) || c.Fields() != 0) || rounds
}

// Fields are those of an interval whose type names some; 0: it names none.
func (c Column) Fields() int {
	if element, _ := providers.ElementOfTimes(c.Type); element != pgtype.IntervalOID || !c.Precise {
		return 0
	}
	return providers.FieldsOf(c.Digits)
}

// Rounds reports whether what is assigned to the column, a numeric of the source's widest decimals, is rounded before, and to which scale.
func (c Column) Rounds() (scale int, ok bool) {
	width, scale, known := c.Precision()
	if c.Precise && c.Type == pgtype.NumericOID {
		width, scale = providers.DecimalDigits(c.Digits)
		known = true
	}
	return scale, known && !c.Array && c.User == "" && providers.RoundsFirst(int64(width), int64(scale))
}

// Precision is how many digits the values of a numeric(width, scale) have, and how many of them behind the point. ok is false for
// another type, and for a scale that is not among the digits.
func (c Column) Precision() (width, scale int, ok bool) {
	if c.Type != pgtype.NumericOID || c.TypeMod < resultcolumns.TextHeader {
		return 0, 0, false
	}
	const bits = 0xffff
	width, scale = int(c.TypeMod-resultcolumns.TextHeader)>>16, int(c.TypeMod-resultcolumns.TextHeader)&bits
	return width, scale, scale <= width
}

// ColumnNamed finds a column by its name.
func ColumnNamed(columns []Column, name string) (c Column, ok bool) {
	i := slices.IndexFunc(columns, func(c Column) bool { return c.Name == name })
	if i < 0 {
		return c, false
	}
	return columns[i], true
}

// bitTypes are the types of bit strings and of arrays of them; true: of those that have one length.
var bitTypes = map[uint32]bool{pgtype.BitOID: true, pgtype.BitArrayOID: true, pgtype.VarbitOID: false, pgtype.VarbitArrayOID: false}

// ColumnsOf are the columns of a relation.
func ColumnsOf(r providers.Relation) []Column {
	columns := make([]Column, len(r.Typed))
	for i, c := range r.Typed {
		columns[i] = Column{
			Name: c.Name, Type: c.Type, TypeMod: c.TypeMod, Dims: c.Dims, Labels: c.Labels, Identity: c.Identity, Generated: c.Generated, NotNull: c.NotNull, Key: slices.Contains(r.Key, c.Name),
			HasDefault: c.HasDefault, Unchecked: c.Unchecked, Draws: c.Draws, User: c.User, Enum: c.Enum, Range: c.Range, Altered: c.Altered, Array: strings.HasSuffix(c.TypeName, "[]"), Table: r.OID, Companion: c.Companion, Assumes: c.Assumes,
		}
		if limited := c.Type == pgtype.VarcharOID || c.Type == pgtype.BPCharOID; limited && c.TypeMod > resultcolumns.TextHeader {
			columns[i].Limit, columns[i].Padded = int(c.TypeMod)-resultcolumns.TextHeader, c.Type == pgtype.BPCharOID
		}
		if limited := c.Type == pgtype.VarcharArrayOID || c.Type == pgtype.BPCharArrayOID; limited && c.TypeMod > resultcolumns.TextHeader {
			columns[i].Limit, columns[i].Padded = int(c.TypeMod)-resultcolumns.TextHeader, c.Type == pgtype.BPCharArrayOID
		}
		if exact, bits := bitTypes[c.Type]; bits && c.TypeMod > 0 {
			columns[i].Limit, columns[i].Bits, columns[i].Exact = int(c.TypeMod), true, exact
		}
		if c.Type == pgtype.NumericOID && c.TypeMod > resultcolumns.TextHeader {
			columns[i].Scale = int(c.TypeMod-resultcolumns.TextHeader) & 0x7ff // as numeric keeps precision and scale in one number
		}
		columns[i].Cut = c.Type == pgtype.NameOID || c.Type == pgtype.QCharOID
		if columns[i].Digits, columns[i].Precise = providers.PrecisionOf(c.Type, c.TypeMod); c.Scaled {
			columns[i].Digits, columns[i].Scaled = c.Scale, true
		} else if c.Type == pgtype.NumericOID && c.TypeMod < 0 {
			columns[i].Plain = c.Scale
		}
	}
	return columns
}

// Place is where an expression of a definition stands: see definitions.Place.
type Place struct {
	Schema, Table string
	Columns       []*pg_query.ColumnDef
	New           bool
	Condition     bool
	Type          *pg_query.TypeName
	OneLine       bool
}

// Shown is an expression of a definition as PostgreSQL shows it.
type Shown struct {
	Full, Pretty string // Pretty has fewer brackets
	Type         uint32 // its type, where that is one of PostgreSQL's own
	Collation    string // "": it has none
}
