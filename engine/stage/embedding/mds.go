package embedding

import (
	"context"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/triangle"
	"unfold/engine/linear/affine"
	"unfold/engine/linear/spectral"
	"unfold/engine/stage/form"
)

func init() {
	declare(engine.Stage{
		Name:     "mds",
		Summary:  "keeps the inner products that dissimilarities stand for",
		Formula:  "Y = V √Λ of −½ J D² J",
		Citation: "Torgerson 1952, doi:10.1007/BF02288916",
		Aliases:  []string{"cmdscale", "pcoa", "torgerson"},
		Near:     []string{"sammon", "smacof"},
		Examples: []string{`waveform(n=300) | scale | mds`, `swissroll(n=200) | mds(stress="sammon") | barycentre`, `waveform(n=200) | scale | mds(map=linear) | svm`},
	}, func() engine.Embedder { return new(MDS) })
}

// MDS, multidimensional scaling, keeps dissimilarities: classically the inner products
// that they stand for.
//
//	S = −½ J D² J,  J = I − 11ᵀ/n;  y_ip = √λ_p v_ip
//
// for the largest eigenvalues λ_p of S with vectors v_p. Distances of points
// in dim dimensions come back as those points, up to a rigid motion. X n×d, or
// whatever the metric before it measures → Y n×dim, in the units of D.
//
// Euclidean distances never become a matrix: the leading directions of the
// points give the same Y in time O(n d min(n, d)). Other dissimilarities are
// kept by their lower triangle, in float64 or float32 by precision; time O(n²)
// beyond their own and O(n²) a step for the spectrum, memory n²/2 numbers,
// asked for before they are taken, and gathered again for the embedding's Scree,
// which tells further eigenvalues, where they are no longer kept. It fails
// for rows that are all equal, and for more dimensions than S has positive eigenvalues.
// It is deterministic (Torgerson 1952, doi:10.1007/BF02288916; for points the two are
// the same: Gower 1966, doi:10.1093/biomet/53.3-4.325).
//
// With another stress the distances themselves are to be the dissimilarities t,
//
//	Σ_{i<j} w_ij (‖y_i − y_j‖ − t_ij)²,  w = 1 (raw), 1/t (sammon), 1/t² (elastic)
//
// or 1 for pairs of which either is among the other's k nearest, and 0 for all others
// (local). It is gone down from the classical places by limited-memory BFGS, in O(n² dim)
// time an evaluation beside that of the dissimilarities, and Y is turned to its
// principal axes, whose variances are the spectrum; a note tells the stress that is
// left, the root of Σ w (‖y_i − y_j‖ − t)² / Σ w t². Pairs at no distance have no weight
// in sammon and elastic. With map=linear or another form it is the images of a map that
// are placed so, and unseen rows have theirs too; classical is then raw (Kruskal 1964,
// doi:10.1007/BF02289565; Sammon 1969, doi:10.1109/T-C.1969.222678).
type MDS struct {
	Dim       int    // dimensions, or engine.Auto
	Precision string // "auto", "double" or "single"
	Elbow     string // what dim = auto goes by: "residual" or "eigenvalues"
	Stress    string // "classical", "raw", "sammon", "elastic" or "local"
	K         int    // neighbours whose distances the local stress keeps

	Mapped
	Partial
}

// Params declares the parameters.
func (m *MDS) Params(p *engine.Params) {
	p.Int(&m.Dim, "dim", 2, engine.OrAuto(engine.AtLeast(1)), "dimensions of the embedding; auto is where the residual variance flattens").Simpler(engine.Smaller)
	precisionParam(p, &m.Precision)
	elbowParam(p, &m.Elbow)
	p.Text(&m.Stress, "stress", "classical", engine.OneOf("", "classical", "raw", "sammon", "elastic", "local"), "what is kept: inner products, or distances, alike, by 1/t, by 1/t², or those of neighbours").Quietly()
	p.Int(&m.K, "k", usualNeighbours, engine.AtLeast(1), "neighbours of each row whose distances the local stress keeps").Quietly()
	m.Mapped.declare(p)
	m.Partial.declare(p)
}

