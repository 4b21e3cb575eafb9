package geometry

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/sallyportdb/sallyport/numeric"
)

// Point is a point.
type Point struct{ X, Y float64 }

// Shape is a value of one of the types: its points, in the order that they are shown in.
type Shape struct {
	Kind   string // point, lseg, box, path, polygon, circle, line
	Points []Point
	Open   bool       // of a path
	Radius float64    // of a circle
	Line   [3]float64 // of a line: Ax + By + C = 0
}

const (
	numberPattern = `[-+]?(?:\d+\.?\d*(?:e[-+]?\d+)?|\.\d+(?:e[-+]?\d+)?|inf(?:inity)?|nan)`
	pairPattern   = `(?:\(` + numberPattern + `,` + numberPattern + `\)|` + numberPattern + `,` + numberPattern + `)`
)

// Parts of the texts, without blanks and in lower case.
var (
	numbers = pattern(numberPattern)
	forms   = map[string]func() *regexp.Regexp{
		"lseg":    pattern(`^(?:\[` + pairPattern + `,` + pairPattern + `\]|\(` + pairPattern + `,` + pairPattern + `\)|` + pairPattern + `,` + pairPattern + `)$`),
		"box":     pattern(`^(?:\(` + pairPattern + `,` + pairPattern + `\)|` + pairPattern + `,` + pairPattern + `)$`),
		"path":    pattern(`^(?:\[` + pairPattern + `(?:,` + pairPattern + `)*\]|\(` + pairPattern + `(?:,` + pairPattern + `)*\)|` + pairPattern + `(?:,` + pairPattern + `)*)$`),
		"polygon": pattern(`^(?:\(` + pairPattern + `(?:,` + pairPattern + `)*\)|` + pairPattern + `(?:,` + pairPattern + `)*)$`),
		"circle":  pattern(`^(?:<` + pairPattern + `,` + numberPattern + `>|\(` + pairPattern + `,` + numberPattern + `\)|` + pairPattern + `,` + numberPattern + `)$`),
		"line":    pattern(`^(?:\{` + numberPattern + `,` + numberPattern + `,` + numberPattern + `\}|\[` + pairPattern + `,` + pairPattern + `\]|\(` + pairPattern + `,` + pairPattern + `\)|` + pairPattern + `,` + pairPattern + `)$`),
	}
)

// pattern is an expression that is compiled when it is first asked for: a process starts without, and TestPatterns asks for all.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// mostPoints bounds the points of a shape.
const mostPoints = 100_000

// Parse reads the text of a type other than point, which [ReadPoint] reads.
func Parse(kind, text string) (Shape, bool) {
	s := strings.ToLower(strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t\r\n\v\f", r) {
			return -1
		}
		return r
	}, text))
	shape := Shape{Kind: kind, Open: strings.HasPrefix(s, "[")}
	if !forms[kind]().MatchString(s) {
		return shape, false
	}
	var list []float64
	for _, n := range numbers().FindAllString(s, 2*mostPoints+1) {
		f, err := strconv.ParseFloat(n, 64)
		if err != nil {
			return shape, false
		}
		list = append(list, f+0) // no negative zero is made of one
	}
	if len(list) > 2*mostPoints {
		return shape, false
	}
	switch {
	case kind == "circle":
		shape.Radius, list = list[len(list)-1], list[:len(list)-1]
		if shape.Radius < 0 {
			return shape, false
		}
	case kind == "line" && strings.HasPrefix(s, "{"):
		shape.Line = [3]float64{list[0], list[1], list[2]}
		return shape, list[0] != 0 || list[1] != 0
	}
	for i := 0; i+1 < len(list); i += 2 {
		shape.Points = append(shape.Points, Point{list[i], list[i+1]})
	}
	switch kind {
	case "box":
		shape = Box(shape.Points[0], shape.Points[1])
	case "line":
		if shape.Points[0] == shape.Points[1] {
			return shape, false
		}
		shape = Through(shape.Points[0], shape.Points[1])
	}
	return shape, true
}

// Box is a box by two corners.
func Box(a, b Point) Shape {
	return Shape{Kind: "box", Points: []Point{{math.Max(a.X, b.X), math.Max(a.Y, b.Y)}, {math.Min(a.X, b.X), math.Min(a.Y, b.Y)}}}
}

// Through is the line through two points.
func Through(a, b Point) Shape {
	line := Shape{Kind: "line"}
	switch {
	case a.X == b.X:
		line.Line = [3]float64{-1, 0, a.X}
	case a.Y == b.Y:
		line.Line = [3]float64{0, -1, a.Y}
	default:
		slope := (a.Y - b.Y) / (a.X - b.X)
		line.Line = [3]float64{slope, -1, a.Y - slope*a.X}
		if line.Line[2] == 0 {
			line.Line[2] = 0
		}
	}
	return line
}

// Of is a point as a shape.
func Of(p Point) Shape { return Shape{Kind: "point", Points: []Point{p}} }

func appendNumber(b []byte, f float64) []byte { return numeric.AppendFloat(b, f, 64) }

func appendPoint(b []byte, p Point) []byte {
	b = appendNumber(append(b, '('), p.X)
	return append(appendNumber(append(b, ','), p.Y), ')')
}

// String writes the shape as PostgreSQL does.
func (s Shape) String() string {
	var b []byte
	switch s.Kind {
	case "circle":
		b = appendPoint(append(b, '<'), s.Points[0])
		return string(append(appendNumber(append(b, ','), s.Radius), '>'))
	case "line":
		b = append(b, '{')
		for i, f := range s.Line {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendNumber(b, f)
		}
		return string(append(b, '}'))
	}
	first, last := "", ""
	switch {
	case s.Kind == "lseg", s.Kind == "path" && s.Open:
		first, last = "[", "]"
	case s.Kind == "path", s.Kind == "polygon":
		first, last = "(", ")"
	}
	b = append(b, first...)
	for i, p := range s.Points {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendPoint(b, p)
	}
	return string(append(b, last...))
}
