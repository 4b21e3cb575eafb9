// Package sqlstate is the one error type of Sallyport, and its codes.
//
// An [Error] has a five-character SQLSTATE (PostgreSQL, appendix A), a public message that says
// what was wrong, optionally a detail, a hint (what to do) and a position (where), and a cause. The
// public parts go to the client; the cause goes only to the log.
//
// Any package may build an Error. The doors convert it to their own form once, at the edge: an
// ErrorResponse in pgwire, a tool error in mcp. An error that is not an *Error is internal: [From]
// hides its text behind XX000.
package sqlstate

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Code is a five-character SQLSTATE.
type Code string

// The codes that Sallyport raises. Sources pass on their own codes, too.
const (
	SuccessfulCompletion     Code = "00000"
	FeatureNotSupported      Code = "0A000"
	ProtocolViolation        Code = "08P01"
	ConnectionFailure        Code = "08006"
	UnableToConnect          Code = "08001"
	ConnectionRejected       Code = "08004"
	CardinalityViolation     Code = "21000"
	DataException            Code = "22000"
	CharacterNotInRepertoire Code = "22021"
	InvalidParameterValue    Code = "22023"
	InvalidTextRepresent     Code = "22P02"
	InvalidBinaryRepresent   Code = "22P03"
	DivisionByZero           Code = "22012"
	NumericOutOfRange        Code = "22003"
	IntegrityViolation       Code = "23000"
	NotNullViolation         Code = "23502"
	ForeignKeyViolation      Code = "23503"
	UniqueViolation          Code = "23505"
	ExclusionViolation       Code = "23P01"
	CheckViolation           Code = "23514"
	InvalidCursorState       Code = "24000"
	InvalidTransactionState  Code = "25000"
	ActiveTransaction        Code = "25001"
	ReadOnlyTransaction      Code = "25006"
	NoActiveTransaction      Code = "25P01"
	InFailedTransaction      Code = "25P02"
	IdleInTransactionTimeout Code = "25P03"
	InvalidStatementName     Code = "26000"
	InvalidAuthorization     Code = "28000"
	InvalidPassword          Code = "28P01"
	InvalidCatalogName       Code = "3D000"
	InvalidSchemaName        Code = "3F000"
	InvalidCursorName        Code = "34000"
	SerializationFailure     Code = "40001"
	SyntaxError              Code = "42601"
	InsufficientPrivilege    Code = "42501"
	AmbiguousColumn          Code = "42702"
	AmbiguousFunction        Code = "42725"
	UndefinedColumn          Code = "42703"
	UndefinedObject          Code = "42704"
	UndefinedFunction        Code = "42883"
	UndefinedTable           Code = "42P01"
	InvalidColumnReference   Code = "42P10"
	UndefinedParameter       Code = "42P02"
	DuplicateCursor          Code = "42P03"
	NameTooLong              Code = "42622"
	UndefinedFile            Code = "58P01"
	DuplicateFile            Code = "58P02"
	InvalidName              Code = "42602"
	ReservedName             Code = "42939"
	DuplicatePrepared        Code = "42P05"
	AmbiguousAlias           Code = "42P09"
	DuplicateTable           Code = "42P07"
	DuplicateObject          Code = "42710"
	DependentObjectsExist    Code = "2BP01"
	WrongObjectType          Code = "42809"
	InvalidTableDefinition   Code = "42P16"
	InvalidObjectDefinition  Code = "42P17"
	DuplicateSchema          Code = "42P06"
	DuplicateColumn          Code = "42701"
	DuplicateAlias           Code = "42712"
	DatatypeMismatch         Code = "42804"
	GroupingError            Code = "42803"
	IndeterminateDatatype    Code = "42P18"
	CollationMismatch        Code = "42P21"
	IndeterminateCollation   Code = "42P22"
	TooManyConnections       Code = "53300"
	OutOfMemory              Code = "53200"
	DiskFull                 Code = "53100"
	ConfigLimitExceeded      Code = "53400"
	ProgramLimitExceeded     Code = "54000"
	StatementTooComplex      Code = "54001"
	ObjectNotInState         Code = "55000"
	ObjectInUse              Code = "55006"
	LockNotAvailable         Code = "55P03"
	QueryCanceled            Code = "57014"
	AdminShutdown            Code = "57P01"
	CannotConnectNow         Code = "57P03"
	IdleSessionTimeout       Code = "57P05"
	SystemError              Code = "58000"
	IOError                  Code = "58030"
	ConfigFileError          Code = "F0000"
	InternalError            Code = "XX000"
	DataCorrupted            Code = "XX001"
)

// HintLine stands between the message of an error and its hint where both travel in one text.
const HintLine = "\nHint: "

