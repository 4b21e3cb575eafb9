package config

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
)

var variable = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// ReadEnvFile reads NAME=value lines, as os.Environ has them. Blank lines and
// those that begin with # are nothing; "export " may stand before a name, and
// single or double quotes around a value, which is taken as it is otherwise. A
// name without a value is not set. exposed says that others than the file's
// owner can read it. No error holds a value.
func ReadEnvFile(path string) (entries []string, exposed bool, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, false, err
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, false, err
	}
	var errs []error
	seen := map[string]int{}
	number := 0
	for line := range strings.Lines(string(content)) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		name, value, problem := entry(line)
		if problem == "" && seen[name] > 0 {
			problem = fmt.Sprintf("%s is set twice, first in line %d", name, seen[name])
		}
		if problem != "" {
			errs = append(errs, fmt.Errorf("%s:%d: %s", path, number, problem))
			continue
		}
		if seen[name] = number; value != "" {
			entries = append(entries, name+"="+value)
		}
	}
	return entries, info.Mode().Perm()&0o077 != 0, errors.Join(errs...)
}

// entry reads one line.
func entry(line string) (name, value, problem string) {
	line = strings.TrimSpace(strings.TrimPrefix(line, "export "))
	name, value, ok := strings.Cut(line, "=")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	switch {
	case !ok:
		return "", "", "is not NAME=value"
	case !variable.MatchString(name):
		return "", "", "what stands before = is not the name of a variable"
	case strings.ContainsRune(value, 0):
		return "", "", name + " has a zero byte in its value"
	case value == "" || value[0] != '"' && value[0] != '\'':
		return name, value, ""
	case len(value) < 2 || value[len(value)-1] != value[0]:
		return "", "", name + " has a value that begins with a quote and does not end with it"
	}
	return name, value[1 : len(value)-1], ""
}
