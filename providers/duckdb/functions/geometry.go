package functions

import (
	"errors"
	"math"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions/inputs"
	"github.com/sallyportdb/sallyport/providers/duckdb/geometry"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// shape reads an argument of a geometric type.
func (c *calling) shape(i int, kind string) (geometry.Shape, error) {
	if kind == "point" {
		p, err := geometry.ReadPoint(c.str(i))
		if beyond := (geometry.RangeError{}); errors.As(err, &beyond) {
			err = failure(sqlstate.NumericOutOfRange, "%q is out of range for type double precision", beyond.Number)
		} else if err != nil {
			err = inputs.InvalidText(kind, c.str(i))
		}
		return geometry.Of(p), err
	}
	s, ok := geometry.Parse(kind, c.str(i))
	if !ok {
		return s, inputs.InvalidText(kind, c.str(i))
	}
	return s, nil
}

// Results that no number of double precision is.
var (
	errOverflow  = failure(sqlstate.NumericOutOfRange, "value out of range: overflow")
	errUnderflow = failure(sqlstate.NumericOutOfRange, "value out of range: underflow")
)

// readShape makes the result of a text the shape that it is.
func (c *calling) readShape(kind string) error {
	s, err := c.shape(0, kind)
	if err != nil {
		return err
	}
	return c.setShape(s)
}

func (c *calling) setShape(s geometry.Shape) error {
	c.setText(s.String())
	return nil
}

// ofShape makes a function of a shape for each of its kinds.
func ofShape(name, returns string, kinds []string, call func(c *calling, s geometry.Shape) error) []scalar {
	var all []scalar
	for _, kind := range kinds {
		all = append(all, textual(name+" "+kind+" "+returns, func(c *calling) error {
			s, err := c.shape(0, kind)
			if err != nil {
				return err
			}
			return call(c, s)
		}))
	}
	return all
}

// ofShapes makes a function of two shapes for each pair of kinds.
func ofShapes(name, returns string, pairs [][2]string, call func(c *calling, a, b geometry.Shape) error) []scalar {
	var all []scalar
	for _, pair := range pairs {
		result := returns
		if result == "" {
			result = pair[0]
		}
		all = append(all, textual(name+" "+pair[0]+" "+pair[1]+" "+result, func(c *calling) error {
			a, err := c.shape(0, pair[0])
			if err != nil {
				return err
			}
			b, err := c.shape(1, pair[1])
			if err != nil {
				return err
			}
			return call(c, a, b)
		}))
	}
	return all
}

// twice are pairs of shapes of one kind.
func twice(kinds ...string) [][2]string {
	list := make([][2]string, len(kinds))
	for i, k := range kinds {
		list[i] = [2]string{k, k}
	}
	return list
}

func setDouble(c *calling, f float64) error {
	vector.Set(&c.out, c.row, f)
	return nil
}

var geometryKinds = []string{"point", "lseg", "box", "path", "polygon", "circle", "line"}

// geometryFunctions are the functions and the operators of geometric types.
func geometryFunctions() []scalar {
	var all []scalar
	for _, kind := range geometryKinds {
		all = append(all, textual("pg__as_"+kind+" text "+kind, func(c *calling) error { return c.readShape(kind) }))
	}
	for name, op := range map[string]byte{"add": '+', "sub": '-', "mul": '*', "div": '/'} {
		all = append(all, ofShapes("pg__geo_"+name, "", [][2]string{{"point", "point"}, {"box", "point"}, {"circle", "point"}, {"path", "point"}},
			func(c *calling, a, b geometry.Shape) error {
				moved, ok := a.Moved(op, b.Points[0])
				if !ok {
					return errDivision
				}
				by := b.Points[0]
				switch finite := a.IsFinite() && b.IsFinite(); {
				case finite && (!moved.IsFinite() || op == '/' && math.IsInf(by.X*by.X+by.Y*by.Y, 0)):
					return errOverflow
				case finite && a.Underflows(op, by):
					return errUnderflow
				}
				return c.setShape(moved)
			})...)
	}
	all = append(all, ofShapes("pg__geo_join", "path", twice("path"), func(c *calling, a, b geometry.Shape) error {
		if !a.Open || !b.Open {
			c.setNull()
			return nil
		}
		a.Points = append(a.Points, b.Points...)
		return c.setShape(a)
	})...)
	all = append(all, ofShapes("pg__geo_distance", "float8", measured(), func(c *calling, a, b geometry.Shape) error {
		if a.Kind == "lseg" && b.Kind == "point" || a.Kind == "line" {
			a, b = b, a
		}
		d := geometry.Distance(a, b)
		if math.IsInf(d, 0) && a.IsFinite() && b.IsFinite() {
			return errOverflow
		}
		return setDouble(c, d)
	})...)
	return append(append(all, geometryTests()...), geometryParts()...)
}

// measured are the pairs of shapes that have a distance.
func measured() [][2]string {
	pairs := twice("point", "circle", "box", "lseg")
	for _, kind := range []string{"lseg", "box", "line", "circle"} {
		pairs = append(pairs, [2]string{"point", kind}, [2]string{kind, "point"})
	}
	return pairs
}

// geometryTests are the operators that are true or false.
func geometryTests() []scalar {
	inside := [][2]string{{"box", "point"}, {"box", "box"}, {"circle", "point"}, {"circle", "circle"}, {"polygon", "point"}}
	var within [][2]string
	for _, pair := range append(inside, [2]string{"lseg", "point"}, [2]string{"line", "point"}) {
		within = append(within, [2]string{pair[1], pair[0]})
	}
	areas := func(name string, holds func(order int) bool) []scalar {
		return ofShapes("pg__geo_"+name, "bool", twice("box", "circle"), func(c *calling, a, b geometry.Shape) error {
			return setBool(c, holds(geometry.CompareAreas(a, b)))
		})
	}
	var all []scalar
	add := func(list []scalar) { all = append(all, list...) }
	add(ofShapes("pg__geo_contains", "bool", inside, func(c *calling, a, b geometry.Shape) error { return setBool(c, geometry.Contains(a, b)) }))
	add(ofShapes("pg__geo_within", "bool", within, func(c *calling, a, b geometry.Shape) error { return setBool(c, geometry.Contains(b, a)) }))
	add(ofShapes("pg__geo_overlaps", "bool", twice("box", "circle"), func(c *calling, a, b geometry.Shape) error { return setBool(c, geometry.Overlaps(a, b)) }))
	add(ofShapes("pg__geo_differs", "bool", twice("point"), func(c *calling, a, b geometry.Shape) error { return setBool(c, !geometry.Same(a, b)) }))
	add(ofShapes("pg__geo_same", "bool", twice("point", "box", "circle", "lseg"), func(c *calling, a, b geometry.Shape) error { return setBool(c, geometry.Same(a, b)) }))
	placed := twice("point", "box", "circle")
	add(ofShapes("pg__geo_left", "bool", placed, func(c *calling, a, b geometry.Shape) error { return setBool(c, geometry.Before(a, b, false)) }))
	add(ofShapes("pg__geo_right", "bool", placed, func(c *calling, a, b geometry.Shape) error { return setBool(c, geometry.Before(b, a, false)) }))
	add(ofShapes("pg__geo_below", "bool", placed, func(c *calling, a, b geometry.Shape) error { return setBool(c, geometry.Before(a, b, true)) }))
	add(ofShapes("pg__geo_above", "bool", placed, func(c *calling, a, b geometry.Shape) error { return setBool(c, geometry.Before(b, a, true)) }))
	add(areas("eq", func(order int) bool { return order == 0 }))
	add(areas("lt", func(order int) bool { return order < 0 }))
	add(areas("gt", func(order int) bool { return order > 0 }))
	add(areas("le", func(order int) bool { return order <= 0 }))
	add(areas("ge", func(order int) bool { return order >= 0 }))
	add(ofShapes("pg__geo_horizontal", "bool", twice("point"), func(c *calling, a, b geometry.Shape) error {
		return setBool(c, geometry.Flat(a.Points[0], b.Points[0]))
	}))
	add(ofShapes("pg__geo_vertical", "bool", twice("point"), func(c *calling, a, b geometry.Shape) error {
		return setBool(c, geometry.Upright(a.Points[0], b.Points[0]))
	}))
	segment := []string{"lseg"}
	add(ofShape("pg__geo_flat", "bool", segment, func(c *calling, s geometry.Shape) error { return setBool(c, geometry.Flat(s.Points[0], s.Points[1])) }))
	add(ofShape("pg__geo_upright", "bool", segment, func(c *calling, s geometry.Shape) error {
		return setBool(c, geometry.Upright(s.Points[0], s.Points[1]))
	}))
	add(ofShapes("pg__geo_parallel", "bool", twice("lseg"), func(c *calling, a, b geometry.Shape) error { return setBool(c, geometry.Parallel(a, b)) }))
	add(ofShapes("pg__geo_perpendicular", "bool", twice("lseg"), func(c *calling, a, b geometry.Shape) error { return setBool(c, geometry.Perpendicular(a, b)) }))
	add(ofShapes("pg__geo_meets", "bool", twice("lseg"), func(c *calling, a, b geometry.Shape) error {
		_, meet := geometry.Cross(a, b)
		return setBool(c, meet)
	}))
	return all
}

// geometryParts are the functions that make shapes, and measure them.
func geometryParts() []scalar {
	var all []scalar
	add := func(list ...scalar) { all = append(all, list...) }
	add(textual("pg__geo_point float8 float8 point", func(c *calling) error { return c.setShape(geometry.Of(geometry.Point{X: c.float(0), Y: c.float(1)})) }))
	add(textual("pg__geo_number point int4 float8", func(c *calling) error {
		s, err := c.shape(0, "point")
		if err != nil {
			return err
		}
		return setDouble(c, map[bool]float64{true: s.Points[0].X, false: s.Points[0].Y}[c.int4(1) == 0])
	}))
	add(textual("pg__geo_circle point float8 circle", func(c *calling) error {
		s, err := c.shape(0, "point")
		if err != nil || c.float(1) < 0 {
			return failure(sqlstate.InvalidTextRepresent, "invalid radius")
		}
		return c.setShape(geometry.Shape{Kind: "circle", Points: s.Points, Radius: c.float(1)})
	}))
	pair := twice("point")
	add(ofShapes("pg__geo_box", "box", pair, func(c *calling, a, b geometry.Shape) error { return c.setShape(geometry.Box(a.Points[0], b.Points[0])) })...)
	add(ofShapes("pg__geo_lseg", "lseg", pair, func(c *calling, a, b geometry.Shape) error {
		return c.setShape(geometry.Shape{Kind: "lseg", Points: []geometry.Point{a.Points[0], b.Points[0]}})
	})...)
	add(ofShapes("pg__geo_line", "line", pair, func(c *calling, a, b geometry.Shape) error {
		if a.Points[0] == b.Points[0] {
			return failure(sqlstate.InvalidParameterValue, "invalid line specification: must be two distinct points")
		}
		return c.setShape(geometry.Through(a.Points[0], b.Points[0]))
	})...)
	add(ofShapes("pg__geo_slope", "float8", pair, func(c *calling, a, b geometry.Shape) error {
		return setDouble(c, geometry.Slope(a.Points[0], b.Points[0]))
	})...)
	add(ofShapes("pg__geo_bound", "box", twice("box"), func(c *calling, a, b geometry.Shape) error {
		a.Points = append(a.Points, b.Points...)
		return c.setShape(a.Bounds())
	})...)
	add(ofShapes("pg__geo_meet", "box", twice("box"), func(c *calling, a, b geometry.Shape) error {
		box, ok := geometry.Meet(a, b)
		return c.setShapeOrNull(box, ok)
	})...)
	add(ofShapes("pg__geo_cross", "point", twice("lseg"), func(c *calling, a, b geometry.Shape) error {
		p, ok := geometry.Cross(a, b)
		return c.setShapeOrNull(geometry.Of(p), ok)
	})...)
	return append(all, geometryMeasures()...)
}

// geometryMeasures are the functions of one shape.
func geometryMeasures() []scalar {
	var all []scalar
	add := func(list ...scalar) { all = append(all, list...) }
	add(ofShape("pg__geo_box_of", "box", []string{"point", "circle", "polygon"}, func(c *calling, s geometry.Shape) error { return c.setShape(s.Bounds()) })...)
	add(ofShape("pg__geo_circle_of", "circle", []string{"box"}, func(c *calling, s geometry.Shape) error {
		center := s.Center()
		radius := geometry.Distance(geometry.Of(center), geometry.Of(s.Points[0]))
		return c.setShape(geometry.Shape{Kind: "circle", Points: []geometry.Point{center}, Radius: radius})
	})...)
	add(ofShape("pg__geo_lseg_of", "lseg", []string{"box"}, func(c *calling, s geometry.Shape) error {
		return c.setShape(geometry.Shape{Kind: "lseg", Points: s.Points})
	})...)
	add(ofShape("pg__geo_path_of", "path", []string{"polygon"}, func(c *calling, s geometry.Shape) error {
		return c.setShape(geometry.Shape{Kind: "path", Points: s.Points})
	})...)
	add(ofShape("pg__geo_polygon_of", "polygon", []string{"box", "path"}, func(c *calling, s geometry.Shape) error {
		polygon, ok := s.Polygon()
		if !ok {
			return failure(sqlstate.InvalidParameterValue, "this %s cannot be converted to polygon", s.Kind)
		}
		return c.setShape(polygon)
	})...)
	add(ofShape("pg__geo_center", "point", []string{"box", "circle", "lseg", "polygon"}, func(c *calling, s geometry.Shape) error { return c.setShape(geometry.Of(s.Center())) })...)
	add(ofShape("pg__geo_area", "float8", []string{"box", "circle", "path"}, func(c *calling, s geometry.Shape) error {
		area, ok := s.Area()
		if !ok {
			c.setNull()
			return nil
		}
		return setDouble(c, area)
	})...)
	add(ofShape("pg__geo_length", "float8", []string{"lseg", "path"}, func(c *calling, s geometry.Shape) error { return setDouble(c, s.Length()) })...)
	add(ofShape("pg__geo_npoints", "int4", []string{"path", "polygon"}, func(c *calling, s geometry.Shape) error { return setInt(c, len(s.Points)) })...)
	circle, box, path := []string{"circle"}, []string{"box"}, []string{"path"}
	add(ofShape("pg__geo_diameter", "float8", circle, func(c *calling, s geometry.Shape) error { return setDouble(c, 2*s.Radius) })...)
	add(ofShape("pg__geo_radius", "float8", circle, func(c *calling, s geometry.Shape) error { return setDouble(c, s.Radius) })...)
	add(ofShape("pg__geo_height", "float8", box, func(c *calling, s geometry.Shape) error { return setDouble(c, s.Points[0].Y-s.Points[1].Y) })...)
	add(ofShape("pg__geo_width", "float8", box, func(c *calling, s geometry.Shape) error { return setDouble(c, s.Points[0].X-s.Points[1].X) })...)
	add(ofShape("pg__geo_isopen", "bool", path, func(c *calling, s geometry.Shape) error { return setBool(c, s.Open) })...)
	add(ofShape("pg__geo_isclosed", "bool", path, func(c *calling, s geometry.Shape) error { return setBool(c, !s.Open) })...)
	add(ofShape("pg__geo_popen", "path", path, func(c *calling, s geometry.Shape) error { s.Open = true; return c.setShape(s) })...)
	add(ofShape("pg__geo_pclose", "path", path, func(c *calling, s geometry.Shape) error { s.Open = false; return c.setShape(s) })...)
	return all
}

func (c *calling) setShapeOrNull(s geometry.Shape, ok bool) error {
	if !ok {
		c.setNull()
		return nil
	}
	return c.setShape(s)
}
