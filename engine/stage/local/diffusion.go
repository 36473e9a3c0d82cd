package local

import (
	"context"
	"slices"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/graph/alignment"
	"unfold/engine/graph/laplacian"
	"unfold/engine/graph/neighbour"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/parallel"
	"unfold/engine/linear/spectral"
)

func init() {
	declare(engine.Stage{
		Name:       "diffusion",
		Summary:    "keeps how soon a random walk leads from row to row",
		Formula:    "P = D⁻¹ K_α,  K_α = K / (q_i q_j)^alpha,  K_ij = exp(−q²_ij/epsilon);  y_ip = μ_p^time ψ_p(i)",
		Citation:   "Coifman, Lafon 2006, doi:10.1016/j.acha.2006.04.006",
		Aliases:    []string{"diffusionmap", "diffusionmaps"},
		Near:       []string{"phate"},
		Examples:   []string{`spiral(n=300) | diffusion | nystrom`, `swissroll(n=500) | diffusion(k=20, alpha=1, time=2)`},
		Unlabelled: true,
	}, func() engine.Embedder { return new(Diffusion) })
}

// Diffusion maps keep how soon a random walk over the rows leads from one to another:
// distances in Y are, as far as dim dimensions tell, the diffusion distances
// ‖P^time(i, ·) − P^time(j, ·)‖ weighted by 1/π.
//
//	K_ij = exp(−q_ij²/epsilon),  K_α = K_ij / (Σ_l K_il · Σ_l K_jl)^alpha
//	P    = D⁻¹ K_α;  P ψ_p = μ_p ψ_p;  y_ip = μ_p^time ψ_p(i)
//
// for the largest μ below that of the constant vector, with Σ_i π_i ψ_p(i)² = 1 for the
// stationary distribution π. q is the metric before it. alpha takes the density of the
// rows out of the walk: not at all at 0, wholly at 1. epsilon = auto is the median over
// rows of the squared dissimilarity to the tenth nearest. X n×d → Y n×dim, without
// unit. The spectrum are μ^time.
//
// K is between all rows, up to 2000 by itself, or along the graph of k nearest, of 64
// by itself for more; a note says so. That graph is joined by its shortest bridges, of
// which a note tells, or refused. Copies of a row lie where it does and count once. New
// rows are mapped by nystrom, exactly by the formula above where all rows are joined.
//
// Time O(n²) a step, or that of the neighbours and of spectral.Smallest; memory of two
// n×n matrices, or O(n k) and a factor, asked for before it is taken. It fails for k ≥
// n, for cells that are not finite, and for more dimensions than there are positive
// eigenvalues. It is deterministic (Coifman, Lafon 2006,
// doi:10.1016/j.acha.2006.04.006).
type Diffusion struct {
	K       int // neighbours that rows are joined to, or engine.Auto
	Dim     int
	Time    float64 // steps of the walk
	Alpha   float64 // how far density is taken out
	Epsilon float64 // squared width of the kernel, or engine.Auto
	Connect string  // "agglomerate" or "error"
}

// Params declares the parameters.
func (m *Diffusion) Params(p *engine.Params) {
	p.Int(&m.K, "k", engine.Auto, engine.OrAuto(engine.AtLeast(1)), "neighbours that a walk leads to; auto is all rows up to 2000, else 64").Simpler(engine.Larger)
	p.Int(&m.Dim, "dim", 2, engine.AtLeast(1), "dimensions of the embedding").Simpler(engine.Smaller)
	p.Float(&m.Time, "time", 1, engine.AtLeast(0), "steps of the walk: the more, the less small parts count")
	p.Float(&m.Alpha, "alpha", 1, engine.Between(0, 1), "how far the density of rows is taken out of the walk")
	p.Float(&m.Epsilon, "epsilon", engine.Auto, engine.OrAuto(engine.Above(0)), "squared width of the kernel; auto is the median squared dissimilarity to the tenth nearest row").Simpler(engine.Larger)
	p.Text(&m.Connect, "connect", "agglomerate", engine.OneOf("agglomerate", "error"), "what to do with a graph in several components: join them by their shortest bridges, or stop").Quietly()
}

// Rows are joined to all others up to joinedRows, and to usualJoined of more; the kernel
// is as wide as the tenth neighbour is far.
const joinedRows, usualJoined, tenth = 2000, 64, 10

