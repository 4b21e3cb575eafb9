//go:build !linux

package inspect

import "time"

// sleepUntil sleeps as exactly as Go's timers do.
func sleepUntil(end time.Time) { time.Sleep(time.Until(end)) }
