package extension

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/moments"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
	"unfold/engine/remedy"
)

// Places are where rows were placed, without their mean and in a unit of about
// their largest deviation, a power of two.
type places struct {
	y     *mat.Dense
	mean  []float64
	unit  float64
	total float64 // Σ ‖y − ȳ‖², in the unit squared
}

// placesOf refuses rows that were all placed alike. Without centring the mean is
// zero, though the total is still that of deviations.
func placesOf(e *engine.Embedding, centring bool) (places, error) {
	n, _ := e.Y.Dims()
	p := places{y: e.Y, mean: moments.ColumnMeans(e.Y)}
	means, largest := p.mean, 0.0
	if !centring {
		p.mean = make([]float64, e.Dim())
	}
	varied := false
	for i := range n {
		for k, v := range e.Y.RawRowView(i) {
			largest = max(largest, math.Abs(v-p.mean[k]))
			varied = varied || v != means[k]
		}
	}
	if !varied {
		return p, &engine.Error{Cause: "all rows are placed at the same point, so there is no map to learn", Remedy: remedy.Say("look at what the embedder was given")}
	}
	_, power := math.Frexp(largest)
	p.unit = math.Ldexp(1, power-1)
	for i := range n {
		for k, v := range e.Y.RawRowView(i) {
			d := (v - means[k]) / p.unit
			p.total += float64(d * d)
		}
	}
	return p, nil
}

// len is how many rows there are.
func (p places) len() int { return p.y.RawMatrix().Rows }

// fill sets z to where row i was placed.
func (p places) fill(z []float64, i int) {
	for k, v := range p.y.RawRowView(i) {
		z[k] = (v - p.mean[k]) / p.unit
	}
}

// dealFolds deals rows to five folds, or as many as there are rows, in the order
// that they lie in memory.
func dealFolds(n, seed int) [][]int {
	folds, of := make([][]int, min(n, mostFolds)), make([]uint8, n)
	for at, i := range random.New(seed, "elm folds").Permutation(n) {
		of[i] = uint8(at % len(folds))
	}
	for i, f := range of {
		folds[f] = append(folds[f], i)
	}
	return folds
}

const (
	mostFolds = 5    // of which each is held once
	passRows  = 2048 // rows of a block: no more values are ever held by a goroutine
)

// blockRows is how many rows make a block of so many values each: four megabytes
// at most, where rows are not very wide.
func blockRows(size int) int { return max(64, min(passRows, 1<<19/size)) }

// blocksAtOnce is how many blocks are summed apart before they are joined.
func blocksAtOnce(size int) int { return max(1, min(16, 1<<21/(size*size))) }

// A network is what is learned from: rows, where they were placed, and how.
type network struct {
	x        *mat.Dense
	standard standard
	places   places
	folds    [][]int
	ridge    float64
	constant int
	counts   []int // how many neurons may be tried, rising
}

// size is how many numbers of a row are summed.
func (n *network) size() int { return n.constant + n.most() + len(n.places.mean) }

func (n *network) most() int { return n.counts[len(n.counts)-1] }

// A draw is one draw of all neurons.
type draw struct {
	neurons *neurons
	whole   sums      // of all rows
	misfits []float64 // of the first neurons, so many as each count says, on held rows
}

// take makes a draw: it sums the rows of each fold once, which serves all counts
// of neurons, the fits without each fold, its errors, and the fit to all rows.
func (n *network) take(ctx context.Context, stream *random.Stream, count *parallel.Counter) (*draw, error) {
	d := &draw{
		neurons: drawNeurons(n.standard, n.most(), n.constant, stream),
		misfits: make([]float64, len(n.counts)),
		whole:   n.sums(),
	}
	folds := make([]sums, len(n.folds))
	for f := range folds {
		folds[f] = n.sums()
		if err := n.sum(ctx, folds[f], d.neurons, n.folds[f], count); err != nil {
			return nil, err
		}
		if err := d.whole.join(ctx, folds[f]); err != nil {
			return nil, err
		}
	}
	for f, held := range folds {
		others := n.sums()
		for other := range folds {
			if other == f {
				continue
			}
			if err := others.join(ctx, folds[other]); err != nil {
				return nil, err
			}
		}
		for c, neurons := range n.counts {
			b, err := others.solve(ctx, n.constant+neurons, n.ridge)
			if err != nil {
				return nil, err
			}
			d.misfits[c] += held.misfit(b)
		}
	}
	return d, nil
}

func (n *network) sums() sums { return newSums(n.constant+n.most(), len(n.places.mean), n.ridge) }

// sum adds the values of some rows to what was summed, several blocks at once,
// which are joined in order. H is never held.
func (n *network) sum(ctx context.Context, into sums, m *neurons, rows []int, count *parallel.Counter) error {
	size, height := n.size(), blockRows(n.size())
	for wave := range slices.Chunk(rows, height*blocksAtOnce(size)) {
		parts := make([]sums, (len(wave)+height-1)/height)
		fresh := func() [2][]float64 {
			return [2][]float64{make([]float64, min(height, len(wave))*size), m.workspace()}
		}
		err := parallel.Try(ctx, len(wave), height, fresh, func(w [2][]float64, lo, hi int) error {
			for at, i := range wave[lo:hi] {
				values := w[0][at*size : (at+1)*size]
				m.fill(values, w[1], n.x.RawRowView(i))
				n.places.fill(values[m.values():], i)
			}
			part := n.sums()
			parts[lo/height] = part
			return part.add(ctx, w[0], hi-lo)
		})
		if err != nil {
			return err
		}
		for _, part := range parts {
			if err := into.join(ctx, part); err != nil {
				return err
			}
		}
		count.Add(len(wave))
	}
	return nil
}

// takeAll makes several draws, each by a stream of its own.
func (n *network) takeAll(ctx context.Context, draws, seed int) ([]*draw, error) {
	if err := memory.Claim(ctx, networkBytes(n.places.len(), n.size(), draws), fmt.Sprintf("the products of %d neurons", n.most()), remedy.Reduce("neurons")); err != nil {
		return nil, err
	}
	all := make([]*draw, draws)
	count := parallel.Count(ctx, "neurons", draws*n.places.len())
	return all, parallel.Each(ctx, draws, 1, func(k, _ int) (err error) {
		all[k], err = n.take(ctx, random.New(seed, fmt.Sprintf("elm draw %d", k+1)), count)
		return err
	})
}

// networkBytes is what draws keep, and what those that are made at once need beside
// that.
func networkBytes(n, size, draws int) uint64 {
	atOnce := min(draws, runtime.GOMAXPROCS(0))
	return memory.Square(atOnce*(2*mostFolds+blocksAtOnce(size))+draws, size) + 16*uint64(n)
}

// A choice is a number of neurons and one of the draws.
type choice struct {
	count, draw int       // positions
	r2          []float64 // of all draws with so many neurons, on held rows
}

// choose takes the number of neurons whose misfit on held rows is least in the
// mean of all draws, the fewest of those that are equal, and the draw whose misfit
// with so many is least, the first of equal ones.
func (n *network) choose(draws []*draw) choice {
	means := make([]float64, len(n.counts))
	for c := range n.counts {
		for _, d := range draws {
			means[c] += d.misfits[c] / float64(len(draws))
		}
	}
	best := choice{count: slices.Index(means, slices.Min(means))}
	for k, d := range draws {
		best.r2 = append(best.r2, 1-float64(d.misfits[best.count]/n.places.total))
		if best.r2[k] > best.r2[best.draw] {
			best.draw = k
		}
	}
	return best
}
