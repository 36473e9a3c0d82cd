package cost

import (
	"context"
	"math"

	"unfold/engine/fit/pairwise"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/simd"
)

// A softmax is how likely rows are to be each other's neighbours by their images,
//
//	q_j|i = exp(−D_ij/b_i − N_i),  N_i = ln Σ_{k≠i} exp(−D_ik/b_i)
//
// with b_i = 1 unless it is told.
type softmax struct {
	z     *pairwise.Images
	width []float64 // b; nil for 1
	logs  []float64 // N
	rows  scratch
}

// place takes the images and finds N of every row. Time O(n² q), as a stream.
func (s *softmax) place(ctx context.Context, z *pairwise.Images) error {
	s.z = z
	n := len(z.Points) / z.Dim
	if s.logs == nil {
		s.logs = make([]float64, n)
	}
	return parallel.For(ctx, n, parallel.Grain(n*(8+z.Dim)), func(lo, hi int) {
		lent := s.rows.borrow(n)
		defer s.rows.giveBack(lent)
		for i := lo; i < hi; i++ {
			s.logs[i] = s.normaliser(*lent, i)
		}
	})
}

// normaliser returns N_i, by way of the least exponent, so that far rows do not
// vanish together.
func (s *softmax) normaliser(row []float64, i int) float64 {
	s.z.Squares(row, i)
	least := math.Inf(1)
	for j, d := range row {
		if j != i && d < least {
			least = d
		}
	}
	b := s.widthOf(i)
	for j, d := range row {
		row[j] = (least - d) / b
	}
	row[i] = math.Inf(-1)
	simd.Exp(row, row)
	var sum float64
	for _, v := range row {
		sum += v
	}
	return elementary.Log(sum) - least/b
}

// widthOf returns b_i.
func (s *softmax) widthOf(i int) float64 {
	if s.width == nil {
		return 1
	}
	return s.width[i]
}

// log returns ln q_j|i of the squared distance d.
func (s *softmax) log(i int, d float64) float64 { return -d/s.widthOf(i) - s.logs[i] }

// likely is what a row has to do with all others.
type likely struct {
	lent    *[]float64
	squares []float64 // D_ij
	there   []float64 // q_j|i
	back    []float64 // q_i|j
}

// row returns the likelihoods of row i, to be given back.
func (s *softmax) row(i int) likely {
	l := s.squares(i)
	for j, d := range l.squares {
		l.there[j], l.back[j] = min(s.log(i, d), 0), min(s.log(j, d), 0)
	}
	l.there[i], l.back[i] = math.Inf(-1), math.Inf(-1)
	simd.Exp(l.there, l.there)
	simd.Exp(l.back, l.back)
	return l
}

// outward returns the likelihoods of others for row i alone.
func (s *softmax) outward(i int) likely {
	l := s.squares(i)
	for j, d := range l.squares {
		l.there[j] = min(s.log(i, d), 0)
	}
	l.there[i] = math.Inf(-1)
	simd.Exp(l.there, l.there)
	return l
}

// squares returns a row whose likelihoods are not filled.
func (s *softmax) squares(i int) likely {
	n := len(s.logs)
	lent := s.rows.borrow(3 * n)
	l := likely{lent, (*lent)[:n], (*lent)[n : 2*n], (*lent)[2*n:]}
	s.z.Squares(l.squares, i)
	return l
}

func (s *softmax) giveBack(l likely) { s.rows.giveBack(l.lent) }

// work counts what a row takes: a square, and the exponentials of both directions.
func (s *softmax) work(n, q int) int { return n * (30 + 3*q) }
