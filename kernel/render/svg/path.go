package svg

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"

	"unfold/kernel/render/canvas"
)

// A point is one of an SVG document, in its units; a unitPoint is one of whole
// units.
type (
	point     struct{ x, y float64 }
	unitPoint struct{ x, y int }
)

// placed is where a map takes a point.
func placed(m canvas.Affine, p vg.Point) point {
	x, y := m.Of(p)
	return point{x, y}
}

func (p point) round() unitPoint { return unitPoint{int(math.Round(p.x)), int(math.Round(p.y))} }

func (p unitPoint) minus(other unitPoint) unitPoint { return unitPoint{p.x - other.x, p.y - other.y} }

// pathData is a path of a document: where it starts, and its commands from there
// on, which are the same wherever the same shape stands.
type pathData struct {
	start    unitPoint
	commands string
}

// pathDataOf writes a path. Each corner is rounded by itself, relative to the
// start, so that roundings do not add up.
func pathDataOf(path vg.Path, m canvas.Affine) pathData {
	first := placed(m, path[0].Pos)
	if path[0].Type == vg.ArcComp {
		first = placed(m, onArc(path[0], 0))
	}
	w := pathWriter{m: m, origin: first}
	for i, c := range path {
		switch c.Type {
		case vg.MoveComp:
			if w.from = w.to(c.Pos); i > 0 {
				w.command('m', w.from.minus(w.at))
			}
			w.at = w.from
		case vg.LineComp:
			w.line(c.Pos)
		case vg.CurveComp:
			w.curve(append(append([]vg.Point{}, c.Control...), c.Pos))
		case vg.ArcComp:
			w.arc(c, i == 0)
		case vg.CloseComp:
			w.b.WriteByte('z')
			w.at, w.last = w.from, 'z'
		}
	}
	return pathData{start: first.round(), commands: w.b.String()}
}

// A pathWriter writes relative commands.
type pathWriter struct {
	m        canvas.Affine
	origin   point
	from, at unitPoint // where this part of the path began, and where it is now
	last     byte      // the command before
	b        strings.Builder
}

// to returns a point relative to the start.
func (w *pathWriter) to(p vg.Point) unitPoint {
	at := placed(w.m, p)
	return point{at.x - w.origin.x, at.y - w.origin.y}.round()
}

// command writes a command, without its letter where it repeats the one before.
func (w *pathWriter) command(letter byte, steps ...unitPoint) {
	numbers := make([]int, 0, 2*len(steps))
	for _, s := range steps {
		numbers = append(numbers, s.x, s.y)
	}
	w.numbers(letter, numbers...)
}

func (w *pathWriter) numbers(letter byte, numbers ...int) {
	for i, n := range numbers {
		text := coordinate(n)
		if i == 0 && (letter != w.last || letter == 'm') {
			text = string(letter) + strings.TrimPrefix(text, " ")
		}
		w.b.WriteString(text)
	}
	w.last = letter
}

func (w *pathWriter) line(p vg.Point) {
	to := w.to(p)
	switch step := to.minus(w.at); {
	case step.y == 0:
		w.numbers('h', step.x)
	case step.x == 0:
		w.numbers('v', step.y)
	default:
		w.command('l', step)
	}
	w.at = to
}

func (w *pathWriter) curve(points []vg.Point) {
	letter := byte('q')
	if len(points) == 3 {
		letter = 'c'
	}
	steps := make([]unitPoint, len(points))
	for i, p := range points {
		steps[i] = w.to(p).minus(w.at)
	}
	w.command(letter, steps...)
	w.at = w.to(points[len(points)-1])
}

// arc writes an arc as cubic curves of a quarter circle at most.
func (w *pathWriter) arc(c vg.PathComp, first bool) {
	if start := onArc(c, 0); !first && w.to(start) != w.at {
		w.line(start)
	}
	pieces := math.Max(1, math.Ceil(math.Abs(c.Angle)/(math.Pi/2)-1e-9))
	step := c.Angle / pieces
	pull := vg.Length(4.0/3*math.Tan(step/4)) * c.Radius
	for i := range int(pieces) {
		from, to := float64(i)*step, float64(i+1)*step
		w.curve([]vg.Point{along(c, from, pull), along(c, to, -pull), onArc(c, to)})
	}
}

// onArc returns the point of an arc at an angle from its start.
func onArc(c vg.PathComp, angle float64) vg.Point { return along(c, angle, 0) }

// along returns the point that lies a length along the tangent from there.
func along(c vg.PathComp, angle float64, by vg.Length) vg.Point {
	sin, cos := math.Sincos(c.Start + angle)
	return vg.Point{
		X: c.Pos.X + c.Radius*vg.Length(cos) - by*vg.Length(sin),
		Y: c.Pos.Y + c.Radius*vg.Length(sin) + by*vg.Length(cos),
	}
}

// coordinate writes a number after another one: a sign parts them as well as a
// blank.
func coordinate(n int) string {
	if n < 0 {
		return strconv.Itoa(n)
	}
	return " " + strconv.Itoa(n)
}

// decimal writes a number with two decimals at most.
func decimal(v float64) string { return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64) }
