package duckdb

import (
	"math/bits"
	"strings"
	"sync/atomic"

	"github.com/sallyportdb/sallyport/providers"
)

// kinds are the kinds of objects that a change of the catalog may have made, altered or dropped. What is read of the catalog is
// kept until an object of a kind that the reading shows may have changed.
type kinds uint8

// The kinds.
const (
	ofViews kinds = 1 << iota
	ofTypes
	ofSchemas
	ofRest // tables, indexes, sequences, comments, and all that is no other kind
	ofAll  = ofViews | ofTypes | ofSchemas | ofRest
)

// kindCount is how many kinds there are.
const kindCount = 4

// catalogVersion counts the changes of the catalog: all of them, and those of each kind.
type catalogVersion struct {
	all   atomic.Uint64
	kinds [kindCount]atomic.Uint64
}

// Load returns the number of changes.
func (v *catalogVersion) Load() uint64 { return v.all.Load() }

// countChange counts a change. The kinds are counted first: who reads the number of all changes first, and then those of the kinds,
// misses none of them.
func (v *catalogVersion) countChange(k kinds) {
	for i := range v.kinds {
		if k&(1<<i) != 0 {
			v.kinds[i].Add(1)
		}
	}
	v.all.Add(1)
}

// changesOf returns the number of changes of one kind.
func (v *catalogVersion) changesOf(k kinds) uint64 {
	return v.kinds[bits.TrailingZeros8(uint8(k))].Load()
}

// changesByKind returns the numbers of changes of the kinds.
func (v *catalogVersion) changesByKind() (counts [kindCount]uint64) {
	for i := range v.kinds {
		counts[i] = v.kinds[i].Load()
	}
	return counts
}

// changesOf returns the number of changes of one kind until the moment.
func (m moment) changesOf(k kinds) uint64 { return m.kinds[bits.TrailingZeros8(uint8(k))] }

// changesCatalog notes that the transaction has changed objects that may be of any kind.
func (c *Conn) changesCatalog() {
	c.tx.catalog = ofAll
	c.provider.version.countChange(ofAll)
}

// changedKinds returns the kinds of objects that a statement may change. What it drops with CASCADE may be of other kinds.
func changedKinds(s providers.Statement) kinds {
	switch verb(s) {
	case "CREATE VIEW":
		return ofViews
	case "DROP VIEW":
		if !strings.Contains(strings.ToUpper(s.SQL), "CASCADE") {
			return ofViews
		}
		return ofViews | ofRest
	case "CREATE TABLE", "CREATE INDEX", "CREATE SEQUENCE":
		return ofRest
	}
	switch what, kind, _ := strings.Cut(verb(s), " "); kind {
	case "TABLE", "VIEW", "INDEX", "SEQUENCE":
		if what == "ALTER" || what == "DROP" {
			return ofViews | ofRest
		}
	case "TYPE", "DOMAIN":
		return ofAll &^ ofSchemas
	}
	return ofAll
}
