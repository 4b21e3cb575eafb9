package duckdb

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// parameter is a Postgres setting.
type parameter struct {
	name  string // as SHOW spells it, if that is not in lower case
	value string // the default
	fixed bool   // SET is refused
	check func(string) (string, error)
}

// parameters are the Postgres settings that clients ask for or set, by lower-case name.
var parameters = map[string]parameter{
	"application_name":                    {check: func(v string) (string, error) { return printable(v), nil }},
	"array_nulls":                         {value: "on", check: onlyValue("on")},
	"backslash_quote":                     {value: "safe_encoding"},
	"block_size":                          {value: "8192", fixed: true},
	"bytea_output":                        {value: "hex", check: onlyValue("hex")},
	"check_function_bodies":               {value: "on", check: checkBool},
	"client_encoding":                     {value: "UTF8", check: checkEncoding},
	"client_min_messages":                 {value: "notice", check: oneOf("debug5", "debug4", "debug3", "debug2", "debug1", "log", "notice", "warning", "error")},
	"constraint_exclusion":                {value: "partition"},
	"cpu_tuple_cost":                      {value: "0.01"},
	"cursor_tuple_fraction":               {value: "0.1"},
	"data_checksums":                      {value: "off", fixed: true},
	"datestyle":                           {name: "DateStyle", value: "ISO, MDY", check: checkDateStyle},
	"debug_print_parse":                   {value: "off"},
	"default_table_access_method":         {value: "heap"},
	"default_tablespace":                  {},
	"default_text_search_config":          {value: "pg_catalog.simple"},
	"default_transaction_deferrable":      {value: "off", check: checkBool},
	"default_transaction_isolation":       {value: "repeatable read", check: checkIsolation},
	"default_transaction_read_only":       {value: "off", check: checkBool},
	"enable_async_append":                 {value: "on", check: checkBool},
	"enable_bitmapscan":                   {value: "on", check: checkBool},
	"enable_gathermerge":                  {value: "on", check: checkBool},
	"enable_hashagg":                      {value: "on", check: checkBool},
	"enable_hashjoin":                     {value: "on", check: checkBool},
	"enable_incremental_sort":             {value: "on", check: checkBool},
	"enable_indexonlyscan":                {value: "on", check: checkBool},
	"enable_indexscan":                    {value: "on", check: checkBool},
	"enable_material":                     {value: "on", check: checkBool},
	"enable_memoize":                      {value: "on", check: checkBool},
	"enable_mergejoin":                    {value: "on", check: checkBool},
	"enable_nestloop":                     {value: "on", check: checkBool},
	"enable_parallel_append":              {value: "on", check: checkBool},
	"enable_parallel_hash":                {value: "on", check: checkBool},
	"enable_partition_pruning":            {value: "on", check: checkBool},
	"enable_partitionwise_aggregate":      {value: "off", check: checkBool},
	"enable_partitionwise_join":           {value: "off", check: checkBool},
	"enable_seqscan":                      {value: "on", check: checkBool},
	"enable_sort":                         {value: "on", check: checkBool},
	"enable_tidscan":                      {value: "on", check: checkBool},
	"escape_string_warning":               {value: "on", check: checkBool},
	"extra_float_digits":                  {value: "1", check: checkFloatDigits},
	"force_parallel_mode":                 {value: "off"},
	"from_collapse_limit":                 {value: "8"},
	"geqo":                                {value: "on", check: checkBool},
	"idle_in_transaction_session_timeout": {value: "0", check: checkDuration},
	"idle_session_timeout":                {value: "0", check: checkDuration},
	"in_hot_standby":                      {value: "off", fixed: true},
	"integer_datetimes":                   {value: "on", fixed: true},
	"intervalstyle":                       {name: "IntervalStyle", value: "postgres", check: onlyValue("postgres")},
	"is_superuser":                        {value: "off", fixed: true},
	"jit":                                 {value: "off", check: checkBool},
	"join_collapse_limit":                 {value: "8"},
	"lc_collate":                          {value: "C", fixed: true},
	"lc_ctype":                            {value: "C", fixed: true},
	"lc_messages":                         {value: "C"},
	"lc_monetary":                         {value: "C"},
	"lc_numeric":                          {value: "C"},
	"lc_time":                             {value: "C"},
	"lock_timeout":                        {value: "0", check: checkDuration},
	"maintenance_work_mem":                {value: "64MB", check: checkMemory},
	"max_connections":                     {value: "100", fixed: true},
	"max_identifier_length":               {value: "63", fixed: true},
	"max_index_keys":                      {value: "32", fixed: true},
	"max_parallel_workers_per_gather":     {value: "2"},
	"plan_cache_mode":                     {value: "auto"},
	"quote_all_identifiers":               {value: "off", check: checkBool},
	"random_page_cost":                    {value: "4"},
	"role":                                {value: "none", check: onlyValue("none")},
	"row_security":                        {value: "on", check: checkBool},
	"search_path":                         {value: `"$user", public`},
	"seq_page_cost":                       {value: "1"},
	"server_encoding":                     {value: "UTF8", fixed: true},
	"server_version":                      {fixed: true},
	"server_version_num":                  {value: "150000", fixed: true},
	"ssl":                                 {value: "off", fixed: true},
	"standard_conforming_strings":         {value: "on", check: onlyValue("on")},
	"statement_timeout":                   {value: "0", check: checkDuration},
	"synchronize_seqscans":                {value: "on", check: checkBool},
	"synchronous_commit":                  {value: "on"},
	"tcp_keepalives_idle":                 {value: "0"},
	"temp_tablespaces":                    {},
	"timezone":                            {name: "TimeZone", value: "UTC", check: checkZone},
	"transaction_deferrable":              {value: "off", check: checkBool},
	"transaction_isolation":               {value: "repeatable read", check: checkIsolation},
	"transaction_read_only":               {value: "off", check: checkBool},
	"transaction_timeout":                 {value: "0", check: checkDuration},
	"work_mem":                            {value: "4MB", check: checkMemory},
	"xmlbinary":                           {value: "base64"},
	"xmloption":                           {value: "content"},
}

