package relay

import (
	"encoding/binary"

	"github.com/sallyportdb/sallyport/pgwire/request"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// called is a function that a FunctionCall may call: the SELECT as which it is judged, and the types of its arguments.
type called struct {
	sql   string
	types []uint32
}

// The numbers of types. (pg_type.dat)
const (
	byteaOID = 17
	int8OID  = 20
	int4OID  = 23
	oidOID   = 26
)

// callable are the functions that libpq calls by their OIDs, for large objects: pg_dump and psql's
// \lo_ commands do. The OIDs are the same in every version (src/include/catalog/pg_proc.dat). A
// FunctionCall is judged as a SELECT that calls the function; FunctionCalls of other functions are
// refused.
var callable = map[uint32]called{
	715:  {"SELECT pg_catalog.lo_create($1)", []uint32{oidOID}},
	952:  {"SELECT pg_catalog.lo_open($1, $2)", []uint32{oidOID, int4OID}},
	953:  {"SELECT pg_catalog.lo_close($1)", []uint32{int4OID}},
	954:  {"SELECT pg_catalog.loread($1, $2)", []uint32{int4OID, int4OID}},
	955:  {"SELECT pg_catalog.lowrite($1, $2)", []uint32{int4OID, byteaOID}},
	956:  {"SELECT pg_catalog.lo_lseek($1, $2, $3)", []uint32{int4OID, int4OID, int4OID}},
	957:  {"SELECT pg_catalog.lo_creat($1)", []uint32{int4OID}},
	958:  {"SELECT pg_catalog.lo_tell($1)", []uint32{int4OID}},
	964:  {"SELECT pg_catalog.lo_unlink($1)", []uint32{oidOID}},
	1004: {"SELECT pg_catalog.lo_truncate($1, $2)", []uint32{int4OID, int4OID}},
	3170: {"SELECT pg_catalog.lo_lseek64($1, $2, $3)", []uint32{int4OID, int8OID, int4OID}},
	3171: {"SELECT pg_catalog.lo_tell64($1)", []uint32{int4OID}},
	3172: {"SELECT pg_catalog.lo_truncate64($1, $2)", []uint32{int4OID, int8OID}},
}

// opensReading is the SELECT as which an lo_open is judged whose mode is for reading only.
const (
	loOpen       = 952
	opensReading = "SELECT pg_catalog.lo_open($1, 262144)"
	invWrite     = 0x20000 // the bit of the mode that asks for writing (src/include/libpq/libpq-fs.h)
)

// asksForReading reports whether the mode in the arguments of lo_open is for reading only.
func asksForReading(args providers.Args) bool {
	binaryForm := len(args.Formats) == 1 && args.Formats[0] == 1 || len(args.Formats) == 2 && args.Formats[1] == 1
	return binaryForm && len(args.Values) == 2 && len(args.Values[1]) == 4 && binary.BigEndian.Uint32(args.Values[1])&invWrite == 0
}

// handleFunctionCall handles FunctionCall.
func (s *session) handleFunctionCall(frame []byte) bool {
	if len(frame) < headerSize+4 {
		return s.refuseInvalid(request.FunctionCall)
	}
	number := binary.BigEndian.Uint32(frame[headerSize:])
	f, ok := callable[number]
	if !ok {
		return s.refuseMessage(request.FunctionCall, sqlstate.New(sqlstate.FeatureNotSupported, "the function call message is supported for large objects only").
			WithHint("Call the function in a SELECT, so that it can be judged."))
	}
	args, ok := request.Arguments(frame[headerSize+4:], true)
	if !ok {
		return s.refuseInvalid(request.FunctionCall)
	}
	if number == loOpen && asksForReading(args) {
		f.sql, f.types, args.Values, args.Formats = opensReading, f.types[:1], args.Values[:1], args.Formats[:1]
	}
	return s.handleSimple(request.FunctionCall, frame, []byte(f.sql), f.types, args)
}