// DetailLine stands between the message of an error, or its hint, and its detail.
const DetailLine = "\nDetail: "

// TransactionAborted is the message of InFailedTransaction, as Postgres has it: clients
// know it.
const TransactionAborted = "current transaction is aborted, commands ignored until end of transaction block"

// StatementTimedOut is the message of QueryCanceled for a statement that ran for too long, as Postgres
// has it.
const StatementTimedOut = "canceling statement due to statement timeout"

// Error is an error with a code and public fields.
type Error struct {
	Severity string // "" means ERROR; FATAL ends the session; NOTICE, WARNING are not errors
	Code     Code
	Message  string // public: what was wrong
	Detail   string // public: more about it
	Hint     string // public: what to do about it
	Position int    // public: 1-based, in characters of the statement text; 0 is unknown

	// Further public fields that a Postgres source may fill, as in its
	// ErrorResponse message.
	Where, Schema, Table, Column, DataType, Constraint string

	// HintNames are names in Hint that users of a source have given: they may say anything.
	HintNames []string
	// HintForeign says that a source wrote Hint.
	HintForeign bool

	// Retry is how long to wait before it may pass; 0: that is not known.
	Retry time.Duration

	Cause error // for the log only
}

// New returns an error with a code and a public message.
func New(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// NoSchemaSelected is the error of making something by a name without a schema where the search path has none.
func NoSchemaSelected() *Error {
	return New(InvalidSchemaName, "no schema has been selected to create in")
}

// Wrap returns an error with a cause that only the log sees.
func Wrap(cause error, code Code, format string, args ...any) *Error {
	e := New(code, format, args...)
	e.Cause = cause
	return e
}

// WithHint returns e with a hint of our own: what its reader should do. Names of things that
// others have made are told to Naming.
func (e *Error) WithHint(format string, args ...any) *Error {
	e.Hint, e.HintNames, e.HintForeign = fmt.Sprintf(format, args...), nil, false
	return e
}

// Naming returns e, whose hint has names of things that others have made.
func (e *Error) Naming(names ...string) *Error {
	e.HintNames = append(e.HintNames, names...)
	return e
}

// DidYouMean returns e with a hint that suggests a name of something that others have made.
func (e *Error) DidYouMean(name string) *Error {
	return e.WithHint("Did you mean %q?", name).Naming(name)
}

// NumericOverflow is the error of a number that has too many digits for a numeric(width, scale).
func NumericOverflow(width, scale int) *Error {
	limit := "1"
	if width != scale {
		limit = fmt.Sprintf("10^%d", width-scale)
	}
	return New(NumericOutOfRange, "numeric field overflow").
		WithDetail("A field with precision %d, scale %d must round to an absolute value less than %s.", width, scale, limit)
}

// WithDetail returns e with a public detail.
func (e *Error) WithDetail(format string, args ...any) *Error {
	e.Detail = fmt.Sprintf(format, args...)
	return e
}

// After returns e with how long to wait before it may pass, whole seconds, and a hint that says so.
func (e *Error) After(wait time.Duration) *Error {
	e.Retry = wait
	return e.WithHint("Try again in %d s.", int(wait.Seconds()))
}

// At returns e with a position: 1-based, in characters.
func (e *Error) At(position int) *Error {
	e.Position = position
	return e
}

// Error returns the public message and the code, never the cause.
func (e *Error) Error() string { return fmt.Sprintf("%s (SQLSTATE %s)", e.Message, e.Code) }

// SQLState returns the code as text.
func (e *Error) SQLState() string { return string(e.Code) }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Unplaced returns err as an *Error without its position, which is one in a text that the client has not seen. err is not nil.
func Unplaced(err error) *Error {
	e := *From(err)
	e.Position = 0
	return &e
}

// Shifted returns err as an *Error whose position, if it has one, is so many characters further on: where a statement stands in a text
// of several. err is not nil.
func Shifted(err error, characters int) *Error {
	e := *From(err)
	if e.Position > 0 {
		e.Position += characters
	}
	return &e
}

// From returns err as an *Error. A cancelled context becomes 57014. An error without a code becomes
// XX000 with a message that reveals nothing; the original is its cause. From(nil) is nil.
func From(err error) *Error {
	if err == nil {
		return nil
	}
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return Wrap(err, QueryCanceled, StatementTimedOut)
	case errors.Is(err, context.Canceled):
		return Wrap(err, QueryCanceled, "canceling statement due to user request")
	}
	return Wrap(err, InternalError, "internal error").
		WithHint("The server's log has the cause.")
}

// CodeOf returns the code of err, or SuccessfulCompletion for nil.
func CodeOf(err error) Code {
	if err == nil {
		return SuccessfulCompletion
	}
	return From(err).Code
}
