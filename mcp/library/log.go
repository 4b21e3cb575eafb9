package library

import (
	"context"
	"log/slog"

	"github.com/hashicorp/go-hclog"
)

// libraryLog writes the library's log messages to the gateway's logger. The library's INFO messages become DEBUG: only a
// developer of the transport needs them.
type libraryLog struct {
	log  hclog.Logger
	args []any
}

func (l libraryLog) Enabled(_ context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn || l.log.IsDebug()
}

func (l libraryLog) Handle(_ context.Context, r slog.Record) error {
	args := append([]any{}, l.args...)
	r.Attrs(func(a slog.Attr) bool {
		args = append(args, a.Key, a.Value.String())
		return true
	})
	switch {
	case r.Level >= slog.LevelError:
		l.log.Error(r.Message, args...)
	case r.Level >= slog.LevelWarn:
		l.log.Warn(r.Message, args...)
	default:
		l.log.Debug(r.Message, args...)
	}
	return nil
}

func (l libraryLog) WithAttrs(attrs []slog.Attr) slog.Handler {
	args := append([]any{}, l.args...)
	for _, a := range attrs {
		args = append(args, a.Key, a.Value.String())
	}
	return libraryLog{l.log, args}
}

func (l libraryLog) WithGroup(string) slog.Handler { return l }
