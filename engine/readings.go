package engine

import "slices"

// readingNames are the settings that decide how texts and values are read, and that a server reports.
var readingNames = [...]string{"DateStyle", "IntervalStyle", "TimeZone"}

// Readings are the values of these settings in one session.
type Readings struct {
	values  [len(readingNames)]string
	Unknown bool // something was set, and the server has not reported it yet
}

// Note notes a setting that the server reports, if it is one of these.
func (r *Readings) Note(name, value string) {
	if i := slices.Index(readingNames[:], name); i >= 0 {
		r.values[i] = value
	}
}

// lines are the settings for the digest of an approval, as "name: value".
func (r *Readings) lines() []string {
	if r == nil {
		return nil
	}
	list := make([]string, len(readingNames))
	for i, name := range readingNames {
		list[i] = name + ": " + r.values[i]
	}
	return list
}

// usual are the values by which texts are read as they look.
var usual = [len(readingNames)][]string{{"ISO, MDY"}, {"postgres"}, {"UTC", "Etc/UTC", "GMT"}}

// unusual are the settings that people have to be shown beside a text.
func (r *Readings) unusual() (list []string) {
	for i, line := range r.lines() {
		if !slices.Contains(usual[i], r.values[i]) {
			list = append(list, line)
		}
	}
	return list
}
