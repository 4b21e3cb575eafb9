package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// recordOptions is the audit log as it is configured, in a directory.
func recordOptions(c config.Config, dir string, logger hclog.Logger) (audit.Options, error) {
	o := audit.Options{
		Dir: dir, MaxSizeMB: c.Audit.MaxSizeMB, MaxBackups: c.Audit.MaxBackups, MaxAgeDays: c.Audit.MaxAgeDays,
		Compress: c.Audit.Compress, SyncInterval: c.Audit.SyncInterval, SyncTimeout: c.Audit.SyncTimeout,
		HeadFile: headFile(c, dir), Logger: logger.Named("audit"),
	}
	var mode, reads, changes error
	o.FailureMode, mode = audit.ParseFailureMode(c.Audit.FailureMode)
	o.Reads, reads = audit.ParseReadSync(c.Audit.SyncReads)
	o.Changes, changes = audit.ParseChangeSync(c.Audit.SyncChanges)
	published, err := publishedHeads(c, dir)
	if err != nil { // its disk may come and go
		logger.Warn("the audit log is not compared with its published head", "error", err)
	}
	if len(published) > 0 {
		o.Against = published[len(published)-1:]
	}
	return o, errors.Join(mode, reads, changes)
}

// ownRecords opens the audit log of a process that an MCP client started. Such
// a client starts one for each of its windows, beside a server perhaps, and a
// log has one writer: when the folder is taken, the first free one below it is
// used.
func ownRecords(c config.Config, logger hclog.Logger) (*audit.Log, error) {
	for n := 1; ; n++ {
		dir := c.AuditDir()
		if n > 1 {
			dir = filepath.Join(dir, fmt.Sprint(n))
		}
		log, err := openRecords(c, dir, logger)
		if n > most || sqlstate.CodeOf(err) != sqlstate.LockNotAvailable {
			return log, err
		}
	}
}

// sharedRecords opens the audit log of a server, which is the first of its
// configuration.
func sharedRecords(c config.Config, logger hclog.Logger) (*audit.Log, error) {
	return openRecords(c, c.AuditDir(), logger)
}

func openRecords(c config.Config, dir string, logger hclog.Logger) (*audit.Log, error) {
	o, err := recordOptions(c, dir, logger)
	if err != nil {
		return nil, err
	}
	return audit.Open(o)
}
