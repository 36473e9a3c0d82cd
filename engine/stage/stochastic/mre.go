package stochastic

import (
	"context"

	"unfold/engine"
	"unfold/engine/fit/cost"
	"unfold/engine/fit/pairwise"
	around "unfold/engine/graph/neighbourhood"
	"unfold/engine/internal/memory"
	"unfold/engine/remedy"
	"unfold/engine/stage/form"
)

func init() {
	declare(engine.Stage{
		Name:        "mre",
		Summary:     "keeps neighbours and classes at once, by a metric of the image for each",
		Formula:     "min_{Y,ρ} Σ_r Σ_i KL(p^r_i‖q^r_i),  q^r_{j|i} ∝ exp(−Σ_k e^{2ρ_rk} (y_ik − y_jk)²)",
		Citation:    "Memisevic, Hinton 2005, Multiple relational embedding, NIPS 17; under other maps: Bunte, Biehl, Hammer 2012, doi:10.1162/NECO_a_00250",
		Examples:    []string{`waveform(n=200) | scale | mre | barycentre | knn(5)`, `waveform(n=200) | scale | mre(map=linear) | svm`},
		ReadsLabels: true,
	}, func() engine.Embedder { return new(MRE) })
}

// MRE, multiple relational embedding, places rows so that several relations hold at
// once, each by a metric of its own in the image.
//
//	Σ_r Σ_i KL(p^r_i‖q^r_i),  q^r_{j|i} ∝ exp(−‖u^r_i − u^r_j‖²),  u^r_ik = y_ik exp ρ_rk
//	r = 1: p_{j|i} ∝ exp(−β_i d_ij²) with an entropy of ln perplexity, ρ_1 = 0
//	r = 2: p_{j|i} = 1/(n_c − 1) for the other rows of the class c of i, ρ_2 learned
//
// for distances d of the metric before it. So an axis of the image that is for
// classes can be long in the second metric. X n×d and classes → Y n×dim in units of
// their own, turned to their principal axes, whose variances are the spectrum. With
// map=linear or another form it maps unseen rows too.
//
// It is minimised as sne is, by the places and ρ together. Rows that are alone in their
// class have the first relation alone, which a note tells. Copies of a row have one
// image, whatever their classes.
//
// Time O(n² dim) an evaluation, of which there are about as many as iterations; memory
// O(Σ n_c²) for the pairs of classes, asked for before it is taken. It fails without
// classes, for fewer than two of them, where three times the perplexity are more than
// the other rows, and for rows that are all equal. It is deterministic for a seed
// (Memisevic, Hinton 2005, Multiple relational embedding, NIPS 17).
type MRE struct {
	Likelihoods
	Descent
}

// Params declares the parameters.
func (m *MRE) Params(p *engine.Params) {
	m.Likelihoods.declare(p, "30")
	m.Descent.declare(p, &form.Free{})
}

// Embed places the rows of s. Scales start at one, whose logarithm is zero.
func (m *MRE) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	all, err := m.rows(s)
	if err != nil {
		return nil, err
	}
	if err := checkClasses(ctx, s, "mre"); err != nil {
		return nil, err
	}
	return m.embed(ctx, all, steps{graph: m.graph, perplexity: m.Perplexity, own: make([]float64, m.Dim)})
}

// graph is p of both relations, and the divergence of images from them.
func (m *MRE) graph(ctx context.Context, rows subset) ([]pairwise.Round, error) {
	near, _, err := m.weights(ctx, rows, usualPerplexity, everyRow)
	if err != nil {
		return nil, err
	}
	same, err := sameClass(ctx, rows.Sample)
	if err != nil {
		return nil, err
	}
	c, err := cost.NewMRE(ctx, []*cost.Weights{near, same}, m.Dim)
	return m.whole(c), err
}

// sameClass is the relation of rows of one class, 1/(n_c − 1).
func sameClass(ctx context.Context, s engine.Sample) (*cost.Weights, error) {
	members := make([][]int32, len(s.Classes))
	for i, class := range s.Labels {
		members[class] = append(members[class], int32(i))
	}
	var pairs uint64
	for _, of := range members {
		pairs += uint64(len(of)) * uint64(len(of))
	}
	if err := memory.Claim(ctx, 12*pairs, "the pairs of rows of one class", remedy.FewerRows()); err != nil {
		return nil, err
	}
	g := &around.Graph{Start: make([]int, 1, s.Len()+1), Made: "same class"}
	for i, class := range s.Labels {
		for _, j := range members[class] {
			if int(j) != i {
				g.End, g.Weight = append(g.End, j), append(g.Weight, 1/float64(len(members[class])-1))
			}
		}
		g.Start = append(g.Start, len(g.End))
	}
	return cost.NewWeights(ctx, g)
}
