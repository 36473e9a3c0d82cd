package metric

import (
	"context"
	"iter"
	"math"
	"slices"
	"sync/atomic"

	"unfold/engine"
	"unfold/engine/internal/elementary"
	"unfold/engine/linear/spectral"
)

func init() {
	declare(engine.Stage{
		Name:        "warp",
		Summary:     "draws rows of one class together and different classes apart",
		Formula:     "t = e²/β;  same class: q = √(1 − exp(−t)),  different: q = √(exp(t) − α)",
		Citation:    "Geng, Zhan, Zhou 2005, doi:10.1109/TSMCB.2005.850151; Orsenigo, Vercellis 2012, doi:10.1016/j.eswa.2012.01.060",
		Examples:    []string{`waveform(n=300) | scale | warp(0.5) | isomap(k=10) | krr | svm`},
		ReadsLabels: true,
	}, func() engine.Metric { return new(Warp) })
}

// Warp keeps neighbourhoods inside a class and opens gaps between classes:
// for rows at Euclidean distance e,
//
//	t = e²/β
//	q = √(1 − exp(−t))      same class: from 0 up to 1
//	q = √(exp(t) − α)       different classes: from √(1 − α) without limit
//
// with α inside the root, or exp(t/2) − α for the other reading of it. X n×d
// and classes; q has no unit, β that of e². At equal e two rows of one class
// are nearer than two of different ones.
//
// Neighbour lists cost O(n²d) time and O(nk) memory: q rises with e inside
// both relations, so a row's list is a merge of two Euclidean ones. Lists are
// in the order of ln q, then e, then index, since q itself saturates.
//
// It fails without labels, for cells that are not finite, and for rows that
// are all equal, when β cannot be estimated. It is deterministic (Geng, Zhan,
// Zhou 2005, doi:10.1109/TSMCB.2005.850151; Orsenigo, Vercellis 2012,
// doi:10.1016/j.eswa.2012.01.060). S-Isomap of Geng, Zhan and Zhou is
// warp(reading="outside", rule="distance") | isomap.
//
// Deviations: the papers take for β the mean distance, which is not in the
// unit of e², so that rescaling the data changes q. Here β is the mean squared
// distance unless rule="distance" asks for theirs. And exp(t) overflows, or
// drowns the structure inside classes in rounding, for rows far apart: between
// different classes q goes on linearly from t = 20, which a note tells.
type Warp struct {
	Alpha   float64 // how far different classes at distance zero are drawn together
	Beta    float64 // the scale of e², or engine.Auto
	Reading string  // "inside" or "outside": where α stands
	Rule    string  // "square" or "distance": β while it is engine.Auto
}

// Params declares the parameters.
func (m *Warp) Params(p *engine.Params) {
	p.Float(&m.Alpha, "alpha", 0.5, engine.From(0, 1), "offset that lets different classes come close: 0 keeps them at least 1 apart")
	p.Float(&m.Beta, "beta", engine.Auto, engine.OrAuto(engine.Above(0)), "scale of squared distances; auto is their mean over the training rows")
	p.Text(&m.Reading, "reading", "inside", engine.OneOf("inside", "outside"), "where alpha stands: √(exp(t) − alpha), or exp(t/2) − alpha")
	p.Text(&m.Rule, "rule", "square", engine.OneOf("square", "distance"), "what beta=auto is: the mean squared distance, or the mean distance as in the papers")
}

// Distances returns q for the rows of s.
func (m *Warp) Distances(ctx context.Context, s engine.Sample) (engine.Distances, error) {
	l, err := newLabelled(ctx, s)
	if err != nil {
		return nil, err
	}
	w := warpRelation{alpha: m.Alpha, beta: m.Beta, outside: m.Reading == "outside"}
	if w.beta == engine.Auto {
		w.beta, err = engine.Shared(ctx, s.Memo, betaKey{m.Rule}, func(ctx context.Context) (float64, error) { return m.estimate(ctx, l) })
		if err != nil {
			return nil, err
		}
	}
	l.relation = w
	return clippedWarp{l, w, new(atomic.Bool)}, nil
}

// betaKey names β by a rule.
type betaKey struct{ rule string }

// estimate returns β by the rule.
func (m *Warp) estimate(ctx context.Context, l *classDistances) (beta float64, err error) {
	if m.Rule == "distance" {
		beta, err = meanDistance(ctx, l.points())
	} else {
		beta = meanSquare(l.points())
	}
	if err == nil && !(beta > 0) {
		err = spectral.Identical()
	}
	return beta, err
}

// clip is the t from which q goes on linearly. Classical scaling squares
// lengths, and centring leaves noise of about q² times 2e-16 on structure of
// size one: 1e-7 for t = 20, but 2e-3 for t = 30.
const clip = 20

// warpRelation is the relation of Warp, in logarithms: neither exp(t) nor
// 1 − exp(−t) for a small t keeps its digits.
type warpRelation struct {
	alpha, beta float64
	outside     bool
}

func (w warpRelation) order(e float64, same bool) float64 { return w.logarithm(e*e/w.beta, same) }

func (w warpRelation) length(e float64, same bool) float64 {
	t := e * e / w.beta
	if same || t <= clip {
		return elementary.Exp(w.logarithm(t, same))
	}
	return elementary.Exp(w.logarithm(clip, same)) * (1 + float64((t-clip)/2))
}

// logarithm returns ln q.
func (w warpRelation) logarithm(t float64, same bool) float64 {
	switch {
	case same:
		return elementary.Log(-elementary.Expm1(-t)) / 2
	case w.outside:
		return float64(t/2) + elementary.Log1p(-w.alpha*elementary.Exp(-t/2))
	}
	return (t + elementary.Log1p(-w.alpha*elementary.Exp(-t))) / 2
}

// clippedWarp remarks on neighbours and bridges that are so far apart that q was
// clipped.
type clippedWarp struct {
	*classDistances
	warped   warpRelation
	remarked *atomic.Bool // whether it has remarked on bridges
}

// Nearest returns the neighbours under the warp.
func (c clippedWarp) Nearest(ctx context.Context, k int) (*engine.Neighbours, error) {
	nb, err := c.classDistances.Nearest(ctx, k)
	if err != nil {
		return nil, err
	}
	if cut := c.countClipped(slices.Values(nb.Length)); cut > 0 {
		engine.Remark(ctx, "%d of %d neighbours are so far apart (e²/β above %d) that their dissimilarity was cut short; put scale before warp, or raise beta from %.4g", cut, len(nb.Length), clip, c.warped.beta)
	}
	return nb, nil
}

// Shortest returns the bridges under the warp. Groups are asked for again and
// again as they grow together, so it remarks once.
func (c clippedWarp) Shortest(ctx context.Context, of []int32, count int) ([]engine.Edge, error) {
	edges, err := c.classDistances.Shortest(ctx, of, count)
	if err != nil {
		return nil, err
	}
	cut := c.countClipped(func(yield func(float64) bool) {
		for _, e := range edges {
			if !yield(e.Length) {
				return
			}
		}
	})
	if cut > 0 && !c.remarked.Swap(true) {
		engine.Remark(ctx, "of %d parts of the graph, %d are so far from all others (e²/β above %d) that the dissimilarity of their bridge was cut short; put scale before warp, or raise beta from %.4g", count, cut, clip, c.warped.beta)
	}
	return edges, nil
}

// countClipped counts the dissimilarities that were clipped.
func (c clippedWarp) countClipped(q iter.Seq[float64]) (count int) {
	limit := c.warped.length(math.Sqrt(clip*c.warped.beta), false)
	for v := range q {
		if v > limit {
			count++
		}
	}
	return count
}
