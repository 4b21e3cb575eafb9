package auth

import (
	"cmp"
	"context"
	"strings"
)

// source is where a value comes from: the first field that is set counts.
type source struct {
	what         string // what it is, where nothing is set: "username"
	keys         string // the keys that would set it
	command      *command
	variable     string
	fileVariable string
	file         string
	literal      *secret
	optional     bool
	mayBeEmpty   bool // a variable that is set to nothing is a value
}

// source builds a source of a block from the names of its keys. It returns "" if there is none.
func (b *block) source(what, command, variable, fileVariable, file, literal string) source {
	s := source{what: what, variable: b.get(variable), fileVariable: b.get(fileVariable), file: b.get(file)}
	var names []string
	for _, key := range []string{variable, fileVariable, file, literal} {
		if key != "" {
			names = append(names, key)
		}
	}
	s.keys = strings.Join(names, " or ")
	if argv := b.commands[command]; argv != nil {
		s.command = newCommand(argv)
	}
	if text := b.get(literal); text != "" {
		hidden := hide(text)
		s.literal = &hidden
	}
	return s
}

// isSet reports whether the block says anything.
func (s source) isSet() bool {
	return s.command != nil || cmp.Or(s.variable, s.fileVariable, s.file) != "" || s.literal != nil
}

// name is for people: "STACKQL_GITHUB_USERNAME", "the file /etc/key".
func (s source) name() string {
	switch {
	case s.command != nil:
		return "the command " + s.command.name()
	case s.variable != "":
		return s.variable
	case s.fileVariable != "":
		return "the file of " + s.fileVariable
	case s.file != "":
		return "the file " + s.file
	case s.literal != nil:
		return s.what
	}
	return ""
}

// read returns the value.
func (s source) read(ctx context.Context, vars variables) (string, error) {
	switch {
	case s.command != nil:
		return s.command.output(ctx)
	case s.variable != "":
		value, found := vars.lookup(s.variable)
		if value == "" && !s.optional && (!found || !s.mayBeEmpty) {
			return "", unset(s.variable, s.what)
		}
		return strings.Trim(value, "\r\n"), nil
	case s.fileVariable != "":
		name, _ := vars.lookup(s.fileVariable)
		if name == "" {
			return "", unset(s.fileVariable, "path")
		}
		return s.content(name)
	case s.file != "":
		return s.content(s.file)
	case s.literal != nil:
		return s.literal.show(), nil
	case s.optional:
		return "", nil
	}
	return "", wrong("Name a variable for it in --auth: "+s.keys+".", "nothing says where the %s is", s.what)
}

func (s source) content(name string) (string, error) {
	text, err := readFile(name)
	if err != nil {
		return "", err
	}
	if text = strings.Trim(text, "\r\n"); text == "" {
		return "", wrong("Write the "+s.what+" into it.", "the file %s is empty", name)
	}
	return text, nil
}

func unset(variable, what string) *problem {
	return wrong("Set it where the server starts, or in its env file: export "+variable+"='<"+what+">'.", "%s is not set", variable)
}
