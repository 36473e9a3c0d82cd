package alignment

import (
	"sync"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/codec"
	"unfold/engine/graph/neighbour"
)

// An Affinity draws new rows by the weights with which the nearest placed rows rebuild
// them, which is Nyström's formula for locally linear embedding (Bengio, Delalleau, Le
// Roux, Paiement, Vincent, Ouimet 2004, doi:10.1162/0899766041732396).
type Affinity struct {
	neighbour.Chosen            // rows that may draw, none a copy of another
	X                *mat.Dense // their cells
	Reg              float64
	Dim              int

	buffers sync.Pool // of Barycentres
}

func init() { codec.Register[*Affinity]("affinity.alignment", 1) }

// Fields tells the rows.
func (a *Affinity) Fields(f *codec.Fields) {
	f.Group("chosen", a.Chosen.Fields)
	f.Matrix("cells", &a.X)
	f.Float("reg", &a.Reg)
	f.Int("dim", &a.Dim)
	if f.Good() {
		n, d := a.X.Dims()
		f.Check(n == len(a.Rows) && d == f.Columns() && a.Dim >= 0 && a.Reg >= 0, "cells %d×%d of %d rows", n, d, len(a.Rows))
	}
}

// Eigenvalues returns ones.
func (a *Affinity) Eigenvalues() []float64 {
	mu := make([]float64, a.Dim)
	for p := range mu {
		mu[p] = 1
	}
	return mu
}

// Draw fills w with the weights of rows for row x.
func (a *Affinity) Draw(w, far, x []float64, k int) {
	clear(w)
	b, _ := a.buffers.Get().(*neighbour.Barycentre)
	if b == nil {
		b = new(neighbour.Barycentre)
	}
	defer a.buffers.Put(b)
	a.Near(far, k, func(near []neighbour.Candidate) {
		weights := make([]float64, len(near))
		b.Weights(weights, a.X, func(at int) int { return int(near[at].Index) }, x, a.Reg)
		for at, v := range weights {
			w[a.Rows[near[at].Index]] = v
		}
	})
}
