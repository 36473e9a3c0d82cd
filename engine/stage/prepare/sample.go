package prepare

import (
	"context"
	"fmt"
	"slices"

	"unfold/engine"
	"unfold/engine/internal/random"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:     "sample",
		Summary:  "keeps n rows drawn at random, of each class its share",
		Citation: "Neyman 1934, doi:10.2307/2342192",
		Aliases:  []string{"subsample"},
		Examples: []string{`waveform | sample(300) | scale | pca`},
	}, func() *Sample { return new(Sample) })
}

// Sample keeps N rows, in the order of the table, and drops the others for
// good. Classes, and rows without a label, keep their proportions by largest
// remainder, so that none is off its exact part by a whole row; within a class, rows are equally likely.
// A table of fewer rows is kept whole, with a remark. The same seed keeps the
// same rows.
//
// Stratified sampling: Neyman 1934, doi:10.2307/2342192.
type Sample struct {
	N    int // rows
	Seed int
}

// Params declares the parameters.
func (m *Sample) Params(p *engine.Params) {
	p.Int(&m.N, "n", 0, engine.AtLeast(1), "rows to keep").Require()
	p.Int(&m.Seed, "seed", 1, engine.AtLeast(0), "seed of the draw")
}

// Select draws the rows.
func (m *Sample) Select(ctx context.Context, t *engine.Table) ([]int, error) {
	n := t.Len()
	if m.N < 1 {
		return nil, &engine.Error{Param: "n", Cause: fmt.Sprintf("n = %d rows cannot be kept", m.N), Remedy: remedy.Raise("n").To(1)}
	}
	if m.N > n {
		engine.Remark(ctx, "n = %d is more than there are: all %d rows are kept", m.N, n)
	}
	groups, sizes := make([]int, n), []int{n}
	if t.HasClasses() {
		groups, sizes = classes(t.Target)
	}
	return random.New(m.Seed, "sample").Draw(groups, random.Apportion(min(m.N, n), sizes, sizes)), nil
}

// ShowsRows says that rows are to be looked at, of so few.
func (m *Sample) ShowsRows() bool { return m.N <= 20 }

// classes returns the class of each row, and how many rows each has; rows without
// one are a class of their own behind the others.
func classes(t engine.Target) (of, sizes []int) {
	of, sizes = slices.Clone(t.Labels), t.Sizes()
	without := 0
	for i, c := range of {
		if c == engine.Hidden {
			of[i] = len(sizes)
			without++
		}
	}
	if without > 0 {
		sizes = append(sizes, without)
	}
	return of, sizes
}