// Embed places the rows of s.
func (m *MDS) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	if m.stress() == "classical" {
		return m.classical(ctx, s)
	}
	e, err := m.classical(parallel.Part(ctx, 0, 0.2), s)
	if err != nil {
		return nil, err
	}
	if m.stress() == "local" {
		return m.keepLocal(parallel.Part(ctx, 0.2, 1), s, e, m.K)
	}
	return m.keep(parallel.Part(ctx, 0.2, 1), s, e, weightings[m.stress()])
}

// stress is what is kept, which of a map are distances.
func (m *MDS) stress() string {
	switch {
	case m.Stress != "" && m.Stress != "classical":
		return m.Stress
	case form.IsFree(m.Map):
		return "classical"
	}
	return "raw"
}

// classical places the rows of s by inner products.
func (m *MDS) classical(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	d, err := distancesOf(s)
	if err != nil {
		return nil, err
	}
	if points, ok := d.(engine.Pointed); ok {
		return m.embedPoints(ctx, points)
	}
	key := triangleKey{isDouble(m.Precision, d.Len())}
	scale := func(ctx context.Context, exact, rough int) (*configuration, error) {
		t, err := engine.Shared(parallel.Part(ctx, 0, 0.4), s.Pairs, key, func(ctx context.Context) (*triangle.Matrix, error) {
			return spectral.Gather(ctx, d, key.double)
		})
		if err != nil {
			return nil, err
		}
		return classicalScaling(parallel.Part(ctx, 0.4, 1), t, exact, rough)
	}
	return embedByScaling(ctx, scale, d, m.Dim, m.Elbow)
}

// triangleKey names the dissimilarities of all pairs in a precision, which settings
// that differ in dim alone have in common.
type triangleKey struct{ double bool }

// embedPoints is classical scaling of distances between points: S = X Xᵀ for the
// centred points, whose leading pairs are those of XᵀX.
func (m *MDS) embedPoints(ctx context.Context, d engine.Pointed) (*engine.Embedding, error) {
	if err := check.Matrix(d.Points()); err != nil {
		return nil, err
	}
	x, mean := centre(d.Points())
	n, width := x.Dims()
	wide := widest(m.Dim, m.Elbow)
	found, err := spectral.Principal(parallel.Part(ctx, 0, 0.5), x, min(max(wide, screeDimensions)+2, n-1, width))
	if err != nil {
		return nil, err
	}
	values := found.Values
	if len(values) == 0 {
		return nil, spectral.Identical()
	}
	if m.Dim > len(values) {
		return nil, tooManyDimensions(m.Dim, len(values), "positive eigenvalues")
	}
	for c := range values {
		values[c] *= float64(n - 1)
	}
	y, err := affine.NewMap(mean, found.Vectors, columnCount(wide, len(values))).Place(ctx, d.Points())
	if err != nil {
		return nil, err
	}
	spectral.Orient(y)
	first := firstColumns(y, min(screeDimensions, len(values)))
	scree := engine.NewScree(func(ctx context.Context) ([]float64, []float64, error) {
		residual, err := spectral.Residual(ctx, d, first)
		return values, residual, err
	})
	dim := m.Dim
	if dim == engine.Auto {
		residual, err := scree.Residual(parallel.Part(ctx, 0.5, 1))
		if err != nil {
			return nil, err
		}
		dim = chooseDim(ctx, m.Elbow, residual, values)
	}
	remarkEqual(ctx, found.Equal, dim)
	return &engine.Embedding{Y: firstColumns(y, dim), Spectrum: values, Scree: scree, Target: d, ByEigenvalues: m.Dim == engine.Auto && m.Elbow == ofEigenvalues}, nil
}
