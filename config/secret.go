package config

import (
	"fmt"
	"os"
	"strings"
)

// Secret is text that must not be printed. Every way of formatting it gives
// "[secret]", and the empty one "".
type Secret string

// Reveal returns the text itself.
func (s Secret) Reveal() string { return string(s) }

// String hides the text.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return "[secret]"
}

// Format hides the text under every verb, %q and %x included.
func (s Secret) Format(f fmt.State, _ rune) { fmt.Fprint(f, s.String()) }

// MarshalText hides the text from encoders.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// ResolveDSN returns the DSN of a Postgres source, from the configuration, the
// variable or the file it names. The error never holds any of it.
func (s Source) ResolveDSN(getenv func(string) string) (Secret, error) {
	switch {
	case s.DSNEnv != "":
		dsn := getenv(s.DSNEnv)
		if dsn == "" {
			return "", fmt.Errorf("source %q: dsn_env names the variable %s, which is not set: set it where the server starts", s.Name, s.DSNEnv)
		}
		return Secret(dsn), nil
	case s.DSNFile != "":
		content, err := os.ReadFile(s.DSNFile)
		if err != nil {
			return "", fmt.Errorf("source %q: dsn_file: %w", s.Name, err)
		}
		dsn := strings.TrimSpace(string(content))
		if dsn == "" {
			return "", fmt.Errorf("source %q: dsn_file: %s is empty", s.Name, s.DSNFile)
		}
		return Secret(dsn), nil
	}
	return s.DSN, nil
}
