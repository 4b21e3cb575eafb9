package providers

// Seek is what a SELECT seeks that reads columns of the rows of one table in which columns equal values.
type Seek struct {
	Schema, Table string
	Columns       []string // of the result
	Equal         []Equal  // all of which hold
	Limit, Offset SoughtValue
	Constants     int      // how many constants the statement has
	Params        []uint32 // the types of the columns that its parameters are compared with, by their numbers; int8 for a count
}

// Equal is a column of an integer type or of texts, and the value that it has.
type Equal struct {
	Column string
	To     SoughtValue
}

// SoughtValue is a value of a statement: one of its constants or parameters, both numbered from 1. Zero: there is none.
type SoughtValue struct{ Constant, Param int }
