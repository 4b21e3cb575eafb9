package geometry

import "math"

// epsilon is what PostgreSQL neglects in comparisons.
const epsilon = 1e-6

func equal(a, b float64) bool   { return a == b || math.Abs(a-b) <= epsilon }
func less(a, b float64) bool    { return a+epsilon < b }
func atMost(a, b float64) bool  { return a <= b+epsilon }
func (s Shape) high() Point     { return s.Points[0] }
func (s Shape) low() Point      { return s.Points[1] }
func between(a, b Point) Point  { return Point{(a.X + b.X) / 2, (a.Y + b.Y) / 2} }
func apart(a, b Point) float64  { return math.Hypot(a.X-b.X, a.Y-b.Y) }
func plus(a, b Point) Point     { return Point{a.X + b.X, a.Y + b.Y} }
func minus(a, b Point) Point    { return Point{a.X - b.X, a.Y - b.Y} }
func multiply(a, b Point) Point { return Point{a.X*b.X - a.Y*b.Y, a.X*b.Y + a.Y*b.X} }

func divide(a, b Point) Point {
	d := b.X*b.X + b.Y*b.Y
	return Point{(a.X*b.X + a.Y*b.Y) / d, (a.Y*b.X - a.X*b.Y) / d}
}

// same compares points: where one has a NaN, exactly, and a NaN is equal to another.
func same(a, b Point) bool {
	if a.isNumber() && b.isNumber() {
		return equal(a.X, b.X) && equal(a.Y, b.Y)
	}
	alike := func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }
	return alike(a.X, b.X) && alike(a.Y, b.Y)
}

func (p Point) isNumber() bool { return !math.IsNaN(p.X) && !math.IsNaN(p.Y) }

// IsFinite reports whether all numbers of a shape are finite.
func (s Shape) IsFinite() bool {
	sum := s.Radius * 0
	for _, p := range s.Points {
		sum += p.X*0 + p.Y*0
	}
	for _, n := range s.Line {
		sum += n * 0
	}
	return sum == 0
}

// Underflows reports whether [Shape.Moved] meets a product or a quotient that is too small for a number, but not zero.
func (s Shape) Underflows(op byte, by Point) bool {
	lost := func(a, b float64) bool { return a != 0 && b != 0 && a*b == 0 }
	if op != '*' && op != '/' {
		return false
	}
	found := op == '/' && (lost(by.X, by.X) || lost(by.Y, by.Y))
	for _, p := range s.Points {
		found = found || lost(p.X, by.X) || lost(p.Y, by.Y) || lost(p.X, by.Y) || lost(p.Y, by.X)
	}
	return found
}

// Moved adds, subtracts, multiplies or divides each point of a shape by a point, as complex numbers. ok is false for a
// division by zero.
func (s Shape) Moved(op byte, by Point) (moved Shape, ok bool) {
	compute := map[byte]func(a, b Point) Point{'+': plus, '-': minus, '*': multiply, '/': divide}[op]
	if op == '/' && by == (Point{}) {
		return s, false
	}
	moved = s
	moved.Points = make([]Point, len(s.Points))
	for i, p := range s.Points {
		moved.Points[i] = compute(p, by)
	}
	switch size := math.Hypot(by.X, by.Y); {
	case s.Kind == "box":
		moved = Box(moved.Points[0], moved.Points[1])
	case s.Kind == "circle" && op == '*':
		moved.Radius *= size
	case s.Kind == "circle" && op == '/':
		moved.Radius /= size
	}
	return moved, true
}

// Center is the point in the middle.
func (s Shape) Center() Point {
	switch s.Kind {
	case "box", "lseg":
		return between(s.Points[0], s.Points[1])
	case "polygon":
		var sum Point
		for _, p := range s.Points {
			sum = plus(sum, p)
		}
		n := float64(len(s.Points))
		return Point{sum.X / n, sum.Y / n}
	}
	return s.Points[0]
}

// Area is the area that is enclosed; ok is false where none is.
func (s Shape) Area() (area float64, ok bool) {
	switch {
	case s.Kind == "box":
		return (s.high().X - s.low().X) * (s.high().Y - s.low().Y), true
	case s.Kind == "circle":
		return s.Radius * s.Radius * math.Pi, true
	case s.Open:
		return 0, false
	}
	for i, p := range s.Points {
		next := s.Points[(i+1)%len(s.Points)]
		area += p.X * next.Y
		area -= p.Y * next.X
	}
	return math.Abs(area) / 2, true
}

