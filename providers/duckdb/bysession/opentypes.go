package bysession

/*
#include <stdlib.h>

void sallyportBindTyped(void *info);
void sallyportCallTyped(void *info, void *input, void *output);
*/
import "C"

import (
	"cmp"
	"context"
	"maps"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unsafe"

	lib "github.com/duckdb/duckdb-go-bindings"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/functions"
	"github.com/sallyportdb/sallyport/providers/duckdb/lexical"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A translated statement may leave types open that depend on the types of its columns: the type of
// sum(x) is numeric(77777, 7), and x is marked by pg__typed(7, x). The statement is prepared with the
// marks, so that DuckDB calls the function's bind with the types; then the marks become blanks and the
// open types are written. Neither changes a place in the text.

// typeMark is the function that marks an argument. planner/duckdialect has the same name.
const typeMark = "pg__typed"

var openType = regexp.MustCompile(`numeric\(7777([0-9]), (\d+)\)`)

// asked collects the types of marked arguments, by connection.
type asked struct {
	mu sync.Mutex
	of map[lib.IdxT]map[int]string
}

// registerTypeMark makes the function.
func (f *Functions) registerTypeMark(admin lib.Connection) error {
	made := lib.CreateScalarFunction()
	defer lib.DestroyScalarFunction(&made)
	number, whatever := vector.Logical("BIGINT"), vector.Logical("ANY")
	defer lib.DestroyLogicalType(&number)
	defer lib.DestroyLogicalType(&whatever)
	lib.ScalarFunctionSetName(made, typeMark)
	lib.ScalarFunctionAddParameter(made, number)
	lib.ScalarFunctionAddParameter(made, whatever)
	lib.ScalarFunctionSetReturnType(made, number)
	lib.ScalarFunctionSetSpecialHandling(made)
	lib.ScalarFunctionSetExtraInfo(made, functions.NewNumber(uint64(f.handle)), unsafe.Pointer(C.free))
	lib.ScalarFunctionSetBind(made, unsafe.Pointer(C.sallyportBindTyped))
	lib.ScalarFunctionSetVolatile(made) // DuckDB would call the function with a constant argument while it plans
	lib.ScalarFunctionSetFunction(made, unsafe.Pointer(C.sallyportCallTyped))
	if lib.RegisterScalarFunction(admin, made) == lib.StateError {
		return sqlstate.New(sqlstate.InternalError, "function %s cannot be registered", typeMark)
	}
	return nil
}

// sallyportCallTyped refuses a call: a statement with marks is only prepared.
//
//export sallyportCallTyped
func sallyportCallTyped(ptr, input, output unsafe.Pointer) { //nolint:revive // C names them all
	lib.ScalarFunctionSetError(lib.FunctionInfo{Ptr: ptr}, errNoTypes.Error())
}

//export sallyportBindTyped
func sallyportBindTyped(ptr unsafe.Pointer) {
	info := lib.BindInfo{Ptr: ptr}
	functions.Catch(func(message string) { lib.ScalarFunctionBindSetError(info, message) }, func() error {
		of := functionsOf(lib.ScalarFunctionBindGetExtraInfo(info))
		var context lib.ClientContext
		lib.ScalarFunctionGetClientContext(info, &context)
		defer lib.DestroyClientContext(&context)
		which, argument := lib.ScalarFunctionBindGetArgument(info, 0), lib.ScalarFunctionBindGetArgument(info, 1)
		defer lib.DestroyExpression(&which)
		defer lib.DestroyExpression(&argument)
		if !lib.ExpressionIsFoldable(which) {
			return errNoTypes
		}
		var value lib.Value
		failed := lib.ExpressionFold(context, which, &value)
		lib.DestroyErrorData(&failed)
		if value.Ptr == nil {
			return errNoTypes
		}
		defer lib.DestroyValue(&value)
		of.asked.mu.Lock()
		defer of.asked.mu.Unlock()
		types := of.asked.of[lib.ClientContextGetConnectionId(context)]
		if types == nil || lib.IsNullValue(value) {
			return errNoTypes
		}
		if argument.Ptr == nil { // an expression with a subquery is not told
			return nil
		}
		types[int(lib.GetInt64(value))] = vector.TypeOf(lib.ExpressionReturnType(argument)).Duck
		return nil
	})
}

var errNoTypes = sqlstate.New(sqlstate.UndefinedFunction, "there is no such function")

// LeavesTypes reports whether a statement leaves types open.
func LeavesTypes(sql string) bool { return strings.Contains(sql, typeMark) }

// CloseTypes writes the types that a statement leaves open. given are the OIDs of its parameters' types, 0 where they are not known,
// and guesses are types that are tried for these. It ends with ctx between two questions.
func (f *Functions) CloseTypes(ctx context.Context, conn lib.Connection, sql string, text lexical.Scanned, given []uint32, guesses []string) (string, error) {
	sql = shareMarks(sql)
	ask := func(known map[int]string) map[int]string { return f.askTypes(conn, sql, text, given, guesses, known) }
	types := ask(map[int]string{})
	// A mark may stand above a column of another query whose types were open while it was asked for: what was found is asked for again.
	queries := marksByQuery(sql)
	for round := 0; len(queries) > 1; round++ {
		before := maps.Clone(types)
		for i, marks := range queries { // those of WITH come first, and the inner ones of others last: every other round goes back
			if round%2 == 1 {
				marks = queries[len(queries)-1-i]
			}
			if err := ctx.Err(); err != nil {
				return "", sqlstate.From(err)
			}
			known := maps.Clone(types)
			for _, n := range marks {
				delete(known, n)
			}
			maps.Copy(types, ask(known))
		}
		if maps.Equal(before, types) {
			break
		}
		if round == len(queries) {
			return "", sqlstate.New(sqlstate.FeatureNotSupported, "numbers whose types follow from each other are not supported here").
				WithHint("Cast the sums within to a type, as in sum(x)::numeric(20,2).")
		}
	}
	closed := writeTypes(sql, types, true)
	if len(text.Params) == 0 && unknownSum(sql, types) {
		var stmt lib.PreparedStatement
		failed := lib.Prepare(conn, closed, &stmt) == lib.StateError // its error comes again
		lib.DestroyPrepare(&stmt)
		if !failed { // the sum would be rounded
			return "", sqlstate.New(sqlstate.FeatureNotSupported, "a sum whose type is not known is not supported here").
				WithHint("Cast what is added up to a type, as in sum(x::numeric(20,2)).")
		}
	}
	return closed, refuseWholePartitions(closed)
}

// marksByQuery are the numbers of the marked arguments, by the query that they stand in: the innermost bracket around them that a query
// begins with, or all of the text.
func marksByQuery(sql string) (queries [][]int) {
	index := map[int]int{}
	brackets := []int{0} // for each open bracket, and the text, where its query begins
	at := 0
	for _, m := range findMarks(sql) {
		for at < m.begin {
			if end := lexical.SkipQuoted(sql, at); end > at {
				at = end
				continue
			}
			switch sql[at] {
			case '(':
				begin := brackets[len(brackets)-1]
				if beginsQuery.MatchString(sql[at:]) {
					begin = at
				}
				brackets = append(brackets, begin)
			case ')':
				brackets = brackets[:max(1, len(brackets)-1)]
			}
			at++
		}
		begin := brackets[len(brackets)-1]
		i, known := index[begin]
		if !known {
			i, index[begin] = len(queries), len(queries)
			queries = append(queries, nil)
		}
		queries[i] = append(queries[i], m.number)
	}
	return queries
}

// beginsQuery matches a bracket and the beginning of a query.
var beginsQuery = regexp.MustCompile(`^\(\s*(?i:SELECT|WITH|VALUES|FROM|TABLE)\b`)

// askTypes has DuckDB tell the types of the marked arguments. The types of known are not asked for.
func (f *Functions) askTypes(conn lib.Connection, sql string, text lexical.Scanned, given []uint32, guesses []string, known map[int]string) map[int]string {
	id, types := Connection(conn), known
	f.asked.mu.Lock()
	if f.asked.of == nil {
		f.asked.of = map[lib.IdxT]map[int]string{}
	}
	f.asked.of[id] = types
	f.asked.mu.Unlock()
	defer func() {
		f.asked.mu.Lock()
		delete(f.asked.of, id)
		f.asked.mu.Unlock()
	}()
	asking := withNulls(sql, text, given, "")
	marks, tries := countMarks(sql), 0
	for {
		before := maps.Clone(types)
		var stmt lib.PreparedStatement
		lib.Prepare(conn, writeTypes(asking, before, false), &stmt) // its errors come again
		lib.DestroyPrepare(&stmt)
		for _, inner := range nestedMarks(sql) {
			if _, was := before[inner.outer]; !was && before[inner.inner] == "" {
				delete(types, inner.outer) // it was told while the type inside was open
			}
		}
		if len(types) == marks {
			return types
		}
		if len(types) == len(before) {
			if tries == len(guesses) || len(text.Params) == 0 {
				return types
			}
			asking = withNulls(sql, text, given, guesses[tries]) // DuckDB binds nothing beside a parameter whose type it does not find
			tries++
		}
	}
}

// withNulls puts a NULL of its type in the place of every parameter whose type is given, and of every other one where guess is a
// type, too: a mark beside a parameter without a type is not called.
func withNulls(sql string, text lexical.Scanned, given []uint32, guess string) string {
	var b strings.Builder
	last := 0
	for _, ref := range text.Params {
		to := guess
		if ref.Number > 0 && ref.Number <= len(given) && given[ref.Number-1] != 0 {
			if to = vector.DuckType(given[ref.Number-1]); given[ref.Number-1] == pgtype.NumericOID {
				to = vector.LooseType
			}
		}
		if to == "" {
			continue
		}
		b.WriteString(sql[last:ref.Start] + "CAST(NULL AS " + to + ")")
		last = ref.End
	}
	return b.String() + sql[last:]
}

// refuseWholePartitions refuses sums of intervals and of times over all rows of a partition. DuckDB hands an aggregate that
// is not its own one state there for many rows, and the aggregate would read behind it.
func refuseWholePartitions(sql string) error {
	for _, m := range ownSum.FindAllStringIndex(sql, -1) {
		end := argumentEnd(sql, m[1])
		words := lexical.Scan(sql[end:]).Words
		if len(words) > 0 && words[0] == "FILTER" {
			if open := strings.IndexByte(sql[end:], '('); open >= 0 {
				end = argumentEnd(sql, end+open+1)
				words = lexical.Scan(sql[end:]).Words
			}
		}
		if len(words) == 0 || words[0] != "OVER" {
			continue
		}
		window := ""
		if open := strings.IndexByte(sql[end:], '('); open >= 0 && strings.TrimSpace(sql[end:end+open]) == "OVER" {
			window = strings.ToUpper(sql[end+open : argumentEnd(sql, end+open+1)])
		}
		if !strings.Contains(window, "ORDER BY") || strings.Contains(window, "UNBOUNDED FOLLOWING") {
			return sqlstate.New(sqlstate.FeatureNotSupported, "a sum of intervals over all rows of a window is not supported").
				WithHint("Write ORDER BY into the window, or join a query with GROUP BY.")
		}
	}
	return nil
}

// ownSum matches the beginning of a call of an aggregate of sumsOf.
var ownSum = regexp.MustCompile(`\bpg__sumt?\(`)

// nesting is a marked argument inside of another.
type nesting struct{ outer, inner int }

// nestedMarks finds the marked arguments inside of others.
func nestedMarks(sql string) []nesting {
	var all []nesting
	marks := findMarks(sql)
	for i, m := range marks {
		end := argumentEnd(sql, m.end)
		for _, other := range marks[i+1:] {
			if other.begin < end {
				all = append(all, nesting{m.number, other.number})
			}
		}
	}
	return all
}

// argumentEnd returns the end of the argument that begins at i.
func argumentEnd(sql string, i int) int {
	for depth := 1; i < len(sql); {
		if end := lexical.SkipQuoted(sql, i); end > i {
			i = end
			continue
		}
		switch sql[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		}
		if i++; depth == 0 {
			break
		}
	}
	return i
}

// writeTypes writes the known types, and others as hugeint; all has the unknown marks taken away, too.
func writeTypes(sql string, types map[int]string, all bool) string {
	sql = replaceMarks(sql, func(m mark) string {
		marked, call := sql[m.begin:m.end], m.call
		of, known := types[m.number]
		open := "(("
		if strings.Contains(marked, "(DISTINCT ") {
			open = "(DISTINCT ("
		}
		switch {
		case !known && !all:
			return marked
		case (call == "pg__to_numeric" || call == "pg__to_rounded") && strings.HasPrefix(of, "DECIMAL("), call == "pg__round_even" && of != "DOUBLE" && of != "FLOAT",
			call == "pg__shown" && !strings.HasPrefix(of, "DECIMAL("),
			strings.HasPrefix(call, styledNames[0]) && !keepsStyled(call, of):
			return "((" + strings.Repeat(" ", len(marked)-2)
		case call == "sum" && sumsOf[of] != "":
			return sumsOf[of] + open + strings.Repeat(" ", len(marked)-len(sumsOf[of])-len(open))
		case call != "":
			return call + open + strings.Repeat(" ", len(marked)-len(call)-len(open))
		}
		return "(" + strings.Repeat(" ", len(marked)-1)
	})
	return openType.ReplaceAllStringFunc(sql, func(open string) string {
		parts := openType.FindStringSubmatch(open)
		number, _ := strconv.Atoi(parts[2])
		name := closedTypes[parts[1]](types[number])
		return name + strings.Repeat(" ", max(0, len(open)-len(name)))
	})
}

// sumsOf are the aggregates of types that DuckDB's sum does not take.
var sumsOf = map[string]string{"INTERVAL": "pg__sum", "TIME": "pg__sumt"}

// closedTypes are how an open type follows from that of the argument, by its mark.
var closedTypes = map[string]func(string) string{"0": unscaledType, "1": shownType, "2": integerSeriesType, "3": sameType, "4": arrayType, "5": wholeType, "6": seriesType, "7": sumType, "8": numericType, "9": momentType}

// shownType returns the type of a value that is only shown: numerics are texts with the digits that each has.
func shownType(of string) string {
	if strings.HasPrefix(of, "DECIMAL(") {
		return "PG_NUMERIC"
	}
	return cmp.Or(of, "VARCHAR")
}

// unscaledType returns the type of a computed number that a relation keeps.
func unscaledType(of string) string {
	if digits, ok := strings.CutPrefix(of, "DECIMAL("); ok && of != vector.PlainNumeric && of != vector.LooseType && of != vector.QuotientType {
		_, scale, _ := strings.Cut(digits, ",")
		return "DECIMAL(" + strconv.Itoa(providers.UnscaledWidth) + "," + scale
	}
	return cmp.Or(of, vector.PlainNumeric)
}

// sameType returns the type of a quoted constant beside a value.
func sameType(of string) string { return cmp.Or(of, "VARCHAR[]") }

// arrayType returns the type of a quoted array of values.
func arrayType(of string) string { return cmp.Or(of, "VARCHAR") + "[]" }

// integerSeriesType returns the type of the numbers of a series.
func integerSeriesType(of string) string {
	switch of {
	case "TINYINT", "SMALLINT", "INTEGER":
		return "INTEGER"
	}
	return cmp.Or(of, "BIGINT")
}

// numericType returns the type of a value that is cast to numeric.
func numericType(of string) string {
	switch {
	case strings.HasPrefix(of, "DECIMAL("):
		return of
	case strings.HasSuffix(of, "INT"), of == "INTEGER":
		return "HUGEINT"
	}
	return vector.LooseType
}

// momentType returns the type that date_trunc is given: a date is cast.
func momentType(of string) string {
	switch of {
	case "TIMESTAMP", "INTERVAL", "TIMESTAMPTZ":
		return of
	case "TIME":
		return "INTERVAL"
	}
	return "TIMESTAMPTZ"
}

// seriesType returns the type of a bound of generate_series with an interval.
func seriesType(of string) string {
	switch of {
	case "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS":
		return "TIMESTAMP"
	}
	return "TIMESTAMPTZ"
}

// wholeType returns the type of a value that was rounded to a whole number.
func wholeType(of string) string {
	switch of {
	case "FLOAT", "HUGEINT", "PG_MACADDR", "PG_MACADDR8": // trunc cuts addresses, too
		return of
	}
	if digits, ok := strings.CutPrefix(of, "DECIMAL("); ok {
		width, scale, _ := strings.Cut(strings.TrimSuffix(digits, ")"), ",")
		w, _ := strconv.Atoi(width)
		s, _ := strconv.Atoi(scale)
		return "DECIMAL(" + strconv.Itoa(min(38, w-s+1)) + ",0)"
	}
	return "DOUBLE"
}

// sumType returns the type of a sum of values of a type.
func sumType(of string) string {
	switch of {
	case "TINYINT", "SMALLINT", "INTEGER", "UTINYINT", "USMALLINT":
		return "BIGINT"
	case "FLOAT", "DOUBLE", "INTERVAL":
		return of
	case "TIME":
		return "INTERVAL"
	}
	if _, scale, ok := strings.Cut(of, ","); ok && strings.HasPrefix(of, "DECIMAL(") {
		digits, _ := strconv.Atoi(strings.TrimSuffix(scale, ")"))
		if of == vector.PlainNumeric {
			return of
		}
		return "DECIMAL(" + strconv.Itoa(min(38, 28+digits)) + "," + scale // room for the digits of what stands beside it
	}
	return "HUGEINT"
}
