package audit

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"
)

// asJSON returns a record as encoding/json writes it, with hidden characters escaped.
func asJSON(t *testing.T, r Record) string {
	t.Helper()
	var buf bytes.Buffer
	e := json.NewEncoder(&buf)
	e.SetEscapeHTML(false)
	if err := e.Encode(r); err != nil {
		t.Fatal(err)
	}
	return string(escape(nil, buf.Bytes()))
}

var strange = []string{"", "plain", `"\/`, "\x00\x1b\x7f\n\r\t\b\f", "é漢😀", "\u202e\u200b\u2028\ufeff\u00ad", "\xff\xc3", "<&>", "\U000e0041", "\ufffd"}

// random fills a value with strange text, or nothing.
func random(v reflect.Value) {
	if rand.IntN(3) == 0 {
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(strange[rand.IntN(len(strange))])
	case reflect.Int, reflect.Int64:
		v.SetInt(rand.Int64N(1 << 40))
	case reflect.Uint64:
		v.SetUint(rand.Uint64N(1 << 50))
	case reflect.Float64:
		v.SetFloat(float64(rand.Int64N(1<<40)) / 1000)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), rand.IntN(4), 4))
		for i := range v.Len() {
			random(v.Index(i))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for _, s := range strange[1:] {
			value := reflect.New(v.Type().Elem()).Elem()
			if value.Kind() == reflect.Interface {
				value.Set(reflect.ValueOf(s))
			}
			random(value)
			v.SetMapIndex(reflect.ValueOf(s), value)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		random(v.Elem())
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.Unix(rand.Int64N(1<<33), rand.Int64N(1e9)).UTC()))
			return
		}
		for i := range v.NumField() {
			random(v.Field(i))
		}
	}
}

// TestEncode compares the encoder with encoding/json.
func TestEncode(t *testing.T) {
	e := newEncoder()
	for range 3000 {
		var r Record
		random(reflect.ValueOf(&r).Elem())
		r.SQLBytes, r.SQLSHA256, r.ArgsBytes, r.ArgsSHA256, r.ParamTypesTotal, r.RelationsTotal, r.RequestsTotal, r.PartsTotal = 0, "", 0, "", 0, 0, 0, 0
		if r.Phase != PhaseNote {
			r.Note, r.Torn, r.NotDurable, r.Gap, r.Absent = "", nil, nil, nil, nil
		}
		prev := Hash{}
		if r.Prev = ""; rand.IntN(2) == 0 {
			prev = Hash{byte(rand.Int()), 31: 1}
			r.Prev = prev.String()
		}
		want := asJSON(t, r)
		got, err := e.line(nil, &r, prev)
		if err != nil || string(got) != want {
			t.Fatalf("got  %s\nwant %s (%v)", got, want, err)
		}
	}
}

// Numbers and times in whole microseconds or seconds take another path.
func TestEncodeNumbers(t *testing.T) {
	e := newEncoder()
	for _, f := range []float64{0.001, 0.01, 0.1, 1, 1.5, 1.005, 99.9, 1000, 999999999.999, 1e9, 1e9 + 0.001, 1e15, 1e-7, 0.0005, 1.0005, -1, -0.001, math.MaxFloat64} {
		if got, want := string(float(nil, "", f)), strconv.FormatFloat(f, 'f', -1, 64); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	for range 100_000 {
		f := float64(rand.Int64N(1<<rand.IntN(50)+1)) / 1000
		if got, want := string(float(nil, "", f)), strconv.FormatFloat(f, 'f', -1, 64); f > 0 && got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	base := time.Date(2026, 3, 4, 23, 59, 58, 0, time.UTC)
	for _, after := range []time.Duration{0, 1, 10, 100_000_000, 999_999_999, 1e9, 1e9 + 5, 2e9, 3e9 + 120, 0, 24 * time.Hour} {
		at := base.Add(after)
		if got, want := string(e.clock(nil, at)), at.Format(time.RFC3339Nano); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// Every character, at every place in a word, is escaped or not as specified.
func TestEncodePlaces(t *testing.T) {
	for c := range rune(256) {
		for at := range 20 {
			for _, s := range []string{
				strings.Repeat("a", at) + string(c) + "bcdefghijklmnop",
				strings.Repeat("\x7e", at) + string([]byte{byte(c)}) + " !#[]}~",
				strings.Repeat("a", at) + string([]byte{byte(c)}),
				strings.Repeat("a", at/2) + string([]byte{byte(c)}) + strings.Repeat("a", at-at/2),
			} {
				if got, want := string(quoted(nil, s)), `"`+string(escaped(nil, s))+`"`; got != want {
					t.Fatalf("%s, want %s", got, want)
				}
			}
		}
	}
}

// Only a note has these fields.
func TestEncodeNote(t *testing.T) {
	r := newNote(Record{V: 1, Seq: 7, Torn: &Torn{Bytes: 1, SHA256: "x"}, NotDurable: &Range{1, 2}, Gap: &Gap{Error: "\u202e", Refused: map[string]int{"\x7f": 1}}, Absent: &Absent{1, 2, "\x7f"}}, "\x1b%d", 1)
	want := asJSON(t, r)
	if got, err := newEncoder().line(nil, &r, Hash{}); err != nil || string(got) != want {
		t.Errorf("got  %s\nwant %s (%v)", got, want, err)
	}
}

func FuzzEncode(f *testing.F) {
	for _, s := range strange {
		f.Add(s)
	}
	e := newEncoder()
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > maxName {
			return
		}
		r := Record{V: 1, Phase: PhaseCall, SQL: s, Relations: []string{s}, Args: map[string]any{s: s}, Error: s}
		want := asJSON(t, r)
		got, err := e.line(nil, &r, Hash{})
		if err != nil || string(got) != want {
			t.Errorf("got  %q\nwant %q (%v)", got, want, err)
		}
		for _, c := range string(got[:len(got)-1]) {
			if c < ' ' || c >= 0x7f && hidden(c) {
				t.Errorf("%q stands for itself in %q", c, got)
			}
		}
	})
}
