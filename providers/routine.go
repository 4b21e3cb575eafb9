package providers

import "strings"

// Routine is a user's function in LANGUAGE sql that a source keeps and does not run itself: the planner puts its
// body in the place of each call, so that what it reads is judged as if the client had written it there.
type Routine struct {
	Schema     string      `json:"schema"`
	Name       string      `json:"name"`
	Parameters []Parameter `json:"parameters,omitempty"` // with those of OUT and TABLE
	// Returns is the type of the result, "record" where it has columns of its own.
	Returns string `json:"returns"`
	// RowsOf is the relation of whose rows the result is; "": of none.
	RowsOf Name `json:"rows_of"`
	Set    bool `json:"set,omitempty"`
	Strict bool `json:"strict,omitempty"`
	// Volatility is v, s or i, as pg_proc has it; Parallel is u, r or s.
	Volatility string `json:"volatility"`
	Parallel   string `json:"parallel"`
	// Body is a query. Its names of relations and functions are in full, and its parameters are $1, $2 and so on.
	Body string `json:"body"`
	// Late says that Source is read when the function is called: what it names was not there when the function was made. It has no Body.
	Late bool `json:"late,omitempty"`
	// Depends are the relations without which there is no function: those of a body in SQL's own syntax.
	Depends []Name `json:"depends,omitempty"`
	// Source is the body as it was written, as pg_proc has it; "" for one in SQL's own syntax.
	Source string `json:"source"`
	// Comment is the client's; "": none.
	Comment string `json:"comment,omitempty"`
	// Shown is what catalogs tell.
	Shown Shown `json:"shown"`
	// Expected are the OIDs of types that each column of Body may have, where it is declared; none: any.
	Expected [][]uint32 `json:"-"`
	// Declared are the names of the types that the columns of Body should have, and Casts those that the first columns of Named are cast to.
	Declared, Casts []string `json:"-"`
	// Check is a query of the source with the types of Body's columns, and Named one with those that are declared.
	Check string `json:"-"`
	Named string `json:"-"`
}

// Parameter is a parameter of a Routine.
type Parameter struct {
	Name    string `json:"name,omitempty"`
	Type    string `json:"type"`
	Mode    string `json:"mode"`              // i, o, b, v or t, as pg_proc has it
	Default string `json:"default,omitempty"` // an expression
	// RowOf is the relation of whose rows the type is; "": of none.
	RowOf Name `json:"row_of,omitzero"`
}

// IsInput reports whether a call gives the parameter a value.
func (p Parameter) IsInput() bool { return p.Mode == "i" || p.Mode == "b" || p.IsVariadic() }

// IsVariadic reports whether the parameter is the array of all arguments that a call ends with.
func (p Parameter) IsVariadic() bool { return p.Mode == "v" }

// Shown is what the catalogs tell of a Routine.
type Shown struct {
	Arguments  string   `json:"arguments"`      // pg_get_function_arguments
	Identity   string   `json:"identity"`       // pg_get_function_identity_arguments
	Result     string   `json:"result"`         // pg_get_function_result
	Definition string   `json:"definition"`     // pg_get_functiondef
	Body       string   `json:"body,omitempty"` // of a function without Source: RETURN …, or BEGIN ATOMIC … END
	Types      []uint32 `json:"types"`          // of the inputs
	All        []uint32 `json:"all,omitempty"`
	Modes      []string `json:"modes,omitempty"`
	Names      []string `json:"names,omitempty"`
	ResultType uint32   `json:"result_type"`
	Variadic   uint32   `json:"variadic,omitempty"` // the type of the elements of a VARIADIC parameter
	Defaults   int      `json:"defaults"`
	Cost       float64  `json:"cost"`
	Rows       float64  `json:"rows"`
}

// ElementOf is the type of the elements of an array's type.
func ElementOf(array string) string { return strings.TrimSuffix(array, "[]") }

// Inputs are the parameters that a call gives values.
func (r *Routine) Inputs() []Parameter {
	var list []Parameter
	for _, p := range r.Parameters {
		if p.IsInput() {
			list = append(list, p)
		}
	}
	return list
}

// Outputs are the columns of the result, where the parameters name them.
func (r *Routine) Outputs() []Parameter {
	var list []Parameter
	for _, p := range r.Parameters {
		if p.Mode != "i" && !p.IsVariadic() {
			list = append(list, p)
		}
	}
	return list
}

// Signature is the name with the types of the inputs, which no two functions of a schema share.
func (r *Routine) Signature() string { return Signature(r.Name, r.inputTypes()) }

func (r *Routine) inputTypes() []string {
	var types []string
	for _, p := range r.Inputs() {
		types = append(types, p.Type)
	}
	return types
}

// Signature is a name with the types of inputs.
func Signature(name string, types []string) string {
	s := name + "("
	for i, t := range types {
		if i > 0 {
			s += ","
		}
		s += t
	}
	return s + ")"
}

// RoutineChange is what a statement does to Routines.
type RoutineChange struct {
	Make     *Routine // to make; nil: the statement drops
	Replace  bool     // CREATE OR REPLACE
	Drop     []DroppedRoutine
	IfExists bool
	Cascade  bool
	// Commented is the one that gets a Comment; "" takes it away. nil: the statement makes or drops.
	Commented *DroppedRoutine
	Comment   string
	// Owned is the one that its owner is to own, which changes nothing. nil: another statement.
	Owned *DroppedRoutine
}

// DroppedRoutine names a Routine to drop, or to comment on.
type DroppedRoutine struct {
	Schema, Name string // Schema "": by the search path
	Types        []string
	Written      []string // the types as the statement's tree has them
	Any          bool   // whatever its types are, if there is one alone
	Kind         string // FUNCTION, PROCEDURE, ROUTINE
}

// Routines is a Catalog of a source that keeps them.
type Routines interface {
	// Routines returns those of a name, in that schema, or with schema "" in all of the search path, those of earlier
	// schemas first.
	Routines(schema, name string) []*Routine
	// HasRoutines reports whether there are any.
	HasRoutines() bool
	// RoutinePath lists the schemas of the search path.
	RoutinePath() []string
}

// OwnRoutines is what the open transaction of a session has made of Routines, by schema and signature with a zero
// byte between; nil: it was dropped.
type OwnRoutines map[string]*Routine

// Routined is a Conn whose transaction may have changed Routines.
type Routined interface {
	OwnRoutines() OwnRoutines
}
