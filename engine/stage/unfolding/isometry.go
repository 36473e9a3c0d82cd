package unfolding

import (
	"context"
	"fmt"
	"math"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/fit/semidefinite"
	"unfold/engine/graph/constraint"
	"unfold/engine/graph/geodesic"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/triangle"
	"unfold/engine/linear/spectral"
	"unfold/engine/remedy"
	"unfold/engine/stage/form"
)

// Isometry are the parameters of stages that draw rows apart while neighbours keep
// their distances: a local isometry.
type Isometry struct {
	K           int     // neighbours of each row whose distances are kept
	Dim         int     // dimensions, or engine.Auto
	Nu          float64 // ν, how much stretching counts beside the kept distances, or engine.Auto
	Constraints string  // "equal" or "atmost"
	Cliques     string  // "yes" or "no"
	Landmarks   int     // rows that are unfolded where there are more, or engine.Auto

	Map engine.Form // what the map may be; nil for free points
}

func (m *Isometry) declare(p *engine.Params) {
	p.Int(&m.K, "k", 6, engine.AtLeast(1), "neighbours of each row whose distances are kept").Simpler(engine.Smaller)
	p.Int(&m.Dim, "dim", 2, engine.OrAuto(engine.AtLeast(1)), "dimensions of the embedding; auto is behind which eigenvalues are stable, by 2 % of the largest").Simpler(engine.Smaller)
	p.Float(&m.Nu, "nu", engine.Auto, engine.OrAuto(engine.Above(0)), "how much stretching counts beside the kept distances: small values keep them more exactly; auto is 0.01, or for a map what it cannot keep of them, if that is more").Simpler(engine.Smaller)
	p.Text(&m.Constraints, "constraints", "equal", engine.OneOf("", "equal", "atmost"), "whether kept distances are to be what they are, or at most that").Quietly()
	p.Text(&m.Cliques, "cliques", "no", engine.OneOf("", "yes", "no"), "whether neighbours of a row keep their distances from each other too, so that neighbourhoods are rigid").Quietly()
	p.Int(&m.Landmarks, "landmarks", engine.Auto, engine.OrAuto(engine.AtLeast(3)), "rows that are unfolded and take the others along; auto is all up to 10000, else 2000").Quietly()
	p.Stage(&m.Map, "map", engine.FormRole, &form.Free{}, "what the map may be: free points, or a map for unseen rows too").Quietly()
}

// nu is ν of free points, and what a map begins with.
func (m *Isometry) nu() float64 {
	const usual = 0.01
	if m.Nu == engine.Auto {
		return usual
	}
	return m.Nu
}

// screeDimensions is how many dimensions have their residual variance in a scree.
const screeDimensions = 10

// embed unfolds the rows of s, those that are copies of each other as one.
func (m *Isometry) embed(ctx context.Context, s engine.Sample, drawn drawing) (*engine.Embedding, error) {
	if err := m.checkMap(); err != nil {
		return nil, err
	}
	d, err := check.Distances(s)
	if err != nil {
		return nil, err
	}
	if err := check.Finite(s); err != nil {
		return nil, err
	}
	distinct := constraint.Distinct(ctx, s.X)
	if len(distinct.Rows) == 1 {
		return nil, spectral.Identical()
	}
	rows := constraint.Rows{Distinct: distinct, Source: s.Rows, Tau: distinct.Among(d)}
	keep, err := m.kept(parallel.Part(ctx, 0, 0.1), rows)
	if err != nil {
		return nil, err
	}
	if !form.IsFree(m.Map) {
		return m.embedMap(parallel.Part(ctx, 0.1, 1), s, rows, keep, drawn)
	}
	if count := m.landmarkCount(len(rows.Rows)); count > 0 {
		return m.embedLandmarks(parallel.Part(ctx, 0.1, 1), rows, keep, count, drawn)
	}
	paths, err := geodesicsAlong(parallel.Part(ctx, 0.1, 0.2), keep)
	if err != nil {
		return nil, err
	}
	found, err := m.solve(parallel.Part(ctx, 0.2, 1), semidefinite.Problem{Keep: keep, Geodesics: paths, Stretch: drawn.stretch(distinct.Of, len(distinct.Rows))})
	if err != nil {
		return nil, err
	}
	target := atPlaces{paths, distinct.Of}
	whole := distinct.Spread(firstColumns(found.Y, found.Rank()))
	e := &engine.Embedding{Spectrum: found.Spectrum, Graph: distinct.SpreadGraph(keep), Target: target, Proof: &found.Proof}
	e.Scree = engine.NewScree(func(ctx context.Context) ([]float64, []float64, error) {
		residual, err := spectral.Residual(ctx, target, firstColumns(whole, min(screeDimensions, found.Rank())))
		return found.Spectrum, residual, err
	})
	e.Y, e.ByEigenvalues = firstColumns(whole, m.dim(ctx, found)), m.Dim == engine.Auto
	return e, nil
}

