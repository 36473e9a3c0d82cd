package embedding

import (
	"context"
	"fmt"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/spectral"
)

func init() {
	declare(engine.Stage{
		Name:     "mds",
		Summary:  "keeps the inner products that dissimilarities stand for",
		Formula:  "Y = V √Λ of −½ J D² J",
		Citation: "Torgerson 1952, doi:10.1007/BF02288916",
		Examples: []string{`waveform(n=300) | scale | mds`},
	}, func() engine.Embedder { return new(MDS) })
}

// MDS, classical multidimensional scaling, keeps the inner products that the
// dissimilarities stand for.
//
//	S = −½ J D² J,  J = I − 11ᵀ/n;  y_ip = √λ_p v_ip
//
// for the largest eigenvalues λ_p of S with vectors v_p. Distances of points
// in dim dimensions come back as those points, up to a rigid motion. X n×d, or
// whatever the metric before it measures → Y n×dim, in the units of D. Time
// O(n²d) and O(n²) a step for the spectrum, memory n² numbers, asked for before
// they are taken. It fails for rows that are all equal, and for more dimensions
// than S has positive eigenvalues. It is deterministic (Torgerson 1952,
// doi:10.1007/BF02288916).
type MDS struct {
	Dim int // dimensions, or engine.Auto
}

// Params declares the parameters.
func (m *MDS) Params(p *engine.Params) {
	p.Int(&m.Dim, "dim", 2, engine.OrAuto(engine.AtLeast(1)), "dimensions of the embedding; auto is where the residual variance flattens")
}

// Embed places the rows of s.
func (m *MDS) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	d, err := distancesOf(s)
	if err != nil {
		return nil, err
	}
	if err := memory.Need(memory.Square(1, d.Len()), fmt.Sprintf("inner products of %d rows", d.Len()), "take fewer rows: put sample(n=...) after the source"); err != nil {
		return nil, err
	}
	return scaling(ctx, d, m.Dim)
}

// scaling is classical scaling of any dissimilarities. It keeps more of the
// spectrum than dim, to judge dim by.
func scaling(ctx context.Context, d engine.Distances, dim int) (*engine.Embedding, error) {
	const most = 10 // dimensions whose residual variance is told
	s, err := spectral.Centre(ctx, d)
	if err != nil {
		return nil, err
	}
	pairs, err := spectral.Top(parallel.Part(ctx, 0, 0.7), s, max(dim, most)+2)
	if err != nil {
		return nil, err
	}
	positive := pairs.Positive()
	if dim > positive {
		return nil, ranked(dim, positive, "eigenvalues are positive")
	}
	z := pairs.Coordinates(min(most, positive))
	curve, err := spectral.Residual(parallel.Part(ctx, 0.7, 1), d, z)
	if err != nil {
		return nil, err
	}
	if dim == engine.Auto {
		dim = spectral.Elbow(curve)
		engine.Remark(ctx, "dim = %d is where the residual variance flattens, at %.3g", dim, curve[dim-1])
	}
	return &engine.Embedding{Y: pairs.Coordinates(dim), Spectrum: pairs.Values, Residual: curve, Target: d}, nil
}
