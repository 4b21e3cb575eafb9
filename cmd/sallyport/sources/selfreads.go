package sources

import (
	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers/duckdb"
)

// recordsName is the name of the table of records.
const recordsName = "records"

// Reads is which records a principal may read. The zero Reads are the principal's own.
type Reads int

// What may be read.
const (
	ReadsOwn    Reads = iota
	ReadsTenant       // those of all principals of its tenant
	ReadsAll
)

// ReadsOf says which records a principal may read by its rights. It returns nil if there are no roles, and a client of
// this machine without a proof is the operator.
func ReadsOf(rights *gate.Rights, who auth.Principal) Reads {
	switch {
	case !rights.Records() && !(rights == nil && who.Proof == auth.Local):
		return ReadsOwn
	case who.Tenant != "":
		return ReadsTenant
	}
	return ReadsAll
}

// readsOf says which records a principal may read.
func (l *Live) readsOf(who auth.Principal) Reads {
	if l.Reads == nil {
		return ReadsAll
	}
	return l.Reads(who)
}

// reader is who reads the records.
type reader struct {
	who   auth.Principal
	reads Reads
}

// readerTable has one row, which the view of records compares its rows with. An empty name is NULL there,
// which is like no name.
var readerTable = liveTable[reader]{
	name:    "live_reader",
	columns: []duckdb.ViewColumn{{Name: "everything"}, {Name: "principal"}, {Name: "tenant"}},
	row: func(r reader) []string {
		row := []string{"", r.who.Name, ""}
		switch r.reads {
		case ReadsAll:
			row[0] = "yes"
		case ReadsTenant:
			row[2] = r.who.Tenant
		case ReadsOwn:
		}
		return row
	},
}

// recordReaders narrow the records to those that each session may read. The numbers of two records tell
// how many others are between them, so numbers are shown only to a principal who may read all records.
func recordReaders() *duckdb.Readers {
	const all = "reader.everything = 'yes'"
	return &duckdb.Readers{
		Table: readerTable.name, Columns: []string{"everything", "principal", "tenant"},
		Where:  all + " OR each_row.principal = reader.principal OR each_row.tenant = reader.tenant",
		Masked: []string{"seq", "prev", "intent"}, Whole: all,
	}
}
