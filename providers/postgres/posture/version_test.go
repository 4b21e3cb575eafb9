package posture

import (
	"os"
	"strings"
	"testing"
	"time"
)

// TestReleases: the table is complete and its days can be read.
func TestReleases(t *testing.T) {
	for major := oldest; releases[major].newest > 0; major++ {
		if _, err := time.Parse(time.DateOnly, releases[major].end); err != nil {
			t.Error(err)
		}
	}
	if _, err := time.Parse(time.DateOnly, releasesLookedAt); err != nil || releases[18].newest == 0 || len(releases) != 6 {
		t.Errorf("%v: a table without a gap, and this test, want to know each version", err)
	}
}

func TestVersionRisks(t *testing.T) {
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	for version, want := range map[string]string{
		"18.6":                               "",
		"18.4 (Debian 18.4-1.pgdg13+1)":      "outdated",
		"17.0":                               "cve_2024_10978",
		"17.1":                               "outdated",
		"16.4":                               "cve_2024_10978",
		"16.99":                              "",
		"15.8":                               "cve_2024_10978",
		"15.9":                               "outdated",
		"14.13":                              "cve_2024_10978 end_of_life",
		"14.25":                              "end_of_life",
		"13.16":                              "cve_2024_10978 end_of_life",
		"13.23":                              "end_of_life",
		"12.22":                              "end_of_life",
		"9.6.24":                             "end_of_life",
		"19.1":                               "",
		"15.2-YB-2.25.0.0-b0":                "not known",
		"19beta1":                            "not known",
		"":                                   "not known",
		"99999999999999999999999999999999.1": "not known",
	} {
		got := "not known"
		if v, ok := parseVersion(version); ok {
			var codes []string
			for _, r := range v.risks(now) {
				codes = append(codes, r.Code)
				if r.What == "" || r.Advice == "" {
					t.Errorf("%s: %+v", version, r)
				}
			}
			got = strings.Join(codes, " ")
		}
		if got != want {
			t.Errorf("%s: %q, want %q", version, got, want)
		}
	}
	if v := (serverVersion{14, 25}); len(v.risks(now.AddDate(0, 0, -20))) > 0 {
		t.Error("the end of version 14 has come too early")
	}
	if got := supported(now); got != 15 {
		t.Errorf("supported: %d", got)
	}
	if got := supported(now.AddDate(20, 0, 0)); got < 18 {
		t.Errorf("supported, long after: %d", got)
	}
}

// TestRisksAreExplained: every code is in the page about them.
func TestRisksAreExplained(t *testing.T) {
	page, err := os.ReadFile("../../../docs/hardening.md")
	if err != nil {
		t.Fatal(err)
	}
	codes := []string{outdated, "end_of_life", "cve_2024_10978"}
	for _, c := range checks {
		codes = append(codes, c.code)
	}
	for _, code := range codes {
		if !strings.Contains(string(page), "`"+code+"`") {
			t.Errorf("docs/hardening.md has no %s", code)
		}
	}
}

// TestQuoting: no name gets out of its quotes, its comment or its DO.
func TestQuoting(t *testing.T) {
	for in, want := range map[string]string{`a`: `"a"`, `a"; DROP`: `"a""; DROP"`} {
		if got := ident(in); got != want {
			t.Errorf("%s", got)
		}
	}
	for in, want := range map[string]string{`a`: `'a'`, `a'b`: `'a''b'`, `a\'b`: `E'a\\''b'`} {
		if got := literal(in); got != want {
			t.Errorf("%s", got)
		}
	}
	if got := comment("a\nDROP\r\u2028x"); got != "a DROP  x" {
		t.Errorf("%q", got)
	}
	if got := do("$sallyport$ $sallyport2$"); !strings.HasPrefix(got, "DO $sallyport3$\n") || !strings.HasSuffix(got, "\n$sallyport3$;") {
		t.Errorf("%s", got)
	}
}
