package protocol

import (
	"context"
	"fmt"
	"slices"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/internal/random"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:     "spread",
		Summary:  "learns from n rows that lie well spread, and holds all others",
		Formula:  "train = the rows nearest to n means, or each the farthest from those before",
		Citation: "Lloyd 1982, doi:10.1109/TIT.1982.1056489; Gonzalez 1985, doi:10.1016/0304-3975(85)90224-5",
		Examples: []string{
			`swissroll(n=400, turns=1, height=10) | spread(60) | isomap(k=5) | krr | recovery`,
			`vshape(n=300) | spread(40, by="farthest") | scale | svr`,
		},
		ReadsColumns: true,
	}, func() *Spread { return new(Spread) })
}

// The ways to choose rows that lie well spread.
const (
	ByMeans    = "means"
	ByFarthest = "farthest"
)

// Spread learns from few rows that cover the others, and holds these: for studies of
// what a manifold takes that is well sampled.
//
//	means      the rows nearest to the means of n clusters (k-means), which lie where
//	           rows are many
//	farthest   first a row at random, then each time the row that is farthest from the
//	           nearest one so far (max-min), which reach the borders
//
// Distances are Euclidean in the columns as they were loaded: give columns in units
// that compare. Rows are in the order of the table; equal distances go to the smaller
// row. Means start at rows drawn with probabilities by their squared distances to
// those before (k-means++), and move until no row changes its cluster, 100 times at
// most.
//
// Unlike other protocols this one looks at the columns, of held rows too, though at
// no label: held rows lie between training rows, and what is scored on them is how
// well a pipeline fills in, not how it does on rows drawn anew. A remark says so.
//
// It fails where n rows leave none to hold, where fewer rows than n differ, and for
// columns that are missing or no numbers. The same seed chooses the same rows.
//
// Cost: O(n N d) time for each round over N rows of d columns, some tens of rounds
// for means and one for farthest; O(N + n d) memory.
//
// Lloyd 1982, Least squares quantization in PCM, doi:10.1109/TIT.1982.1056489; Arthur,
// Vassilvitskii 2007, k-means++, SODA; Gonzalez 1985, Clustering to minimize the
// maximum intercluster distance, doi:10.1016/0304-3975(85)90224-5.
type Spread struct {
	N    int    // rows to learn from; engine.Auto for 50, or half of fewer than 100
	By   string // ByMeans or ByFarthest; empty for ByMeans
	Seed int
	Choice
}

// Params declares the parameters.
func (s *Spread) Params(p *engine.Params) {
	p.Int(&s.N, "n", engine.Auto, engine.OrAuto(engine.AtLeast(1)), "rows to learn from; auto is 50, or half of fewer than 100 rows")
	p.Text(&s.By, "by", ByMeans, engine.OneOf(ByMeans, ByFarthest, ""), "which rows: those nearest to the means of clusters, or each the farthest from those before")
	declareSeed(p, &s.Seed)
	s.Choice.declare(p)
}

// Inner divides the training rows.
func (s *Spread) Inner() engine.Protocol { return s.newInner(Stratified, Grouping{}, s.Seed) }

// Split returns one fold.
func (s *Spread) Split(ctx context.Context, t *engine.Table) ([]engine.Fold, error) {
	all, n := t.Len(), s.N
	if n == engine.Auto {
		n = max(1, min(50, t.Len()/2))
	}
	if n >= all {
		return nil, &engine.Error{Param: "n", Cause: fmt.Sprintf("n = %d of %d row%s leaves none to hold", n, all, plural(all)), Remedy: remedy.Reduce("n")}
	}
	if err := check.Numbers(engine.Sample{X: t.X, Columns: t.Columns, Rows: t.Rows}); err != nil {
		return nil, err
	}
	stream := random.New(s.Seed, "spread")
	choose := nearMeans
	if s.By == ByFarthest {
		choose = farthest
	}
	train, err := choose(ctx, stream, t.X, n)
	if err != nil {
		return nil, err
	}
	if len(train) < n {
		return nil, &engine.Error{Param: "n", Cause: fmt.Sprintf("n = %d, but only %d of the %d rows differ", n, len(train), all), Remedy: remedy.Reduce("n").To(len(train))}
	}
	engine.Remark(ctx, "the rows to learn from were chosen by the columns of all rows, so held rows lie between them: scores tell of filling in")
	slices.Sort(train)
	var held []int
	for row := range all {
		if _, found := slices.BinarySearch(train, row); !found {
			held = append(held, row)
		}
	}
	fold := engine.Fold{Train: train, Held: held}
	remarkMissingClass(ctx, []engine.Fold{fold}, t.Target)
	return []engine.Fold{fold}, nil
}
