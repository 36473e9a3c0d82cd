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
	"unfold/engine/data/newrows"
	"unfold/engine/figure"
	"unfold/engine/internal/moments"
	"unfold/engine/internal/random"
	"unfold/engine/stage/folds"
	"unfold/engine/tree"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "importance",
		Summary:  "draws how much the error grows when a column is shuffled among the rows",
		Use:      "See which columns predictions hang on, for any predictor.",
		Avoid:    "Columns that say the same share their importance, and each seems to matter little.",
		Formula:  "mean over shuffles of error(x with column c shuffled) − error(x)",
		Citation: "Breiman 2001, doi:10.1023/A:1010933404324; of any predictor: Fisher, Rudin, Dominici 2019, arXiv:1801.01489",
		Aliases:  []string{"featureimportance", "permutationimportance"},
		Near:     []string{"shap", "lime"},
		Examples: []string{`load | sample(400) | svm | importance`, `load | sample(300) | isomap(k=10) | krr | knn | importance(columns=5)`},
		Needs:    engine.NeedPredictions,
		Rank:     235,
	}, func() *Importance { return new(Importance) })
}

// Importance draws a bar for each column of the data: how much larger the error is,
// the share of wrong classes or the mean squared error of responses, when the cells of
// the column change places among the rows. They are shuffled as they were loaded, and
// go the whole way of new rows: through preparations, such as one that makes several
// columns of levels, and through the map into an embedding.
//
// A forest that learned from the columns as they were loaded tells this of itself, by
// the training rows that its trees have not seen. Of all others it is that of the rows
// that predictions are judged by, of many a sample: the mean over several shuffles,
// with their standard deviation.
//
// What two columns tell alike neither of them is missed for: importances of columns
// that depend on each other are too small. Zero does not say that a column is of no
// use. It is of the predictor, not of the world.
//
// Cost: repeats × columns predictions of the rows. It fails with an *engine.Error for a
// fold that is not there or was let go, and where new rows could not be predicted.
//
// Determinism: by the seed.
//
// Citation: Breiman 2001, doi:10.1023/A:1010933404324; of any predictor Fisher, Rudin,
// Dominici 2019, arXiv:1801.01489.
type Importance struct {
	Fold    int // which fold, counted from one
	Columns int // how many are drawn
	Repeats int // shuffles of each column
	Seed    int
}

// Params declares the parameters.
func (m *Importance) Params(p *engine.Params) {
	p.Int(&m.Fold, "fold", 1, engine.AtLeast(1), "the fold to draw")
	p.Int(&m.Columns, "columns", 20, engine.AtLeast(1), "how many columns are drawn at most, the most important ones")
	p.Int(&m.Repeats, "repeats", 5, engine.AtLeast(2), "shuffles of each column")
	p.Int(&m.Seed, "seed", 1, engine.AnyValue(), "of the shuffles")
}

// A growth is how much the error grows without the help of a column.
type growth struct {
	column       string
	mean, spread float64
}

// View draws the figure.
func (m *Importance) View(ctx context.Context, r *engine.Report) (*figure.Figure, error) {
	run, err := folds.Run(r, m.Fold)
	if err != nil {
		return nil, err
	}
	if run.Thinned {
		return nil, folds.Thinned(m.Fold)
	}
	var all []growth
	var rows, spread string
	if forest, ok := ownImportances(run); ok {
		rows, spread = "the training rows that its trees have not seen", "standard error over the trees"
		all, err = forestGrowths(ctx, forest, run)
	} else {
		spread = fmt.Sprintf("standard deviation of %d shuffles", m.Repeats)
		all, rows, err = m.shuffle(ctx, r, run)
	}
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b growth) int { return cmp.Compare(b.mean, a.mean) })
	return m.draw(all, rows, spread, folds.Title(r, m.Fold), run), nil
}

// ownImportances returns a forest that can tell of the columns as they were loaded.
func ownImportances(run *engine.Run) (tree.Bagged, bool) {
	forest, ok := run.Predictor.(tree.Bagged)
	return forest, ok && run.Embedding == nil && slices.Equal(engine.NamesOf(run.Train.Columns), engine.NamesOf(run.Header.Columns))
}

