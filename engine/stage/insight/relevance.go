package insight

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "relevance",
		Summary:  "draws how much each column weighs in distances to prototypes",
		Use:      "See which columns weigh in the distances that a predictor has learned.",
		Avoid:    "Weights compare only where columns were scaled; columns that go together share them.",
		Formula:  "λ_j = Λ_jj,  Λ = ΩᵀΩ,  Σ λ = 1",
		Citation: "Hammer, Villmann 2002, doi:10.1016/S0893-6080(02)00079-5",
		Examples: []string{`load | sample(300) | cv(5) | grlvq | relevance`, `load("wine") | liram(rank=2) | relevance(columns=5)`},
		Needs:    engine.NeedRelevances,
		Rank:     240,
	}, func() *Relevance { return new(Relevance) })
}

// Relevance draws a bar for each column that distances to prototypes are measured in,
// the one that weighs most first: the median over the folds of the relevance λ_j, with
// a stroke from the lower to the upper quartile. The relevances of a fold have the
// sum 1. Where prototypes have matrices of their own, they are means over those of a
// class, or over all.
//
// Columns are those that the predictor measures in, standardised, and an indicator
// for each level of a categorical one. Columns that depend on each other share what
// they tell, in a way that differs from fold to fold; the stroke shows it.
//
// It fails with an *engine.Error for a class that has no prototype. Folds whose parts
// were let go are left out. It is deterministic.
//
// Citation: Hammer, Villmann 2002, doi:10.1016/S0893-6080(02)00079-5; of matrices:
// Schneider, Biehl, Hammer 2009, doi:10.1162/neco.2009.11-08-908.
type Relevance struct {
	Columns int    // how many are drawn
	Class   string // whose prototypes; empty for all
}

// Params declares the parameters.
func (m *Relevance) Params(p *engine.Params) {
	p.Int(&m.Columns, "columns", 20, engine.AtLeast(1), "how many columns are drawn at most, those that weigh most")
	p.Text(&m.Class, "class", "", engine.AnyValue(), "the class whose prototypes are meant; all if not given")
}

// A weight is what a column weighs over the folds.
type weight struct {
	column            string
	low, median, high float64
}

// View draws the figure.
func (m *Relevance) View(ctx context.Context, r *engine.Report) (*figure.Figure, error) {
	of := map[string][]float64{}
	var columns []string
	folds, without := 0, 0
	for _, run := range r.Runs {
		by, is := run.Predictor.(engine.PrototypePredictor)
		if run.Thinned {
			without++
		}
		if !is {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		shares, err := meanRelevance(by, run, m.Class)
		if err != nil {
			return nil, err
		}
		folds++
		for j, name := range by.Columns() {
			if of[name] == nil {
				columns = append(columns, name)
			}
			of[name] = append(of[name], shares[j])
		}
	}
	weights := make([]weight, len(columns))
	for j, name := range columns {
		all := append(of[name], make([]float64, folds-len(of[name]))...) // a fold that has not the column gives it nothing
		slices.Sort(all)
		weights[j] = weight{name, quantile(all, 0.25), quantile(all, 0.5), quantile(all, 0.75)}
	}
	slices.SortStableFunc(weights, func(a, b weight) int { return cmp.Compare(b.median, a.median) })
	return m.draw(weights, folds, without), nil
}

// meanRelevance is the mean relevance of columns over prototypes of a class, or all.
func meanRelevance(by engine.PrototypePredictor, run *engine.Run, class string) ([]float64, error) {
	chosen, err := prototypesOf(by, run, class)
	if err != nil {
		return nil, err
	}
	mean := make([]float64, len(by.Columns()))
	for _, k := range chosen {
		for j, v := range by.Relevance(k) {
			mean[j] += v / float64(len(chosen))
		}
	}
	return mean, nil
}

// quantile is that of sorted values, between two of them in proportion.
func quantile(sorted []float64, share float64) float64 {
	at := float64(share * float64(len(sorted)-1))
	below := int(at)
	above := min(below+1, len(sorted)-1)
	return sorted[below] + float64((at-float64(below))*(sorted[above]-sorted[below]))
}

// draw makes the figure.
func (m *Relevance) draw(all []weight, folds, without int) *figure.Figure {
	bars, spans := figure.Bars{Name: "relevance"}, figure.Segments{Name: "quartiles of the folds", Strong: true}
	f := &figure.Figure{Name: "relevance", Title: "Relevance of columns" + behindClass(m.Class), X: figure.Axis{Label: "column"}, Y: figure.Axis{Label: "relevance"}}
	var told []string
	drawn := all[:min(len(all), m.Columns)]
	for i, w := range drawn {
		x := float64(i)
		f.X.Labels = append(f.X.Labels, w.column)
		bars.Low, bars.High, bars.Y = append(bars.Low, x-0.4), append(bars.High, x+0.4), append(bars.Y, w.median)
		text := fmt.Sprintf("%s %.3g", w.column, w.median)
		if folds > 1 {
			spans = spans.With(x, w.low, x, w.high)
			text += fmt.Sprintf(" (%.3g to %.3g)", w.low, w.high)
		}
		told = append(told, text)
	}
	f.Layers = []figure.Layer{bars}
	f.Caption = "How much each column weighs in squared distances to prototypes; the weights of a fold have the sum 1."
	f.Alt = "Relevance of columns: " + strings.Join(told, ", ")
	if folds > 1 {
		f.Layers = append(f.Layers, spans)
		f.Caption = fmt.Sprintf("How much each column weighs in squared distances to prototypes: medians over %s, with their quartiles. The weights of a fold have the sum 1.", wording.Plural(folds, "fold"))
		f.Alt = fmt.Sprintf("Relevance of columns, medians and quartiles over %s: %s", wording.Plural(folds, "fold"), strings.Join(told, ", "))
	}
	f.Caption += " Columns that tell the same share their weight, so a small one does not say that a column is of no use."
	if more := len(all) - len(drawn); more > 0 {
		left := 0.0
		for _, w := range all[len(drawn):] {
			left += w.median
		}
		f.Alt += fmt.Sprintf("; %s with %.2g together", wording.Plural(more, "further column"), left)
		f.Caption += fmt.Sprintf(" %s %s not drawn.", wording.Plural(more, "column"), verb(more))
	}
	if without > 0 {
		f.Caption += fmt.Sprintf(" What %s learned was let go.", wording.Plural(without, "further fold"))
	}
	f.Alt += "."
	return f
}
