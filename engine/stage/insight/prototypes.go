package insight

import (
	"context"
	"fmt"
	"math"
	"strings"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/stage/folds"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "prototypes",
		Summary:  "draws prototypes as profiles over the columns",
		Use:      "Read what is typical of a class, column by column.",
		Avoid:    "Prototypes are moved to tell classes apart and need not look like any row.",
		Formula:  "(w_kj − mean_j)/deviation_j",
		Citation: "Sato, Yamada 1995, Generalized learning vector quantization, NIPS 8",
		Examples: []string{`load | sample(300) | glvq | prototypes`, `load("wine") | gmlvq(prototypes=2) | prototypes(class="1")`},
		Needs:    engine.NeedPrototypes,
		Rank:     242,
	}, func() *Prototypes { return new(Prototypes) })
}

// Prototypes draws a line for each prototype over the columns, in standard deviations
// from the mean of the training rows; of a categorical column each level is one, and
// what is drawn is how much more of it the prototype has than the rows have on the
// whole. Columns stand in their own order, those that weigh most where there are more
// than can be drawn.
//
// A prototype is where its class is told apart best, not where its rows have their
// mean: it may lie beyond all of them.
//
// It fails with an *engine.Error for a fold that is not there or was let go, and a
// class without a prototype. It is deterministic.
//
// Citation: Sato, Yamada 1995, Generalized learning vector quantization, NIPS 8.
type Prototypes struct {
	Fold    int    // which fold, counted from one
	Columns int    // how many are drawn
	Most    int    // prototypes drawn at most
	Class   string // whose prototypes; empty for all
}

// Params declares the parameters.
func (m *Prototypes) Params(p *engine.Params) {
	p.Int(&m.Fold, "fold", 1, engine.AtLeast(1), "the fold to draw")
	p.Int(&m.Columns, "columns", 30, engine.AtLeast(1), "how many columns are drawn at most, those that weigh most")
	p.Int(&m.Most, "most", 8, engine.AtLeast(1), "prototypes drawn at most")
	p.Text(&m.Class, "class", "", engine.AnyValue(), "the class whose prototypes are meant; all if not given")
}

// View draws the figure.
func (m *Prototypes) View(_ context.Context, r *engine.Report) (*figure.Figure, error) {
	by, run, err := prototypesIn(r, m.Fold)
	if err != nil {
		return nil, err
	}
	chosen, err := prototypesOf(by, run, m.Class)
	if err != nil {
		return nil, err
	}
	columns, names := heaviest(by, chosen, m.Columns), by.Columns()
	f := &figure.Figure{Name: "prototypes", Title: "Prototypes" + folds.Title(r, m.Fold), X: figure.Axis{Label: "column"}, Y: figure.Axis{Label: "standard deviations from the mean"}}
	for _, j := range columns {
		f.X.Labels = append(f.X.Labels, names[j])
	}
	drawn := chosen[:min(len(chosen), m.Most)]
	var told []string
	for at, k := range drawn {
		class := prototypeClass(run, by.Classes()[k])
		line := figure.Line{Name: class, Marked: true}
		if at > 0 && by.Classes()[drawn[at-1]] == by.Classes()[k] || at+1 < len(drawn) && by.Classes()[drawn[at+1]] == by.Classes()[k] {
			line.Name = fmt.Sprintf("%s, %d", class, k+1)
		}
		for x, j := range columns {
			line.X, line.Y = append(line.X, float64(x)), append(line.Y, by.Prototype(k)[j])
		}
		f.Layers = append(f.Layers, line)
		told = append(told, fmt.Sprintf("%s: %s", line.Name, farthest(by.Prototype(k), names, columns)))
	}
	f.Caption = "Each line is a prototype: how far it lies from the mean of the training rows in each column, in standard deviations. A prototype lies where its class is told apart best, which may be beyond all of its rows."
	f.Alt = fmt.Sprintf("Profiles of %s over %s; farthest from the mean, in standard deviations, are %s.", wording.Plural(len(drawn), "prototype"), wording.Plural(len(columns), "column"), strings.Join(told, "; "))
	if more := len(chosen) - len(drawn); more > 0 {
		f.Caption += fmt.Sprintf(" %s %s not drawn.", wording.Plural(more, "further prototype"), verb(more))
	}
	if more := len(names) - len(columns); more > 0 {
		f.Caption += fmt.Sprintf(" %s %s not drawn.", wording.Plural(more, "column"), verb(more))
	}
	return f, nil
}

// heaviest are the columns that weigh most in distances to the prototypes, in their own
// order; the first ones where nothing is learned of columns.
func heaviest(by engine.PrototypePredictor, chosen []int, most int) []int {
	d := len(by.Columns())
	weights := make([]float64, d)
	for _, k := range chosen {
		for j, v := range by.Relevance(k) {
			weights[j] += v
		}
	}
	order := largestFirst(weights)[:min(most, d)]
	kept := make([]bool, d)
	for _, j := range order {
		kept[j] = true
	}
	var columns []int
	for j := range d {
		if kept[j] {
			columns = append(columns, j)
		}
	}
	return columns
}

// farthest writes the columns in which a prototype lies farthest from the mean.
func farthest(w []float64, names []string, columns []int) string {
	const most = 3
	sizes := make([]float64, len(columns))
	for at, j := range columns {
		sizes[at] = math.Abs(w[j])
	}
	var told []string
	for _, at := range largestFirst(sizes)[:min(most, len(columns))] {
		told = append(told, fmt.Sprintf("%s %.2g", names[columns[at]], w[columns[at]]))
	}
	return strings.Join(told, ", ")
}
