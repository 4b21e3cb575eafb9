package dialect

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Batch is a text with verbs of ours.
type Batch struct {
	Verbs []Verb // in their order
	// Text is the rest for the parser. It is as long as the text that was read: verbs are comments
	// in it, and REPLACE is UPDATE. "": there is no rest.
	Text string
	// Replaces are the byte offsets of the statements that are REPLACE.
	Replaces []int
}

// words are those with which a statement of ours, or one that we look at, may begin.
var words = []string{"show", "desc", "describe", "exec", "call", "replace", "registry", "create", "auth", "use", "sleep", "purge", "nativequery"}

// possible reports whether a text is worth a scan: one of our words begins it or follows a semicolon,
// or a comment does, behind which a word may be.
func possible(text string) bool {
	for {
		text = strings.TrimLeft(text, parse.Blanks)
		if strings.HasPrefix(text, "--") || strings.HasPrefix(text, "/*") {
			return true
		}
		end := 0
		for end < len(text) && end < 16 && (text[end]|0x20 >= 'a' && text[end]|0x20 <= 'z') {
			end++
		}
		if end > 0 && slices.Contains(words, strings.ToLower(text[:end])) {
			return true
		}
		next := strings.IndexByte(text, ';')
		if next < 0 {
			return false
		}
		text = text[next+1:]
	}
}

// Read finds the dialect's verbs in a text that parse.CheckDepth has passed. It returns nil if it has none. 42601: a verb is
// not written as it should be; 0A000: it is one that is not supported.
func Read(text string) (*Batch, error) {
	if !possible(text) {
		return nil, nil //nolint:nilnil // there is none
	}
	batch := &Batch{}
	rest, own := []byte(text), false
	for _, s := range statementsOf(text) {
		if len(s.tokens) == 0 {
			continue
		}
		begin, end := s.tokens[0].start, s.tokens[len(s.tokens)-1].end
		if s.tokens[0].is("replace") {
			if err := s.replace(); err != nil {
				return nil, err
			}
			copy(rest[begin:], "UPDATE ")
			batch.Replaces, own = append(batch.Replaces, begin), true
			batch.Text = "yes"
			continue
		}
		if s.replacesMaterialized() {
			for i := s.tokens[1].start; i < s.tokens[2].end; i++ {
				rest[i] = ' '
			}
			batch.Replaces, own = append(batch.Replaces, begin), true
			batch.Text = "yes"
			continue
		}
		verb, err := s.verb()
		switch {
		case err != nil:
			return nil, err
		case verb == nil:
			batch.Text = "yes"
			continue
		}
		own = true
		verb.Text, verb.Offset = text[begin:end], begin
		batch.Verbs = append(batch.Verbs, *verb)
		comment(rest[begin:end])
	}
	if !own {
		return nil, nil //nolint:nilnil // there is none
	}
	if batch.Text != "" {
		batch.Text = string(rest)
	}
	return batch, nil
}

// comment makes a comment of a part of a text. Characters that take several bytes stay, so that places
// in characters are what they were; unless they are where the comment ends.
func comment(part []byte) {
	last := len(part) - 2
	keep := part[last] < utf8.RuneSelf && part[last+1] < utf8.RuneSelf
	for i, b := range part {
		if b < utf8.RuneSelf || !keep {
			part[i] = ' '
		}
	}
	copy(part, "/*")
	copy(part[last:], "*/")
}

// foreign are verbs of StackQL that are not supported, with what to do instead.
var foreign = map[string]string{
	"auth":        "Credentials are in the server's configuration: environment variables, files or commands.",
	"use":         "Name the provider: provider.service.resource.",
	"sleep":       "There is nothing to wait for between statements: each is done when it has answered.",
	"purge":       "Nothing is kept of earlier queries that would have to be purged.",
	"nativequery": "Send the SQL itself: it runs at the source whose tables it names.",
}

// verb reads one of our verbs. It returns nil if the statement is the parser's.
func (s *statement) verb() (*Verb, error) {
	first := strings.ToLower(s.tokens[0].text)
	s.at = 1
	switch first {
	case "show":
		return s.show()
	case "describe", "desc":
		return s.readDescribe()
	case "exec":
		return s.exec()
	case "call":
		return s.call(4)
	case "registry":
		return s.registry()
	}
	if what, known := foreign[first]; known {
		return nil, s.unsupported(strings.ToUpper(first), what)
	}
	return nil, nil //nolint:nilnil // it is the parser's
}

func (s *statement) unsupported(verb, instead string) error {
	return sqlstate.New(sqlstate.FeatureNotSupported, "%s is not supported", verb).WithHint("%s", instead).At(parse.CharacterAt(s.text, s.tokens[0].start))
}

// replacesMaterialized reports whether a statement is CREATE OR REPLACE MATERIALIZED VIEW, which is none of
// PostgreSQL's grammar.
func (s *statement) replacesMaterialized() bool {
	s.at = 0
	return s.take("create") && s.take("or") && s.take("replace") && s.take("materialized")
}

