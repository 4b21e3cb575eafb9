package catalog

import (
	"fmt"
	"strings"
)

// typeNames spells the built-in types that a result usually has as format_type
// does.
var typeNames = map[uint32]string{
	16: "boolean", 17: "bytea", 18: `"char"`, 19: "name", 20: "bigint", 21: "smallint", 22: "int2vector", 23: "integer",
	24: "regproc", 25: "text", 26: "oid", 27: "tid", 28: "xid", 29: "cid", 30: "oidvector", 114: "json", 142: "xml",
	194: "pg_node_tree", 600: "point", 601: "lseg", 602: "path", 603: "box", 604: "polygon", 628: "line",
	650: "cidr", 700: "real", 701: "double precision", 705: "unknown", 718: "circle", 774: "macaddr8", 790: "money",
	829: "macaddr", 869: "inet", 1033: "aclitem", 1042: "character", 1043: "character varying", 1082: "date",
	1083: "time without time zone", 1114: "timestamp without time zone", 1184: "timestamp with time zone",
	1186: "interval", 1266: "time with time zone", 1560: "bit", 1562: "bit varying", 1700: "numeric",
	1790: "refcursor", 2202: "regprocedure", 2205: "regclass", 2206: "regtype", 2249: "record", 2275: "cstring",
	2278: "void", 2950: "uuid", 2970: "txid_snapshot", 3220: "pg_lsn", 3614: "tsvector", 3615: "tsquery",
	3734: "regconfig", 3769: "regdictionary", 3802: "jsonb", 3904: "int4range", 3906: "numrange", 3908: "tsrange",
	3910: "tstzrange", 3912: "daterange", 3926: "int8range", 4072: "jsonpath", 4089: "regnamespace", 4096: "regrole",
	5038: "pg_snapshot", 5069: "xid8",
}

// arrayOf maps the built-in array types to their elements.
var arrayOf = map[uint32]uint32{
	199: 114, 143: 142, 1000: 16, 1001: 17, 1002: 18, 1003: 19, 1005: 21, 1006: 22, 1007: 23, 1008: 24, 1009: 25,
	1014: 1042, 1015: 1043, 1016: 20, 1017: 600, 1018: 601, 1020: 603, 1021: 700, 1022: 701, 1028: 26, 1034: 1033,
	1040: 829, 1041: 869, 651: 650, 1115: 1114, 1182: 1082, 1183: 1083, 1185: 1184, 1187: 1186, 1231: 1700, 1270: 1266,
	1561: 1560, 1563: 1562, 2210: 2205, 2211: 2206, 2287: 2249, 2951: 2950, 3221: 3220, 3643: 3614, 3645: 3615,
	3807: 3802, 3905: 3904, 3907: 3906, 3909: 3908, 3911: 3910, 3913: 3912, 3927: 3926, 791: 790, 2207: 2202, 4090: 4089, 4097: 4096,
}

// builtinTypeName spells a type with its modifier: "numeric(10,2)". It returns
// "" for a type that it does not know.
func builtinTypeName(oid uint32, mod int32) string {
	if element, ok := arrayOf[oid]; ok {
		return builtinTypeName(element, mod) + "[]"
	}
	name, ok := typeNames[oid]
	if !ok || mod < 0 {
		return name
	}
	base, zone, _ := strings.Cut(name, " with")
	if zone != "" {
		zone = " with" + zone
	}
	switch oid {
	case 1042, 1043: // the modifier counts its own four bytes
		return fmt.Sprintf("%s(%d)", name, mod-4)
	case 1560, 1562:
		return fmt.Sprintf("%s(%d)", name, mod)
	case 1700:
		scale := (mod - 4) & 0x7ff
		return fmt.Sprintf("numeric(%d,%d)", (mod-4)>>16, (scale^1024)-1024)
	case 1083, 1114, 1184, 1266:
		return fmt.Sprintf("%s(%d)%s", base, mod, zone)
	}
	return name
}
