//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/audit"
)

// onHangup has SIGHUP open the record anew, for whoever moved its file away,
// until the function it returns is called. Where the signal says that the
// terminal is gone that the server was started in, it ends the server, as it
// would without us.
func onHangup(record *audit.Log, logger hclog.Logger, end func()) (stop func()) {
	interactive := terminal(os.Stderr)
	signals, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, syscall.SIGHUP)
	go func() {
		defer close(done)
		for range signals {
			if interactive && !terminal(os.Stderr) {
				end()
				continue
			}
			if err := record.Reopen(); err != nil {
				logger.Error("cannot open the audit log anew; the next statement tries again", "file", record.Path(), "error", err)
				continue
			}
			logger.Info("opened the audit log anew", "file", record.Path())
		}
	}()
	return func() {
		signal.Stop(signals)
		close(signals)
		<-done
	}
}
