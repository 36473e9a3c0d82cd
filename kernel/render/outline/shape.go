// Package outline has the shapes of marks, which tell classes apart where colours do not:
// all of about the same area, those first that are told apart best. And it says what a box
// leaves of strokes and rectangles.
//
// It imports nothing of the project. Start at [Shapes].
package outline

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// A Shape is the outline of a mark around the origin, as corners in units of
// the radius; a circle has none. All enclose about the same area, so that no
// class seems larger than another.
type Shape [][2]float64

// Shapes are those of marks, those first that are told apart best.
var Shapes = []Shape{
	nil, // circle
	polygon(4, math.Pi/4),
	polygon(3, math.Pi/2),
	polygon(4, math.Pi/2),
	polygon(3, -math.Pi/2),
	star(5),
	polygon(6, 0),
	star(4),
}

// polygon returns the regular polygon of n corners, one of them at the given
// angle, with the area of the unit circle.
func polygon(n int, angle float64) Shape {
	step := 2 * math.Pi / float64(n)
	r := math.Sqrt(math.Pi / (float64(n) / 2 * math.Sin(step)))
	if n == 3 {
		r *= 0.92 // its long corners already make a triangle look large
	}
	s := make(Shape, n)
	for i := range s {
		sin, cos := math.Sincos(angle + float64(i)*step)
		s[i] = [2]float64{r * cos, r * sin}
	}
	return s
}

// star returns the star of n points, one of them upwards.
func star(n int) Shape {
	s := make(Shape, 2*n)
	for i := range s {
		r := 1.55
		if i%2 == 1 {
			r = 0.68
		}
		sin, cos := math.Sincos(math.Pi/2 + float64(i)*math.Pi/float64(n))
		s[i] = [2]float64{r * cos, r * sin}
	}
	return s
}

// Path returns the outline around p with radius r.
func (s Shape) Path(p vg.Point, r vg.Length) vg.Path {
	var path vg.Path
	if s == nil {
		return circle(p, r)
	}
	for i, corner := range s {
		at := vg.Point{X: p.X + r*vg.Length(corner[0]), Y: p.Y + r*vg.Length(corner[1])}
		if i == 0 {
			path.Move(at)
		} else {
			path.Line(at)
		}
	}
	path.Close()
	return path
}

// circle is made of four cubic curves, which every format draws alike.
func circle(p vg.Point, r vg.Length) vg.Path {
	const k = 0.5522847498 // 4/3 (√2 − 1)
	at := func(x, y vg.Length) vg.Point { return vg.Point{X: p.X + x*r, Y: p.Y + y*r} }
	var path vg.Path
	path.Move(at(1, 0))
	path.CubeTo(at(1, k), at(k, 1), at(0, 1))
	path.CubeTo(at(-k, 1), at(-1, k), at(-1, 0))
	path.CubeTo(at(-1, -k), at(-k, -1), at(0, -1))
	path.CubeTo(at(k, -1), at(1, -k), at(1, 0))
	path.Close()
	return path
}
