//go:build !linux

package memory

import lib "github.com/duckdb/duckdb-go-bindings"

// Allow does nothing: what memory a process has is asked on Linux alone.
func Allow(int64, int64) {}

// Counts are nothing elsewhere.
type Counts struct{}

func OfHelper() *Counts { return nil }

func (*Counts) Small() bool { return false }

func (*Counts) Call(call func()) { call() }

func (*Counts) Taken() int64 { return 0 }

// GiveBack does nothing elsewhere.
func GiveBack() {}

func (*Counts) Reset() {}

func (*Counts) Interrupt() {}

func (*Counts) Resume() {}

// Interrupted reports nothing elsewhere.
func Interrupted() bool { return false }

// Take counts nothing elsewhere.
func Take(int) bool { return true }

func AssignText(to lib.Vector, row int, text []byte) bool {
	lib.UnsafeVectorAssignStringElementLen(to, lib.IdxT(row), text)
	return true
}

func GrowList(of lib.Vector, length int) bool {
	lib.ListVectorReserve(of, lib.IdxT(length))
	lib.ListVectorSetSize(of, lib.IdxT(length))
	return true
}

func CopyRows(from, to lib.Vector, rows lib.SelectionVector, count int) bool {
	lib.VectorCopySel(from, to, rows, lib.IdxT(count), 0, 0)
	return true
}
