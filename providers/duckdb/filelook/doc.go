// Package filelook looks at the files of a folder that are tables: which function of DuckDB reads a file, what a table of
// several files is, and whether the files have changed since the last look.
//
// Statements look at the files before they run, so a look costs a few system calls for each file and reads none. Two looks
// with the same Print saw the same files. A look less than a tick of the kernel's clock after a change may have the Print of
// the next change; Settle waits that tick.
package filelook
