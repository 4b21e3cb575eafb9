package engine

import "slices"

// readingNames are the settings by which texts and values are read, of those that a server
// tells of.
var readingNames = [...]string{"DateStyle", "IntervalStyle", "TimeZone"}

// Readings are the values of these settings in one session.
type Readings struct {
	values  [len(readingNames)]string
	Unknown bool // something was set that the server has not told of yet
}

// Note takes over a setting that the server tells of, if it is one of these.
func (r *Readings) Note(name, value string) {
	if i := slices.Index(readingNames[:], name); i >= 0 {
		r.values[i] = value
	}
}

// lines spells the settings for the digest of an approval, as "name: value".
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

// usual are the values with which nobody reads a text otherwise than it seems.
var usual = [len(readingNames)][]string{{"ISO, MDY"}, {"postgres"}, {"UTC", "Etc/UTC", "GMT"}}

// unusual spells the settings that people are shown beside a text.
func (r *Readings) unusual() (list []string) {
	for i, line := range r.lines() {
		if !slices.Contains(usual[i], r.values[i]) {
			list = append(list, line)
		}
	}
	return list
}
