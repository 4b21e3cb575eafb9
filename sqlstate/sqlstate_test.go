package sqlstate_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/sqlstate"
)

func TestFrom(t *testing.T) {
	undefined := sqlstate.New(sqlstate.UndefinedTable, "relation %q does not exist", "t").At(15)
	for _, test := range []struct {
		name string
		err  error
		want sqlstate.Code
	}{
		{"nil", nil, sqlstate.SuccessfulCompletion},
		{"ours", undefined, sqlstate.UndefinedTable},
		{"ours, wrapped", fmt.Errorf("planning: %w", undefined), sqlstate.UndefinedTable},
		{"cancelled", fmt.Errorf("query: %w", context.Canceled), sqlstate.QueryCanceled},
		{"deadline", context.DeadlineExceeded, sqlstate.QueryCanceled},
		{"foreign", errors.New("dial tcp: password=hunter2"), sqlstate.InternalError},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := sqlstate.CodeOf(test.err); got != test.want {
				t.Errorf("CodeOf = %s, want %s", got, test.want)
			}
		})
	}
}

func TestCauseStaysPrivate(t *testing.T) {
	cause := errors.New("password=hunter2")
	for _, err := range []error{
		sqlstate.From(cause),
		sqlstate.Wrap(cause, sqlstate.UnableToConnect, "cannot reach source %q", "pg1"),
	} {
		if strings.Contains(err.Error(), "hunter2") {
			t.Errorf("the cause shows in %q", err)
		}
		if !errors.Is(err, cause) {
			t.Errorf("%v lost its cause", err)
		}
	}
}
