// Package records opens the audit log as a configuration has it, and finds its heads:
// those that the server keeps beside the log, and those that it publishes.
//
// [OpenShared] is for a server, [OpenOwn] for a process beside others. The commands
// that read a log take [Options], [KeptHead] and [PublishedHeads].
package records

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// MostProcesses is how many folders of one kind the processes of a state directory may
// have.
const MostProcesses = 64

// Options is the audit log as it is configured, in a directory.
func Options(c config.Config, dir string, logger hclog.Logger) (audit.Options, error) {
	o := audit.Options{
		Dir: dir, MaxSizeMB: c.Audit.MaxSizeMB, MaxBackups: c.Audit.MaxBackups, MaxAgeDays: c.Audit.MaxAgeDays,
		Compress: c.Audit.Compress, SyncInterval: c.Audit.SyncInterval, SyncTimeout: c.Audit.SyncTimeout,
		HeadFile: headFile(c, dir), Logger: logger.Named("audit"),
	}
	var mode, reads, changes error
	o.FailureMode, mode = audit.ParseFailureMode(c.Audit.FailureMode)
	o.Reads, reads = audit.ParseReadSync(c.Audit.SyncReads)
	o.Changes, changes = audit.ParseChangeSync(c.Audit.SyncChanges)
	published, err := PublishedHeads(c, dir)
	if err != nil { // its disk may come and go
		logger.Warn("the audit log is not compared with its published head", "error", err)
	}
	if len(published) > 0 {
		o.Against = published[len(published)-1:]
	}
	return o, errors.Join(mode, reads, changes)
}

// OpenOwn opens the audit log of a process that an MCP client started. Such
// a client starts one for each of its windows, beside a server perhaps, and a
// log has one writer: when the folder is taken, the first free one below it is
// used.
func OpenOwn(c config.Config, logger hclog.Logger) (*audit.Log, error) {
	for n := 1; ; n++ {
		dir := c.AuditDir()
		if n > 1 {
			dir = filepath.Join(dir, fmt.Sprint(n))
		}
		log, err := open(c, dir, logger)
		if n > MostProcesses || sqlstate.CodeOf(err) != sqlstate.LockNotAvailable {
			return log, err
		}
	}
}

// OpenShared opens the audit log of a server, which is the first of its
// configuration.
func OpenShared(c config.Config, logger hclog.Logger) (*audit.Log, error) {
	return open(c, c.AuditDir(), logger)
}

func open(c config.Config, dir string, logger hclog.Logger) (*audit.Log, error) {
	o, err := Options(c, dir, logger)
	if err != nil {
		return nil, err
	}
	return audit.Open(o)
}
