package redact

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

const (
	// mark replaces a secret.
	mark = "<redacted>"
	// Hidden replaces a constant that was a secret.
	Hidden = "'" + mark + "'"
	// cutMark ends a text whose rest was not searched.
	cutMark = "<redacted to the end>"
	// longParsed is the length up to which a text is parsed.
	longParsed = 256 << 10
	// longText is the length up to which a text is scanned. A longer text is cut at its first
	// trigger word.
	longText = 1 << 20
)

// Redactor takes secrets out of texts for the record. It is safe for concurrent
// use.
type Redactor struct {
	patterns []*regexp.Regexp
	names    []string
	triggers *triggers

	long chan struct{} // one place for each long text that is read

	mu         sync.Mutex
	young, old map[string]*Redacted // the cache of texts with trigger words, in two generations
}

const (
	redactedKept    = 512 // texts in one generation
	redactedLongest = 8 << 10
)

// New returns a redactor that also hides what matches one of the patterns (RE2), anywhere, and the
// values of columns, settings, options and arguments with one of the names, not case-sensitive.
// F0000: a pattern or a name cannot be used.
func New(patterns, names []string) (*Redactor, error) {
	r := &Redactor{long: make(chan struct{}, parse.MaxLarge), young: map[string]*Redacted{}}
	for _, p := range patterns {
		re, err := regexp.Compile(p)
		if err != nil {
			return nil, sqlstate.Wrap(err, sqlstate.ConfigFileError, "%q is not a regular expression (RE2): %v", p, err)
		}
		if re.MatchString("") {
			return nil, sqlstate.New(sqlstate.ConfigFileError, "the pattern %q matches the empty text: it would hide nothing", p)
		}
		r.patterns = append(r.patterns, re)
	}
	for _, n := range names {
		if len(n) < 3 {
			return nil, sqlstate.New(sqlstate.ConfigFileError, "the name %q is too short to be looked for: it needs three characters", n)
		}
		r.names = append(r.names, strings.ToLower(n))
	}
	r.triggers = newTriggers(r.names)
	return r, nil
}

// Plain is the redactor without a configuration.
var Plain = sync.OnceValue(func() *Redactor {
	return &Redactor{long: make(chan struct{}, parse.MaxLarge), young: map[string]*Redacted{}, triggers: newTriggers(nil)}
})

// Redacted is a statement for a record, and what messages must not repeat of it.
type Redacted struct {
	Text string
	// Bytes and SHA256 are those of a refused text of which Text is the beginning. SHA256 is empty
	// if the text may contain a secret.
	Bytes  int
	SHA256 string

	redactor      *Redactor
	mayHoldSecret bool     // the statement contains a trigger word
	withoutTree   bool     // no tree says where the secrets are
	values        []string // the hidden values
	params        map[int]bool
}

// Hides reports whether the value bound to $n is a secret.
func (t *Redacted) Hides(n int) bool { return t.withoutTree || t.params[n] }

// Bound says that bound values were left out of the record, so messages must not quote values
// either.
func (t *Redacted) Bound() { t.mayHoldSecret = true }

// Known is what a session knows of names in a statement. The zero value knows nothing.
type Known struct {
	// Prepared returns the statement that an EXECUTE names. The arguments for an unknown one are
	// hidden.
	Prepared func(name string) (string, bool)
	// Columns returns the columns of a relation, in order, by its schema, "" for none, and its name
	// in a statement. What an INSERT without a list of columns puts into an unknown one is hidden.
	Columns func(schema, name string) []string
	// Calls are functions that may be called and have arguments with the name of a secret, by
	// their schemas and names in a statement: the names of their arguments.
	Calls map[[2]string][][]string
}

// NamesSecret reports whether a name is one of a secret.
func (r *Redactor) NamesSecret(name string) bool { return r.secretName(name) }

// Statement takes the secrets out of one or more statements. The text stays readable SQL: only the
// constants that are secrets are replaced.
func (r *Redactor) Statement(text string) Redacted { return r.Executed(text, Known{}) }

// Executed is Statement in a session.
func (r *Redactor) Executed(text string, known Known) Redacted {
	calls := known.callsIn(text)
	fills := calls || r.fillsSecret(text, known)
	if !fills && !r.mayHoldSecret(text) {
		return Redacted{Text: r.hidePatterns(text), redactor: r}
	}
	kept := len(text) <= redactedLongest && !calls && !insertsByPosition(text) && (known.Prepared == nil || !executes(text))
	if kept {
		if t := r.cached(text); t != nil {
			return *t
		}
	}
	t := r.redactStatement(text, known)
	t.redactor = r
	t.Text = r.hidePatterns(formats.ReplaceAllString(t.Text, mark))
	if kept {
		r.cachePut(strings.Clone(text), &t)
	}
	return t
}

// Settled reports whether Executed returns the same for a text whatever a session knows, as long as it knows of
// no functions that take secrets (Known.Calls).
func (r *Redactor) Settled(text string) bool {
	return !r.mayHoldSecret(text) && !insertsByPosition(text)
}

// executes reports whether a text may contain an EXECUTE.
func executes(text string) bool {
	const word = "execute"
	for i := range len(text) - len(word) + 1 {
		if strings.EqualFold(text[i:i+len(word)], word) {
			return true
		}
	}
	return false
}

