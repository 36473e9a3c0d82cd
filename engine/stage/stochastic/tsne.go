package stochastic

import (
	"context"
	"fmt"
	"math"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/fit/layout"
	around "unfold/engine/graph/neighbourhood"
	"unfold/engine/internal/copies"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/preview"
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
// components of standard deviation one, and goes down by L-BFGS, with an exaggeration of
// 4 in the first sixth of its steps. dof=auto learns the degrees of freedom with the
// images, in the latter half of such steps, by all pairs.
//
// Copies of a row have one image: the cost is gone down under that condition. While
// points are laid out it shows where they are, coloured by their classes, and an
// interrupt keeps the layout that it has come to.
//
// Of more rows than landmarks, as many are laid out, spread as all are along their
// principal components, and landmarks= as many as there are rows lays all out. A map
// takes the others along. Without one each is placed by itself among the landmarks, which
// stay: it starts where those near it draw it (Shepard 1968, doi:10.1145/800186.810616),
// and on a line or in a plane, for degrees of freedom that are given, goes down
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
	Perplexity   float64 // or engine.Auto, for 30 or a third of the rows
	Dim          int     // dimensions
	Map          engine.Form
	DoF          float64 // degrees of freedom, or engine.Auto to learn them
	Exaggeration float64 // or engine.Auto, for 12, and 4 up to 500 rows and for maps
	Steps        int     // of the descent, or engine.Auto, for 750, and 360 for maps
	Learning     float64 // or engine.Auto, for the rows by the exaggeration
	Repulsion    string  // "auto", "exact", "tree" or "grid"
	Landmarks    int     // rows that are laid out, or engine.Auto
	Seed         int
}

const (
	everyRow   = 500 // up to so many rows all have weights
	usualSteps = 750 // of free points
)

// Params declares the parameters.
func (m *TSNE) Params(p *engine.Params) {
	p.Float(&m.Perplexity, "perplexity", engine.Auto, engine.OrAuto(engine.Above(1)), "how many rows weights spread over; auto is 30, or a third of fewer rows").Simpler(engine.Larger)
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
	if err := m.check(d.Len()); err != nil {
		return nil, err
	}
	_, pointed := d.(engine.Pointed)
	if count := m.laid(d.Len(), pointed); count < d.Len() {
		return m.embedAround(ctx, s, d, count)
	}
	return m.embedAll(ctx, s, d)
}

// embedAll lays out all rows.
func (m *TSNE) embedAll(ctx context.Context, s engine.Sample, d engine.Distances) (*engine.Embedding, error) {
	if !form.IsFree(m.Map) || m.DoF == engine.Auto {
		return m.fit(ctx, s, d)
	}
	rows := copies.Apart(s, d)
	affinities, err := m.affinities(parallel.Part(ctx, 0, 0.2), s, d, rows.Distinct.Of)
	if err != nil {
		return nil, err
	}
	if affinities.Len() == 1 {
		return nil, spectral.Identical()
	}
	start, err := m.start(ctx, s, d, rows.Distinct.Rows, affinities.Mass)
	if err != nil {
		return nil, err
	}
	settings := m.settings()
	over := preview.Begin(ctx, s)
	defer over.End()
	settings.Watch = watch(over, affinities.Of)
	found, err := layout.Lay(parallel.Part(ctx, 0.2, 1), affinities, start, settings)
	if err != nil {
		return nil, err
	}
	remarkHow(ctx, found, settings.Steps, d.Len())
	y, variances, err := principalAxes(ctx, found.Matrix(affinities.Of), m.Dim)
	return &engine.Embedding{Y: y, Spectrum: variances, Target: d}, err
}

// settings are those of the descent.
func (m *TSNE) settings() layout.Settings {
	steps := m.Steps
	if steps == engine.Auto {
		steps = usualSteps
	}
	return layout.Settings{DoF: m.DoF, Steps: steps, Exaggeration: m.Exaggeration, Learning: m.Learning, Repulsion: m.Repulsion}
}

// check refuses what is wrong with the settings before anything is searched.
func (m *TSNE) check(n int) error {
	if most := float64(n-1) / 3; m.Perplexity > most {
		return &engine.Error{Param: "perplexity", Cause: fmt.Sprintf("perplexity = %v is more than a third of the other %d rows, %.4g", m.Perplexity, n-1, most), Remedy: remedy.Set("perplexity", "auto").Or(remedy.Say("give more rows"))}
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

// graph weighs the neighbours of each row.
func (m *TSNE) graph(ctx context.Context, s engine.Sample, d engine.Distances) (*around.Graph, error) {
	near := around.Entropy{Perplexity: m.Perplexity}
	if n := d.Len(); n <= everyRow {
		near.Nearest = n - 1
	} else {
		near.Nearest = int(math.Ceil(3 * m.perplexity()))
	}
	return near.Graph(ctx, around.Keep(s, d), nil)
}

// affinities are those weights from both ends, over points that rows are of.
func (m *TSNE) affinities(ctx context.Context, s engine.Sample, d engine.Distances, of []int) (*layout.Affinities, error) {
	graph, err := m.graph(parallel.Part(ctx, 0, 0.8), s, d)
	if err != nil {
		return nil, err
	}
	return layout.Symmetric(parallel.Part(ctx, 0.8, 1), graph, of)
}

// perplexity is that of many rows.
func (m *TSNE) perplexity() float64 {
	if m.Perplexity == engine.Auto {
		return 30
	}
	return m.Perplexity
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
