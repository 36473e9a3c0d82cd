package stochastic

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/fit/layout"
	around "unfold/engine/graph/neighbourhood"
	"unfold/engine/internal/copies"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/preview"
	"unfold/engine/internal/random"
	"unfold/engine/linear/spectral"
	"unfold/engine/remedy"
	"unfold/engine/stage/form"
)

func init() {
	declare(engine.Stage{
		Name:     "tsne",
		Summary:  "lays rows out so that neighbours stay neighbours",
		Formula:  "min_Y KL(P‖Q),  Q_ij ∝ (1 + ‖y_i − y_j‖²/s)^(−(s+1)/2),  P_ij = (p_{j|i} + p_{i|j})/2n",
		Citation: "Poličar, Stražar, Zupan 2024, doi:10.18637/jss.v109.i03; van der Maaten, Hinton 2008, JMLR 9:2579–2605",
		Aliases:  []string{"rtsne", "opentsne"},
		Near:     []string{"umap", "trimap", "pacmap", "largevis"},
		Examples: []string{`waveform(n=300) | scale | tsne | barycentre | knn(5)`, `swissroll(n=300) | tsne(perplexity=15, dim=3) | krr | continuity`, `waveform(n=900) | scale | tsne(landmarks=300) | qnx`},
	}, func() engine.Embedder { return new(TSNE) })
}

// TSNE, t-distributed stochastic neighbour embedding, lays rows out so that those
// near each other stay so; how far apart others are means little.
//
//	KL(P‖Q) = Σ_ij P_ij ln(P_ij/Q_ij),  Q_ij = φ_ij/Σφ,  φ_ij = (1 + ‖y_i − y_j‖²/s)^(−(s+1)/2)
//	P_ij = (p_{j|i} + p_{i|j})/2n,  p_{j|i} ∝ exp(−β_i d_ij²) with an entropy of ln perplexity
//
// for distances d of the metric before it and s = dof degrees of freedom. Weights
// are of all rows up to 500 of them, and of 3 perplexity nearest of more. X n×d, or
// whatever the metric measures → Y n×dim, in units of no meaning, turned to its
// principal axes, whose variances are the spectrum.
//
// Rows are free points, and an extender learns a map, or map= says what the map is
// that the divergence is lowered by, such as linear (parametric t-SNE).
//
// Free points start from the leading principal components, brought to a standard
// deviation of 1e-4, with a hundredth of that drawn by the seed, and take steps with
// momentum and gains, of which the first third exaggerates P. Defaults are openTSNE's:
// the length of steps is n by the exaggeration, which is 12 and then 1; here it is 4 at
// first where there are at most 500 rows, which 12 would draw to one point. It ends
// before its steps are used up where the gradient vanishes. Where rows have no columns of
// numbers it starts from drawn points, and a note says so. A map starts near principal
// components of standard deviation one, and descends by L-BFGS, with an exaggeration of
// 4 in the first sixth of its steps. dof=auto learns the degrees of freedom with the
// images, in the latter half of such steps, by all pairs.
//
// Copies of a row have one image: the cost is minimised under that condition. While
// points are laid out it shows where they are, coloured by their classes, and an
// interrupt keeps the layout that it has come to.
//
// Of more rows than landmarks, as many are laid out, spread as all are along their
// principal components, and landmarks= as many as there are rows lays all out. A map
// takes the others along. Without one each is placed by itself among the landmarks, which
// stay: it starts where those near it draw it (Shepard 1968, doi:10.1145/800186.810616),
// and on a line or in a plane, for degrees of freedom that are given, descends
//
//	KL(p_i‖q_i) = Σ_j p_{j|i} ln(p_{j|i}/q_{j|i}),  q_{j|i} = φ_ij/Σ_l φ_il
//
// over the 3 perplexity landmarks nearest to it (Poličar, Stražar, Zupan 2023,
// doi:10.1007/s10994-021-06043-1). Unseen rows go the same way, where distances are
// Euclidean ones of the columns. A note tells how many of their neighbours the rows of
// either kind keep.
//
// repulsion is how the pushes of all rows on all are found: exact in O(n² dim) a
// step, tree in O(n log n) for two or three dimensions, grid in time that grows with
// the area of the layout, for one or two; these are within 1e-3 of the exact ones.
// Beside that a step takes O(n perplexity) time; memory is O(n perplexity). A row that is
// placed among landmarks takes O(landmarks d) time, and some hundred steps of O(perplexity).
// It fails
// where three times the perplexity are more than the other rows, for rows that are all
// equal, and for landmarks where distances are not those of points. It is deterministic
// for a seed, on any number of processors (van der Maaten, Hinton 2008, JMLR 9:2579–2605;
// van der Maaten 2009, AISTATS 5:384–391; Poličar, Stražar, Zupan 2024,
// doi:10.18637/jss.v109.i03).
type TSNE struct {
	Likelihoods
	Dim          int // dimensions
	Map          engine.Form
	DoF          float64 // degrees of freedom, or engine.Auto to learn them
	Exaggeration float64 // or engine.Auto, for 12, and 4 up to 500 rows and for maps
	Steps        int     // of the descent, or engine.Auto, for 750, and 360 for maps
	Learning     float64 // or engine.Auto, for the rows by the exaggeration
	Repulsion    string  // "auto", "exact", "tree" or "grid"
	Landmarks    int     // rows that are laid out, or engine.Auto
	Seed         int
}

