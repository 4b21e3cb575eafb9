package federation

import (
	"bytes"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
)

// A scan may ask for fewer rows than its conditions allow, in two ways: for the rows that have a partner in another
// table of the same source, if the source's planner says that this is cheaper; and for the rows whose key is among
// the few keys of another scan, which is read first.

const (
	// mostGiven is how many keys are told to another scan.
	mostGiven      = 2_000 // the planner of Postgres looks at each
	mostGivenBytes = 256 << 10
	// worthKeys is of how many rows at least a scan waits for keys of others, and tenfold how many more it must have
	// than the scan that gives them. Nobody knows how many rows an API has, and its requests take long.
	worthKeys    = 2_000
	worthRequest = 100_000
	tenfold      = 10
	// cheaper is which part of the cost a scan may have that names other tables.
	cheaper = 0.8
)

// guessAll asks the sources about all scans, and chooses those that name other tables of their source.
func (r *run) guessAll(ctx context.Context) {
	for _, one := range r.reads {
		if one.of != nil || one.scan.Select == nil || r.tables[one.scan.Source] == nil {
			continue
		}
		source := r.tables[one.scan.Source]
		ask := func(s *providers.Select) (guess, bool) {
			args, err := r.selectArgs(ctx, s)
			if err != nil {
				return guess{}, false
			}
			return source.guess(ctx, s, args)
		}
		plain, known := ask(one.scan.Select)
		if !known {
			continue
		}
		one.rows = int64(plain.rows)
		if joined := one.fewerBy(true, false); joined != nil && plain.rows >= worthKeys {
			if g, known := ask(joined); known && g.total() < cheaper*plain.total() {
				one.send(joined)
				one.rows = int64(g.rows)
			}
		}
	}
}

// fewerBy is the statement of a scan that leaves out rows by other tables of its source, or by keys.
func (one *read) fewerBy(joined, keyed bool) *providers.Select {
	for i := range one.fewer {
		if s := &one.fewer[i]; s.Joined == joined && len(s.Keys) > 0 == keyed {
			return s
		}
	}
	return nil
}

// send has the scan send another statement.
func (one *read) send(s *providers.Select) {
	own := *s
	one.scan.Select = &own
}

// keepShared keeps, of the statements that return fewer rows, those that another scan of the same rows has as well.
func (one *read) keepShared(other *providers.Scan) {
	one.fewer = slices.DeleteFunc(slices.Clone(one.fewer), func(s providers.Select) bool {
		return !slices.ContainsFunc(other.Fewer, func(o providers.Select) bool { return sameSelect(&s, &o) && slices.Equal(s.Keys, o.Keys) })
	})
}

// chooseKeys decides which scans give others their keys. A scan that gives keys has at most a tenth of the rows of the scan that gets them, so no scan waits for itself.
func (r *run) chooseKeys() {
	for _, one := range r.reads {
		if one.of != nil || one.scan.Select == nil {
			continue
		}
		keyed := one.fewerBy(one.scan.Select.Joined, true)
		if keyed == nil || one.rows < worthKeys {
			continue
		}
		given := make([]bool, len(keyed.Keys))
		for i, k := range keyed.Keys {
			giver := r.readOf(k.Table)
			if giver == nil || giver == one || !giver.mayGive(one) {
				continue
			}
			giver.gives, given[i] = true, true
			one.waits = append(one.waits, giver.scan.Table)
		}
		if len(one.waits) > 0 {
			one.send(keyed)
			one.given = given
		}
	}
}

// readOf is what reads the rows of a table; nil: nothing does.
func (r *run) readOf(table string) *read {
	for _, one := range r.reads {
		if one.scan.Table == table {
			if one.of != nil {
				return one.of
			}
			return one
		}
	}
	return nil
}

// mayGive reports whether a scan has so few rows that another scan should wait for them. The scan itself may only
// wait for even smaller scans.
func (one *read) mayGive(to *read) bool {
	if slices.ContainsFunc(one.scan.Inputs, func(in providers.InputValues) bool { return len(in.Tables) > 0 }) {
		return false
	}
	if one.scan.Select == nil {
		return to.rows >= worthRequest
	}
	return one.rows >= 0 && one.rows <= mostGiven && one.rows*tenfold <= to.rows
}

// keyType is a type of keys: that of their array, its name in DuckDB, and the type by whose form their texts are known.
type keyType struct {
	array uint32
	duck  string
	form  uint32
}

var keyTypes = map[uint32]keyType{
	pgtype.Int2OID: {pgtype.Int2ArrayOID, "SMALLINT", pgtype.Int8OID}, pgtype.Int4OID: {pgtype.Int4ArrayOID, "INTEGER", pgtype.Int8OID},
	pgtype.Int8OID: {pgtype.Int8ArrayOID, "BIGINT", pgtype.Int8OID}, pgtype.TextOID: {pgtype.TextArrayOID, "VARCHAR", pgtype.TextOID},
	pgtype.UUIDOID: {pgtype.UUIDArrayOID, "UUID", pgtype.UUIDOID}, pgtype.DateOID: {pgtype.DateArrayOID, "DATE", pgtype.DateOID},
}

// addKeys gives the statement of a scan the keys of those that have been read. A key that the column's type does not have
// is equal to nothing. Where there are too many, or one does not mean the same everywhere, the statement gets none.
func (r *run) addKeys(ctx context.Context, one *read, args *providers.Args) error {
	for i, k := range one.scan.Select.Keys {
		if i >= len(one.given) || !one.given[i] {
			continue
		}
		as := keyTypes[k.Type]
		key := "TRY_CAST(" + quoted(k.Column) + " AS " + as.duck + ")"
		query := providers.Statement{Verb: "SELECT", ReadOnly: true}
		query.SQL = "SELECT DISTINCT CAST(" + key + " AS VARCHAR) FROM temp.main." + quoted(k.Table) + " WHERE " + key + " IS NOT NULL LIMIT " + strconv.Itoa(mostGiven+1)
		list, err := r.conn.Values(ctx, query, providers.Args{}, mostGiven+1)
		if err != nil {
			return err
		}
		args.Values[len(one.scan.Select.Params)+i] = arrayOf(as.form, list)
	}
	return nil
}

// arrayOf returns the text of an array, or nil if there is none of these values.
func arrayOf(form uint32, list [][]byte) []byte {
	var text bytes.Buffer
	text.WriteByte('{')
	for i, value := range list {
		if i == mostGiven || text.Len() > mostGivenBytes || !providers.SameEverywhere(form, value) {
			return nil
		}
		if i > 0 {
			text.WriteByte(',')
		}
		text.WriteByte('"')
		text.WriteString(escaped.Replace(string(value)))
		text.WriteByte('"')
	}
	text.WriteByte('}')
	return text.Bytes()
}

// escaped are characters inside of the quotes of an array's element.
var escaped = strings.NewReplacer(`"`, `\"`, `\`, `\\`)
