package foreignkey

import (
	"maps"

	"github.com/sallyportdb/sallyport/providers/duckdb/columndef"
)

// Work is what foreign keys have to do with an open transaction.
type Work struct {
	Since   uint64            // the commits of Commits that its snapshot is sure to have
	refer   map[string]bool   // the tables that its rows have come to refer to
	free    map[string]bool   // the tables of which it took keys away
	unique  map[string]bool   // the deferrable keys and exclusion constraints that its rows have got other values of
	waiting map[string]bool   // the keys that are checked when it commits, and whether only because it took rows away
	defines map[string]bool   // the tables that it has defined keys of, or keys that refer to them
	Strict  bool              // it has checked rows by keys that it has defined itself
	timing  map[string]string // see SetTiming
}

// put adds a name to a set.
func put(set *map[string]bool, name string) {
	if *set == nil {
		*set = map[string]bool{}
	}
	(*set)[name] = true
}

// Refers notes that rows of the key's table have come to refer to others.
func (w *Work) Refers(k Key) { put(&w.refer, k.Parent()) }

// Frees notes that keys were taken away from the table that the key refers to.
func (w *Work) Frees(k Key) { put(&w.free, k.Parent()) }

// Fills notes that rows have got other values of a deferrable UNIQUE or PRIMARY KEY, or of an exclusion constraint.
func (w *Work) Fills(k Key) { put(&w.unique, k.Child()+columndef.Unit+k.Name) }

// Define notes that the transaction has defined the key.
func (w *Work) Define(k Key) {
	put(&w.defines, k.Child())
	if !k.Alone() {
		put(&w.defines, k.Parent())
	}
}

// DefinesAny reports whether the transaction has defined keys.
func (w *Work) DefinesAny() bool { return len(w.defines) > 0 }

// CheckAdded notes that rows were checked by the key. A commit whose transaction has defined keys of the table is strict.
func (w *Work) CheckAdded(k Key) { w.Strict = w.Strict || w.defines[k.Child()] }

// Wait notes that the key is checked when the transaction commits: because of rows that refer to others, or, if frees is set,
// because rows were taken away. The check's error names the latter if there was no other cause.
func (w *Work) Wait(k Key, frees bool) {
	if w.waiting == nil {
		w.waiting = map[string]bool{}
	}
	w.waiting[k.Child()+columndef.Unit+k.Name] = frees && (w.WaitsFreed(k) || !w.Waits(k))
}

// Waits reports whether the key is still to be checked.
func (w *Work) Waits(k Key) bool {
	_, waits := w.waiting[k.Child()+columndef.Unit+k.Name]
	return waits
}

// WaitsFreed reports whether the key is still to be checked only because rows were taken away that it may refer to.
func (w *Work) WaitsFreed(k Key) bool { return w.waiting[k.Child()+columndef.Unit+k.Name] }

// AnyWaits reports whether a key is still to be checked.
func (w *Work) AnyWaits() bool { return len(w.waiting) > 0 }

// Checked notes that a key that waited was checked.
func (w *Work) Checked(k Key) { delete(w.waiting, k.Child()+columndef.Unit+k.Name) }

// SetTiming notes what SET CONSTRAINTS says: DEFERRED or IMMEDIATE, by the name of a constraint; "" for all.
func (w *Work) SetTiming(names map[string]string) {
	if _, all := names[""]; all || w.timing == nil {
		w.timing = map[string]string{}
	}
	maps.Copy(w.timing, names)
}

// Defers reports whether a key is checked at the end of the transaction.
func (w *Work) Defers(k Key) bool {
	if !k.Deferrable {
		return false
	}
	if when, ok := w.timing[k.Name]; ok {
		return when == "DEFERRED"
	}
	if when, ok := w.timing[""]; ok {
		return when == "DEFERRED"
	}
	return k.Deferred
}
