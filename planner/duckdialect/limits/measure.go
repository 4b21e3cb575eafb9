package limits

import (
	"syscall"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// A tree is deparsed by C code that recurses into every nested message; if the thread's stack
// overflows, the process ends. Measured with 8 MB of stack: 8,800 nested messages of any kind
// survive, so one takes less than 1 KB. A rewriting may repeat an argument several times, so a
// short text can become a long one.
const (
	maxDepth        = 2_000    // nested messages, on a stack of 6 MB and more
	bytesPerMessage = 3_200    // of a smaller stack; more than three times the measured size
	smallestStack   = 2 << 20  // the stack of a thread if there is no limit
	maxTree         = 64 << 20 // bytes, counted roughly
	ShortText       = 1_024    // bytes; a shorter text is not deep before it is rewritten
)

// measure bounds the depth and the size of a tree.
type measure struct {
	deepest int
	left    int // bytes
	// nameless: there is a relation without a name, at which the deparser ends the process.
	nameless bool
	// seen counts messages, expanded those that they are where DuckDB writes an argument as often as its macro repeats it, and copies
	// are the most of one message.
	seen, expanded, copies int
	users                  userMacros
}

// CheckSize refuses a tree that must not be deparsed.
func CheckSize(m protoreflect.Message) error { return checkSize(m, maxTree, nil) }

// CheckGrownTree is CheckSize for the tree of a text of so many characters that was rewritten. It goes no further than to what CheckGrowth
// lets through: an argument that a rewriting has put at two places is one message, to which each walk goes twice. users are the macros of the
// source's users.
func CheckGrownTree(m protoreflect.Message, before int, users Macros) error {
	const perCharacter = 64 // a + 1 has ten messages
	return checkSize(m, min(max(maxShortGrown, before*maxGrowth)*perCharacter, maxTree), users)
}

func checkSize(m protoreflect.Message, most int, users Macros) error {
	b := measure{deepest: depthLimit(), left: most, users: userMacros{find: users}}
	switch fits := b.fits(m, 1, 1); {
	case fits && (b.copies > maxCopies || b.expanded > max(maxExpanded, b.seen*maxGrowth)):
		return sqlstate.New(sqlstate.StatementTooComplex, "the statement's calls in calls become more than this source can plan").
			WithHint(inSteps)
	case fits:
		return nil
	}
	if b.nameless {
		return sqlstate.New(sqlstate.FeatureNotSupported, "a relation without a name is not supported")
	}
	return sqlstate.New(sqlstate.StatementTooComplex, "the statement is too deep for this source").
		WithHint("Use IN (…) or = ANY($1) instead of a chain of operators, and fewer nested queries.")
}

// fits measures a message, which DuckDB copies as often as copies says.
func (b *measure) fits(m protoreflect.Message, depth, copies int) bool {
	if b.left -= 32; depth > b.deepest || b.left < 0 {
		return false
	}
	b.seen++
	b.expanded += copies
	b.copies = max(b.copies, copies)
	var repeats []int
	atLeast := 1
	switch n := m.Interface().(type) {
	case *pg_query.RangeVar:
		if n.Relname == "" {
			b.nameless = true
			return false
		}
	case *pg_query.FuncCall:
		repeats = macroRepeats(n)
		if own := b.users.measureCall(n); own.parts > 0 {
			atLeast = own.repeats
			b.copies = max(b.copies, multiply(copies, own.copies))
			b.expanded += copies * own.parts
		}
	case *pg_query.A_Expr:
		if n.Kind == pg_query.A_Expr_Kind_AEXPR_NULLIF { // a macro of two parameters, to DuckDB
			copies = multiply(copies, 2)
		}
	}
	ok := true
	m.Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		switch {
		case field.Kind() == protoreflect.StringKind && !field.IsList():
			b.left -= len(value.String())
		case field.Kind() != protoreflect.MessageKind:
		case field.IsList():
			for list, i := value.List(), 0; ok && i < list.Len(); i++ {
				each := copies
				if field.Name() == "args" {
					n := atLeast
					if i < len(repeats) {
						n = max(n, repeats[i])
					}
					each = multiply(copies, n)
				}
				ok = b.fits(list.Get(i).Message(), depth+1, each)
			}
		default:
			ok = b.fits(value.Message(), depth+1, copies)
		}
		return ok
	})
	return ok
}

// depthLimit returns how many nested messages a thread's stack allows.
func depthLimit() int {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_STACK, &limit) != nil || limit.Cur == ^uint64(0) {
		limit.Cur = smallestStack
	}
	return int(min(limit.Cur/bytesPerMessage, maxDepth))
}
