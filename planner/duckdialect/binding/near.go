package binding

import (
	"fmt"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// farthest is how many letters of a name may be others in one that is near: parse_relation.c's MAX_FUZZY_DISTANCE.
const farthest = 3

// withNear adds PostgreSQL's hint of the columns that are nearest to a name that is not there, if there are no more than two.
// relation is the name before it, or "".
func (b *binder) withNear(err *sqlstate.Error, relation, name string, l *level) *sqlstate.Error {
	if !b.source.Strict {
		return err
	}
	nearest, near := farthest+1, []string(nil)
	for m := l; m != nil; m = m.outer {
		for _, it := range append(m.hidden[:len(m.hidden):len(m.hidden)], m.items...) {
			apart := 0
			if relation != "" {
				apart = distance(relation, it.name)
			}
			if it.name == "" || it.isUsing || apart > nearest {
				continue
			}
			for _, c := range it.list {
				switch d := distance(c, name); {
				case d > len(name)/2 || d+apart > nearest:
				case d+apart < nearest:
					nearest, near = d+apart, []string{it.name + "." + c}
				case len(near) == 2: // any others have to be nearer than these
					nearest, near = nearest-1, nil
				case len(near) > 0 || nearest <= farthest:
					near = append(near, it.name+"."+c)
				}
			}
		}
	}
	switch len(near) {
	case 1:
		return err.WithHint("%s", fmt.Sprintf("Perhaps you meant to reference the column \"%s\".", near[0])).Naming(near...)
	case 2:
		return err.WithHint("%s", fmt.Sprintf("Perhaps you meant to reference the column \"%s\" or the column \"%s\".", near[0], near[1])).Naming(near...)
	}
	return err
}

// distance counts the insertions, deletions and replacements that make b of a.
func distance(a, b string) int {
	from, to := []rune(a), []rune(b)
	last := make([]int, len(to)+1)
	for j := range last {
		last[j] = j
	}
	for i := range from {
		corner := last[0]
		last[0] = i + 1
		for j := range to {
			cost := corner
			if from[i] != to[j] {
				cost++
			}
			corner = last[j+1]
			last[j+1] = min(cost, last[j+1]+1, last[j]+1)
		}
	}
	return last[len(to)]
}