// Embed places the rows of s.
func (m *Diffusion) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	u, err := alignment.Distinct(ctx, s, m.Dim)
	if err != nil {
		return nil, err
	}
	affinity := &laplacian.Affinity{T: m.Epsilon, Chosen: neighbour.Chosen{Rows: u.Distinct.Rows, K: m.K}}
	if m.K == engine.Auto && u.Len() > joinedRows {
		affinity.K = usualJoined
		engine.Remark(ctx, "rows are joined to the %d nearest; k = %d would join all of them", usualJoined, u.Len()-1)
	}
	if m.Epsilon == engine.Auto {
		nearest, err := u.Find(parallel.Part(ctx, 0, 0.2), min(tenth, u.Len()-1))
		if err != nil {
			return nil, err
		}
		affinity.T = medianSquare(nearest)
	}
	e, err := m.walk(parallel.Part(ctx, 0.2, 1), u, affinity)
	if err != nil {
		return nil, err
	}
	e.Affinity, e.Spectrum = affinity, make([]float64, m.Dim)
	for p, mu := range affinity.Mu {
		e.Spectrum[p] = elementary.Pow(mu, m.Time)
	}
	return e, nil
}

// walk places the rows by the walk along a graph, or between all of them.
func (m *Diffusion) walk(ctx context.Context, u *alignment.Surroundings, a *laplacian.Affinity) (e *engine.Embedding, err error) {
	e = &engine.Embedding{}
	var found *spectral.Pairs
	var root []float64
	if a.K == 0 {
		found, root, err = m.walkBetweenAll(ctx, u, a)
	} else {
		found, root, err = m.walkAlongGraph(ctx, u, a)
	}
	if err != nil {
		return nil, err
	}
	a.Mu = found.Values
	if positive := slices.IndexFunc(a.Mu, func(mu float64) bool { return mu <= 0 }); positive >= 0 {
		return nil, check.TooManyDimensions(m.Dim, positive, "positive eigenvalues of the walk")
	}
	if a.Mu[0] > 1-1e-12 {
		engine.Remark(ctx, "an eigenvalue is 1 but for rounding: for this epsilon = %.4g hardly any walk leads from some rows to others", a.T)
	}
	laplacian.ToWalk(found.Vectors, root)
	found.Vectors.Apply(func(_, p int, v float64) float64 { return v * elementary.Pow(a.Mu[p], m.Time) }, found.Vectors)
	e.Y = u.Spread(found.Vectors)
	if u.Joined != nil {
		e.Graph = u.Graph()
	}
	return e, nil
}

// walkBetweenAll returns the pairs of the walk between all rows, and the roots of their
// degrees.
func (m *Diffusion) walkBetweenAll(ctx context.Context, u *alignment.Surroundings, a *laplacian.Affinity) (*spectral.Pairs, []float64, error) {
	walk, scale, root, err := laplacian.Dense(ctx, u.Distances, a.T, m.Alpha)
	if err != nil {
		return nil, nil, err
	}
	a.Scale = scale
	var all float64
	for _, r := range root {
		all += float64(r * r)
	}
	for i, r := range root { // less the pair that is the same for all rows
		row := walk.RawRowView(i)
		for j, o := range root {
			row[j] -= float64(r * o / all)
		}
	}
	found, err := spectral.Top(ctx, walk, m.Dim)
	if err != nil {
		return nil, nil, err
	}
	spectral.RemarkEqual(ctx, found.Equal, m.Dim)
	return found, root, nil
}

// walkAlongGraph returns the pairs of the walk to neighbours, and the roots of the
// degrees of rows.
func (m *Diffusion) walkAlongGraph(ctx context.Context, u *alignment.Surroundings, a *laplacian.Affinity) (found *spectral.Pairs, root []float64, err error) {
	if u.Nearest, err = u.Find(parallel.Part(ctx, 0, 0.2), a.K); err != nil {
		return nil, nil, err
	}
	if u.Joined, err = u.Join(parallel.Part(ctx, 0.2, 0.3), m.Connect); err != nil {
		return nil, nil, err
	}
	w := laplacian.Heat(ctx, u.Joined, a.T, 1)
	a.Scale = laplacian.Anisotropic(w, m.Alpha)
	walk, root := laplacian.Walk(w)
	if found, err = spectral.Smallest(parallel.Part(ctx, 0.3, 1), walk, m.Dim, root); err != nil {
		return nil, nil, err
	}
	found.Remark(ctx, m.Dim)
	found.Values = laplacian.WalkValues(found.Values)
	return found, root, nil
}

// medianSquare returns the median over rows of the squared dissimilarity to the last
// of the neighbours; 1 if it is zero.
func medianSquare(nb *engine.Neighbours) float64 {
	var squares []float64
	for i := nb.K - 1; i < len(nb.Length); i += nb.K {
		squares = append(squares, nb.Length[i]*nb.Length[i])
	}
	slices.Sort(squares)
	n := len(squares)
	if median := (squares[(n-1)/2] + squares[n/2]) / 2; median > 0 {
		return median
	}
	return 1
}
