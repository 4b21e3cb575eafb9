package posture

import (
	"fmt"
	"regexp"
	"strconv"
	"time"

	"github.com/sallyportdb/sallyport/providers"
)

// outdated is the code of the risk of a server that lacks corrections. It also stands for the checks by
// version if the version is not known.
const outdated = "outdated"

// serverVersion is a version of PostgreSQL.
type serverVersion struct{ major, minor int }

// release is what is known of a major version.
type release struct {
	newest int    // the newest minor version known to us
	end    string // the day of its last release
	// fix10978 is the minor version that fixed CVE-2024-10978; 0: the first.
	fix10978 int
}

// releases are the releases that were known when the table was last updated. A newer minor version than
// the table's is not outdated, so that the table ages without harm. The days are those of the versioning
// policy, so the end of a version needs no new table.
const releasesLookedAt = "2026-11-21"

var releases = map[int]release{
	13: {newest: 23, end: "2025-11-13", fix10978: 17},
	14: {newest: 24, end: "2026-11-12", fix10978: 14},
	15: {newest: 20, end: "2027-11-11", fix10978: 9},
	16: {newest: 15, end: "2028-11-09", fix10978: 5},
	17: {newest: 11, end: "2029-11-08", fix10978: 1},
	18: {newest: 6, end: "2030-11-14"},
}

// oldest is the first major version of the table: older versions get no corrections.
const oldest = 13

// parseVersion reads server_version: "15.18 (Debian …)". Servers that are
// something else ("15.2-YB-2.25") and versions not yet released ("19beta1")
// tell nothing.
func parseVersion(text string) (serverVersion, bool) {
	m := regexp.MustCompile(`^(\d+)\.(\d+)(?:\.\d+)?(?: |$)`).FindStringSubmatch(text)
	if m == nil {
		return serverVersion{}, false
	}
	major, errMajor := strconv.Atoi(m[1])
	minor, errMinor := strconv.Atoi(m[2])
	return serverVersion{major, minor}, errMajor == nil && errMinor == nil
}

// risks returns the risks that the version alone shows on a day.
func (v serverVersion) risks(now time.Time) []providers.Risk {
	r, known := releases[v.major]
	if !known && v.major >= oldest {
		return nil // newer than the table
	}
	var risks []providers.Risk
	add := func(code, what, advice string, args ...any) {
		risks = append(risks, providers.Risk{Code: code, What: what, Count: 1, Advice: fmt.Sprintf(advice, args...)})
	}
	name := fmt.Sprintf("%d.%d", v.major, v.minor)
	if known && v.minor < r.fix10978 {
		add("cve_2024_10978", "the server is PostgreSQL "+name+", which has CVE-2024-10978: SET ROLE can leave a session with the wrong user",
			"update the server to %d.%d or later", v.major, r.newest)
	} else if v.minor < r.newest {
		add(outdated, fmt.Sprintf("the server is PostgreSQL %s, and at least %d.%d is out (known on %s)", name, v.major, r.newest, releasesLookedAt),
			"update the server: minor versions bring corrections alone")
	}
	if end, err := time.Parse(time.DateOnly, r.end); !known || err == nil && now.After(end.AddDate(0, 0, 1)) {
		add("end_of_life", "the server is PostgreSQL "+name+", whose major version gets no more security fixes",
			"move to a version that is supported: %d or later", supported(now))
	}
	return risks
}

// supported returns the oldest major version that still gets corrections on a day.
func supported(now time.Time) int {
	major := oldest
	for {
		end, err := time.Parse(time.DateOnly, releases[major].end)
		if err != nil || now.Before(end) {
			return major
		}
		major++
	}
}