const howToReplace = "REPLACE provider.service.resource SET column = value, … WHERE column = value AND …"

// replace checks that REPLACE is of the form that UPDATE has.
func (s *statement) replace() error {
	s.at = 1
	if s.take("into") {
		return s.fail(s.tokens[1].start, howToReplace, "REPLACE INTO is not supported")
	}
	if _, err := s.path(1, 3, true, howToReplace); err != nil {
		return err
	}
	if !s.peek(0).is("set") {
		return s.wrong(howToReplace)
	}
	return nil
}

const howToShow = "SHOW PROVIDERS, SHOW SERVICES IN provider, SHOW RESOURCES IN provider.service, SHOW METHODS IN provider.service.resource, SHOW INSERT INTO provider.service.resource"

func (s *statement) show() (*Verb, error) {
	show := &Show{Extended: s.take("extended")}
	verb := &Verb{Name: "SHOW", Show: show}
	show.What = strings.ToLower(s.peek(0).text)
	least, most := 0, 0
	switch show.What {
	case Providers, Version:
	case Services:
		least, most = 1, 1
	case Resources:
		least, most = 2, 2
	case Methods:
		least, most = 1, 3
	case Insert:
		return verb, s.showInsert(show)
	case "auth":
		if s.peek(1).word {
			return nil, s.unsupported("SHOW AUTH", foreign["auth"])
		}
		return nil, nil //nolint:nilnil // a setting
	default:
		if show.Extended {
			return nil, s.wrong(howToShow)
		}
		return nil, nil //nolint:nilnil // a setting
	}
	s.at++
	if most > 0 {
		if !s.take("in", "from") {
			return nil, s.wrong(howToShow)
		}
		var err error
		if show.In, err = s.path(least, most, true, howToShow); err != nil {
			return nil, err
		}
	}
	if show.What != Version && s.take("like") {
		var err error
		if show.Like, err = s.literal(howToShow); err != nil {
			return nil, err
		}
	}
	return verb, s.expectEnd(howToShow)
}

func (s *statement) showInsert(show *Show) (err error) {
	s.at++
	found, err := s.hints("REQUIRED")
	if err != nil {
		return err
	}
	show.Required = found["REQUIRED"]
	if !s.take("into") {
		return s.wrong(howToShow)
	}
	if show.In, err = s.path(1, 3, true, howToShow); err != nil {
		return err
	}
	return s.expectEnd(howToShow)
}

const (
	howToDescribe       = "DESCRIBE [EXTENDED] [[provider.]service.]resource"
	howToDescribeMethod = "DESCRIBE METHOD [EXTENDED] [[provider.]service.]resource.method"
)

func (s *statement) readDescribe() (verb *Verb, err error) {
	show := &Show{What: Columns}
	verb = &Verb{Name: "DESCRIBE", Show: show}
	show.Extended = s.take("extended")
	if next := s.peek(1); s.peek(0).is("method") && next.word {
		s.at++
		show.What = Method
		show.Extended = s.take("extended") || show.Extended
		if show.In, err = s.path(2, 4, true, howToDescribeMethod); err != nil {
			return nil, err
		}
		return verb, s.expectEnd(howToDescribeMethod)
	}
	if show.In, err = s.path(1, 3, true, howToDescribe); err != nil {
		return nil, err
	}
	return verb, s.expectEnd(howToDescribe)
}

const howToRegistry = "REGISTRY LIST [provider]; REGISTRY PULL provider [version]"

func (s *statement) registry() (*Verb, error) {
	show := &Show{What: Releases}
	verb := &Verb{Name: "REGISTRY LIST", Show: show}
	switch {
	case s.take("list"):
		if s.at == len(s.tokens) {
			return verb, nil
		}
	case s.take("pull"):
		verb.Name, show.What = "REGISTRY PULL", Pull
	default:
		return nil, s.wrong(howToRegistry)
	}
	provider, err := s.word(howToRegistry)
	if err != nil {
		return nil, err
	}
	show.In = []string{provider}
	if show.What == Pull && s.at < len(s.tokens) {
		if show.Release, err = s.word(howToRegistry); err != nil {
			return nil, err
		}
	}
	return verb, s.expectEnd(howToRegistry)
}

// Replaced reports whether the statement at a byte offset of the batch is a REPLACE. A statement of the
// parser's may begin with comments, so its whole extent is given.
func (b *Batch) Replaced(begin, end int) bool {
	return slices.ContainsFunc(b.Replaces, func(at int) bool { return begin <= at && at < end })
}

// Within reports whether a verb of ours is inside of an extent of the batch.
func (b *Batch) Within(begin, end int) bool {
	return slices.ContainsFunc(b.Verbs, func(v Verb) bool { return begin < v.Offset+len(v.Text) && v.Offset < end })
}
