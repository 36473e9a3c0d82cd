package figure

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// mostSteps is how many pictures a way has room for.
const mostSteps = 12

// Between draws rows on their way from where one figure has them to where another has, in
// so many steps of equal length, the two ends among them: small multiples on axes that are
// alike. Two embeddings of the same rows have axes that have nothing to do with each other,
// so the first is turned or reflected, scaled and shifted as brings it closest to the second,
// by the sum of squares over the rows that both have (Schönemann, Carroll 1970,
// doi:10.1007/BF02291266). Marks look as in the second figure. Rows that one of them lacks
// are left out, which the caption tells; the summary has the rows that go farthest.
//
// It fails for figures that have no rows in a plane in common, and for a number of steps that
// is not from 2 to 12.
func Between(from, to *Figure, steps int) (*Figure, error) {
	if steps < 2 || steps > mostSteps {
		return nil, fmt.Errorf("%d steps are not from 2 to %d", steps, mostSteps)
	}
	start := map[int]complex128{}
	layers, err := rowsInPlane(from)
	if err != nil {
		return nil, err
	}
	for _, p := range layers {
		for i, row := range p.Rows {
			if _, seen := start[row]; !seen {
				start[row] = complex(p.X[i], p.Y[i])
			}
		}
	}
	if layers, err = rowsInPlane(to); err != nil {
		return nil, err
	}
	w := newWay(start, layers)
	if len(w.rows) < 3 {
		return nil, fmt.Errorf("the figures have %d rows in common, too few to lay them on each other", len(w.rows))
	}
	f := &Figure{
		Name: "between", Title: fmt.Sprintf("From %s to %s", cmp.Or(from.Title, from.Name, "one"), cmp.Or(to.Title, to.Name, "another")),
		X: Axis{Label: cmp.Or(to.X.Label, "x")}, Y: Axis{Label: cmp.Or(to.Y.Label, "y")}, Classes: to.Classes, Across: min(steps, 4), Style: to.Style, Summary: w.farthest(),
		Caption: fmt.Sprintf("Rows on their way from the first figure, turned, reflected, scaled and shifted onto the second, in %d steps: what lies on the way is in neither. Rows that go far are those on which the two disagree.%s", steps, w.left()),
		Alt:     fmt.Sprintf("%d rows in %d steps; half of them go by less than %.3g of the radius of the second figure, the farthest, row %d, by %.3g.%s", len(w.rows), steps, w.far[w.order[len(w.order)/2]], w.rows[w.order[0]], w.far[w.order[0]], w.left()),
	}
	for step := range steps {
		share := float64(step) / float64(steps-1)
		titled := &Figure{Title: strconv.Itoa(int(math.Round(100*share))) + " % of the way", Parts: []*Figure{w.part(to, share)}}
		f.Parts = append(f.Parts, titled)
	}
	return f, nil
}

// rowsInPlane returns the points of a figure that are rows of the data.
func rowsInPlane(f *Figure) (layers []Points, err error) {
	if err := f.Check(); err != nil {
		return nil, err
	}
	for _, layer := range f.Layers {
		p, ok := layer.(Points)
		if !ok || p.Rows == nil {
			continue
		}
		if p.Z != nil {
			return nil, errors.New("a figure in space has no way in a plane: draw it with z=\"none\"")
		}
		layers = append(layers, p)
	}
	if layers == nil {
		return nil, fmt.Errorf("%sno points that are rows of the data", f.called())
	}
	return layers, nil
}

// A way is that of rows between two figures.
type way struct {
	layers   []Points       // of the second figure, with the rows alone that both have
	ends     [][]complex128 // where the points of each layer come from, laid on the second
	rows     []int          // of all layers, in their order
	far      []float64      // how far each goes, as a share of the radius of the second figure
	order    []int          // of these, the farthest first
	lacking  int            // rows of the second figure that the first lacks
	unneeded int            // and the other way round
}

func newWay(start map[int]complex128, layers []Points) *way {
	w := &way{unneeded: len(start)}
	var from, to []complex128
	for _, p := range layers {
		var at []int
		for i, row := range p.Rows {
			if z, there := start[row]; there {
				at, from, to = append(at, i), append(from, z), append(to, complex(p.X[i], p.Y[i]))
			}
		}
		w.lacking += len(p.Rows) - len(at)
		own := p.Take(at)
		own.Images = nil
		w.layers, w.rows = append(w.layers, own), append(w.rows, own.Rows...)
	}
	w.unneeded = max(0, w.unneeded-len(w.rows))
	from, radius := layOnto(from, to)
	for i := range from {
		w.far, w.order = append(w.far, size(to[i]-from[i])/radius), append(w.order, i)
	}
	slices.SortStableFunc(w.order, func(a, b int) int { return cmp.Compare(w.far[b], w.far[a]) })
	for _, p := range w.layers {
		w.ends = append(w.ends, from[:len(p.X)])
		from = from[len(p.X):]
	}
	return w
}

