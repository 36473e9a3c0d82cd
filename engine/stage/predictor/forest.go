package predictor

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/codec"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
	"unfold/engine/remedy"
	"unfold/engine/tree"
	"unfold/engine/tree/cart"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "forest",
		Summary:  "asks many trees, each grown from rows and columns drawn anew",
		Formula:  "argmax_c #{t : T_t(x) = c},  or  Σ_t T_t(x) / T",
		Citation: "Breiman 2001, doi:10.1023/A:1010933404324",
		Aliases:  []string{"rf", "randomforest", "randomforestclassifier", "ranger"},
		Near:     []string{"xgboost", "xgb", "lightgbm", "catboost", "gbm", "boosting", "adaboost", "gradientboosting", "extratrees"},
		Examples: []string{`load | forest`, `load | holdout(0.3) | forest(trees=50)`},
		Mixed:    true,
	}, func() *Forest { return new(Forest) })
}

// Forest gives each row the class that most of its trees say, or the mean of what
// they say of each response:
//
//	argmax_c #{t : T_t(x) = c},  or  Σ_t T_t(x) / T.
//
// A tree grows as that of cart does, by Gini's index or variance, and is not pruned.
// It learns from as many rows as there are, drawn with replacement, and looks at a
// few columns at each node, drawn anew; where none of them divides the rows, at
// further ones until one does. That makes trees differ, so that their errors do too,
// and the mean errs less than each of them. Of equally many trees the smaller class
// number wins.
//
// Each tree has not seen about 37 % of the rows. What trees say of rows that they have
// not seen is the out-of-bag error: an honest one, without held rows, which a note
// tells. How much that error grows when a column is shuffled among such rows is the
// importance of the column.
//
// The number of columns is √d for classes and d/3 for responses (at least one), as
// Breiman has it: fewer make trees more unlike, which classes, decided by majority,
// bear better than means do. Levels are divided in sets and rows that lack a cell sent
// by surrogates as in cart, two for a node, looked for where training rows lack the
// cell.
//
// Shapes: X n×d of numbers and levels, labels n or responses n×m → one class number
// or m values a row.
//
// Units: none; any increasing change of a column leaves the trees as they are.
//
// Cost: O(columns × n) for each level of each tree, 12 bytes for each cell and 16 for
// each node, of which there are at most 1.3 n in a tree; trees grow in parallel. A row
// is predicted in O(trees × depth). Importances take d times as long as to predict the
// rows out of the bags, when they are first asked for.
//
// Failures: an *engine.Error for one class, cells that are infinite, rows that are all
// alike, more columns than there are. A column without a value is left out, with a
// note.
//
// Determinism: each tree has a seed of its own, made of the seed and its number; the
// result is the same bits at any number of processors.
//
// Citation: Breiman 2001, doi:10.1023/A:1010933404324.
type Forest struct {
	Trees   int
	Columns int // at each node; engine.Auto is √d for classes, d/3 for responses
	Min     int // rows of a leaf at least, as often as they were drawn
	Seed    int
}

// forestSurrogates is how many surrogates a node keeps.
const forestSurrogates = 2

// Params declares the parameters.
func (m *Forest) Params(p *engine.Params) {
	p.Int(&m.Trees, "trees", 100, engine.AtLeast(1), "trees to ask").Simpler(engine.Smaller)
	p.Int(&m.Columns, "columns", engine.Auto, engine.OrAuto(engine.AtLeast(1)), "columns drawn at each node; auto is √d for classes, d/3 for responses")
	p.Int(&m.Min, "min", 1, engine.AtLeast(1), "rows that a leaf has at least").Simpler(engine.Larger)
	p.Int(&m.Seed, "seed", 1, engine.AnyValue(), "of the rows and columns drawn").Quietly()
}

// Learn grows the trees, and asks each about the rows that it has not seen.
func (m *Forest) Learn(ctx context.Context, s engine.Sample) (engine.Predictor, error) {
	table, err := tableOf(ctx, s)
	if err != nil {
		return nil, err
	}
	n, d := s.X.Dims()
	if m.Columns > d {
		return nil, &engine.Error{Param: "columns", Cause: fmt.Sprintf("columns = %d must be at most the %d that there are", m.Columns, d), Remedy: remedy.Reduce("columns")}
	}
	if err := memory.Claim(ctx, forestBytes(n, m.Trees), fmt.Sprintf("%s of %d rows", wording.Count(m.Trees, "tree"), n), remedy.Reduce("trees").Or(remedy.Raise("min"))); err != nil {
		return nil, err
	}
	s.Memo, s.Pairs, s.Distances = nil, nil, nil
	f := &forest{sample: s, seed: m.Seed, trees: make([]baggedTree, m.Trees), shuffled: new(shuffled)}
	if err := f.grow(parallel.Part(ctx, 0, 0.9), table, m.columnsAt(d, s.HasClasses()), m.Min); err != nil {
		return nil, err
	}
	if err := f.judgeOutOfBag(parallel.Part(ctx, 0.9, 1)); err != nil {
		return nil, err
	}
	f.remark(ctx)
	return f, nil
}

