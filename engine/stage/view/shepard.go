package view

import (
	"context"
	"fmt"
	"math"
	"slices"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/internal/moments"
	"unfold/engine/internal/random"
	"unfold/engine/stage/folds"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "shepard",
		Summary:  "draws distances in the embedding against the dissimilarities to keep",
		Use:      "See which distances an embedding keeps: large ones, small ones, or none.",
		Avoid:    "Methods that keep neighbours only, such as tsne, are judged unfairly by it: see ranks.",
		Citation: "Shepard 1962, doi:10.1007/BF02289630",
		Examples: []string{`swissroll(n=400) | isomap(k=10) | shepard`},
		Needs:    engine.NeedEmbedding | engine.NeedTarget,
		Rank:     440,
	}, func() *Shepard { return new(Shepard) })
}

// Shepard draws, for pairs of training rows, the distance ‖y_i − y_j‖ in the
// embedding against the dissimilarity δ_ij that it was to keep, with the line
// on which they agree. Where there are more pairs than asked for, they are
// drawn with a fixed seed: rows first, of geodesics by landmarks only these,
// then for each as many partners.
//
// Cost: a row of the target for each row drawn, at most 200.
//
// Citation: Shepard 1962, doi:10.1007/BF02289630.
type Shepard struct {
	Fold  int // which fold, counted from one
	Pairs int // pairs drawn, about
}

// Params declares the parameters.
func (m *Shepard) Params(p *engine.Params) {
	p.Int(&m.Fold, "fold", 1, engine.AtLeast(1), "the fold to draw")
	p.Int(&m.Pairs, "pairs", 2000, engine.AtLeast(1), "pairs of rows that are drawn")
}

// View draws the figure.
func (m *Shepard) View(ctx context.Context, r *engine.Report) (*figure.Figure, error) {
	run, err := folds.Run(r, m.Fold)
	if err != nil {
		return nil, err
	}
	if run.Embedding.Target == nil {
		return nil, folds.Thinned(m.Fold)
	}
	n, rows := run.Embedding.Target.Len(), candidates(run.Embedding.Target)
	at := figure.Points{Name: "pairs of training rows"}
	target := make([]float64, n)
	for _, from := range m.draw(n, rows) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		run.Embedding.Target.Row(target, from.row)
		for _, j := range from.partners {
			at.X = append(at.X, target[j])
			at.Y = append(at.Y, distance(run.Embedding.Y.RawRowView(from.row), run.Embedding.Y.RawRowView(j)))
		}
	}
	return &figure.Figure{
		Name:    "shepard",
		Title:   "Shepard diagram" + folds.Title(r, m.Fold),
		Caption: "On the dashed line the embedding keeps the dissimilarity of a pair. Points below it have been drawn together, points above pushed apart; a narrow bend is a distortion that keeps the order. Far pairs are most of the points, so it says little about neighbours.",
		Alt:     fmt.Sprintf("%s of training rows: dissimilarities from %s, distances from %s%s.", wording.Plural(len(at.X), "pair"), wording.Span(at.X), wording.Span(at.Y), correlation(at)),
		X:       figure.Axis{Label: "dissimilarity to keep"},
		Y:       figure.Axis{Label: "distance in the embedding"},
		Equal:   true,
		Layers:  []figure.Layer{at, figure.Identity(at.X, at.Y)},
	}, nil
}

// partners are the rows that a row makes pairs with.
type partners struct {
	row      int
	partners []int
}

// candidates are the rows that pairs may start from: all of them, or those for
// which the target is exact and at hand, as geodesics by landmarks are.
func candidates(target engine.Distances) []int {
	var rows []int
	if anchored, ok := target.(engine.Anchored); ok {
		for _, i := range anchored.Rows() {
			rows = append(rows, int(i))
		}
		return rows
	}
	for i := range target.Len() {
		rows = append(rows, i)
	}
	return rows
}

// draw chooses pairs of n rows that start from candidates: all of them if they
// are few enough.
func (m *Shepard) draw(n int, from []int) []partners {
	const seed, mostRows = 1, 200
	var pairs []partners
	if n*(n-1)/2 <= m.Pairs && len(from) == n {
		for i := range n {
			p := partners{row: i}
			for j := i + 1; j < n; j++ {
				p.partners = append(p.partners, j)
			}
			pairs = append(pairs, p)
		}
		return pairs
	}
	stream := random.New(seed, "shepard")
	rows := slices.Clone(from)
	stream.Shuffle(rows)
	rows = rows[:min(len(rows), mostRows, m.Pairs)]
	slices.Sort(rows)
	for _, i := range rows {
		p := partners{row: i}
		for range (m.Pairs + len(rows) - 1) / len(rows) {
			j := stream.Below(n - 1)
			if j >= i {
				j++
			}
			p.partners = append(p.partners, j)
		}
		pairs = append(pairs, p)
	}
	return pairs
}

// correlation writes how the pairs correlate, where that is defined.
func correlation(at figure.Points) string {
	r := moments.Correlation(at.X, at.Y)
	if math.IsNaN(r) {
		return ""
	}
	return fmt.Sprintf(", correlation %.3f", r)
}

// distance returns ‖a − b‖.
func distance(a, b []float64) float64 {
	var sum float64
	for c, v := range a {
		sum += float64((v - b[c]) * (v - b[c]))
	}
	return math.Sqrt(sum)
}
