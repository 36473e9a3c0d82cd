package view

import (
	"context"
	"fmt"
	"math"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/graph/rank"
	"unfold/engine/internal/elementary"
	"unfold/engine/stage/folds"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "ranks",
		Summary:  "draws how well neighbourhoods of every size are kept, beside chance",
		Use:      "Compare embeddings for every size of neighbourhood at once, from the nearest rows to all of them.",
		Avoid:    "One number for one size, as trustworthiness, is enough to rank methods; rows that lie badly are not named here.",
		Formula:  "T(k), C(k) and R_NX(k) = ((n−1) Q_NX(k) − k) / (n−1−k) against log k",
		Citation: "Lee, Verleysen 2010, doi:10.1016/j.patrec.2010.04.013; Venna, Kaski 2006, doi:10.1016/j.neunet.2006.05.014",
		Examples: []string{`swissroll(n=400) | isomap(k=10) | ranks`},
		Needs:    engine.NeedEmbedding,
		Rank:     410,
	}, func() *Ranks { return new(Ranks) })
}

// Ranks draws trustworthiness, continuity and R_NX, the share of neighbours
// that is kept beyond chance, for neighbourhoods of k = 1, 2, ..., n−2 rows
// against log k. Trustworthiness and continuity end below n/2, where their
// factor changes. Dashed lines are what rows placed at random have; the stroke
// is at kmax, where the share kept has most beyond chance, which parts local
// from global.
//
// It fails, with an *engine.Error, for a fold that is not there or where a
// distance is not finite, and draws nothing for fewer than 3 rows. Beyond some
// 10,000 rows, fewer where they have many columns, a sample of them is
// compared with all others.
//
// Cost: O(n²(d + dim)) time, O(n(d + dim)) memory.
//
// Citation: Lee, Verleysen 2010, doi:10.1016/j.patrec.2010.04.013, for kmax;
// Lee, Renard, Bernard, Dupont, Verleysen 2013,
// doi:10.1016/j.neucom.2012.12.036, for R_NX; Venna, Kaski 2006,
// doi:10.1016/j.neunet.2006.05.014, for the others.
type Ranks struct {
	Fold int // which fold, counted from one
}

// Params declares the parameters.
func (m *Ranks) Params(p *engine.Params) {
	p.Int(&m.Fold, "fold", 1, engine.AtLeast(1), "the fold to draw")
}

// View draws the figure.
func (m *Ranks) View(ctx context.Context, r *engine.Report) (*figure.Figure, error) {
	run, err := folds.Run(r, m.Fold)
	if err != nil {
		return nil, err
	}
	data, placed := engine.Euclidean(run.Train.X), engine.Euclidean(run.Embedding.Y)
	n := data.Len()
	if n < 3 {
		engine.Remark(ctx, "%s are too few to have neighbours and strangers", wording.Plural(n, "row"))
		return nil, ctx.Err()
	}
	a, err := rank.Compare(ctx, data, placed, n-1, rank.Sample(ctx, data, placed, n-1))
	if err != nil {
		return nil, err
	}
	all, half := sizes(n-2), sizes((n-1)/2)
	kmax, local, global := a.Split()
	return &figure.Figure{
		Name:    "ranks",
		Title:   "Neighbourhoods kept" + folds.Title(r, m.Fold),
		Caption: "Trustworthiness falls where strangers come between neighbours, continuity where neighbours are torn apart, R_NX where neighbours are lost for whatever reason; 1 is perfect, and each has its dashed line for rows placed at random. Left of the stroke the picture is local, right of it global. Curves judge the training rows by their prepared columns: what labels have moved counts as error.",
		Alt:     describeRanks(a, kmax, local, global),
		X:       figure.Axis{Label: "neighbours k", Log: true},
		Y:       figure.Axis{Label: "kept"},
		Layers: []figure.Layer{
			figure.Segments{Name: fmt.Sprintf("kmax = %d", kmax), Strong: true, X0: []float64{float64(kmax)}, Y0: []float64{0}, X1: []float64{float64(kmax)}, Y1: []float64{1}},
			figure.Line{Name: "at random", X: half, Y: evaluateAt(half, a.Chance), Dashed: true},
			figure.Line{X: all, Y: make([]float64, len(all)), Dashed: true},
			figure.Line{Name: "trustworthiness", X: half, Y: evaluateAt(half, a.Trustworthiness), Marked: true},
			figure.Line{Name: "continuity", X: half, Y: evaluateAt(half, a.Continuity), Marked: true},
			figure.Line{Name: "R_NX", X: all, Y: evaluateAt(all, a.R), Marked: true},
		},
	}, nil
}

// sizes are whole numbers from 1 to last that are spread evenly on a
// logarithmic axis, few enough for their marks to be told apart.
func sizes(last int) []float64 {
	const perOctave = 3
	var list []float64
	for at := 0; ; at++ {
		k := math.Round(elementary.Pow(2, float64(at)/perOctave))
		if k >= float64(last) {
			return append(list, float64(last))
		}
		if len(list) == 0 || k > list[len(list)-1] {
			list = append(list, k)
		}
	}
}

// evaluateAt evaluates a curve at the sizes.
func evaluateAt(sizes []float64, curve func(k int) float64) []float64 {
	values := make([]float64, len(sizes))
	for i, k := range sizes {
		values[i] = curve(int(k))
	}
	return values
}

func describeRanks(a *rank.Agreement, kmax int, local, global float64) string {
	k := min(10, (a.N-1)/2)
	text := fmt.Sprintf("Of %s, with %s: trustworthiness %.3g (%.3g at random), continuity %.3g, share of neighbours kept %.3g.",
		wording.Plural(a.N, "row"), wording.Plural(k, "neighbour"), a.Trustworthiness(k), a.Chance(k), a.Continuity(k), a.Q(k))
	text += fmt.Sprintf(" Area under R_NX over log k %.3g.", a.AUC())
	return text + fmt.Sprintf(" Up to kmax = %d, %.3g of neighbours are kept on average, from there on %.3g.", kmax, local, global)
}
