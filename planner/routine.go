package planner

import (
	"errors"
	"fmt"
	"sync"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/plpgsql"
	"github.com/sallyportdb/sallyport/providers"
)

// judgeRoutine judges the body of a function in PL/pgSQL, piece by piece. A body that cannot be judged
// is exec and not unknown, because the server can read it.
func (r *resolver) judgeRoutine(h providers.Hidden, u use) {
	if len(r.within) >= MaxDepth {
		r.addEffect(Unknown, u.offset, h.What, "too much code hides behind the statement")
		return
	}
	read := r.routines.readCached(h.PLpgSQL)
	if read.err != nil {
		r.addEffect(Exec, u.offset, h.What, read.err.Error())
		return
	}
	for _, piece := range read.pieces {
		what := "types of the arguments"
		if piece.line > 0 {
			what = fmt.Sprintf("line %d", piece.line)
		}
		r.within = append(r.within, what)
		r.judgeTree(piece.Statement, h, u)
		r.within = r.within[:len(r.within)-1]
	}
}

// routines caches functions in PL/pgSQL by their text. Safe for concurrent use.
type routines struct {
	mu    sync.Mutex
	known map[string]*routine
	bytes int // of the texts
}

// routine is a function that was read, with each piece of SQL once.
type routine struct {
	pieces []piece
	err    error // why it cannot be judged
}

type piece struct {
	parse.Statement
	line int
}

// maxRoutines bounds the texts in the cache. Their trees take some thirty times as much memory.
const maxRoutines = 1 << 20

func (c *routines) readCached(create string) *routine {
	c.mu.Lock()
	known := c.known[create]
	c.mu.Unlock()
	if known != nil {
		return known
	}
	known = &routine{}
	known.pieces, known.err = readRoutine(create)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.bytes += len(create); c.known == nil || c.bytes > maxRoutines {
		c.known, c.bytes = map[string]*routine{}, len(create)
	}
	c.known[create] = known
	return known
}

// readRoutine parses each piece of a function.
func readRoutine(create string) ([]piece, error) {
	check := func(text string) error { return parse.Check(text, 0) }
	function, err := plpgsql.Read(create, check)
	if err != nil {
		return nil, err
	}
	var pieces []piece
	seen := map[string]bool{}
	for _, one := range function.Pieces {
		if seen[one.SQL] {
			continue
		}
		if seen[one.SQL] = true; len(seen) > maxHidden {
			return nil, errors.New("it has too many statements")
		}
		tree, err := parseQuery(one.SQL)
		if err != nil {
			return nil, fmt.Errorf("%w at line %d", err, one.Line)
		}
		pieces = append(pieces, piece{tree, one.Line})
	}
	return pieces, nil
}

// parseQuery parses a text that must be one query.
func parseQuery(sql string) (parse.Statement, error) {
	if err := parse.Check(sql, 0); err != nil {
		return parse.Statement{}, err
	}
	list, err := parse.Statements(sql)
	if err != nil {
		return parse.Statement{}, err
	}
	if len(list) != 1 {
		return parse.Statement{}, errors.New("more than one statement")
	}
	if stmt := list[0].Raw.Stmt; stmt.GetSelectStmt() == nil && stmt.GetExplainStmt() == nil {
		return parse.Statement{}, errors.New("a statement that is no query")
	}
	return list[0], nil
}
