package protocol

import (
	"context"
	"fmt"
	"math"
	"slices"

	"unfold/engine"
	"unfold/engine/internal/random"
)

func init() {
	declare(engine.Stage{
		Name:     "cv",
		Summary:  "holds each of k parts of the rows in turn and learns from the others",
		Formula:  "rows = F₁ ∪ … ∪ F_k, disjoint; fold j learns from all but F_j",
		Citation: "Stone 1974, doi:10.1111/j.2517-6161.1974.tb00994.x",
		Examples: []string{`waveform(n=200) | cv(5) | scale | knn(5)`},
	}, func() *CV { return new(CV) })
}

// CV is k-fold cross-validation: every row is held once in every repeat.
//
// The rows of each class are shuffled and dealt like cards to the k folds,
// each class beginning where the one before it stopped. So both the folds and
// the rows of a class in them differ in number by one at most. A repeat deals
// anew.
//
// There are k·repeats folds, those of the first repeat first. It fails where k
// exceeds the rows, or the rows of a class. The same seed deals the same
// folds, and the first repeats are the same however many follow.
//
// Stone 1974, doi:10.1111/j.2517-6161.1974.tb00994.x; stratified: Kohavi
// 1995, A study of cross-validation and bootstrap for accuracy estimation and
// model selection, IJCAI.
type CV struct {
	K        int // folds
	Repeats  int
	Stratify string // Stratified or Unstratified
	Seed     int
}

// Params declares the parameters.
func (c *CV) Params(p *engine.Params) {
	p.Int(&c.K, "k", 10, engine.AtLeast(2), "folds")
	p.Int(&c.Repeats, "repeats", 1, engine.AtLeast(1), "times that the rows are dealt to folds anew")
	p.Text(&c.Stratify, "stratify", Stratified, engine.OneOf(Stratified, Unstratified), "whether every class is dealt evenly to the folds")
	p.Int(&c.Seed, "seed", 1, engine.AtLeast(0), "seed of the deal")
}

// Split returns the folds.
func (c *CV) Split(ctx context.Context, t *engine.Table) ([]engine.Fold, error) {
	n, target := t.Len(), t.Target
	if n < c.K {
		return nil, &engine.Error{Param: "k", Cause: fmt.Sprintf("%d rows cannot make k = %d folds", n, c.K), Remedy: fmt.Sprintf("lower k to %d or less", n)}
	}
	of, count := groups(n, target, c.Stratify)
	if g, size := smallest(sizesOf(of, count)); size < c.K {
		remedy := fmt.Sprintf("set stratify=%q", Unstratified)
		if size >= 2 {
			remedy = fmt.Sprintf("lower k to %d or less, or %s", size, remedy)
		}
		return nil, &engine.Error{
			Param:  "k",
			Cause:  fmt.Sprintf("class %s has %d member%s, fewer than %d folds", target.Classes[g], size, plural(size), c.K),
			Remedy: remedy,
		}
	}
	var folds []engine.Fold
	for repeat := range c.Repeats {
		stream := random.New(c.Seed, fmt.Sprintf("cv repeat %d", repeat))
		for _, held := range deal(stream, of, count, c.K) {
			folds = append(folds, divide(n, held, repeat))
		}
	}
	c.remark(ctx, folds, target)
	return folds, nil
}

// smallest returns the smallest group that has rows, and its size.
func smallest(sizes []int) (group, size int) {
	size = math.MaxInt
	for g, n := range sizes {
		if 0 < n && n < size {
			group, size = g, n
		}
	}
	return group, size
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// deal returns k parts of the rows, each in ascending order.
func deal(stream *random.Stream, of []int, count, k int) [][]int {
	members := make([][]int, count)
	for row, g := range of {
		members[g] = append(members[g], row)
	}
	parts := make([][]int, k)
	next := 0
	for _, rows := range members {
		stream.Shuffle(rows)
		for _, row := range rows {
			parts[next] = append(parts[next], row)
			next = (next + 1) % k
		}
	}
	for _, part := range parts {
		slices.Sort(part)
	}
	return parts
}

// remark says which class a fold cannot learn, as happens without strata.
func (c *CV) remark(ctx context.Context, folds []engine.Fold, target engine.Target) {
	for i, f := range folds {
		if class, found := unlearned(f, target); found {
			engine.Remark(ctx, "fold %d holds every row of class %s, so it is not learned there", i+1, target.Classes[class])
		}
	}
}
