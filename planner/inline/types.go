package inline

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// builtinType is a type of pg_catalog.
type builtinType struct {
	shown      string // as catalogs spell it
	oid, array uint32
	kind       byte // pg_type.typcategory
}

// builtinTypes are the types that parameters and results may have, by their names in pg_catalog.
var builtinTypes = map[string]builtinType{
	"bool": {"boolean", 16, 1000, 'B'}, "bytea": {"bytea", 17, 1001, 'U'}, "name": {"name", 19, 1003, 'S'},
	"int8": {"bigint", 20, 1016, 'N'}, "int2": {"smallint", 21, 1005, 'N'}, "int4": {"integer", 23, 1007, 'N'},
	"text": {"text", 25, 1009, 'S'}, "oid": {"oid", 26, 1028, 'N'}, "json": {"json", 114, 199, 'U'},
	"float4": {"real", 700, 1021, 'N'}, "float8": {"double precision", 701, 1022, 'N'},
	"inet": {"inet", 869, 1041, 'I'}, "cidr": {"cidr", 650, 651, 'I'}, "macaddr": {"macaddr", 829, 1040, 'U'},
	"bpchar": {"character", 1042, 1014, 'S'}, "varchar": {"character varying", 1043, 1015, 'S'},
	"date": {"date", 1082, 1182, 'D'}, "time": {"time without time zone", 1083, 1183, 'D'}, "timetz": {"time with time zone", 1266, 1270, 'D'},
	"timestamp": {"timestamp without time zone", 1114, 1115, 'D'}, "timestamptz": {"timestamp with time zone", 1184, 1185, 'D'},
	"interval": {"interval", 1186, 1187, 'T'}, "numeric": {"numeric", 1700, 1231, 'N'}, "uuid": {"uuid", 2950, 2951, 'U'},
	"jsonb": {"jsonb", 3802, 3807, 'U'}, "bit": {"bit", 1560, 1561, 'V'}, "varbit": {"bit varying", 1562, 1563, 'V'},
	"regclass": {"regclass", 2205, 2210, 'N'}, "record": {"record", 2249, 2287, 'P'},
}

// typeByOID has the names of builtinTypes by their OIDs.
var typeByOID = func() map[uint32]string {
	names := map[uint32]string{}
	for name, b := range builtinTypes {
		names[b.oid] = name
	}
	return names
}()

// pseudoTypes stand for several types, or for none.
var pseudoTypes = parse.WordSet(`anyelement anyarray anynonarray anyenum anyrange anymultirange anycompatible anycompatiblearray
	anycompatiblenonarray anycompatiblerange anycompatiblemultirange void trigger event_trigger internal cstring language_handler
	fdw_handler index_am_handler tsm_handler table_am_handler pg_ddl_command unknown any`)

// baseOf returns the name of a type, without its schema if that is pg_catalog.
func baseOf(t *pg_query.TypeName) string {
	words := parse.Strings(t.GetNames())
	if len(words) > 1 && words[0] == "pg_catalog" {
		words = words[1:]
	}
	return strings.Join(words, ".")
}

// shownType spells a type as catalogs do, without its modifier, which functions do not keep.
func shownType(t *pg_query.TypeName) string {
	base, name := baseOf(t), ""
	if b, ok := builtinTypes[base]; ok {
		name = b.shown
	} else {
		words := parse.Strings(t.GetNames())
		for i, w := range words {
			words[i] = quoteName(w)
		}
		name = strings.Join(words, ".")
	}
	if len(t.GetArrayBounds()) > 0 {
		name += "[]"
	}
	return name
}

// oidOf returns the OID of a type that is spelled as in the catalogs; 0 for a type of users.
func oidOf(shown string) uint32 {
	base, isArray := strings.CutSuffix(shown, "[]")
	for _, b := range builtinTypes {
		if b.shown == base {
			if isArray {
				return b.array
			}
			return b.oid
		}
	}
	return 0
}

// internalName returns the name in pg_catalog of a type that is spelled as in the catalogs; "" for an array or a type of users.
func internalName(shown string) string {
	for name, b := range builtinTypes {
		if b.shown == shown {
			return name
		}
	}
	return ""
}

// implicit lists for each type the types to which its values are cast implicitly.
var implicit = map[string]map[string]bool{
	"int2": parse.WordSet("int4 int8 numeric float4 float8 oid regclass"), "int4": parse.WordSet("int8 numeric float4 float8 oid regclass"),
	"int8": parse.WordSet("numeric float4 float8 oid regclass"), "numeric": parse.WordSet("float4 float8"), "float4": parse.WordSet("float8"),
	"date": parse.WordSet("timestamp timestamptz"), "timestamp": parse.WordSet("timestamptz"), "time": parse.WordSet("interval timetz"),
	"varchar": parse.WordSet("text bpchar name regclass"), "text": parse.WordSet("varchar bpchar name regclass"), "bpchar": parse.WordSet("text varchar name"), "name": parse.WordSet("text varchar bpchar"),
	"cidr": parse.WordSet("inet"), "bit": parse.WordSet("varbit"), "varbit": parse.WordSet("bit"),
}

// assignable returns the OIDs of the types whose values can be assigned to a type. It returns nil if that is not known, or if
// all types can.
func assignable(shown string) []uint32 {
	element, isArray := strings.CutSuffix(shown, "[]")
	name := internalName(element)
	t, known := builtinTypes[name]
	if !known || t.kind == 'S' {
		return nil
	}
	oid := func(b builtinType) uint32 {
		if isArray {
			return b.array
		}
		return b.oid
	}
	list := []uint32{oid(t)}
	for other, o := range builtinTypes {
		if o.kind == t.kind && (t.kind == 'N' || t.kind == 'D') || other == "json" && name == "jsonb" || other == "jsonb" && name == "json" || t.kind == 'I' && o.kind == 'I' {
			list = append(list, oid(o))
		}
	}
	return list
}

// fits reports whether an argument of type from can be passed to a parameter of type to. from is "" if it is not known.
func fits(from, to string) bool {
	return from == "" || from == "unknown" || from == to || implicit[from][to]
}

// quoteName writes a name with double quotes where it needs them.
func quoteName(name string) string {
	ref := pg_query.MakeColumnRefNode([]*pg_query.Node{pg_query.MakeStrNode(name)}, -1)
	s := &pg_query.SelectStmt{TargetList: []*pg_query.Node{pg_query.MakeResTargetNodeWithVal(ref, -1)}}
	text, err := deparse(&pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: s}})
	if err != nil {
		return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
	}
	return strings.TrimPrefix(text, "SELECT ")
}

// typeNamed parses a type as catalogs spell it.
func typeNamed(shown string) *pg_query.TypeName {
	to := parse.TypeNamed(shown)
	if to != nil {
		to.Typmods = nil // character is character(1) in a cast, and without a length in a signature
		if slices.Equal(parse.Strings(to.Names), []string{"pg_catalog", "bpchar"}) {
			to.Names = to.Names[1:] // the parser's library writes a constant of the type in full as char 'x', which is cut to one character
		}
	}
	return to
}
