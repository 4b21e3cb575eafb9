//go:build !unix

package main

import (
	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/audit"
)

// onHangup does nothing where there is no such signal.
func onHangup(*audit.Log, []door, hclog.Logger, func()) (stop func()) { return func() {} }
