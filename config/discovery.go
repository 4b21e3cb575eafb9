package config

import (
	"path"
	"time"
)

// Discovery is how snapshots and profiles of the sources are taken.
type Discovery struct {
	Every           time.Duration `yaml:"every" min:"0"`
	Schemas         []string      `yaml:"schemas"`
	Profile         bool          `yaml:"profile"`
	ProfileSkip     []string      `yaml:"profile_skip"`
	ProfileAPIs     []string      `yaml:"profile_apis"`
	APISampleRows   int           `yaml:"api_sample_rows" min:"1"`
	APIRequests     int           `yaml:"api_requests" min:"1"`
	SampleRows      int           `yaml:"sample_rows" min:"1"`
	ValuesPerColumn int           `yaml:"values_per_column" min:"0"`
	TimePerTable    time.Duration `yaml:"time_per_table" min:"1000000"`
	Time            time.Duration `yaml:"time" min:"1000000"`
	MaxAge          time.Duration `yaml:"max_age" min:"0"`
	NeverSample     []string      `yaml:"never_sample"`
}

func defaultDiscovery() Discovery {
	return Discovery{
		Profile: true, SampleRows: 10_000, ValuesPerColumn: 5, APISampleRows: 100, APIRequests: 100,
		TimePerTable: 10 * time.Second, Time: 10 * time.Minute, MaxAge: 7 * 24 * time.Hour,
		NeverSample: []string{"*password*", "*passwd*", "*secret*", "*token*", "*api_key*", "*apikey*", "*private_key*", "*credential*"},
	}
}

// discovery refuses patterns that cannot match, and names of sources that there are not.
func (l *loader) discovery() {
	c := l.config.Discovery
	for key, patterns := range map[string][]string{
		"discovery.schemas": c.Schemas, "discovery.never_sample": c.NeverSample, "discovery.profile_apis": c.ProfileAPIs,
	} {
		for _, p := range patterns {
			if _, err := path.Match(p, ""); err != nil || p == "" {
				l.wrong(key, "%q is not a pattern, such as sales_* or *_staging", p)
			}
		}
	}
	known := map[string]bool{"demo": true}
	for _, s := range l.config.Sources {
		known[s.Name] = true
	}
	for _, name := range c.ProfileSkip {
		if !known[name] && len(l.config.Sources) > 0 {
			l.wrong("discovery.profile_skip", "there is no source %q", name)
		}
	}
}