// mayHoldSecret reports whether a text may contain a secret: it has a trigger word, or is about a role.
// CREATE ROLE may have PASSWORD 'x' with a word that is no trigger.
func (r *Redactor) mayHoldSecret(text string) bool {
	return r.triggers.foundIn(text) || aboutRole(text)
}

func aboutRole(text string) bool {
	if len(text) < 12 || text[0]|0x20 != 'c' && text[0]|0x20 != 'a' {
		return false
	}
	words := strings.Fields(text[:min(len(text), 40)])
	return len(words) > 2 && (strings.EqualFold(words[0], "create") || strings.EqualFold(words[0], "alter")) &&
		(strings.EqualFold(words[1], "role") || strings.EqualFold(words[1], "user"))
}

func (r *Redactor) cached(text string) *Redacted {
	r.mu.Lock()
	defer r.mu.Unlock()
	t := r.young[text]
	if t == nil {
		if t = r.old[text]; t != nil {
			r.addCached(text, t)
		}
	}
	return t
}

func (r *Redactor) cachePut(text string, t *Redacted) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.addCached(text, t)
}

func (r *Redactor) addCached(text string, t *Redacted) {
	if len(r.young) >= redactedKept {
		r.old, r.young = r.young, map[string]*Redacted{}
	}
	r.young[text] = t
}

// redactStatement hides the secrets of a statement, by its tree, else by its tokens.
func (r *Redactor) redactStatement(text string, known Known) Redacted {
	if len(text) > longText {
		return r.cutAtTrigger(text)
	}
	if len(text) > longParsed { // a text in here waits for nothing but a processor
		r.long <- struct{}{}
		defer func() { <-r.long }()
	}
	clean := strings.ReplaceAll(text, "\x00", " ")
	scan, err := pg_query.Scan(clean)
	if err != nil || !tokensInOrder(scan, len(text)) {
		return r.cutAtTrigger(text)
	}
	e := edits{redactor: r, text: clean, original: text, tokens: scan.Tokens}
	if len(text) <= longParsed && parse.Check(text, longParsed) == nil {
		if tree, err := pg_query.Parse(text); err == nil {
			return e.byTree(tree, known)
		}
	}
	return e.byTokens(known)
}

// tokensInOrder reports whether all tokens are inside of the text, one behind another.
func tokensInOrder(scan *pg_query.ScanResult, length int) bool {
	last := int32(0)
	for _, t := range scan.Tokens {
		if t.Start < last || t.End < t.Start || int(t.End) > length {
			return false
		}
		last = t.End
	}
	return true
}

// cutAtTrigger keeps what stands before the first trigger word and before the first possible constant.
func (r *Redactor) cutAtTrigger(text string) Redacted {
	at, begin := r.triggers.firstIn(text), `'"$`
	if at < 0 {
		at = len(text)
	}
	if aboutRole(text) {
		begin += "0123456789"
	}
	if constant := strings.IndexAny(text, begin); constant >= 0 {
		at = min(at, constant)
	}
	at = strings.LastIndexAny(text[:at], "; \n\t(,") + 1
	return Redacted{Text: text[:at] + cutMark, mayHoldSecret: true, withoutTree: true}
}

// hidePatterns hides what the configured patterns match, but leaves marks whole.
func (r *Redactor) hidePatterns(text string) string {
	for _, p := range r.patterns {
		if !p.MatchString(text) {
			continue
		}
		parts := strings.Split(text, mark)
		for i := range parts {
			parts[i] = p.ReplaceAllLiteralString(parts[i], mark)
		}
		text = strings.Join(parts, mark)
	}
	return text
}

// Value returns a bound value for a record, as a constant of SQL.
func (r *Redactor) Value(value string) string {
	if r.triggers.foundIn(value) && (strings.ContainsAny(value, `'"$`) || r.containsSecret(value)) {
		return Hidden
	}
	return "'" + strings.ReplaceAll(r.hidePatterns(value), "'", "''") + "'"
}

// Argument returns an argument of a tool for a record. A text in it is treated as Text does.
func (r *Redactor) Argument(name string, value any) any {
	if r.secretName(name) {
		switch value.(type) {
		case nil, bool:
			return value
		}
		return mark
	}
	switch v := value.(type) {
	case string:
		return r.Text(v)
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, value := range v {
			out[r.Text(name)] = r.Argument(name, value)
		}
		return out
	case []any:
		out := slices.Clone(v)
		for i := range out {
			out[i] = r.Argument("", out[i])
		}
		return out
	}
	return value
}

// Text returns any text for a record: SQL as Statement does; other text whole, or not at all if it
// may contain a secret.
func (r *Redactor) Text(text string) string {
	switch {
	case !r.mayHoldSecret(text) && !r.fillsSecret(text, Known{}), bare.MatchString(text) && !formats.MatchString(text):
		return r.hidePatterns(text)
	case len(text) <= longParsed && parse.Check(text, longParsed) == nil:
		if _, err := pg_query.Parse(text); err == nil {
			return r.Statement(text).Text
		}
	}
	return mark
}

// bare is a name alone, such as password_resets.
var bare = regexp.MustCompile(`^[\w.*-]{1,128}$`)