// layOnto turns or reflects, scales and shifts points of the plane onto others, and returns
// the radius of these, the root of their mean square about their middle. As complex numbers
// about their middles, the best turn is Σ z̄ w / Σ |z|², and the best reflection the same of
// their conjugates; that with the larger size leaves less.
func layOnto(z, w []complex128) (laid []complex128, radius float64) {
	middleZ, middleW := middle(z), middle(w)
	var turn, mirror complex128
	var sizeZ, sizeW float64
	for i := range z {
		a, b := z[i]-middleZ, w[i]-middleW
		turn += times(complex(real(a), -imag(a)), b)
		mirror += times(a, b)
		sizeZ += square(a)
		sizeW += square(b)
	}
	by := turn
	if square(mirror) > square(turn) {
		by = mirror
	}
	for i := range z {
		a := z[i] - middleZ
		if by == mirror {
			a = complex(real(a), -imag(a))
		}
		if sizeZ > 0 {
			a = times(a, by)
			a = complex(real(a)/sizeZ, imag(a)/sizeZ)
		}
		laid = append(laid, a+middleW)
	}
	return laid, math.Sqrt(sizeW / float64(len(w)))
}

func middle(points []complex128) complex128 {
	var x, y float64
	for _, p := range points {
		x, y = x+real(p), y+imag(p)
	}
	return complex(x/float64(len(points)), y/float64(len(points)))
}

// times is a product whose parts are rounded alike everywhere.
func times(a, b complex128) complex128 {
	return complex(float64(real(a)*real(b))-float64(imag(a)*imag(b)), float64(real(a)*imag(b))+float64(imag(a)*real(b)))
}

func square(a complex128) float64 { return float64(real(a)*real(a)) + float64(imag(a)*imag(a)) }
func size(a complex128) float64   { return math.Sqrt(square(a)) }

// part is the picture at a share of the way.
func (w *way) part(to *Figure, share float64) *Figure {
	part := &Figure{Alt: fmt.Sprintf("%.0f %% of the way.", 100*share), X: to.X, Y: to.Y, Equal: to.Equal, Classes: to.Classes, Grouped: to.Grouped, Others: to.Others, Shapes: to.Shapes, Shaped: to.Shaped, Style: to.Style}
	part.X.Low, part.X.High = w.limits(func(p Points) []float64 { return p.X }, func(z complex128) float64 { return real(z) })
	part.Y.Low, part.Y.High = w.limits(func(p Points) []float64 { return p.Y }, func(z complex128) float64 { return imag(z) })
	part.X.Loose, part.Y.Loose = true, true
	for l, p := range w.layers {
		x, y := make([]float64, len(p.X)), make([]float64, len(p.X))
		for i, z := range w.ends[l] {
			x[i] = float64((1-share)*real(z)) + float64(share*p.X[i])
			y[i] = float64((1-share)*imag(z)) + float64(share*p.Y[i])
		}
		p.X, p.Y = x, y
		part.Layers = append(part.Layers, p)
	}
	return part
}

// limits are where an axis begins and ends that both ends of the way lie on.
func (w *way) limits(of func(Points) []float64, along func(complex128) float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for l, p := range w.layers {
		for i, v := range of(p) {
			low, high = min(low, v, along(w.ends[l][i])), max(high, v, along(w.ends[l][i]))
		}
	}
	room := max((high-low)/24, 1e-9)
	return low - room, high + room
}

// farthest sets the ten rows that go farthest in a table.
func (w *way) farthest() *Sheet {
	s := &Sheet{Title: "The rows that go farthest", Columns: []string{"row", "way, as a share of the radius"}, Foot: []string{"A row is known by its position in the source, counted from 0. The radius is that of the second figure."}}
	for _, i := range w.order[:min(len(w.order), 10)] {
		s.Rows = append(s.Rows, []Cell{Figures(float64(w.rows[i]), 0), Figures(w.far[i], 3)})
	}
	return s
}

// left tells of rows that one of the figures lacks; a sentence with a space before it, or
// nothing.
func (w *way) left() string {
	if w.lacking+w.unneeded == 0 {
		return ""
	}
	return fmt.Sprintf(" Left out are %d rows that the first figure lacks, and %d that the second does.", w.lacking, w.unneeded)
}
