package providers

import "slices"

// namingTypes are regproc, regprocedure, regclass, regtype, regnamespace and regrole of PostgreSQL, and their arrays. Their
// values are numbers of objects, which are read and written as names.
var namingTypes = []uint32{24, 2202, 2205, 2206, 4089, 4096, 1008, 2207, 2210, 2211, 4090, 4097}

// TellsNames reports whether a type of PostgreSQL's own, by its OID, has values that name objects.
func TellsNames(oid uint32) bool { return slices.Contains(namingTypes, oid) }
