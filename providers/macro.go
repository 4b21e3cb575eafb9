package providers

// Macro is a macro of users, as DuckDB has it: what it writes in the place of each call before it plans.
type Macro struct {
	Schema, Name string   // in lower case
	Parameters   []string // in lower case
	Body         string   // its tree, as DuckDB serializes it
}

// Macroed is a Catalog of a source that may have macros of users.
type Macroed interface {
	HasMacros() bool
	// Macros returns those that a name may mean, in that schema or, with schema "", in any.
	Macros(schema, name string) []*Macro
}
