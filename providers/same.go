package providers

import (
	"bytes"
	"regexp"

	"github.com/jackc/pgx/v5/pgtype"
)

// forms are the texts of values that mean the same to every source, by the OIDs of Postgres's types.
var forms = map[uint32]*regexp.Regexp{
	pgtype.Int8OID:        regexp.MustCompile(`^-?\d{1,18}$`),
	pgtype.NumericOID:     regexp.MustCompile(`^-?\d{1,18}(\.\d{1,18})?$`),
	pgtype.Float8OID:      regexp.MustCompile(`^-?\d{1,7}(\.\d{1,7})?$`), // few enough digits for any reader to find the same number
	pgtype.UUIDOID:        regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`),
	pgtype.DateOID:        regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`),
	pgtype.TimestampOID:   regexp.MustCompile(`^\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?)?$`),
	pgtype.TimestamptzOID: regexp.MustCompile(`^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}(:?\d{2})?)$`),
}

// MostPushed bounds the text that a scan compares columns with, in bytes.
const MostPushed = 16 << 10

// SameEverywhere reports whether a text is certainly a value of a type, and the same one to every source: it
// depends on no setting and no dialect, and no source rounds it.
func SameEverywhere(oid uint32, text []byte) bool {
	if oid == pgtype.TextOID {
		return len(text) <= MostPushed && !bytes.ContainsRune(text, 0)
	}
	form := forms[oid]
	return form != nil && form.Match(text)
}
