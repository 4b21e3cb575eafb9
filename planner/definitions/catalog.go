package definitions

import (
	_ "embed" // the tables below
	"strconv"
	"strings"
	"sync"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// PostgreSQL's own types, casts, operators and functions.
var (
	//go:embed data/types.tsv
	typesTable string
	//go:embed data/casts.tsv
	castsTable string
	//go:embed data/operators.tsv
	operatorsTable string
	//go:embed data/functions.tsv
	functionsTable string
	//go:embed data/columns.tsv
	columnsTable string
	//go:embed data/mutable.tsv
	mutableTable string
	//go:embed data/keywords.txt
	keywordsList string
)

// The types that the rules name.
const (
	boolOID         = 16
	byteaOID        = 17
	charOID         = 18
	nameOID         = 19
	int8OID         = 20
	int2OID         = 21
	int2vectorOID   = 22
	int4OID         = 23
	textOID         = 25
	oidOID          = 26
	oidvectorOID    = 30
	jsonOID         = 114
	xmlOID          = 142
	cidrOID         = 650
	float4OID       = 700
	float8OID       = 701
	unknownOID      = 705
	macaddrOID      = 829
	inetOID         = 869
	bpcharOID       = 1042
	varcharOID      = 1043
	dateOID         = 1082
	timeOID         = 1083
	timestampOID    = 1114
	timestamptzOID  = 1184
	intervalOID     = 1186
	timetzOID       = 1266
	bitOID          = 1560
	varbitOID       = 1562
	pointOID        = 600
	numericOID      = 1700
	regclassOID     = 2205
	regtypeOID      = 2206
	regtypeArrayOID = 2211
	recordOID       = 2249
	anyOID          = 2276
	anyarrayOID     = 2277
	anyelementOID   = 2283
	anynonarrayOID  = 2776
	uuidOID         = 2950
	anyenumOID      = 3500
	jsonbOID        = 3802
	anyrangeOID     = 3831
	int4rangeOID    = 3904
	numrangeOID     = 3906
	int8rangeOID    = 3926
	nummultiOID     = 4532
	anymultiOID     = 4537

	anycompatibleOID         = 5077
	anycompatiblearrayOID    = 5078
	anycompatiblenonarrayOID = 5079
	anycompatiblerangeOID    = 5080
	anycompatiblemultiOID    = 4538
	recordArrayOID           = 2287
	textArrayOID             = 1009
	nameArrayOID             = 1003
	bpcharArrayOID           = 1014
	varcharArrayOID          = 1015
	numericArrayOID          = 1231
)

// typ is a type.
type typ struct {
	oid                      uint32
	name, shown              string
	category                 byte
	preferred                bool
	kind                     byte // as pg_type.typtype
	element, array           uint32
	rangeElement, rangeMulti uint32
	schema                   string   // of a user's type
	labels                   []string // of an enum; nil: not known
	mark                     string   // of an enum: see providers.Enum
	base                     uint32   // of a domain
	baseMod                  int32
	collation                string                    // of a domain; "": that of its base
	fields                   []providers.UserAttribute // of a composite type
}

// cast is a row of pg_cast.
type cast struct {
	needs, method byte
	function      string
}

// operator is a row of pg_operator.
type operator struct{ left, right, result uint32 }

// routine is a row of pg_proc.
type routine struct {
	args      []uint32
	result    uint32
	kind      byte // as pg_proc.prokind
	set       bool
	variadic  uint32
	defaults  int
	aggregate byte // as pg_aggregate.aggkind
	direct    int
	names     []string
	all       []uint32
	modes     string
}

type builtins struct {
	types     map[uint32]*typ
	byName    map[string]uint32
	casts     map[[2]uint32]cast
	operators map[string][]operator
	routines  map[string][]routine
	keywords  map[string]bool
	// relations are the columns of the relations of the catalogs, by schema and name. Those of domains have the types below.
	relations map[[2]string][]column
	mutable   map[string]bool // the functions and operators that are not immutable, with the types that they take
}

// loadBuiltins reads the tables once.
var loadBuiltins = sync.OnceValue(func() *builtins {
	b := &builtins{
		types: map[uint32]*typ{}, byName: map[string]uint32{}, casts: map[[2]uint32]cast{},
		operators: map[string][]operator{}, routines: map[string][]routine{}, relations: map[[2]string][]column{}, keywords: parse.WordSet(keywordsList),
		mutable: map[string]bool{},
	}
	for _, f := range rowsOf(typesTable) {
		t := &typ{
			oid: number(f[0]), name: f[1], shown: f[2], category: f[3][0], preferred: f[4] == "t", kind: f[5][0],
			element: number(f[6]), array: number(f[7]), rangeElement: number(f[8]), rangeMulti: number(f[9]),
		}
		b.types[t.oid], b.byName[t.name] = t, t.oid
	}
	for _, f := range rowsOf(castsTable) {
		b.casts[[2]uint32{number(f[0]), number(f[1])}] = cast{f[2][0], f[3][0], f[4]}
	}
	for _, f := range rowsOf(operatorsTable) {
		b.operators[f[0]] = append(b.operators[f[0]], operator{number(f[1]), number(f[2]), number(f[3])})
	}
	for _, f := range rowsOf(functionsTable) {
		r := routine{
			args: numbers(f[1]), result: number(f[2]), kind: f[3][0], set: strings.HasSuffix(f[3], "s"), variadic: number(f[4]),
			defaults: int(number(f[5])), names: strings.Fields(f[7]), all: numbers(f[8]), modes: f[9],
		}
		if f[6] != "" {
			r.aggregate, r.direct = f[6][0], int(number(f[6][1:]))
		}
		b.routines[f[0]] = append(b.routines[f[0]], r)
	}
	for _, f := range rowsOf(columnsTable) {
		list := make([]column, len(f)-2)
		for i, text := range f[2:] {
			fields := strings.Fields(text)
			mod, _ := strconv.ParseInt(fields[2], 10, 32)
			list[i] = column{name: fields[0], typ: number(fields[1]), mod: int32(mod)}
		}
		b.relations[[2]string{f[0], f[1]}] = list
	}
	for line := range strings.Lines(mutableTable) {
		b.mutable[strings.TrimSuffix(line, "\n")] = true
	}
	return b
})

// CatalogColumns returns the names of the columns of a relation of PostgreSQL's catalogs; nil: there is none of that name.
func CatalogColumns(schema, name string) (names []string) {
	for _, c := range loadBuiltins().relations[[2]string{schema, name}] {
		names = append(names, c.name)
	}
	return names
}

func rowsOf(table string) (rows [][]string) {
	for line := range strings.Lines(table) {
		rows = append(rows, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
	}
	return rows
}

func number(s string) uint32 {
	n, _ := strconv.ParseUint(s, 10, 32)
	return uint32(n)
}

func numbers(s string) (list []uint32) {
	for _, f := range strings.Fields(s) {
		list = append(list, number(f))
	}
	return list
}
