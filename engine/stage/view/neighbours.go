package view

import (
	"context"
	"fmt"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/stage/folds"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "neighbours",
		Summary:  "draws the K statistic of graphs with fewer and more neighbours",
		Use:      "See why k was chosen as it was, and whether another k would be as well founded.",
		Avoid:    "It is about graphs whose k was auto; how well k predicts is a matter for candidates.",
		Formula:  "T(k) = (Σ η_ij of one class − Σ η_ij of different classes) / Σ η_ij,  η = 1/(1 + g)",
		Examples: []string{`spiral(n=300) | isomap(k=auto) | neighbours`},
		Needs:    engine.NeedEmbedding | engine.NeedKStatistic,
		Rank:     415,
		Standard: true,
	}, func() *Neighbours { return new(Neighbours) })
}

// Neighbours draws, for each number of neighbours that was tried, the K statistic:
// how much nearer rows of one class are than rows of different classes, along the
// graph with its components joined. Beside it stand the share of pairs of one class
// that the graph connects by itself, its coverage, and its components.
//
// A statistic that is large where coverage is low owes it to bridges: two rows that
// no path joins are as near as the shortest way across. The level of T depends on
// the sizes of classes, so that only differences over k tell something.
type Neighbours struct {
	Fold int // which fold, counted from one
}

// Params declares the parameters.
func (m *Neighbours) Params(p *engine.Params) {
	p.Int(&m.Fold, "fold", 1, engine.AtLeast(1), "the fold to draw")
}

// View draws the figure.
func (m *Neighbours) View(_ context.Context, r *engine.Report) (*figure.Figure, error) {
	run, err := folds.Run(r, m.Fold)
	if err != nil {
		return nil, err
	}
	s := run.Embedding.KStatistic
	k, at := floats(s.K), s.Chosen
	f := &figure.Figure{
		Name:    "neighbours",
		Title:   "Choice of neighbours" + folds.Title(r, m.Fold),
		Caption: "The largest K statistic chose: rows of one class are nearest to each other along that graph. Coverage is the share of pairs of one class that the graph joins without bridges, beside it are the components of graphs that fall apart; where it is low, the statistic speaks of the bridges. Where classes overlap, it falls with k whatever the graph is like: inner folds, as in k=[3, 5, 10, 20], choose by what the predictor makes of it.",
		X:       figure.Axis{Label: "neighbours", Whole: true}, Y: figure.Axis{Label: "K statistic, coverage"},
		Layers: []figure.Layer{
			figure.Line{Name: "coverage", X: k, Y: s.Coverage, Dashed: true},
			figure.Line{Name: "K statistic", X: k, Y: s.T, Marked: true},
			figure.Points{Name: "chosen", X: k[at : at+1], Y: s.T[at : at+1]},
		},
		Alt: fmt.Sprintf("The K statistic of %d to %d neighbours: %s. The graph of %d has the largest, %.3g, with %s before they were joined, which connected %.3g %% of the pairs of one class.",
			s.K[0], s.K[len(s.K)-1], list(s.T), s.K[at], s.T[at], wording.Plural(s.Components[at], "component"), 100*s.Coverage[at]),
	}
	if parted := partedGraphs(s); len(parted.X) > 0 {
		f.Layers = append(f.Layers, parted)
	}
	return f, nil
}

// partedGraphs names the components of graphs that fall apart, of graphs with the
// same number the first, beside their coverage.
func partedGraphs(s *engine.KStatistic) figure.Names {
	names := figure.Names{Free: true}
	for i, c := range s.Components {
		if c > 1 && (i == 0 || s.Components[i-1] != c) {
			names.X, names.Y, names.Texts = append(names.X, float64(s.K[i])), append(names.Y, s.Coverage[i]), append(names.Texts, wording.Plural(c, "component"))
		}
	}
	return names
}

// floats returns whole numbers as positions.
func floats(whole []int) []float64 {
	all := make([]float64, len(whole))
	for i, v := range whole {
		all[i] = float64(v)
	}
	return all
}
