package parse

import (
	"errors"
	"strings"
	"sync"
	"syscall"
	"unicode/utf8"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// Limits of the texts that reach the parser.
//
// libpg_query writes its tree out by recursion in C, with the stack check switched off. So a deep
// tree overflows the thread's stack and ends the process; recover does not see it. Measured with 8
// MB of stack: 1+1+1… ends the process at about 23,500 terms (48 KB of text). Deep nesting by
// brackets is harmless: the grammar's own stack reports "memory exhausted". So this package bounds
// the depth of left-recursive chains, by the flat list of tokens, which cannot recurse.
const (
	// DefaultMaxBytes bounds a text unless the configuration says otherwise.
	DefaultMaxBytes = 4 << 20
	// MaxTokens bounds the tokens of one text.
	MaxTokens = 400_000
	// MaxStatements bounds the statements of one text. Each has a plan and a record.
	MaxStatements = 10_000
	// MaxSets bounds UNION, INTERSECT, EXCEPT and JOIN in one statement: their chains may contain
	// commas, which end other chains.
	MaxSets = 1_000
	// Of texts longer than LargeText, MaxLarge are planned at the same time, because of the memory for
	// their tokens and trees.
	LargeText = 256 << 10
	// MaxLarge: see LargeText.
	MaxLarge = 2
	// Of texts longer than MiddlingText, as many are planned at the same time as there are
	// processors, but at least LeastMiddling.
	MiddlingText  = 32 << 10
	LeastMiddling = 4
	// shortRun is the length of a run of operator characters that the scanner reads quickly.
	// maxRuns bounds the sum of the squares of longer runs: the scanner takes some 6 ns for each
	// unit.
	shortRun = 128
	maxRuns  = 16_000_000
	// bytesPerLevel bounds the thread's stack that one level of a tree takes: twice the largest
	// that was measured (CASE in CASE, some 700 bytes).
	bytesPerLevel = 1_600
	// minStack is the smallest thread stack that MaxSets is safe with.
	minStack = 2 << 20
)

// CheckStack returns an error if the process's threads get a stack that is too small for the limits
// of this package.
func CheckStack() error {
	if size := threadStack(); size < minStack {
		return sqlstate.New(sqlstate.ConfigFileError,
			"the stack limit of this process is %d KiB, the SQL parser needs at least %d", size>>10, minStack>>10).
			WithHint("Raise it before the start: ulimit -s 8192.")
	}
	return nil
}

// threadStack returns the stack size of a thread that glibc makes: the soft limit, or 2 MiB if
// there is none.
func threadStack() uint64 {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_STACK, &limit); err != nil {
		return 0
	}
	if limit.Cur == ^uint64(0) {
		return minStack
	}
	return limit.Cur
}

// MaxChain bounds the tokens since the last separator, summed over open brackets: no chain of
// operators is deeper. The stack size of threads is that of the process's start.
var MaxChain = sync.OnceValue(func() int { return int(min(threadStack()/bytesPerLevel, 5_000)) })

// Check refuses a text that must not reach the parser.
func Check(text string, maxBytes int) error {
	if err := CheckBytes(text, maxBytes); err != nil {
		return err
	}
	return CheckDepth(text)
}

// CheckBytes refuses a text that is too long, has a NUL byte or is not UTF-8.
func CheckBytes(text string, maxBytes int) error {
	if maxBytes <= 0 {
		maxBytes = DefaultMaxBytes
	}
	if len(text) > maxBytes {
		return sqlstate.New(sqlstate.ProgramLimitExceeded, "the text is %d bytes long, the limit is %d", len(text), maxBytes).
			WithHint("Send it in parts, or raise limits.max_sql_bytes.")
	}
	if at := strings.IndexByte(text, 0); at >= 0 {
		return sqlstate.New(sqlstate.CharacterNotInRepertoire, "invalid byte sequence for encoding \"UTF8\": 0x00").
			WithDetail("The text contains a NUL byte at offset %d.", at)
	}
	if !utf8.ValidString(text) {
		return sqlstate.New(sqlstate.CharacterNotInRepertoire, "the text is not valid UTF-8")
	}
	return nil
}

// CheckDepth refuses a text whose tree could be too deep, by the scanner's tokens.
func CheckDepth(text string) error {
	if at := tooSlowAt(text); at >= 0 {
		return sqlstate.New(sqlstate.StatementTooComplex, "there are too many operator characters in a row").
			WithHint("Put blanks between comments, or between operators.").
			At(CharacterAt(text, at))
	}
	limit := MaxChain()
	if tokens, sets := upperBounds(text); tokens <= limit && sets <= MaxSets {
		return nil
	}
	if err := checkCounts(tallyOf(text, tally{MaxTokens, MaxStatements})); err != nil {
		return err
	}
	var counted tally
	d := depth{levels: make([]level, 1, 16)}
	err := eachToken(text, func(t pg_query.Token, start int) error {
		if counted.tokens++; t == pg_query.Token_ASCII_59 {
			counted.semicolons++
		}
		if err := checkCounts(counted); err != nil {
			return err
		}
		d.read(t)
		if d.sum > limit || d.sets > MaxSets {
			return sqlstate.New(sqlstate.StatementTooComplex, "the statement is too deep for the parser").
				WithDetail("At most %d tokens may follow each other without a comma, AND or OR, and at most %d set operations and joins may stand in one statement.", limit, MaxSets).
				WithHint("Use IN (…) or = ANY($1) with a list instead of a chain of operators.").
				At(CharacterAt(text, start))
		}
		return nil
	})
	var refused *sqlstate.Error
	if err != nil && !errors.As(err, &refused) {
		return Error(err, text)
	}
	return err
}

