//go:build !linux

package pgtest

import "syscall"

// attributes run the server as another user, out of reach of a Ctrl-C that is
// meant for the tests.
func attributes(credential *syscall.Credential) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: credential, Setpgid: true}
}
