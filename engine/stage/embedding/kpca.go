package embedding

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/parallel"
	"unfold/engine/linear/spectral"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:     "kpca",
		Summary:  "keeps the directions of largest variance in the feature space of a kernel",
		Formula:  "H K H v = λ v,  z = √λ v;  z(x) = (k(x) − mean)ᵀ v / √λ",
		Citation: "Schölkopf, Smola, Müller 1998, doi:10.1162/089976698300017467",
		Aliases:  []string{"kernelpca"},
		Examples: []string{`swissroll(n=300) | kpca`, `waveform(n=300) | scale | kpca(width=0.5) | svm`},
		Maps:     true,
	}, func() engine.Embedder { return new(KPCA) })
}

// KPCA, kernel principal component analysis, is PCA of the rows as a kernel
// sees them: it keeps inner products k(x_i, x_j) about their mean.
//
//	K_ij = k(x_i, x_j),  H = I − 11ᵀ/n
//	H K H v = λ v,  ‖v‖ = 1;  z_i = √λ v_i
//	z(x) = Σ_i (k(x, x_i) − mean_j k(x, x_j) − mean_j K_ij + mean K) v_i / √λ
//
// for the dim largest λ. X n×d → Z n×dim; any row is mapped by the second
// formula, with the means of the training rows. The kernels:
//
//	rbf     k(x, x′) = exp(−‖x − x′‖²/2σ²)
//	linear  k(x, x′) = x·x′
//	poly    k(x, x′) = (x·x′/σ² + offset)^degree
//
// σ is in the units of the columns; by itself width times the median distance
// of rows, for poly √d. The linear kernel gives PCA. The spectrum are the λ.
//
// Time O(n²(d + dim)) a step of the search for eigenpairs, or O(n³) where n is
// small; O(n(d + dim)) a mapped row; memory 3n² numbers, asked for before they
// are taken. It fails for rows that are all equal, for more dimensions than
// eigenvalues above zero, and for kernel values that are not finite. It is
// deterministic (Schölkopf, Smola, Müller 1998, doi:10.1162/089976698300017467).
type KPCA struct {
	Dim int // dimensions
	Mercer
}

// Params declares the parameters.
func (m *KPCA) Params(p *engine.Params) {
	p.Int(&m.Dim, "dim", 2, engine.AtLeast(1), "dimensions of the embedding").Simpler(engine.Smaller)
	m.declare(p)
}

// Embed places the rows of s.
func (m *KPCA) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	remarkUnused(ctx, s)
	if err := finiteRows(s); err != nil {
		return nil, err
	}
	n := s.Len()
	kernel, k, err := m.centredValues(parallel.Part(ctx, 0, 0.2), s, 3, remedy.Use("pca"))
	if err != nil {
		return nil, err
	}
	if mat.Trace(k) <= 0 {
		return nil, spectral.Identical()
	}
	pairs, err := spectral.Top(parallel.Part(ctx, 0.2, 0.9), k, min(m.Dim, n))
	if err != nil {
		return nil, err
	}
	if positive := pairs.Positive(); m.Dim > positive {
		return nil, tooManyDimensions(m.Dim, positive, "directions of the feature space with any variance")
	}
	remarkEqual(ctx, pairs.Equal, m.Dim)
	b := mat.NewDense(n, m.Dim, nil)
	b.Apply(func(_, p int, v float64) float64 { return v / math.Sqrt(pairs.Values[p]) }, pairs.Vectors.Slice(0, n, 0, m.Dim))
	own, y, err := newExpansion(parallel.Part(ctx, 0.9, 1), kernel, s.X, b)
	if err != nil {
		return nil, err
	}
	return &engine.Embedding{Y: y, Spectrum: pairs.Values[:m.Dim], Target: engine.Euclidean(s.X), Map: own}, nil
}

// centreBoth turns the symmetric k into H k H.
func centreBoth(ctx context.Context, k *mat.Dense) error {
	n, _ := k.Dims()
	mean := make([]float64, n)
	if err := parallel.For(ctx, n, parallel.Grain(n), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			for _, v := range k.RawRowView(i) {
				mean[i] += v / float64(n)
			}
		}
	}); err != nil {
		return err
	}
	var all float64
	for _, v := range mean {
		all += v / float64(n)
	}
	return parallel.For(ctx, n, parallel.Grain(n), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row := k.RawRowView(i)
			for j := range row {
				row[j] -= mean[i] + mean[j] - all
			}
		}
	})
}
