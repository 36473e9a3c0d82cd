package layout

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Points are images of rows, or forces on them: a slice for each dimension.
type Points struct {
	At   [][]float64 // dim slices of n
	Mass []float64   // how many rows each point stands for
}

// NewPoints returns points at the origin.
func NewPoints(mass []float64, dim int) *Points {
	p := &Points{At: make([][]float64, dim), Mass: mass}
	for c := range p.At {
		p.At[c] = make([]float64, len(mass))
	}
	return p
}

// PointsAt returns points where the rows of y are, each of which is one.
func PointsAt(y *mat.Dense) *Points {
	n, dim := y.Dims()
	mass := make([]float64, n)
	for i := range mass {
		mass[i] = 1
	}
	p := NewPoints(mass, dim)
	for c := range p.At {
		mat.Col(p.At[c], c, y)
	}
	return p
}

// Len returns the number of points.
func (p *Points) Len() int { return len(p.Mass) }

// Dim returns the number of dimensions.
func (p *Points) Dim() int { return len(p.At) }

// rows returns how many rows the points stand for.
func (p *Points) rows() (sum float64) {
	for _, m := range p.Mass {
		sum += m
	}
	return sum
}

// square returns ‖z_i − z_j‖².
func (p *Points) square(i, j int) (sum float64) {
	for _, x := range p.At {
		diff := x[i] - x[j]
		sum += float64(diff * diff)
	}
	return sum
}

// centre takes the mean of the rows off.
func (p *Points) centre() {
	rows := p.rows()
	for _, x := range p.At {
		var sum float64
		for i, m := range p.Mass {
			sum += float64(m * x[i])
		}
		mean := sum / rows
		for i := range x {
			x[i] -= mean
		}
	}
}

// size returns the root mean square distance of rows from the origin.
func (p *Points) size() float64 {
	var sum float64
	for _, x := range p.At {
		for i, m := range p.Mass {
			sum += float64(m * x[i] * x[i])
		}
	}
	return math.Sqrt(sum / p.rows())
}

// Matrix returns where each row is, whose point is of[row].
func (p *Points) Matrix(of []int32) *mat.Dense {
	y := mat.NewDense(len(of), p.Dim(), nil)
	for i, at := range of {
		row := y.RawRowView(i)
		for c, x := range p.At {
			row[c] = x[at]
		}
	}
	return y
}