const usualSteps = 750 // of free points

// Params declares the parameters.
func (m *TSNE) Params(p *engine.Params) {
	m.Likelihoods.declare(p, "30")
	p.Int(&m.Dim, "dim", 2, engine.AtLeast(1), "dimensions of the embedding").Simpler(engine.Smaller)
	p.Stage(&m.Map, "map", engine.FormRole, &form.Free{}, "what the map of rows is").Quietly()
	p.Float(&m.DoF, "dof", 1, engine.OrAuto(engine.Above(0)), "degrees of freedom: fewer leave wider gaps between clusters; auto learns them").Quietly()
	p.Float(&m.Exaggeration, "exaggeration", engine.Auto, engine.OrAuto(engine.AtLeast(1)), "what attraction is multiplied by in the first third of the steps; auto is 12, or 4 up to 500 rows; of a map, 4 in the first sixth").Quietly()
	p.Int(&m.Steps, "steps", engine.Auto, engine.OrAuto(engine.AtLeast(1)), "steps of the descent; auto is 750, or 360 of a map").Quietly()
	p.Float(&m.Learning, "learning", engine.Auto, engine.OrAuto(engine.Above(0)), "length of steps; auto is the number of rows by the exaggeration").Quietly()
	p.Text(&m.Repulsion, "repulsion", "auto", engine.OneOf("auto", "exact", "tree", "grid"), "how the pushes of all rows on all are found: exact, by a tree of cells, or on a grid; auto is the fastest").Quietly()
	p.Int(&m.Landmarks, "landmarks", engine.Auto, engine.OrAuto(engine.AtLeast(4)), "rows that are laid out and take the others along; auto is all up to 100000, else 25000, and all up to 5000 of a map, else 5000").Quietly()
	p.Int(&m.Seed, "seed", 1, engine.AtLeast(0), "seed of what the start draws").Quietly()
}

// Embed places the rows of s.
func (m *TSNE) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	d, err := check.Distances(s)
	if err != nil {
		return nil, err
	}
	all, share := subset{Sample: s, d: d}, 1.0
	rows, err := m.laidOut(parallel.Part(ctx, 0, 0.01), all)
	if err != nil {
		return nil, err
	}
	if err := m.checkMap(rows.Len()); err != nil {
		return nil, err
	}
	if rows.at != nil {
		share = 0.5
	}
	graph, err := m.graph(parallel.Part(ctx, 0.01, 0.2*share), rows)
	if err != nil {
		return nil, err
	}
	start, err := m.start(ctx, rows)
	if err != nil {
		return nil, err
	}
	e, err := m.descend(parallel.Part(ctx, 0.2*share, share), rows, graph, start)
	if err != nil || rows.at == nil {
		return e, err
	}
	return m.mapOthers(parallel.Part(ctx, share, 1), all, rows, e)
}

// graph is p_{j|i}, of the nearest rows of each; nil where a map is found by batches, each
// of which has its own.
func (m *TSNE) graph(ctx context.Context, rows subset) (*around.Graph, error) {
	if _, ok := m.batches(rows.Len()); ok {
		return nil, nil
	}
	near, err := m.entropy(rows.Len(), usualPerplexity, everyRow)
	if err != nil {
		return nil, err
	}
	return near.Graph(ctx, around.Keep(rows.Sample, rows.d), nil)
}

// start is near the principal components, of a standard deviation of 1e-4 on the first,
// or of one for a map: at the size from which free points start its gradients are so
// small that it would stop at once.
func (m *TSNE) start(ctx context.Context, rows subset) (*mat.Dense, error) {
	if m.isMapped() {
		return (&Descent{Dim: m.Dim, Seed: m.Seed}).near(ctx, rows, 1)
	}
	distinct := copies.Apart(rows.Sample, rows.d).Distinct
	if len(distinct.Rows) == 1 {
		return nil, spectral.Identical()
	}
	const spread = 1e-4
	return startNear(ctx, rows, distinct, m.Dim, spread, startDrawn*spread, random.New(m.Seed, "tsne"))
}