// Length is how long a segment or a path is.
func (s Shape) Length() float64 {
	length := 0.0
	for i, p := range s.Points {
		switch {
		case i > 0:
			length += apart(s.Points[i-1], p)
		case s.Kind == "path" && !s.Open:
			length += apart(s.Points[len(s.Points)-1], p)
		}
	}
	return length
}

// Bounds is the least box around a shape.
func (s Shape) Bounds() Shape {
	if s.Kind == "circle" {
		r := s.Radius / math.Sqrt2
		return Box(Point{s.Points[0].X + r, s.Points[0].Y + r}, Point{s.Points[0].X - r, s.Points[0].Y - r})
	}
	high, low := s.Points[0], s.Points[0]
	for _, p := range s.Points {
		high = Point{math.Max(high.X, p.X), math.Max(high.Y, p.Y)}
		low = Point{math.Min(low.X, p.X), math.Min(low.Y, p.Y)}
	}
	return Box(high, low)
}

// Distance is how far two shapes are from each other.
func Distance(a, b Shape) float64 {
	if a.Kind != "point" && (b.Kind == "point" || a.Kind == "circle" && b.Kind != "circle") {
		a, b = b, a
	}
	p := a.Points[0]
	switch a.Kind + " " + b.Kind {
	case "point point":
		return apart(p, b.Points[0])
	case "point lseg":
		return b.from(p)
	case "point line":
		l := b.Line
		return math.Abs((l[0]*p.X + l[1]*p.Y + l[2]) / math.Hypot(l[0], l[1]))
	case "point box":
		near := Point{math.Min(math.Max(p.X, b.low().X), b.high().X), math.Min(math.Max(p.Y, b.low().Y), b.high().Y)}
		return apart(p, near)
	case "point circle":
		return math.Max(apart(p, b.Points[0])-b.Radius, 0)
	case "circle circle":
		return math.Max(apart(p, b.Points[0])-(a.Radius+b.Radius), 0)
	case "box box":
		return apart(a.Center(), b.Center())
	}
	if _, meet := Cross(a, b); meet { // two segments
		return 0
	}
	return math.Min(math.Min(a.from(b.Points[0]), a.from(b.Points[1])), math.Min(b.from(a.Points[0]), b.from(a.Points[1])))
}

// from is the distance of a point from a segment.
func (s Shape) from(p Point) float64 {
	a, b := s.Points[0], s.Points[1]
	d := minus(b, a)
	square := d.X*d.X + d.Y*d.Y
	if square == 0 {
		return apart(p, a)
	}
	t := ((p.X-a.X)*d.X + (p.Y-a.Y)*d.Y) / square
	t = math.Max(0, math.Min(1, t))
	return apart(p, Point{a.X + t*d.X, a.Y + t*d.Y})
}

// Cross is where two segments meet.
func Cross(a, b Shape) (Point, bool) {
	p, r := a.Points[0], minus(a.Points[1], a.Points[0])
	q, s := b.Points[0], minus(b.Points[1], b.Points[0])
	d := r.X*s.Y - r.Y*s.X
	if equal(d, 0) {
		return Point{}, false
	}
	off := minus(q, p)
	t, u := (off.X*s.Y-off.Y*s.X)/d, (off.X*r.Y-off.Y*r.X)/d
	if t < -epsilon || t > 1+epsilon || u < -epsilon || u > 1+epsilon {
		return Point{}, false
	}
	return Point{p.X + t*r.X, p.Y + t*r.Y}, true
}

// Contains reports whether a shape has another in it.
func Contains(a, b Shape) bool {
	p := b.Points[0]
	switch a.Kind + " " + b.Kind {
	case "box point":
		return a.high().X >= p.X && a.low().X <= p.X && a.high().Y >= p.Y && a.low().Y <= p.Y
	case "box box":
		return atMost(b.high().X, a.high().X) && atMost(a.low().X, b.low().X) && atMost(b.high().Y, a.high().Y) && atMost(a.low().Y, b.low().Y)
	case "circle point":
		return apart(a.Points[0], p) <= a.Radius
	case "circle circle":
		return atMost(apart(a.Points[0], p), a.Radius-b.Radius)
	case "lseg point":
		return equal(apart(p, a.Points[0])+apart(p, a.Points[1]), apart(a.Points[0], a.Points[1]))
	case "line point":
		return equal(a.Line[0]*p.X+a.Line[1]*p.Y+a.Line[2], 0)
	}
	return a.surrounds(p)
}

