package predictor

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"unfold/engine"
	"unfold/engine/internal/moments"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
	"unfold/engine/tree"
	"unfold/engine/tree/cart"
	"unfold/engine/wording"
)

// A baggedTree is a tree with the rows that it has not seen.
type baggedTree struct {
	tree   *cart.Lean
	unseen []int32
}

// growBagged draws the rows of a tree and grows it.
func growBagged(ctx context.Context, table *cart.Table, r *random.Stream, columns, least int) (baggedTree, error) {
	n := table.Len()
	times := make([]uint16, n)
	for range n {
		if drawn := r.Below(n); times[drawn] < math.MaxUint16 {
			times[drawn]++
		}
	}
	var out baggedTree
	seen := make([]int32, 0, n)
	for i, count := range times {
		if count > 0 {
			seen = append(seen, int32(i))
		} else {
			out.unseen = append(out.unseen, int32(i))
		}
	}
	g, err := table.Grow(ctx, seen, times, cart.Rule{Min: least, Surrogates: forestSurrogates, Columns: columns, Random: r})
	if err != nil {
		return out, err
	}
	out.tree = g.Lean()
	return out, nil
}

// OutOfBag tells how rows come out by the trees that have not seen them.
func (f *forest) OutOfBag() tree.OutOfBag { return f.outOfBag }

// judgeOutOfBag asks the trees, in their order, about the rows that they have not
// seen.
func (f *forest) judgeOutOfBag(ctx context.Context) error {
	const block = 512
	n := f.sample.Len()
	losses, truth := make([]float64, n), f.sample.Truth()
	count := parallel.Count(ctx, "rows out of the bag", n)
	err := parallel.With(ctx, n, block, func() *ballots { return newBallots(f.sample, block) }, func(b *ballots, lo, hi int) {
		f.askUnseen(b, lo, hi)
		b.losses(losses[lo:hi], f.sample, truth[lo*b.width:hi*b.width])
		count.Add(hi - lo)
	})
	for _, loss := range losses {
		if !math.IsNaN(loss) {
			f.outOfBag.Rows++
			f.outOfBag.Error += loss
		}
	}
	f.outOfBag.Error /= float64(max(1, f.outOfBag.Rows))
	return err
}

// askUnseen asks the trees about the rows from lo up to hi that they have not seen.
func (f *forest) askUnseen(b *ballots, lo, hi int) {
	b.clear()
	for t := range f.trees {
		unseen := f.trees[t].unseen
		first, _ := slices.BinarySearch(unseen, int32(lo))
		for _, row := range unseen[first:] {
			if int(row) >= hi {
				break
			}
			b.cast(int(row)-lo, f.trees[t].tree, f.sample.X.RawRowView(int(row)))
		}
	}
}

// losses fills dst with what the rows lose by what was said of them; NaN where
// nobody was asked.
func (b *ballots) losses(dst []float64, s engine.Sample, truth []float64) {
	said := make([]float64, b.width)
	for i := range dst {
		if dst[i] = math.NaN(); b.asked[i] > 0 {
			b.read(said, i)
			dst[i] = lossOf(s, said, truth[i*b.width:(i+1)*b.width])
		}
	}
}

// lossOf is 1 for a wrong class and 0 for a right one, or the squared error of
// responses.
func lossOf(s engine.Sample, said, truth []float64) float64 {
	if s.HasClasses() {
		if said[0] == truth[0] {
			return 0
		}
		return 1
	}
	var sum float64
	for k, v := range said {
		sum += float64((v - truth[k]) * (v - truth[k]))
	}
	return sum / float64(len(said))
}

// remark tells how rows come out.
func (f *forest) remark(ctx context.Context) {
	rows := wording.Count(f.outOfBag.Rows, "row")
	switch {
	case f.outOfBag.Rows == 0:
		engine.Remark(ctx, "every tree has seen all rows, so there is no out-of-bag error")
	case f.sample.HasClasses():
		engine.Remark(ctx, "out of the bag, %.4g %% of %s are wrong", 100*f.outOfBag.Error, rows)
	default:
		engine.Remark(ctx, "out of the bag, the root of the mean squared error of %s is %.4g", rows, math.Sqrt(f.outOfBag.Error))
	}
}

// shuffled are the importances of columns, once they were asked for.
type shuffled struct {
	mu    sync.Mutex
	found []tree.Importance
}

// Importances shuffles one column after the other among the rows that a tree has not
// seen, and takes the difference in its error.
func (f *forest) Importances(ctx context.Context) ([]tree.Importance, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.shuffled.found != nil {
		return f.shuffled.found, nil
	}
	_, d := f.sample.X.Dims()
	worse := make([][]float64, len(f.trees)) // by tree and column
	count := parallel.Count(ctx, "importances", len(f.trees))
	truth := f.sample.Truth()
	err := parallel.Each(ctx, len(worse), 1, func(lo, hi int) error {
		for t := lo; t < hi; t++ {
			var err error
			if worse[t], err = f.shuffleColumns(ctx, t, truth); err != nil {
				return err
			}
		}
		count.Add(hi - lo)
		return nil
	})
	if err != nil {
		return nil, err
	}
	found := make([]tree.Importance, d)
	for c := range found {
		of := make([]float64, len(worse))
		for t := range worse {
			of[t] = worse[t][c]
		}
		found[c] = tree.Importance{Mean: moments.Mean(of), Error: moments.SD(of) / math.Sqrt(float64(len(of)))}
	}
	f.shuffled.found = found
	return found, nil
}

// shuffleColumns returns for each column by how much the error of a tree grows.
func (f *forest) shuffleColumns(ctx context.Context, t int, truth []float64) ([]float64, error) {
	_, d := f.sample.X.Dims()
	b := &f.trees[t]
	worse := make([]float64, d)
	whole := f.errorOf(b, truth, 0, nil)
	for c, asked := range b.tree.Asks(d) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if asked && len(b.unseen) > 1 {
			order := random.New(f.seed, fmt.Sprintf("forest, tree %d, column %d", t, c)).Permutation(len(b.unseen))
			worse[c] = f.errorOf(b, truth, c, order) - whole
		}
	}
	return worse, nil
}

// errorOf returns the error of a tree on the rows that it has not seen, each with
// the cell of column c of another, as the order says.
func (f *forest) errorOf(b *baggedTree, truth []float64, c int, order []int) float64 {
	width := f.sample.Width()
	said, row := make([]float64, width), []float64(nil)
	var sum float64
	for at, i := range b.unseen {
		row = append(row[:0], f.sample.X.RawRowView(int(i))...)
		if order != nil {
			row[c] = f.sample.X.At(int(b.unseen[order[at]]), c)
		}
		if f.sample.HasClasses() {
			said[0] = float64(b.tree.Class(row))
		} else {
			copy(said, b.tree.Means(row))
		}
		sum += lossOf(f.sample, said, truth[int(i)*width:(int(i)+1)*width])
	}
	return sum / float64(max(1, len(b.unseen)))
}
