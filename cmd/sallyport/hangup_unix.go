//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
)

// onHangup makes the server heed SIGHUP until stop is called: the record's file is opened
// anew (its old one may have been moved away), and the doors read their certificates anew
// (they may have been renewed). Where the signal says that the terminal is gone in which the
// server was started, the server ends, as SIGHUP ends most programs.
func onHangup(record *audit.Log, doors []door, logger hclog.Logger, end func()) (stop func()) {
	interactive := cli.IsTerminal(os.Stderr)
	signals, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, syscall.SIGHUP)
	go func() {
		defer close(done)
		for range signals {
			if interactive && !cli.IsTerminal(os.Stderr) {
				end()
				continue
			}
			reopen(record, logger)
			renew(doors, logger)
		}
	}()
	return func() {
		signal.Stop(signals)
		close(signals)
		<-done
	}
}

func reopen(record *audit.Log, logger hclog.Logger) {
	if err := record.Reopen(); err != nil {
		logger.Error("cannot open the audit log anew; the next statement tries again", "file", record.Path(), "error", err)
		return
	}
	logger.Info("opened the audit log anew", "file", record.Path())
}

func renew(doors []door, logger hclog.Logger) {
	for _, d := range doors {
		if d.renew == nil {
			continue
		}
		if err := d.renew(); err != nil {
			logger.Error("cannot read the certificate anew; the old one stays", "door", d.name, "error", err)
			continue
		}
		logger.Info("read the certificate anew", "door", d.name)
	}
}