// columnsAt is how many of d columns a node looks at.
func (m *Forest) columnsAt(d int, classes bool) int {
	switch {
	case m.Columns != engine.Auto:
		return m.Columns
	case classes:
		return max(1, int(math.Sqrt(float64(d))))
	}
	return max(1, d/3)
}

// forestBytes are those of trees that divide n rows to the last.
func forestBytes(n, trees int) uint64 { return uint64(trees) * (21*uint64(n) + 4096) }

// A forest is a learned Forest.
type forest struct {
	sample   engine.Sample
	seed     int
	trees    []baggedTree
	outOfBag tree.OutOfBag
	*shuffled
}

// grow grows the trees, each from a seed of its own.
func (f *forest) grow(ctx context.Context, table *cart.Table, columns, least int) error {
	count, quiet := parallel.Count(ctx, "trees", len(f.trees)), engine.WithProgress(ctx, nil)
	return parallel.Each(ctx, len(f.trees), 1, func(lo, hi int) error {
		for t := lo; t < hi; t++ {
			var err error
			if f.trees[t], err = growBagged(quiet, table, random.New(f.seed, fmt.Sprintf("forest, tree %d", t)), columns, least); err != nil {
				return err
			}
		}
		count.Add(hi - lo)
		return nil
	})
}

// Predict asks all trees about each row.
func (f *forest) Predict(ctx context.Context, dst []float64, y *mat.Dense) error {
	return f.grove().Predict(ctx, dst, y)
}

// Kept is what predicts, without the rows that trees have not seen.
func (f *forest) Kept() any { return f.grove() }

// grove is the trees alone.
func (f *forest) grove() *grove {
	g := &grove{columns: f.sample.X.RawMatrix().Cols, votes: newElection(f.sample)}
	for _, t := range f.trees {
		g.trees = append(g.trees, t.tree)
	}
	return g
}

func init() { codec.Register[*grove]("forest", 1) }

// A grove is trees that are asked together.
type grove struct {
	trees   []*cart.Lean
	columns int
	votes   election
}

// Fields tells the trees.
func (g *grove) Fields(f *codec.Fields) {
	f.Int("columns", &g.columns)
	f.Check(g.columns == f.Columns(), "trees of %d columns for %d", g.columns, f.Columns())
	g.votes = election{classes: f.Shape.Classes, width: max(1, f.Shape.Responses)}
	codec.List(f, "trees", &g.trees, func(f *codec.Fields, t **cart.Lean) {
		if *t == nil {
			*t = new(cart.Lean)
		}
		f.Group("tree", (*t).Fields)
	})
	f.Check(len(g.trees) > 0, "there are no trees")
}

// Predict asks all trees about each row, block by block, so that a tree is at hand
// for many rows.
func (g *grove) Predict(ctx context.Context, dst []float64, y *mat.Dense) error {
	if err := check.Width(y, g.columns); err != nil {
		return err
	}
	n, _ := y.Dims()
	width := g.votes.width
	count := parallel.Count(ctx, "predictions", n)
	return parallel.With(ctx, n, 128, func() *ballots { return g.votes.ballots(128) }, func(b *ballots, lo, hi int) {
		b.clear()
		for _, t := range g.trees {
			for i := lo; i < hi; i++ {
				b.cast(i-lo, t, y.RawRowView(i))
			}
		}
		for i := lo; i < hi; i++ {
			b.read(dst[i*width:(i+1)*width], i-lo)
		}
		count.Add(hi - lo)
	})
}

// An election is what is voted on: so many classes, or none and the responses of a row.
type election struct{ classes, width int }

func newElection(s engine.Sample) election {
	e := election{width: s.Width()}
	for _, l := range s.Labels {
		e.classes = max(e.classes, l+1)
	}
	return e
}

// ballots are what trees say of some rows.
type ballots struct {
	classes, width int
	votes          []int32   // of classes, row after row
	sums           []float64 // of responses
	asked          []int32   // how many trees were asked about each row
}

func newBallots(s engine.Sample, rows int) *ballots { return newElection(s).ballots(rows) }

// ballots are those of so many rows.
func (e election) ballots(rows int) *ballots {
	b := &ballots{classes: e.classes, width: e.width, asked: make([]int32, rows)}
	if e.classes > 0 {
		b.votes = make([]int32, rows*e.classes)
	} else {
		b.sums = make([]float64, rows*e.width)
	}
	return b
}

func (b *ballots) clear() {
	clear(b.votes)
	clear(b.sums)
	clear(b.asked)
}

// cast adds what a tree says of a row to what others have said of row i.
func (b *ballots) cast(i int, t *cart.Lean, row []float64) {
	b.asked[i]++
	if b.votes != nil {
		b.votes[i*b.classes+t.Class(row)]++
		return
	}
	for k, v := range t.Means(row) {
		b.sums[i*b.width+k] += v
	}
}

// read fills dst with what all say of row i.
func (b *ballots) read(dst []float64, i int) {
	if b.votes == nil {
		for k := range dst {
			dst[k] = b.sums[i*b.width+k] / float64(b.asked[i])
		}
		return
	}
	best, votes := 0, b.votes[i*b.classes:(i+1)*b.classes]
	for class, count := range votes {
		if count > votes[best] {
			best = class
		}
	}
	dst[0] = float64(best)
}