// descend lowers the divergence of P from Q: by steps of free points, one for each
// distinct row, or along a map.
func (m *TSNE) descend(ctx context.Context, rows subset, graph *around.Graph, start *mat.Dense) (*engine.Embedding, error) {
	if m.isMapped() {
		return m.descendMap(ctx, rows, graph, start)
	}
	distinct := copies.Apart(rows.Sample, rows.d).Distinct
	affinities, err := layout.Symmetric(parallel.Part(ctx, 0, 0.05), graph, distinct.Of)
	if err != nil {
		return nil, err
	}
	points := layout.PointsAt(distinct.Take(start))
	points.Mass = affinities.Mass
	settings := layout.Settings{DoF: m.DoF, Steps: usualSteps, Exaggeration: m.Exaggeration, Learning: m.Learning, Repulsion: m.Repulsion}
	if m.Steps != engine.Auto {
		settings.Steps = m.Steps
	}
	over := preview.Begin(ctx, rows.Sample)
	defer over.End()
	settings.Watch = func(ctx context.Context, p engine.Progress, z *layout.Points) (enough bool) {
		return over.Tell(ctx, p, func() preview.Place {
			return preview.Along(z.Matrix(affinities.Of).RawMatrix().Data, z.Dim())
		})
	}
	found, err := layout.Lay(parallel.Part(ctx, 0.05, 1), affinities, points, settings)
	if err != nil {
		return nil, err
	}
	remarkHow(ctx, found, settings.Steps, rows.Len())
	y, variances, err := principalAxes(ctx, found.Matrix(affinities.Of), m.Dim)
	return &engine.Embedding{Y: y, Spectrum: variances, Target: rows.d}, err
}

// mapOthers takes the rows along that were not laid out: by the map that there is, or
// else among the landmarks, as unseen rows are.
func (m *TSNE) mapOthers(ctx context.Context, all, landmarks subset, e *engine.Embedding) (*engine.Embedding, error) {
	x, err := all.X, error(nil)
	if e.Map == nil {
		x = all.d.(engine.Pointed).Points()
		if e.Map, err = m.landmarkMap(ctx, landmarks.d.(engine.Pointed).Points(), e.Y); err != nil {
			return nil, err
		}
	}
	if e.Y, err = engine.Image(parallel.Part(ctx, 0, 0.8), e.Map, x); err != nil {
		return nil, err
	}
	if x != all.X { // points of the metric, which unseen rows are not
		e.Map = nil
	}
	e.Target = all.d
	return e, remarkLoss(parallel.Part(ctx, 0.8, 1), all.d, e.Y, landmarks.at, m.Seed)
}

// isMapped reports whether the descent is of a map, or as that of one.
func (m *TSNE) isMapped() bool { return !form.IsFree(m.Map) || m.DoF == engine.Auto }

// check refuses settings that n rows are too few for, or that contradict each other.
func (m *TSNE) check(n int) error {
	if err := m.Likelihoods.check(n); err != nil {
		return err
	}
	switch {
	case m.Repulsion == "auto":
		return nil
	case m.DoF == engine.Auto && m.Repulsion != "exact":
		return &engine.Error{Param: "repulsion", Cause: fmt.Sprintf("repulsion=%q does not tell how degrees of freedom would change the divergence", m.Repulsion), Remedy: remedy.Set("repulsion", "exact").Or(remedy.Set("dof", 1))}
	case m.DoF == engine.Auto:
		return nil
	}
	_, err := layout.NewRepulsion(m.Repulsion, m.Dim, m.DoF)
	return err
}

// remarkHow tells how far a layout of n rows came of its steps, and by what.
func remarkHow(ctx context.Context, found *layout.Result, steps, n int) {
	switch how := fmt.Sprintf("divergence %.4g after %d", found.Divergence, found.Step); {
	case found.Asked && 3*found.Step < steps:
		engine.Remark(ctx, "%s of %d steps, where it was asked to end: attraction was still exaggerated, and clusters are tighter than they would come to be", how, steps)
	case found.Asked:
		engine.Remark(ctx, "%s of %d steps, where it was asked to end", how, steps)
	case found.Settled:
		engine.Remark(ctx, "%s steps, where the gradient vanishes", how)
	default:
		engine.Remark(ctx, "%s steps", how)
	}
	if found.Method != "exact" {
		engine.Remark(ctx, "repulsion by the %s: forces within 0.1 %% of the exact ones", found.Method)
	}
	if points := found.Len(); points < n {
		engine.Remark(ctx, "%d rows are copies of others, and have their images", n-points)
	}
}
