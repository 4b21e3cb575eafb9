package engine

import (
	"context"
	"errors"
	"io"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// settingText is a setting of a startup packet as the SET that it is. SET would take a list of names
// as one name.
func settingText(name, value string) string {
	if name == "search_path" || name == "temp_tablespaces" {
		return "SELECT pg_catalog.set_config(" + planner.QuoteLiteral(name) + ", " + planner.QuoteLiteral(value) + ", false)"
	}
	return "SET " + planner.QuoteName(name) + " TO " + planner.QuoteLiteral(value)
}

// errNobodyAsked is the error of a setting that a person would have to approve.
func errNobodyAsked(name string) error {
	return sqlstate.New(sqlstate.InsufficientPrivilege,
		"the setting %q needs a person's approval, and nobody is asked while a client connects", name).
		WithHint("Connect without it, then use SET.")
}

// StartupSetting carries out a setting of the client's startup packet as the SET
// that it is, judged and recorded. 42501: it is refused, or a person would have to
// approve it; else what the source says of it.
func (s *Session) StartupSetting(ctx context.Context, name, value string) error {
	request := Request{SQL: settingText(name, value), Purpose: gate.AnyPurpose, Single: true}
	batch, err := s.Prepare(ctx, request)
	if err != nil {
		return err
	}
	if d := batch[0].decision; d.Verdict != gate.Allow {
		return s.refuseBatch(request, batch[0].plan, d, errNobodyAsked(name))
	}
	result, err := s.Execute(ctx, batch[0], providers.Args{}, Options{})
	if err != nil {
		return err
	}
	_, err = result.Next()
	if closing := result.Close(); errors.Is(err, io.EOF) {
		return closing
	}
	return err
}

// Begun makes the source keep the settings so far: RESET returns to them.
func (s *Session) Begun() {
	if c, ok := s.conns[s.source.Name].(providers.Beginner); ok {
		c.Begun()
	}
}