// surrounds reports whether a point is in a polygon, or on its edge.
func (s Shape) surrounds(p Point) bool {
	inside := false
	for i, a := range s.Points {
		b := s.Points[(i+1)%len(s.Points)]
		if edge := (Shape{Kind: "lseg", Points: []Point{a, b}}); edge.from(p) <= epsilon {
			return true
		}
		if (a.Y > p.Y) != (b.Y > p.Y) && p.X < (b.X-a.X)*(p.Y-a.Y)/(b.Y-a.Y)+a.X {
			inside = !inside
		}
	}
	return inside
}

// Overlaps reports whether two boxes or two circles have points in common.
func Overlaps(a, b Shape) bool {
	if a.Kind == "circle" {
		return atMost(apart(a.Points[0], b.Points[0]), a.Radius+b.Radius)
	}
	return atMost(a.low().X, b.high().X) && atMost(b.low().X, a.high().X) && atMost(a.low().Y, b.high().Y) && atMost(b.low().Y, a.high().Y)
}

// Same reports whether two shapes are the same.
func Same(a, b Shape) bool {
	for i := range a.Points {
		if !same(a.Points[i], b.Points[i]) {
			return false
		}
	}
	return equal(a.Radius, b.Radius)
}

// span is where a shape begins and ends along an axis.
func (s Shape) span(y bool) (low, high float64) {
	at := func(p Point) float64 {
		if y {
			return p.Y
		}
		return p.X
	}
	low, high = at(s.Points[0]), at(s.Points[0])
	for _, p := range s.Points {
		low, high = math.Min(low, at(p)), math.Max(high, at(p))
	}
	return low - s.Radius, high + s.Radius
}

// Before reports whether a shape is strictly before another, along an axis.
func Before(a, b Shape, y bool) bool {
	_, high := a.span(y)
	low, _ := b.span(y)
	return less(high, low)
}

// CompareAreas compares what boxes or circles enclose: -1, 0 or 1.
func CompareAreas(a, b Shape) int {
	x, _ := a.Area()
	y, _ := b.Area()
	switch {
	case equal(x, y):
		return 0
	case x < y:
		return -1
	}
	return 1
}

// Meet is what two boxes have in common.
func Meet(a, b Shape) (Shape, bool) {
	if !Overlaps(a, b) {
		return Shape{}, false
	}
	return Shape{Kind: "box", Points: []Point{
		{math.Min(a.high().X, b.high().X), math.Min(a.high().Y, b.high().Y)}, {math.Max(a.low().X, b.low().X), math.Max(a.low().Y, b.low().Y)},
	}}, true
}

// Slope is that of the line through two points.
func Slope(a, b Point) float64 {
	switch {
	case equal(a.X, b.X):
		return math.MaxFloat64
	case equal(a.Y, b.Y):
		return 0
	}
	return (a.Y - b.Y) / (a.X - b.X)
}

// Parallel reports whether two segments have the same direction.
func Parallel(a, b Shape) bool {
	return equal(Slope(a.Points[0], a.Points[1]), Slope(b.Points[0], b.Points[1]))
}

// Perpendicular reports whether two segments are at right angles.
func Perpendicular(a, b Shape) bool {
	d, e := minus(a.Points[1], a.Points[0]), minus(b.Points[1], b.Points[0])
	return equal(d.X*e.X+d.Y*e.Y, 0)
}

// Flat reports whether two points have the same height.
func Flat(a, b Point) bool { return equal(a.Y, b.Y) }

// Upright reports whether one of two points is above the other.
func Upright(a, b Point) bool { return equal(a.X, b.X) }

// Polygon is a polygon of a box or a closed path.
func (s Shape) Polygon() (Shape, bool) {
	if s.Kind == "box" {
		h, l := s.high(), s.low()
		return Shape{Kind: "polygon", Points: []Point{l, {l.X, h.Y}, h, {h.X, l.Y}}}, true
	}
	return Shape{Kind: "polygon", Points: s.Points}, !s.Open
}
