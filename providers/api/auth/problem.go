package auth

import (
	"fmt"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// problem says what is wrong with credentials, and contains none.
type problem struct {
	code sqlstate.Code
	what string // "STACKQL_GITHUB_USERNAME is not set"
	hint string // what to do
}

func (p *problem) Error() string { return p.what }

// wrong makes a problem of credentials that cannot be used.
func wrong(hint, format string, args ...any) *problem {
	return &problem{sqlstate.InvalidAuthorization, fmt.Sprintf(format, args...), hint}
}
