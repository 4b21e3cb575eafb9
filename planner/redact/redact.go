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
	// mark stands where a secret stood.
	mark = "<redacted>"
	// Hidden is a constant that was one.
	Hidden = "'" + mark + "'"
	// cutMark ends a text whose rest is not looked into.
	cutMark = "<redacted to the end>"
	// longParsed is the longest text that is parsed for its secrets.
	longParsed = 256 << 10
	// longText is text that is not scanned for its secrets: what follows the first
	// word about one is hidden.
	longText = 1 << 20
)

// Redactor takes secrets out of texts for the record. It is safe for concurrent
// use.
type Redactor struct {
	patterns []*regexp.Regexp
	names    []string
	triggers *triggers

	long chan struct{} // holds a place for each long text being read

	mu         sync.Mutex
	young, old map[string]*Redacted // texts that are sent again and again
}

const (
	redactedKept    = 512 // texts in one generation
	redactedLongest = 8 << 10
)

// New returns a redactor that also hides what matches one of the
// patterns (RE2), wherever it stands, and the values of columns, settings,
// options and arguments of one of the names, in any case of letters. F0000: a
// pattern or a name cannot be used.
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

// Plain is the redactor of a server without a configuration.
var Plain = sync.OnceValue(func() *Redactor {
	return &Redactor{long: make(chan struct{}, parse.MaxLarge), young: map[string]*Redacted{}, triggers: newTriggers(nil)}
})

// Redacted is a statement fit for a record, and what must not be repeated of it.
type Redacted struct {
	Text string
	// Bytes and SHA256 are of a refused text of which Text is the beginning alone.
	// SHA256 is empty where the text may hold a secret.
	Bytes  int
	SHA256 string

	redactor *Redactor
	speaks   bool     // of a secret
	blind    bool     // no tree says where the secrets are
	values   []string // that were hidden
	params   map[int]bool
}

// Hides reports whether what is bound to $n is a secret.
func (t *Redacted) Hides(n int) bool { return t.blind || t.params[n] }

// Bound says that values were bound that the record must not tell: then an error
// must not either.
func (t *Redacted) Bound() { t.speaks = true }

// Statement takes the secrets out of a statement, or several. The text stays
// readable SQL: each constant that is a secret is replaced, and nothing else.
func (r *Redactor) Statement(text string) Redacted { return r.statement(text, nil) }

// Executed is Statement in a session: prepared tells what EXECUTE finds by a
// name. What goes to a statement that is not known is hidden.
func (r *Redactor) Executed(text string, prepared func(name string) (string, bool)) Redacted {
	return r.statement(text, prepared)
}

func (r *Redactor) statement(text string, prepared func(string) (string, bool)) Redacted {
	if !r.speaks(text) {
		return Redacted{Text: r.byPattern(text), redactor: r}
	}
	kept := len(text) <= redactedLongest && (prepared == nil || !executes(text))
	if kept {
		if t := r.known(text); t != nil {
			return *t
		}
	}
	t := r.read(text, prepared)
	t.redactor = r
	t.Text = r.byPattern(formats.ReplaceAllString(t.Text, mark))
	if kept {
		r.keep(strings.Clone(text), &t)
	}
	return t
}

// executes reports whether an EXECUTE may stand in a text.
func executes(text string) bool {
	const word = "execute"
	for i := range len(text) - len(word) + 1 {
		if strings.EqualFold(text[i:i+len(word)], word) {
			return true
		}
	}
	return false
}

// speaks reports whether a text is worth a second look. One about a role is
// even without any word: PASWORD 'x' is no secret to the parser.
func (r *Redactor) speaks(text string) bool { return r.triggers.in(text) || aboutRole(text) }

func aboutRole(text string) bool {
	if len(text) < 12 || text[0]|0x20 != 'c' && text[0]|0x20 != 'a' {
		return false
	}
	words := strings.Fields(text[:min(len(text), 40)])
	return len(words) > 2 && (strings.EqualFold(words[0], "create") || strings.EqualFold(words[0], "alter")) &&
		(strings.EqualFold(words[1], "role") || strings.EqualFold(words[1], "user"))
}

func (r *Redactor) known(text string) *Redacted {
	r.mu.Lock()
	defer r.mu.Unlock()
	t := r.young[text]
	if t == nil {
		if t = r.old[text]; t != nil {
			r.add(text, t)
		}
	}
	return t
}

func (r *Redactor) keep(text string, t *Redacted) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.add(text, t)
}

func (r *Redactor) add(text string, t *Redacted) {
	if len(r.young) >= redactedKept {
		r.old, r.young = r.young, map[string]*Redacted{}
	}
	r.young[text] = t
}

// read takes a statement apart: by its tree, else by its tokens.
func (r *Redactor) read(text string, prepared func(string) (string, bool)) Redacted {
	if len(text) > longText {
		return r.cut(text)
	}
	if len(text) > longParsed { // nobody in here waits for anything but a processor
		r.long <- struct{}{}
		defer func() { <-r.long }()
	}
	clean := strings.ReplaceAll(text, "\x00", " ")
	scan, err := pg_query.Scan(clean)
	if err != nil || !placed(scan, len(text)) {
		return r.cut(text)
	}
	e := edits{redactor: r, text: clean, original: text, tokens: scan.Tokens}
	if len(text) <= longParsed && parse.Check(text, longParsed) == nil {
		if tree, err := pg_query.Parse(text); err == nil {
			return e.byTree(tree, prepared)
		}
	}
	return e.byTokens()
}

// placed reports whether all tokens stand inside of the text, one after another.
func placed(scan *pg_query.ScanResult, length int) bool {
	last := int32(0)
	for _, t := range scan.Tokens {
		if t.Start < last || t.End < t.Start || int(t.End) > length {
			return false
		}
		last = t.End
	}
	return true
}

// cut keeps what stands before the first word about a secret, and before the
// first thing that could be a constant.
func (r *Redactor) cut(text string) Redacted {
	at, begin := r.triggers.first(text), `'"$`
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
	return Redacted{Text: text[:at] + cutMark, speaks: true, blind: true}
}

// byPattern hides what the configured patterns match, but for marks.
func (r *Redactor) byPattern(text string) string {
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

// Value is a bound value fit for a record, as a constant of SQL would hold it.
func (r *Redactor) Value(value string) string {
	if r.triggers.in(value) && (strings.ContainsAny(value, `'"$`) || r.inside(value)) {
		return Hidden
	}
	return "'" + strings.ReplaceAll(r.byPattern(value), "'", "''") + "'"
}

// Argument returns an argument of a tool fit for a record: texts in it that are
// SQL as statements are, other text that tells a secret not at all.
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

// Text returns any text fit for a record.
func (r *Redactor) Text(text string) string {
	switch {
	case !r.speaks(text), bare.MatchString(text) && !formats.MatchString(text):
		return r.byPattern(text)
	case len(text) <= longParsed && parse.Check(text, longParsed) == nil:
		if _, err := pg_query.Parse(text); err == nil {
			return r.Statement(text).Text
		}
	}
	return mark
}

// bare is a name alone, such as password_resets.
var bare = regexp.MustCompile(`^[\w.*-]{1,128}$`)
