//go:build !linux

package duckdb

// sharedImage is nil: the system has no files without names that DuckDB could open.
func sharedImage() *imageFile { return nil }

// imageFile is a file in memory, which the system does not have.
type imageFile struct{ path string }

func (f *imageFile) fill() error { return nil }
