package alignment

import (
	"sync"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/neighbour"
)

// An Affinity draws new rows by the weights with which the nearest placed rows rebuild
// them, which is Nyström's formula for locally linear embedding (Bengio, Delalleau, Le
// Roux, Paiement, Vincent, Ouimet 2004, doi:10.1162/0899766041732396).
type Affinity struct {
	X    *mat.Dense // of the rows that may draw, none a copy of another
	Rows []int      // where they are among all that were placed
	K    int        // how many of them draw
	Reg  float64
	Dim  int

	buffers sync.Pool
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
	if k == 0 {
		k = a.K
	}
	b, _ := a.buffers.Get().(*buffer)
	if b == nil {
		b = &buffer{lengths: make([]float64, len(a.Rows))}
	}
	defer a.buffers.Put(b)
	for at, i := range a.Rows {
		b.lengths[at] = far[i]
	}
	b.near = neighbour.Least(b.near, b.lengths, k)
	weights := make([]float64, len(b.near))
	b.Weights(weights, a.X, func(at int) int { return int(b.near[at].Index) }, x, a.Reg)
	for at, v := range weights {
		w[a.Rows[b.near[at].Index]] = v
	}
}

// buffer is the workspace for a row.
type buffer struct {
	neighbour.Barycentre
	lengths []float64
	near    []neighbour.Candidate
}
