package insight

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/stage/folds"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "relevances",
		Summary:  "shades what pairs of columns weigh in distances to prototypes",
		Use:      "See which columns weigh together, and which against each other.",
		Avoid:    "Of many columns the grid grows too fine: name some; of the weights alone see relevance.",
		Formula:  "Λ = ΩᵀΩ,  d(x) = (x − w)ᵀ Λ (x − w),  tr Λ = 1",
		Citation: "Schneider, Biehl, Hammer 2009, doi:10.1162/neco.2009.11-08-908",
		Examples: []string{`load | sample(300) | gmlvq | relevances`, `load("wine") | lgmlvq | relevances(columns=6, class="1")`},
		Needs:    engine.NeedRelevances,
		Rank:     241,
	}, func() *Relevances { return new(Relevances) })
}

// Relevances writes the matrix Λ = ΩᵀΩ of distances d(x) = (x − w)ᵀΛ(x − w) in a grid,
// the columns that weigh most first, shaded by the size of its entries. The diagonal
// has the sum 1 over all columns and is what the view relevance draws; an entry above
// zero says that two columns weigh together where they differ from the prototype to
// the same side, one below zero that they make up for each other. Where prototypes
// have matrices of their own, it is the mean over those of a class, or over all.
//
// It fails with an *engine.Error for a fold that is not there or was let go, and a
// class without a prototype. It is deterministic.
//
// Citation: Schneider, Biehl, Hammer 2009, doi:10.1162/neco.2009.11-08-908.
type Relevances struct {
	Fold    int    // which fold, counted from one
	Columns int    // how many are drawn
	Class   string // whose prototypes; empty for all
}

// Params declares the parameters.
func (m *Relevances) Params(p *engine.Params) {
	p.Int(&m.Fold, "fold", 1, engine.AtLeast(1), "the fold to draw")
	p.Int(&m.Columns, "columns", 12, engine.AtLeast(1), "how many columns are drawn at most, those that weigh most")
	p.Text(&m.Class, "class", "", engine.AnyValue(), "the class whose prototypes are meant; all if not given")
}

// View draws the figure.
func (m *Relevances) View(ctx context.Context, r *engine.Report) (*figure.Figure, error) {
	by, run, err := prototypesIn(r, m.Fold)
	if err != nil {
		return nil, err
	}
	chosen, err := prototypesOf(by, run, m.Class)
	if err != nil {
		return nil, err
	}
	lambda, err := meanRelevances(ctx, by, chosen)
	if err != nil {
		return nil, err
	}
	diagonal := make([]float64, lambda.SymmetricDim())
	for j := range diagonal {
		diagonal[j] = lambda.At(j, j)
	}
	order := largestFirst(diagonal)
	f := m.draw(by.Columns(), lambda, order[:min(len(order), m.Columns)])
	f.Title += folds.Title(r, m.Fold)
	return f, nil
}

// largestFirst are the positions of values, those of the largest first, of equal ones
// in their order.
func largestFirst(values []float64) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(values[b], values[a]) })
	return order
}

// meanRelevances is the mean of Λ over prototypes.
func meanRelevances(ctx context.Context, by engine.PrototypePredictor, chosen []int) (*mat.SymDense, error) {
	d := len(by.Columns())
	mean := mat.NewSymDense(d, nil)
	for _, k := range chosen {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		lambda := by.Relevances(k)
		for i := range d {
			for j := i; j < d; j++ {
				mean.SetSym(i, j, mean.At(i, j)+lambda.At(i, j)/float64(len(chosen)))
			}
		}
	}
	return mean, nil
}

// draw makes the figure of some columns, in their order.
func (m *Relevances) draw(columns []string, lambda *mat.SymDense, order []int) *figure.Figure {
	f := &figure.Figure{Name: "relevances", Title: "Relevances of pairs of columns" + behindClass(m.Class), X: figure.Axis{Label: "together with"}, Y: figure.Axis{Label: "column"}}
	cells, largest, share := figure.Cells{Signed: true, Shaded: "weight"}, 0.0, 0.0
	for _, i := range order {
		f.X.Labels = append(f.X.Labels, columns[i])
		share += lambda.At(i, i)
		for _, j := range order {
			largest = max(largest, math.Abs(lambda.At(i, j)))
		}
	}
	f.Y.Labels = f.X.Labels
	for _, i := range order {
		values, shade := make([]float64, len(order)), make([]float64, len(order))
		for c, j := range order {
			values[c], shade[c] = thousandths(lambda.At(i, j)), lambda.At(i, j)/largest
		}
		cells.Values, cells.Shade = append(cells.Values, values), append(cells.Shade, shade)
	}
	f.Layers, f.ShadeLow, f.ShadeHigh = []figure.Layer{cells}, -largest, largest
	f.Caption = fmt.Sprintf("The darker, the more a pair of columns weighs in squared distances to prototypes. The diagonal is what a column weighs by itself: of a sum of 1 over all %s, %.2g is drawn. Two columns with a number below zero, in brown, make up for each other.", wording.Plural(len(columns), "column"), share)
	f.Alt = fmt.Sprintf("Matrix of distances over %d of %s. On the diagonal: %s. %s", len(order), wording.Plural(len(columns), "column"), diagonalText(columns, lambda, order), strongestPair(columns, lambda, order))
	return f
}

// thousandths rounds a number to be written in a cell.
func thousandths(v float64) float64 { return math.Round(v*1000) / 1000 }

// diagonalText writes the first few entries of the diagonal.
func diagonalText(columns []string, lambda *mat.SymDense, order []int) string {
	const most = 8
	var told []string
	for _, j := range order[:min(most, len(order))] {
		told = append(told, fmt.Sprintf("%s %.3g", columns[j], lambda.At(j, j)))
	}
	return strings.Join(told, ", ")
}

// strongestPair writes the largest entry beside the diagonal.
func strongestPair(columns []string, lambda *mat.SymDense, order []int) string {
	a, b := -1, -1
	for at, i := range order {
		for _, j := range order[at+1:] {
			if a < 0 || math.Abs(lambda.At(i, j)) > math.Abs(lambda.At(a, b)) {
				a, b = i, j
			}
		}
	}
	if a < 0 || lambda.At(a, b) == 0 {
		return "No pair weighs more than its columns do by themselves."
	}
	return fmt.Sprintf("Of pairs %s and %s weigh most, with %.3g.", columns[a], columns[b], lambda.At(a, b))
}