// forestGrowths is what a forest tells of itself.
func forestGrowths(ctx context.Context, forest tree.Bagged, run *engine.Run) ([]growth, error) {
	found, err := forest.Importances(ctx)
	all := make([]growth, len(found))
	for c, v := range found {
		all[c] = growth{run.Header.Columns[c].Name, v.Mean, v.Error}
	}
	return all, err
}

// mostShuffled is how many rows are shuffled at most: their error is known to 2 %.
const mostShuffled = 1000

// shuffle finds the growth for each column by rows that predictions are judged by, and
// says which they are.
func (m *Importance) shuffle(ctx context.Context, r *engine.Report, run *engine.Run) (all []growth, rows string, err error) {
	at, kind := run.Fold.Held, "held"
	if len(at) == 0 {
		at, kind = run.Fold.Train, "training"
	}
	stream := random.New(m.Seed, "importance")
	rows = wording.Plural(len(at), kind+" row")
	if len(at) > mostShuffled {
		rows = fmt.Sprintf("%d of the %s", mostShuffled, rows)
		order := stream.Permutation(len(at))[:mostShuffled]
		slices.Sort(order)
		some := make([]int, len(order))
		for i, o := range order {
			some[i] = at[o]
		}
		at = some
	}
	s := r.Table.Take(at)
	base, err := errorOf(ctx, run, s, s.X)
	if err != nil {
		return nil, rows, err
	}
	for c, column := range s.Columns {
		growths := make([]float64, m.Repeats)
		for k := range growths {
			shuffled := mat.DenseCopyOf(s.X)
			for i, from := range stream.Permutation(len(at)) {
				shuffled.Set(i, c, s.X.At(from, c))
			}
			worse, err := errorOf(ctx, run, s, shuffled)
			if err != nil {
				return nil, rows, err
			}
			growths[k] = worse - base
		}
		all = append(all, growth{column.Name, moments.Mean(growths), moments.SD(growths)})
	}
	return all, rows, nil
}

// errorOf is the share of rows of x whose class is told wrong, or the mean squared
// error of their responses; the truth is that of s.
func errorOf(ctx context.Context, run *engine.Run, s engine.Sample, x *mat.Dense) (float64, error) {
	said, err := newrows.Predict(ctx, run, x)
	if err != nil {
		return 0, err
	}
	var missed float64
	truth := s.Truth()
	for i, v := range said {
		switch miss := v - truth[i]; {
		case !s.HasClasses():
			missed += float64(miss * miss)
		case miss != 0:
			missed++
		}
	}
	return missed / float64(max(1, len(said))), nil
}

// draw makes the figure.
func (m *Importance) draw(all []growth, rows, spread, fold string, run *engine.Run) *figure.Figure {
	bars, spans := figure.Bars{Name: "growth of the error"}, figure.Segments{Name: spread, Strong: true}
	f := &figure.Figure{Name: "importance", Title: "Importance of columns" + fold, X: figure.Axis{Label: "column"}, Y: figure.Axis{Label: "growth of the share of wrong classes"}}
	if !run.Train.HasClasses() {
		f.Y.Label = "growth of the mean squared error"
	}
	var told []string
	drawn := all[:min(len(all), m.Columns)]
	for i, g := range drawn {
		x := float64(i)
		f.X.Labels = append(f.X.Labels, g.column)
		bars.Low, bars.High, bars.Y = append(bars.Low, x-0.4), append(bars.High, x+0.4), append(bars.Y, g.mean)
		if !math.IsNaN(g.spread) {
			spans = spans.With(x, g.mean-g.spread, x, g.mean+g.spread)
		}
		told = append(told, fmt.Sprintf("%s %.3g ± %.2g", g.column, g.mean, g.spread))
	}
	f.Layers = []figure.Layer{bars, spans}
	f.Caption = fmt.Sprintf("How much the error on %s grows when the cells of a column change places among them; strokes are the %s. Columns that tell the same share their importance, so a small one does not say that a column is of no use.", rows, spread)
	f.Alt = fmt.Sprintf("Growth of the error on %s when a column is shuffled: %s", rows, strings.Join(told, ", "))
	if more := len(all) - len(drawn); more > 0 {
		f.Alt += fmt.Sprintf("; %s", wording.Plural(more, "less important column"))
		f.Caption += fmt.Sprintf(" %s not drawn.", wording.Plural(more, "less important column")+" "+verb(more))
	}
	f.Alt += "."
	return f
}
