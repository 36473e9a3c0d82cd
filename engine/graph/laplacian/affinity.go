package laplacian

import (
	"math"

	"unfold/engine/codec"
	"unfold/engine/graph/neighbour"
	"unfold/engine/internal/elementary"
)

// An Affinity draws new rows by the weights that placed the others, exp(−length²/T)
// to the nearest of them, 1 if T is infinite, brought to a sum of one (Bengio,
// Delalleau, Le Roux, Paiement, Vincent, Ouimet 2004, doi:10.1162/0899766041732396).
type Affinity struct {
	neighbour.Chosen // rows that may draw, none a copy of another
	T                float64
	Scale            []float64 // what their weights are multiplied by, nil for one
	Mu               []float64 // eigenvalues of the random walk
	Square           bool      // of D^−½ W D^−½, whose weights are divided by the root of their sum
}

func init() { codec.Register[*Affinity]("affinity.laplacian", 1) }

// Fields tells the rows and their weights. A T may be infinite.
func (a *Affinity) Fields(f *codec.Fields) {
	f.Group("chosen", a.Chosen.Fields)
	f.Number("t", &a.T)
	f.Floats("scale", &a.Scale)
	f.Floats("mu", &a.Mu)
	f.Bool("square", &a.Square)
	f.Check(a.Scale == nil || len(a.Scale) == len(a.Rows), "%d weights of %d rows", len(a.Scale), len(a.Rows))
}

// Eigenvalues returns those of the random walk.
func (a *Affinity) Eigenvalues() []float64 { return a.Mu }

// Draw fills w with the weights of rows for one that is so far from them.
func (a *Affinity) Draw(w, far, _ []float64, k int) {
	clear(w)
	a.Near(far, k, func(near []neighbour.Candidate) { a.weigh(w, near) })
}

// weigh fills in the weights of the nearest rows.
func (a *Affinity) weigh(w []float64, near []neighbour.Candidate) {
	var degree, sum float64
	nearest := near[0].Length
	for _, c := range near {
		v := a.relative(c.Length, nearest)
		degree += v
		if a.Scale != nil {
			v *= a.Scale[c.Index]
		}
		w[a.Rows[c.Index]] = v
		sum += v
	}
	share := 1 / sum
	if a.Square {
		share = math.Sqrt(a.relative(nearest, 0) / degree)
	}
	for _, c := range near {
		w[a.Rows[c.Index]] *= share
	}
}

// relative is the weight of a length for that of a shorter one: far from all rows the
// weights themselves would vanish.
func (a *Affinity) relative(length, nearest float64) float64 {
	if math.IsInf(a.T, 1) {
		return 1
	}
	return elementary.Exp((nearest - length) * (nearest + length) / a.T)
}
