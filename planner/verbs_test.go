package planner

import "testing"

func TestFirstWord(t *testing.T) {
	for text, want := range map[string]string{
		"SHOW a":                              "SHOW",
		" \n show":                            "show",
		"-- SELECT\nSHOW x":                   "SHOW",
		"-- SELECT\rSHOW x":                   "SHOW",
		"--\n--\n/**/SHOW":                    "SHOW",
		"/* a /* b */ SELECT */ SHOW /* c */": "SHOW",
		"/*/ SELECT */SHOW":                   "SHOW",
		"/***/SHOW":                           "SHOW",
		"-- SHOW":                             "",
		"/* SHOW":                             "",
		"/*":                                  "",
		"/":                                   "",
		"1 SHOW":                              "",
		"":                                    "",
		"(SHOW":                               "",
		"SHOWN":                               "SHOWN",
	} {
		if got := firstWord(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
