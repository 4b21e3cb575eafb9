package engine

import (
	"context"
	"slices"
)

// Readings are the settings that decide how texts and values are read, as the server of one session
// reports them.
type Readings struct {
	DateStyle, IntervalStyle, TimeZone string
	Unknown                            bool // something was set, and the server has not reported it yet
}

// readingNames and values are in the same order.
var readingNames = [...]string{"DateStyle", "IntervalStyle", "TimeZone"}

func (r *Readings) values() [len(readingNames)]string {
	return [...]string{r.DateStyle, r.IntervalStyle, r.TimeZone}
}

// digestLines are the settings for the digest of an approval, as "name: value".
func (r *Readings) digestLines() []string {
	if r == nil {
		return nil
	}
	list := make([]string, len(readingNames))
	for i, name := range readingNames {
		list[i] = name + ": " + r.values()[i]
	}
	return list
}

// usual are the values by which texts are read as they look.
var usual = [len(readingNames)][]string{{"ISO, MDY"}, {"postgres"}, {"UTC", "Etc/UTC", "GMT"}}

// unusualLines are the settings that people have to be shown beside a text.
func (r *Readings) unusualLines() (list []string) {
	for i, line := range r.digestLines() {
		if !slices.Contains(usual[i], r.values()[i]) {
			list = append(list, line)
		}
	}
	return list
}

// ownReadings are the settings of an embedded session; nil: the session is of another source, or its connection cannot be opened.
func (s *Session) ownReadings(ctx context.Context) *Readings {
	if !s.KeepsPrepared() {
		return nil
	}
	if _, err := s.connectionTo(ctx, s.source.Name, false); err != nil { // the statement will tell
		return nil
	}
	now := s.Parameters()
	return &Readings{DateStyle: now["DateStyle"], IntervalStyle: now["IntervalStyle"], TimeZone: now["TimeZone"]}
}
