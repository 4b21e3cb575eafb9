// Package copydata reads and writes the data of COPY as PostgreSQL does: text, CSV and binary.
//
//	Reader   makes rows of what a client sends for COPY FROM STDIN
//	Writer   writes rows as COPY TO STDOUT sends them
//
// Both know bytes and rows, and neither messages nor types: the values are as they are written. What the
// options of a COPY mean together is checked by then. Memory holds one row and one buffer.
//
//	reader.go   lines, and the context of errors
//	text.go     the values of a line of text, or of CSV
//	binary.go   rows in binary form
//	writer.go   all three formats
//
// (commands/copyfromparse.c, commands/copyto.c)
package copydata
