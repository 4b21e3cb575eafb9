package pgtest

import "syscall"

// attributes run the server as another user, and end it when we die: a test
// that panics or times out leaves no server behind.
func attributes(credential *syscall.Credential) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: credential, Pdeathsig: syscall.SIGQUIT, Setpgid: true}
}
