package dialect

import (
	"strings"
)

const (
	howToExec = "EXEC provider.service.resource.method @name = 'value', @other = 'value' @@json = '{…}'"
	howToCall = "CALL provider.service.resource.method(name => 'value', other => 'value')"
)

// exec reads EXEC. The comma between arguments can be left out, and is before @@json.
func (s *statement) exec() (verb *Verb, err error) {
	e := &Exec{At: s.place()}
	found, err := s.hints("AWAIT", "SHOWRESULTS") // rows are shown in any case
	if err != nil {
		return nil, err
	}
	e.Await = found["AWAIT"]
	if e.Path, err = s.path(3, 4, false, howToExec); err != nil {
		return nil, err
	}
	for s.at < len(s.tokens) {
		if s.take("@@") {
			if err := s.body(e); err != nil {
				return nil, err
			}
		} else if err := s.argument(e, "@", "="); err != nil {
			return nil, err
		}
		if s.take(",") && s.at == len(s.tokens) {
			return nil, s.wrong(howToExec)
		}
	}
	return &Verb{Name: "EXEC", Exec: e}, nil
}

// body reads json = '…' behind @@.
func (s *statement) body(e *Exec) error {
	at := s.place()
	if !s.take("json") || !s.take("=") {
		return s.wrong(howToExec)
	}
	value, err := s.value(&e.Params, howToExec)
	if err != nil {
		return err
	}
	if e.Body != nil {
		return s.fail(at, howToExec, "@@json is given twice")
	}
	e.Body = &value
	return nil
}

// argument reads a name and its value. mark stands before the name, if any, and equals behind it.
func (s *statement) argument(e *Exec, mark, equals string) error {
	if mark != "" && !s.take(mark) {
		return s.wrong(howToExec)
	}
	a := Argument{At: s.place()}
	name, ok := s.name(false)
	if !ok || !s.take(equals) {
		return s.wrong(howTo(mark))
	}
	a.Name = name
	for _, other := range e.Arguments {
		if strings.EqualFold(other.Name, name) {
			return s.fail(a.At, howTo(mark), "the input %q is given twice", name)
		}
	}
	value, err := s.value(&e.Params, howTo(mark))
	if err != nil {
		return err
	}
	a.Value = value
	e.Arguments = append(e.Arguments, a)
	return nil
}

func howTo(mark string) string {
	if mark == "" {
		return howToCall
	}
	return howToExec
}

// ReadCall reads the CALL at a byte offset of a batch, in a session of an API: the name has three parts,
// because the session's source is the first. nil: it has not.
func ReadCall(text string, begin, end int) (*Verb, error) {
	for _, s := range statementsOf(text) {
		if len(s.tokens) == 0 || s.tokens[0].start < begin || s.tokens[0].start >= end || !s.tokens[0].is("call") {
			continue
		}
		s.at = 1
		verb, err := s.call(3)
		if verb != nil {
			first, last := s.tokens[0].start, s.tokens[len(s.tokens)-1].end
			verb.Text, verb.Offset = text[first:last], first
		}
		return verb, err
	}
	return nil, nil //nolint:nilnil // there is none
}

// call reads CALL of a name with so many parts. It returns nil if it has fewer. No procedure has four.
func (s *statement) call(parts int) (*Verb, error) {
	e := &Exec{At: s.place()}
	path, err := s.path(parts, parts, false, howToCall)
	if err != nil || !s.take("(") {
		return nil, nil //nolint:nilerr,nilnil // the parser reports it better
	}
	e.Path = path
	for !s.take(")") {
		if len(e.Arguments) > 0 && !s.take(",") {
			return nil, s.wrong(howToCall)
		}
		if s.at >= len(s.tokens) {
			return nil, s.wrong(howToCall)
		}
		if next := s.peek(1); next.text != "=>" {
			return nil, s.fail(s.place(), howToCall, "an input needs its name")
		}
		if err := s.argument(e, "", "=>"); err != nil {
			return nil, err
		}
	}
	return &Verb{Name: "CALL", Exec: e}, s.expectEnd(howToCall)
}
