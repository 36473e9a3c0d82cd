package embedding

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/cost"
	"unfold/engine/graph/alignment"
	"unfold/engine/internal/parallel"
)

func init() {
	declare(engine.Stage{
		Name:       "npe",
		Summary:    "keeps the weights that rebuild each row from its neighbours, by a linear map",
		Formula:    "min_V tr Vᵀ Xᵀ (I − W)ᵀ (I − W) X V,  Vᵀ Xᵀ X V = I;  w_i as in lle",
		Citation:   "He, Cai, Yan, Zhang 2005, doi:10.1109/ICCV.2005.167",
		Examples:   []string{`waveform(n=300) | scale | npe | svm`, `waveform(n=300) | scale | warp | npe(dim=3) | knn`},
		Unlabelled: true,
		Maps:       true,
		Measured:   true,
	}, func() engine.Embedder { return new(NPE) })
}

// NPE, neighbourhood preserving embedding, is lle by a linear map y = Vᵀ (x − mean).
//
//	M = (I − W)ᵀ (I − W) with the weights of lle
//	Xᵀ M X v_p = λ_p Xᵀ X v_p, for the smallest λ, of centred columns
//
// Neighbours are those of the metric before it, which may read labels; the map never
// does. X n×d → Y n×dim, centred and of variance one in every column, without unit; any
// row is mapped by the same formula.
//
// Time O(n k³ + nd² + d³), memory O(n k² + nd + d²). It fails for k ≥ n, for cells that
// are not finite, and for more dimensions than columns that are not constant and do not
// follow from others. It is deterministic (He, Cai, Yan, Zhang 2005,
// doi:10.1109/ICCV.2005.167).
//
// Deviation: columns are centred.
type NPE struct {
	alignment.Near
	Reg float64 // share of tr(C) on the diagonal
}

// Params declares the parameters.
func (m *NPE) Params(p *engine.Params) {
	m.Declare(p)
	p.Float(&m.Reg, "reg", 1e-3, engine.Above(0), "regularisation of the weights, as a share of the trace of their local products").Simpler(engine.Larger)
}

// Embed places the rows of s.
func (m *NPE) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	u, white, err := whitened(parallel.Part(ctx, 0, 0.6), s, &m.Near)
	if err != nil {
		return nil, err
	}
	asked, err := alignment.Weights(parallel.Part(ctx, 0.6, 0.9), alignment.Centred(u.Nearest, u.Joined.Bridges), u.Columns(ctx), m.Reg)
	if err != nil {
		return nil, err
	}
	matrix, err := asked.Sum(ctx)
	if err != nil {
		return nil, err
	}
	above, err := cost.Quadratic(ctx, matrix, white.U)
	if err != nil {
		return nil, err
	}
	_, r := white.U.Dims()
	below := mat.NewSymDense(r, nil) // white rows have variance one
	for c := range r {
		below.SetSym(c, c, float64(u.Len()-1))
	}
	_, directions := cost.LeastRatios(above, below, m.Dim)
	directions.Scale(math.Sqrt(float64(u.Len())), directions)
	return along(ctx, white, s, directions, nil)
}
