package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/audit/sinks"
	"github.com/sallyportdb/sallyport/config"
)

// copies send the record elsewhere, and publish its head.
type copies struct {
	publishers []*sinks.Publisher
	senders    []*sinks.Sender
}

// sendCopies starts the sinks of the configuration. name tells the log from others
// whose heads go to the same place. out is standard output; nil where that has
// another use.
func sendCopies(c config.Audit, record *audit.Log, name string, getenv func(string) string, out io.Writer, logger hclog.Logger) (*copies, error) {
	all := &copies{}
	for _, s := range c.Sinks {
		target, err := newTarget(s, getenv, out)
		if err != nil {
			return nil, errors.Join(err, all.close(nil))
		}
		sender, err := sinks.Start(sinks.Options{
			Name: s.Name, Dir: filepath.Dir(record.Path()), Head: record.Head().Seq, Target: target,
			Remember: s.Kind != "stdout", Logger: logger,
		})
		if err != nil {
			return nil, errors.Join(err, all.close(nil))
		}
		all.senders = append(all.senders, sender)
	}
	publish := func(target sinks.Target) {
		all.publishers = append(all.publishers, sinks.Publish(sinks.HeadOptions{
			Log: record, Name: name, Every: c.PublishHead.Every, Target: target, Logger: logger,
		}))
	}
	for _, s := range c.Sinks {
		if s.Name == c.PublishHead.Sink {
			target, err := newTarget(s, getenv, out)
			if err != nil {
				return nil, errors.Join(err, all.close(nil))
			}
			publish(target)
		}
	}
	if c.PublishHead.File != "" {
		publish(sinks.File{Path: c.PublishHead.File})
	}
	return all, nil
}

// newTarget makes what a sink sends to. It connects to nothing.
func newTarget(s config.Sink, getenv func(string) string, out io.Writer) (sinks.Target, error) {
	switch s.Kind {
	case "stdout":
		if out == nil {
			return nil, fmt.Errorf("the audit sink %q cannot be standard output: that carries MCP messages and nothing else", s.Name)
		}
		return sinks.Writer{W: out}, nil
	case "syslog":
		target, err := sinks.ParseSyslog(s.Address)
		if err != nil {
			return nil, fmt.Errorf("the audit sink %q: address: %w", s.Name, err)
		}
		return target, nil
	case "http":
		token := ""
		if s.TokenEnv != "" {
			if token = getenv(s.TokenEnv); token == "" {
				return nil, fmt.Errorf("the audit sink %q: the variable %s, which token_env names, is not set", s.Name, s.TokenEnv)
			}
		}
		return sinks.NewHTTP(s.URL, token), nil
	}
	return nil, fmt.Errorf("the audit sink %q is of the unknown kind %q", s.Name, s.Kind)
}

// close publishes the last head, closes the record, if there is one, and sends
// the last of it.
func (c *copies) close(record *audit.Log) error {
	errs := inParallel(c.publishers)
	if record != nil {
		errs = append(errs, record.Close())
	}
	return errors.Join(append(errs, inParallel(c.senders)...)...)
}

// inParallel closes all at once: each may take its while.
func inParallel[T io.Closer](list []T) []error {
	ended := make(chan error, len(list))
	for _, c := range list {
		go func() { ended <- c.Close() }()
	}
	errs := make([]error, len(list))
	for i := range errs {
		errs[i] = <-ended
	}
	return errs
}
