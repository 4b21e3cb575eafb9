package rows

import (
	"bytes"
	"encoding/binary"
	"math"
	"strconv"
)

const (
	microsPerDay = 24 * 60 * 60 * 1_000_000
	// epochDays is 2000-01-01, Postgres's own epoch, in days since 1970.
	epochDays = 10_957
)

// appendDate reads what DateStyle ISO writes: "2026-01-31", "0044-03-15 BC",
// "infinity".
func appendDate(buf, text []byte) ([]byte, error) {
	switch string(text) {
	case "infinity":
		return binary.BigEndian.AppendUint32(buf, math.MaxInt32), nil
	case "-infinity":
		return binary.BigEndian.AppendUint32(buf, 1<<31), nil
	}
	day, bc := bytes.CutSuffix(text, []byte(" BC"))
	n, err := days(day, bc)
	if err != nil || n != int64(int32(n)) {
		return buf, errText
	}
	return binary.BigEndian.AppendUint32(buf, uint32(int32(n))), nil
}

// appendTime reads "23:59:59.999999".
func appendTime(buf, text []byte) ([]byte, error) {
	micros, err := micros(text)
	return binary.BigEndian.AppendUint64(buf, uint64(micros)), err
}

// appendTimeTZ reads a time with its zone, "23:59:59.5+05:30", whose binary form has seconds to the west.
func appendTimeTZ(buf, text []byte) ([]byte, error) {
	at := bytes.IndexAny(text, "+-")
	if at < 0 {
		return buf, errText
	}
	clock, err := micros(text[:at])
	if err != nil {
		return buf, err
	}
	west, err := micros(text[at+1:])
	if err != nil {
		return buf, err
	}
	if west /= 1_000_000; text[at] == '+' {
		west = -west
	}
	buf = binary.BigEndian.AppendUint64(buf, uint64(clock))
	return binary.BigEndian.AppendUint32(buf, uint32(int32(west))), nil
}

// appendTimestamp reads a timestamp with or without a time zone's offset:
// "2026-01-31 23:59:59.5", "2026-01-31 23:59:59+05:30", "… BC".
func appendTimestamp(buf, text []byte) ([]byte, error) {
	switch string(text) {
	case "infinity":
		return binary.BigEndian.AppendUint64(buf, math.MaxInt64), nil
	case "-infinity":
		return binary.BigEndian.AppendUint64(buf, 1<<63), nil
	}
	text, bc := bytes.CutSuffix(text, []byte(" BC"))
	day, clock, ok := bytes.Cut(text, []byte(" "))
	if !ok {
		return buf, errText
	}
	offset := int64(0)
	if at := bytes.IndexAny(clock, "+-"); at >= 0 {
		var err error
		if offset, err = micros(clock[at+1:]); err != nil {
			return buf, err
		}
		if clock[at] == '-' {
			offset = -offset
		}
		clock = clock[:at]
	}
	d, err := days(day, bc)
	if err != nil {
		return buf, err
	}
	m, err := micros(clock)
	if err != nil {
		return buf, err
	}
	return binary.BigEndian.AppendUint64(buf, uint64(d*microsPerDay+m-offset)), nil
}

// days counts from 2000-01-01 to a date of the proleptic Gregorian calendar.
func days(text []byte, bc bool) (int64, error) {
	parts := bytes.Split(text, []byte("-"))
	if len(parts) != 3 {
		return 0, errText
	}
	var n [3]int64
	for i, p := range parts {
		v, err := strconv.ParseUint(string(p), 10, 31)
		if err != nil {
			return 0, err
		}
		n[i] = int64(v)
	}
	year, month, day := n[0], n[1], n[2]
	if month < 1 || month > 12 || day < 1 || day > 31 {
		return 0, errText
	}
	if bc {
		year = 1 - year
	}
	// Years begin in March, so that the leap day is the last of its year, and
	// are counted in eras of 400, which all have as many days.
	if month <= 2 {
		year--
		month += 12
	}
	era := year / 400
	if year < 0 && year%400 != 0 {
		era--
	}
	ofEra := year - era*400
	ofYear := (153*(month-3)+2)/5 + day - 1
	return era*146_097 + ofEra*365 + ofEra/4 - ofEra/100 + ofYear - 719_468 - epochDays, nil
}

// micros reads "23:59:59.5", "23:59" or "23" (an offset may be as short).
func micros(text []byte) (int64, error) {
	clock, fraction, _ := bytes.Cut(text, []byte("."))
	parts := bytes.Split(clock, []byte(":"))
	if len(parts) > 3 || len(fraction) > 6 || !digits(fraction) {
		return 0, errText
	}
	total, unit := int64(0), int64(3600)
	for _, p := range parts {
		v, err := strconv.ParseUint(string(p), 10, 8)
		if err != nil {
			return 0, err
		}
		total += int64(v) * unit
		unit /= 60
	}
	total *= 1_000_000
	unit = 100_000
	for _, d := range fraction {
		total += int64(d-'0') * unit
		unit /= 10
	}
	return total, nil
}