// kept are the pairs of neighbours, or all pairs within neighbourhoods, in one part.
func (m *Isometry) kept(ctx context.Context, rows constraint.Rows) (keep *engine.Graph, err error) {
	if m.Cliques == "yes" {
		keep, err = rows.Cliques(parallel.Part(ctx, 0, 0.5), m.K)
	} else {
		keep, err = rows.Nearest(parallel.Part(ctx, 0, 0.5), m.K)
	}
	if err != nil {
		return nil, err
	}
	if err := rows.Check(keep, ""); err != nil {
		return nil, err
	}
	if keep, err = joined(parallel.Part(ctx, 0.5, 1), nameOfNeighbours, keep, rows); err != nil {
		return nil, err
	}
	return keep, rows.Check(keep, "") // bridges too
}

// geodesicsAlong are the lengths of shortest paths between all rows.
func geodesicsAlong(ctx context.Context, keep *engine.Graph) (*geodesic.Paths, error) {
	n := keep.Len()
	double := geodesic.IsPrecise(n)
	if err := memory.Claim(ctx, triangle.Bytes(n, double), fmt.Sprintf("geodesics between all %d rows", n), remedy.Set("landmarks").Or(remedy.FewerRows())); err != nil {
		return nil, err
	}
	return geodesic.AllPairs(ctx, keep, double)
}

// solve solves the programme, and tells of its proof.
func (m *Isometry) solve(ctx context.Context, p semidefinite.Problem) (*semidefinite.Solution, error) {
	p.AtMost, p.Nu, p.Dim = m.Constraints == "atmost", m.nu(), max(m.Dim, 1)
	found, err := semidefinite.Solve(ctx, p)
	if err != nil {
		return nil, err
	}
	if rank := found.Rank(); m.Dim > rank {
		return nil, check.TooManyDimensions(m.Dim, rank, "dimensions that the unfolded rows have")
	}
	remarkProof(ctx, found)
	return found, nil
}

// remarkProof tells whether the optimum is proved, and how well distances are kept.
func remarkProof(ctx context.Context, found *semidefinite.Solution) {
	var off float64
	for _, rho := range found.Tension {
		off += math.Abs(math.Sqrt(1+rho)-1) / float64(len(found.Tension))
	}
	proof := fmt.Sprintf("the optimum is certified to a gap of %.1g", found.Gap)
	if !found.Certified {
		proof = fmt.Sprintf("the places found are not certified to be the optimum, by a gap of %.1g", found.Gap)
	}
	engine.Remark(ctx, "%s (certificate %.1g); %d kept pairs are off by %.2g of their distance on the mean", proof, found.Certificate, len(found.Tension)/2, off)
}

// dim is how many dimensions are wanted.
func (m *Isometry) dim(ctx context.Context, found *semidefinite.Solution) int {
	if m.Dim != engine.Auto {
		spectral.RemarkEqual(ctx, spectral.Clusters(found.Spectrum[:found.Rank()]), m.Dim)
		return m.Dim
	}
	dim := spectral.Stable(found.Spectrum[:found.Rank()])
	engine.Remark(ctx, "dim = %d is where eigenvalues become stable, at %.3g of the largest", dim, found.Spectrum[dim-1]/found.Spectrum[0])
	return dim
}

// atPlaces are the dissimilarities of rows that are at places of[i].
type atPlaces struct {
	between engine.Distances
	of      []int
}

func (d atPlaces) Len() int { return len(d.of) }

func (d atPlaces) Row(dst []float64, i int) {
	whole := make([]float64, d.between.Len())
	d.between.Row(whole, d.of[i])
	for j, of := range d.of {
		dst[j] = whole[of]
	}
}
