package inspect

import (
	"syscall"
	"time"
)

// sleepUntil sleeps by the system's own clock, which is exact to some microseconds. It holds a thread for a millisecond or
// two.
func sleepUntil(end time.Time) {
	for left := time.Until(end); left > 0; left = time.Until(end) {
		pause := syscall.NsecToTimespec(left.Nanoseconds())
		_ = syscall.Nanosleep(&pause, nil) // a signal may end it early
	}
}
