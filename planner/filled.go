package planner

import "github.com/sallyportdb/sallyport/providers"

// What the record needs to know of a statement, so that secrets are found by their positions.

// noteCalled notes the names of the arguments of functions.
func (r *resolver) noteCalled(n name, candidates []providers.Function) {
	one := Called{Schema: n.schema, Name: n.name}
	for _, f := range candidates {
		if len(f.Arguments) > 0 {
			one.Arguments = append(one.Arguments, f.Arguments)
		}
	}
	if len(one.Arguments) > 0 {
		r.called = append(r.called, one)
	}
}

// noteFilled notes the relations whose columns a statement fills by position.
func (r *resolver) noteFilled(mentions []mention) {
	for _, m := range mentions {
		if m.filled {
			relation, _ := r.meant(m.schema, m.name)
			r.filled = append(r.filled, Filled{m.schema, m.name, relation.Columns})
		}
	}
}