// displayName returns a setting's name as SHOW spells it.
func displayName(name string) string {
	if p := parameters[name]; p.name != "" {
		return p.name
	}
	return name
}

var (
	errUnsupported = errors.New("the source supports only the default value")
	errZone        = errors.New("write the name of a time zone, such as UTC or Europe/Berlin")
	errDuration    = errors.New("write a number of milliseconds, or a number with ms, s, min, h or d")
	errMemory      = errors.New("write a number with kB, MB, GB or TB")
	errBool        = errors.New("write on or off")
)

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

func checkBool(value string) (string, error) {
	b, err := parseBool(value)
	if err != nil {
		return "", errBool
	}
	return onOff(b), nil
}

// onlyValue accepts one value: others would change the form of results.
func onlyValue(legal string) func(string) (string, error) {
	return func(value string) (string, error) {
		if b, err := checkBool(value); err == nil {
			value = b
		}
		if !strings.EqualFold(value, legal) {
			return "", errUnsupported
		}
		return legal, nil
	}
}

func oneOf(legal ...string) func(string) (string, error) {
	return func(value string) (string, error) {
		if value = strings.ToLower(value); slices.Contains(legal, value) {
			return value, nil
		}
		return "", errors.New("available values: " + strings.Join(legal, ", "))
	}
}

func checkEncoding(value string) (string, error) {
	switch strings.ToUpper(strings.ReplaceAll(value, "-", "")) {
	case "UTF8", "UNICODE":
		return "UTF8", nil
	}
	return "", errUnsupported
}

func checkDateStyle(value string) (string, error) {
	order := "MDY"
	for part := range strings.SplitSeq(value, ",") {
		switch part = strings.ToUpper(strings.TrimSpace(part)); part {
		case "ISO", "":
		case "MDY", "DMY", "YMD":
			order = part
		default:
			return "", errUnsupported
		}
	}
	return "ISO, " + order, nil
}

