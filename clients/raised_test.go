package clients

import (
	"regexp"
	"strings"
)

// raisedByDoor are the codes of errors that the door raises itself, because it does not pass on names that it does
// not know (26000, 34000), names that the server would cut (42622), malformed messages (08P01), and texts that
// cannot be parsed (42601).
var raisedByDoor = regexp.MustCompile(`^ErrorResponse .* C="(26000|34000|42622|08P01|42601)"`)

// place is what an error says of the server's source.
var place = regexp.MustCompile(` F="[^"]*" L="\d+" R="[^"]*"`)

const (
	authenticated = "Authentication 0"
	// malformed is all that the door says of a message that it cannot read.
	malformed = `ErrorResponse S="ERROR" V="ERROR" C="08P01" M="invalid message format"`
)

// raised is what the server answered, as a door may give it that raises some
// errors itself: with the same code and text, but without a place in the server's
// source, and with one text for all malformed messages. A setting that the server
// refuses at startup is refused before the client has been let in.
func raised(real, got answers) answers {
	var want answers
	for i, line := range real {
		at := len(want)
		if line == authenticated && i+1 < len(real) && strings.HasPrefix(real[i+1], `ErrorResponse S="FATAL"`) {
			continue
		}
		if at < len(got) && line != got[at] {
			startup := at == 0 && strings.HasPrefix(line, `ErrorResponse S="FATAL"`) && i > 0
			bare := place.ReplaceAllString(line, "")
			switch {
			case (startup || raisedByDoor.MatchString(line)) && bare == got[at]:
				line = bare
			case strings.Contains(line, `C="08P01"`) && got[at] == malformed:
				line = malformed
			}
		}
		want = append(want, line)
	}
	return want
}
