package prototype

import (
	"context"
	"fmt"
	"slices"

	"unfold/engine"
	"unfold/engine/fit/optimum"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// Settings say what is learned and how.
type Settings struct {
	Form       Form
	Local      bool    // each prototype has a matrix of its own
	Rank       int     // of matrices; engine.Auto is the number of coded columns
	Most       int     // the most that Auto makes of it; zero is no limit
	PerClass   int     // prototypes of each class
	Penalty    float64 // η, of matrices that lose their rank
	Linear     bool    // Φ(μ) = μ
	Steepness  float64 // β of Φ(μ) = 1/(1 + exp(−βμ))
	Iterations int     // directions at most
	Starts     int     // of the search, the best end of which is taken
	Seed       int     // of what starts draw
}

// Learn minimises the cost over the rows of a sample with classes, at least two, from
// as many starts as the settings say, by limited-memory BFGS.
//
// An evaluation takes O(n) times d rank for each matrix and rank for each prototype.
// The starts draw from one stream; nothing else is left to chance or to the number of
// processors. It fails where a class has fewer rows than it is to have prototypes,
// and where the rank is above the number of coded columns.
func Learn(ctx context.Context, s engine.Sample, settings Settings) (*Model, error) {
	c, coding, numbers, err := newCost(ctx, s, settings)
	if err != nil {
		return nil, err
	}
	best, err := c.descend(ctx)
	if err != nil {
		return nil, err
	}
	return c.model(coding, numbers, best.X), nil
}

// newCost is the cost of the rows, with their coding and the numbers of their classes.
func newCost(ctx context.Context, s engine.Sample, settings Settings) (*cost, *coding, []int, error) {
	coding, err := newCoding(s)
	if err != nil {
		return nil, nil, nil, err
	}
	labels, numbers := positions(s.Labels)
	if err := settings.check(s, labels, numbers, coding.width()); err != nil {
		return nil, nil, nil, err
	}
	c := newBareCost(settings, coding.width(), len(numbers))
	if err := memory.Claim(ctx, c.bytes(s.Len(), coding.width()), fmt.Sprintf("the prototypes of %s", wording.Count(s.Len(), "row")), remedy.FewerRows()); err != nil {
		return nil, nil, nil, err
	}
	c.rows = coding.take(s.X)
	c.rows.labels = labels
	return c, coding, numbers, nil
}

// newBareCost is a cost of so many columns and classes that knows no rows.
func newBareCost(s Settings, d, classes int) *cost {
	c := &cost{Settings: s, shape: shapeOf(s.Form, min(d, s.rank(d)), d), matrices: 1}
	for class := range classes {
		for range s.PerClass {
			c.classes = append(c.classes, class)
		}
	}
	if s.Local {
		c.matrices = len(c.classes)
	}
	return c
}

// positions returns the labels as positions in their sorted numbers.
func positions(labels []int) (at, numbers []int) {
	numbers = slices.Compact(slices.Sorted(slices.Values(labels)))
	at = make([]int, len(labels))
	for i, l := range labels {
		at[i], _ = slices.BinarySearch(numbers, l)
	}
	return at, numbers
}

// rank is how many rows matrices have for d columns.
func (s Settings) rank(d int) int {
	switch {
	case s.Rank != engine.Auto:
		return s.Rank
	case s.Most > 0:
		return min(s.Most, d)
	}
	return d
}

// check refuses settings that the rows are too few for.
func (s Settings) check(sample engine.Sample, labels, numbers []int, d int) error {
	if s.Form == Full && s.rank(d) > d {
		return &engine.Error{Param: "rank", Cause: fmt.Sprintf("rank = %d must be at most the %s that there are", s.Rank, wording.Count(d, "column")), Remedy: remedy.Reduce("rank").To(d)}
	}
	counts := make([]int, len(numbers))
	for _, at := range labels {
		counts[at]++
	}
	for at, count := range counts {
		if count < s.PerClass {
			name := fmt.Sprint(numbers[at])
			if numbers[at] < len(sample.Classes) {
				name = fmt.Sprintf("%q", sample.Classes[numbers[at]])
			}
			return &engine.Error{Param: "prototypes", Cause: fmt.Sprintf("class %s has %s, fewer than the %d prototypes it is to have", name, wording.Count(count, "row"), s.PerClass), Remedy: remedy.Reduce("prototypes").To(count)}
		}
	}
	return nil
}

// kept is how many pairs of directions the search keeps.
const kept = 10

// bytes is what the rows, the parts of their sum and the search take.
func (c *cost) bytes(n, d int) uint64 {
	variables := uint64(len(c.classes)*d) + uint64(c.matrices)*uint64(c.shape.size())
	block := uint64(blockRows) * uint64(c.matrices) * uint64(c.shape.rank()+d)
	return 8 * (uint64(n)*uint64(d+1) + variables*(mostParts+2*kept+8) + block*mostParts)
}

// Bytes is what Learn takes for n rows of d columns of numbers and some classes.
func Bytes(n, d, classes int, s Settings) uint64 { return newBareCost(s, d, classes).bytes(n, d) }

// Work is how many products and differences an evaluation takes for each row of d
// columns of numbers and some classes.
func Work(d, classes int, s Settings) int {
	c := newBareCost(s, d, classes)
	images := 2 * c.shape.rank() * c.matrices // both ways
	if c.Form == Full {
		images *= d
	}
	return images + (len(c.classes)+2)*c.shape.rank()
}

// descend goes down from every start, and remarks where the best end is none yet.
func (c *cost) descend(ctx context.Context) (best *optimum.Result, err error) {
	directions, err := c.directions(ctx)
	if err != nil {
		return nil, err
	}
	stream := random.New(c.Seed, "prototypes")
	for at := range c.Starts {
		start, err := c.start(ctx, stream, directions)
		if err != nil {
			return nil, err
		}
		c.stir(start, stream)
		span := parallel.Part(ctx, float64(at)/float64(c.Starts), float64(at+1)/float64(c.Starts))
		r, err := optimum.Minimise(span, c, start, optimum.Settings{Iterations: c.Iterations, Decrease: 1e-9, Slope: 1e-6, Memory: kept, Note: "prototypes"})
		if err != nil {
			return nil, err
		}
		if best == nil || r.Value < best.Value {
			best = r
		}
	}
	const last = 10
	if h := best.History; best.Reason == optimum.Exhausted && len(h) > last {
		if fell := h[len(h)-1-last] - h[len(h)-1]; fell > (h[0]-h[len(h)-1])/100 {
			engine.Remark(ctx, "after %d steps the cost still falls, over the last %d by %.2g of all that it fell: more iterations would fit the training rows closer", best.Iterations, last, fell/(h[0]-h[len(h)-1]))
		}
	}
	return best, nil
}