// checkCounts refuses a text with too many tokens or statements.
func checkCounts(t tally) error {
	switch {
	case t.tokens > MaxTokens:
		return sqlstate.New(sqlstate.StatementTooComplex, "the text has more than %d tokens", MaxTokens).
			WithHint("Send it in parts, or as parameters.")
	case t.semicolons > MaxStatements:
		return sqlstate.New(sqlstate.StatementTooComplex, "the text has more than %d statements", MaxStatements).
			WithHint("Send it in parts.")
	}
	return nil
}

// tooSlowAt returns the place at which a text has become too slow for Postgres's scanner, or -1. The
// scanner looks for the end of a run of operator characters again at each /* and + that it takes
// out of the run, so that 1 MB of /**//**/… or +++… takes hours.
func tooSlowAt(text string) int {
	work, run := 0, 0
	for i := range len(text) {
		if !operators[text[i]] {
			run = 0
			continue
		}
		if run++; run == shortRun {
			work += run * run
		} else if run > shortRun {
			work += 2*run - 1 // the difference to the next square
		}
		if work > maxRuns {
			return i
		}
	}
	return -1
}

// operators are the characters of operators and of the ends of comments.
var operators = func() (table [256]bool) {
	for _, c := range []byte("~!@#^&|`?+-*/%<>=") {
		table[c] = true
	}
	return table
}()

// upperBounds bounds the tokens of a text, and its set operations and joins, without a scanner. For most
// texts the bound is low enough. A run of letters, digits and non-ASCII characters is one token at
// most; any other byte may be a token.
func upperBounds(text string) (tokens, sets int) {
	within := false
	for i := range len(text) {
		c := text[i]
		switch {
		case c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_' || c >= utf8.RuneSelf:
			if within {
				continue
			}
			within = true
			switch c | 0x20 {
			case 'u', 'i', 'e', 'j': // UNION, INTERSECT, EXCEPT, JOIN
				sets++
			}
		case c == ' ' || c >= '\t' && c <= '\r':
			within = false
			continue
		default:
			within = false
		}
		tokens++
	}
	return tokens, sets
}

// depth bounds the depth of any tree that the tokens read so far can make. A chain of operators
// grows by at most one level per token; the two sides of a separator are siblings. A closed bracket
// counts for its parent, because it may be the left end of a chain there.
type depth struct {
	levels []level
	sum    int // tokens since the last separator, over all open levels
	sets   int // UNION, INTERSECT, EXCEPT, JOIN since the last semicolon
	last   pg_query.Token
}

type level struct {
	tokens, most int // since the last separator; the most between two separators
	between      int // BETWEENs whose AND is still to come: this AND continues the chain
	isCase       bool
}

func (d *depth) read(t pg_query.Token) {
	if t == pg_query.Token_SQL_COMMENT || t == pg_query.Token_C_COMMENT {
		return
	}
	// A keyword behind a dot or AS is a name: t.and + t.and is a chain.
	name := d.last == pg_query.Token_ASCII_46 || d.last == pg_query.Token_AS
	d.last = t
	switch t {
	case pg_query.Token_ASCII_59: // ;
		d.levels, d.sum, d.sets = append(d.levels[:0], level{}), 0, 0
		return
	case pg_query.Token_ASCII_44: // ,
		d.separate()
		return
	case pg_query.Token_BETWEEN:
		d.levels[len(d.levels)-1].between++
	case pg_query.Token_AND:
		if top := &d.levels[len(d.levels)-1]; top.between > 0 {
			top.between--
		} else if !name {
			d.separate()
			return
		}
	case pg_query.Token_OR, pg_query.Token_WHEN, pg_query.Token_THEN, pg_query.Token_ELSE:
		if !name {
			d.separate()
			return
		}
	case pg_query.Token_CASE:
		if !name {
			d.open(true)
			return
		}
	case pg_query.Token_END_P:
		if !name && d.levels[len(d.levels)-1].isCase {
			d.close()
		}
	case pg_query.Token_ASCII_40, pg_query.Token_ASCII_91: // ( [
		d.open(false)
		return
	case pg_query.Token_ASCII_41, pg_query.Token_ASCII_93: // ) ]
		for d.levels[len(d.levels)-1].isCase {
			d.close()
		}
		d.close()
	case pg_query.Token_UNION, pg_query.Token_INTERSECT, pg_query.Token_EXCEPT, pg_query.Token_JOIN:
		d.sets++
	}
	d.levels[len(d.levels)-1].tokens++
	d.sum++
}

func (d *depth) open(isCase bool) { d.levels = append(d.levels, level{isCase: isCase}) }

func (d *depth) separate() {
	top := &d.levels[len(d.levels)-1]
	top.most = max(top.most, top.tokens)
	d.sum -= top.tokens
	top.tokens, top.between = 0, 0
}

func (d *depth) close() {
	if len(d.levels) == 1 {
		return
	}
	top := d.levels[len(d.levels)-1]
	d.levels = d.levels[:len(d.levels)-1]
	most := max(top.most, top.tokens)
	d.levels[len(d.levels)-1].tokens += most
	d.sum += most - top.tokens
}

// CharacterAt turns a byte offset into a 1-based position in characters.
func CharacterAt(text string, offset int) int {
	if offset < 0 || offset > len(text) {
		return 0
	}
	return utf8.RuneCountInString(text[:offset]) + 1
}