func checkIsolation(value string) (string, error) {
	switch strings.ToLower(value) {
	case "read uncommitted", "read committed", "repeatable read":
		return "repeatable read", nil // every transaction has this level
	case "serializable":
		return "", errUnsupported
	}
	return "", errors.New("write read committed or repeatable read")
}

func checkFloatDigits(value string) (string, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < -15 || n > 3 {
		return "", errors.New("write a number from -15 to 3")
	}
	return strconv.Itoa(n), nil
}

// units are the units of durations, longest first.
var units = []struct {
	name string
	size time.Duration
}{
	{"d", 24 * time.Hour}, {"h", time.Hour}, {"min", time.Minute}, {"s", time.Second}, {"ms", time.Millisecond},
}

// parseDuration reads a duration as Postgres does; a bare number is in milliseconds.
func parseDuration(value string) (time.Duration, error) {
	number := strings.TrimRight(value, "abcdefghijklmnopqrstuvwxyz ")
	n, err := strconv.ParseInt(strings.TrimSpace(number), 10, 32)
	if err != nil || n < 0 {
		return 0, errDuration
	}
	unit := strings.TrimSpace(value[len(number):])
	if unit == "" {
		unit = "ms"
	}
	for _, u := range units {
		if u.name == unit {
			return time.Duration(n) * u.size, nil
		}
	}
	return 0, errDuration
}

// checkDuration spells a duration with the longest unit that divides it.
func checkDuration(value string) (string, error) {
	d, err := parseDuration(value)
	if err != nil {
		return "", err
	}
	for _, u := range units {
		if d > 0 && d%u.size == 0 {
			return strconv.FormatInt(int64(d/u.size), 10) + u.name, nil
		}
	}
	return "0", nil
}

// outOfRange is the error of a value outside of the range of its parameter, whose name stands for %q.
type outOfRange string

func (e outOfRange) Error() string { return string(e) }

// checkMemory accepts an amount of memory as Postgres does, and spells it with the longest unit that
// divides it. A bare number is in kB.
func checkMemory(value string) (string, error) {
	number := strings.TrimRight(value, "kKMGTB ")
	n, err := strconv.ParseInt(strings.TrimSpace(number), 10, 32)
	unit := strings.TrimSpace(value[len(number):])
	scale, known := map[string]int64{"": 1, "kB": 1, "MB": 1 << 10, "GB": 1 << 20, "TB": 1 << 30}[unit]
	const least, most = 64, 1<<31 - 1
	if err != nil || !known {
		return "", errMemory
	}
	if n = n * scale; n < least || n > most {
		return "", outOfRange(fmt.Sprintf("%d kB is outside the valid range for parameter %%q (%d .. %d)", n, least, most))
	}
	for _, unit := range []string{"kB", "MB", "GB"} {
		if n%1024 != 0 || unit == "GB" {
			return strconv.FormatInt(n, 10) + unit, nil
		}
		n /= 1024
	}
	return "", errMemory
}

func checkZone(value string) (string, error) {
	if _, err := loadZone(value); err != nil {
		return "", err
	}
	return value, nil
}

// loadZone returns the time zone with a name, or with hours east of Greenwich.
func loadZone(value string) (*time.Location, error) {
	switch strings.ToLower(value) {
	case "utc", "gmt", "z", "zulu", "default", "local":
		return time.UTC, nil
	}
	if hours, err := strconv.Atoi(value); err == nil && hours > -13 && hours < 15 {
		if hours == 0 {
			return time.UTC, nil
		}
		value = "Etc/GMT" + strconv.Itoa(-hours) // POSIX counts westwards
		if hours < 0 {
			value = "Etc/GMT+" + strconv.Itoa(-hours)
		}
	}
	zone, err := time.LoadLocation(value)
	if err != nil || value == "" {
		return nil, errZone
	}
	return zone, nil
}

// printable replaces characters that are not printable ASCII, as Postgres does in application_name.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, s)
}
