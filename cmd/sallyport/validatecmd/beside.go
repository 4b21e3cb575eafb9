package validatecmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/cmd/sallyport/sources"
	"github.com/sallyportdb/sallyport/cmd/sallyport/whoami"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/saved"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Beside is the gate without a server: it may be opened while one runs on the
// same sources. It keeps nothing in the state directory.
type Beside struct {
	engine  *engine.Validator
	sources []providers.Provider
	temp    string
}

// OpenBeside opens the sources of a configuration for its operator. A source that cannot be
// opened, such as a database file that a server has open, fails the questions to itself only.
func OpenBeside(ctx context.Context, c config.Config, environ []string) (*Beside, error) {
	mode, err := gate.ParseMode(c.Mode)
	if err != nil {
		return nil, err
	}
	temp, err := os.MkdirTemp("", "sallyport-")
	if err != nil {
		return nil, fmt.Errorf("cannot make a folder for temporary files: %w", err)
	}
	b := &Beside{temp: temp}
	if len(c.Sources) == 0 {
		demo, err := sources.OpenDemo(ctx, sources.Places{Temp: temp}, hclog.NewNullLogger())
		if err != nil {
			return nil, errors.Join(err, b.Close())
		}
		b.sources = append(b.sources, demo)
	}
	for _, s := range c.Sources {
		if s.Kind == config.DuckDB && s.Path == "" {
			s.Path = sources.DatabaseIn(c.StateDir, s.Name)
		}
		if _, err := os.Stat(s.Path); errors.Is(err, os.ErrNotExist) {
			s.Path = "" // to open it would make it
		}
		p, err := sources.OpenOne(ctx, s, cli.Getenv(environ), sources.Places{Temp: temp}, hclog.NewNullLogger())
		if err != nil {
			p = sources.Unopened{Name: s.Name, Kind: s.Kind, Err: besideHint(s, sources.Blame(s.Name, err))}
		}
		b.sources = append(b.sources, p)
	}
	if c.Audit.Table {
		dir, err := logOrNone(c.AuditDir(), temp)
		if err != nil {
			return nil, errors.Join(err, b.Close())
		}
		b.sources = append(b.sources, sources.NewSelf(dir, temp, nil, hclog.NewNullLogger()))
	}
	return b, b.start(c, mode, c.DefaultSource())
}

// openFor is OpenBeside, or with a file the gate over the catalog that was saved there.
func openFor(ctx context.Context, c config.Config, catalog string, environ []string) (*Beside, error) {
	if catalog == "" {
		return OpenBeside(ctx, c, environ)
	}
	mode, err := gate.ParseMode(c.Mode)
	if err != nil {
		return nil, err
	}
	p, err := saved.Open(catalog)
	if err != nil {
		return nil, err
	}
	b := &Beside{sources: []providers.Provider{p}}
	return b, b.start(c, mode, p.Info().Name)
}

// start puts the gate in front of the sources, and closes them where it cannot.
func (b *Beside) start(c config.Config, mode gate.Mode, source string) (err error) {
	policy, err := whoami.Policy(c)
	if err != nil {
		return errors.Join(err, b.Close())
	}
	rules, err := whoami.Approvers(c)
	if err != nil {
		return errors.Join(err, b.Close())
	}
	b.engine, err = engine.NewValidator(engine.Config{
		Version: cli.Version(), Mode: mode, Policy: policy, Sources: b.sources, Default: source,
		Limits:    engine.Limits{StatementTimeout: c.Limits.StatementTimeout, MaxSQLBytes: c.Limits.MaxSQLBytes},
		Approvals: engine.Approvals{Desk: c.Approvals.Desk, Elicitation: c.Approvals.Elicitation, Rules: rules},
	})
	if err != nil {
		return errors.Join(err, b.Close())
	}
	return nil
}

// logOrNone is the directory of a log: dir, or where no server has run yet, an
// empty log in temp.
func logOrNone(dir, temp string) (string, error) {
	if files, err := audit.Files(dir); err == nil && len(files) > 0 {
		return dir, nil
	}
	none := filepath.Join(temp, "audit")
	if err := os.Mkdir(none, 0o700); err != nil {
		return "", fmt.Errorf("cannot make a folder for temporary files: %w", err)
	}
	return none, os.WriteFile(filepath.Join(none, "audit.jsonl"), nil, 0o600)
}

// besideHint adds what to do where a server may have the source for itself.
func besideHint(s config.Source, err error) error {
	var coded *sqlstate.Error
	if s.Path == "" || !errors.As(err, &coded) {
		return err
	}
	told := *coded
	return told.WithHint("%s A running server keeps a database file to itself: ask that server then, with the MCP tool validate_select_query.", coded.Hint)
}

// Examine looks at what the login of a source could do.
func (b *Beside) Examine(ctx context.Context, source string) (engine.Posture, bool) {
	return b.engine.Examine(ctx, source)
}

func (b *Beside) names() []string {
	names := make([]string, len(b.sources))
	for i, p := range b.sources {
		names[i] = p.Info().Name
	}
	return names
}

// Close closes the sources and removes what they left.
func (b *Beside) Close() error {
	if b.temp == "" { // they left nothing
		return sources.Close(b.sources)
	}
	return errors.Join(sources.Close(b.sources), os.RemoveAll(b.temp))
}
