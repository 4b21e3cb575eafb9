//go:build !linux

package duckdb

// allowMemory does nothing: what memory a process has is asked on Linux alone.
func allowMemory(int64, int64) {}

// counts are nothing elsewhere.
type counts struct{}

func helpersCounts() *counts { return nil }

func (*counts) small() bool { return false }

func (*counts) countCall(call func()) { call() }
