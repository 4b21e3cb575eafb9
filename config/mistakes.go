package config

import (
	"errors"
	"strings"
)

// Mistakes is all that is wrong with a configuration.
type Mistakes struct {
	errs   []error
	broken map[string]bool
}

// Error lists the mistakes, one in a line.
func (m *Mistakes) Error() string { return errors.Join(m.errs...).Error() }

// Unwrap returns the mistakes.
func (m *Mistakes) Unwrap() []error { return m.errs }

// Broken reports whether a key is wrong, or something in it or around it is: what
// it says means nothing then.
func (m *Mistakes) Broken(key string) bool { return touches(m.broken, key) }

// markBroken notes that a key is wrong.
func (l *loader) markBroken(key string) {
	if l.broken == nil { // of another document than the configuration
		return
	}
	l.broken[key] = true
	if !l.checking {
		l.misread[key] = true
	}
}

// touches reports whether a key, a group that it is in, or a key in it is among
// those given.
func touches(keys map[string]bool, key string) bool {
	for k := range keys {
		if within(k, key) || within(key, k) {
			return true
		}
	}
	return false
}

// within reports whether a key is another one, or in that group.
func within(key, group string) bool {
	rest, ok := strings.CutPrefix(key, group)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// Where says where a key was set, or the nearest group that holds it: file:line, a
// variable, a flag. It is "" where neither was.
func (c Config) Where(key string) string { return where(c.Origin, key) }

func where(origins map[string]string, key string) string {
	for {
		if origin, ok := origins[key]; ok {
			return origin
		}
		cut := strings.LastIndexAny(key, ".[")
		if cut < 0 {
			return ""
		}
		key = key[:cut]
	}
}
