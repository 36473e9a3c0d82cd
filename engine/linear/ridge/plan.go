package ridge

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// A plan is what the settings of a cross-validation have in common. Its rows
// are in an order of its own: where folds do not overlap, one after the other.
type plan struct {
	n, r     int       // rows, and columns of targets of all folds
	rows     []int     // which row is at each place
	held     [][]int   // the places of each fold's held rows
	first    []int     // the first column of each fold, and r
	disjoint bool      // no row is held by two folds
	targets  []float64 // r×n: less the mean of the training rows, if so wished
	training []float64 // r×n: the same, and zero for held rows
}

func newPlan(n int, folds []Fold, centre bool) (*plan, error) {
	p := &plan{n: n, disjoint: true}
	owners := make([]int, n)
	for f, fold := range folds {
		if rows, _ := fold.Z.Dims(); rows != n || len(fold.Held) == 0 || len(fold.Held) >= n {
			return nil, fmt.Errorf("ridge: fold %d has targets for %d of %d rows, and holds %d", f, rows, n, len(fold.Held))
		}
		for _, i := range fold.Held {
			if i < 0 || i >= n || owners[i] == f+1 {
				return nil, fmt.Errorf("ridge: fold %d holds row %d, which is not there or held already", f, i)
			}
			p.disjoint = p.disjoint && owners[i] == 0
			owners[i] = f + 1
		}
	}
	p.orderRows(folds, owners)
	for f, fold := range folds {
		p.first = append(p.first, p.r)
		p.addTargets(fold.Z, p.held[f], centre)
	}
	p.first = append(p.first, p.r)
	return p, nil
}

// orderRows fixes the order of rows. owners tells the last fold that holds each
// row, from 1, or zero.
func (p *plan) orderRows(folds []Fold, owners []int) {
	if p.disjoint {
		for _, fold := range folds {
			p.rows = append(p.rows, fold.Held...)
		}
		for i, owner := range owners {
			if owner == 0 {
				p.rows = append(p.rows, i)
			}
		}
	} else {
		for i := range owners {
			p.rows = append(p.rows, i)
		}
	}
	place := make([]int, p.n)
	for at, i := range p.rows {
		place[i] = at
	}
	for _, fold := range folds {
		places := make([]int, len(fold.Held))
		for h, i := range fold.Held {
			places[h] = place[i]
		}
		p.held = append(p.held, places)
	}
}

// addTargets adds the columns of a fold's targets.
func (p *plan) addTargets(z *mat.Dense, held []int, centre bool) {
	_, dim := z.Dims()
	out := make([]bool, p.n)
	for _, at := range held {
		out[at] = true
	}
	for q := range dim {
		column, mean := make([]float64, p.n), 0.0
		for at, i := range p.rows {
			column[at] = z.At(i, q)
			if !out[at] {
				mean += column[at] / float64(p.n-len(held))
			}
		}
		training := make([]float64, p.n)
		for at := range column {
			if centre {
				column[at] -= mean
			}
			if !out[at] {
				training[at] = column[at]
			}
		}
		p.targets, p.training = append(p.targets, column...), append(p.training, training...)
		p.r++
	}
}

// matrices is how many matrices of the size of K a setting takes: one to invert,
// and one for all of the inverse.
func (p *plan) matrices() int {
	if p.disjoint {
		return 1
	}
	return 2
}

// arrange returns the rows in the plan's order.
func (p *plan) arrange(x *mat.Dense) *mat.Dense {
	_, d := x.Dims()
	arranged := mat.NewDense(p.n, d, nil)
	for at, i := range p.rows {
		arranged.SetRow(at, x.RawRowView(i))
	}
	return arranged
}

// mask sets the held rows of every fold to zero.
func (p *plan) mask(v []float64) {
	for f, held := range p.held {
		for q := p.first[f]; q < p.first[f+1]; q++ {
			for _, i := range held {
				v[q*p.n+i] = 0
			}
		}
	}
}

// errors returns the mean squared errors of images of held rows.
func (p *plan) errors(images []float64) []float64 {
	errors := make([]float64, len(p.held))
	for f, held := range p.held {
		dim := p.first[f+1] - p.first[f]
		for q := p.first[f]; q < p.first[f+1]; q++ {
			for _, i := range held {
				off := p.targets[q*p.n+i] - images[q*p.n+i]
				errors[f] += off * off / float64(len(held)*dim)
			}
		}
		if math.IsNaN(errors[f]) {
			return nil
		}
	}
	return errors
}
