package ridge

import (
	"context"
	"errors"
	"slices"
	"sync"

	"unfold/engine/linear/gram"
)

// products are what the solution of a ridge system asks of its matrix.
type products interface {
	// times sets dst to the products of K with the r vectors in rows of v.
	times(ctx context.Context, dst, v []float64, r int) error
	// condition sets dst to what a factor makes of them: nearly (K + λI)⁻¹ v.
	condition(ctx context.Context, f *factor[float32], dst, v []float64, r int) error
}

// unbatched are the products of a system that is solved by itself.
type unbatched struct{ entries *gram.Entries }

func (a unbatched) times(ctx context.Context, dst, v []float64, r int) error {
	return a.entries.Times(ctx, dst, v, r)
}

func (a unbatched) condition(ctx context.Context, f *factor[float32], dst, v []float64, r int) error {
	return f.approximate(ctx, []*request{{dst: dst, v: v, r: r}})
}

// A batch makes the products of several systems with one K together: each submits
// a request and waits, and when all active systems do, K is read once for all of them,
// and so is each factor. Each system gets the bits that it has alone.
type batch struct {
	entries *gram.Entries

	mu      sync.Mutex
	active  int // systems that are not solved yet
	pending []*request
}

// A request is what a system waits for.
type request struct {
	factor *factor[float32] // to condition with; nil for products with K
	dst, v []float64
	r      int
	done   chan error
}

func (b *batch) times(ctx context.Context, dst, v []float64, r int) error {
	return b.submit(ctx, &request{dst: dst, v: v, r: r})
}

func (b *batch) condition(ctx context.Context, f *factor[float32], dst, v []float64, r int) error {
	return b.submit(ctx, &request{factor: f, dst: dst, v: v, r: r})
}

func (b *batch) submit(ctx context.Context, q *request) error {
	q.done = make(chan error, 1)
	b.update(ctx, func() { b.pending = append(b.pending, q) })
	return <-q.done
}

// finish is called by a system that asks no more.
func (b *batch) finish(ctx context.Context) {
	b.update(ctx, func() { b.active-- })
}

// update changes the batch, and answers all requests if no active system is still
// at work then.
func (b *batch) update(ctx context.Context, change func()) {
	b.mu.Lock()
	change()
	var all []*request
	if len(b.pending) == b.active {
		all, b.pending = b.pending, nil
	}
	b.mu.Unlock()
	err := errStopped
	defer func() {
		for _, q := range all {
			q.done <- err
		}
	}()
	err = b.flush(ctx, all)
}

var errStopped = errors.New("ridge: what several systems wait for has stopped")

// flush answers requests, those for the same matrix together.
func (b *batch) flush(ctx context.Context, all []*request) error {
	for len(all) > 0 {
		f := all[0].factor
		var same, rest []*request
		for _, q := range all {
			if q.factor == f {
				same = append(same, q)
			} else {
				rest = append(rest, q)
			}
		}
		all = rest
		do := b.multiply
		if f != nil {
			do = f.approximate
		}
		if err := do(ctx, same); err != nil {
			return err
		}
	}
	return nil
}

// multiply answers requests for products with K.
func (b *batch) multiply(ctx context.Context, all []*request) error {
	return applyStacked(all, func(dst, v []float64, r int) error { return b.entries.Times(ctx, dst, v, r) })
}

// approximate answers requests to be conditioned by the factor.
func (f *factor[T]) approximate(ctx context.Context, all []*request) error {
	return applyStacked(all, func(dst, v []float64, _ int) error {
		return applyScaled(dst, v, f.n, func(narrow []T) error {
			var sets []rightSides[T]
			for _, q := range all {
				sets = append(sets, rightSides[T]{narrow[:len(q.v)], q.r})
				narrow = narrow[len(q.v):]
			}
			return f.solveAll(ctx, sets)
		})
	})
}

// applyStacked puts the vectors of all requests into one, and takes what do makes of
// them apart again.
func applyStacked(all []*request, do func(dst, v []float64, r int) error) error {
	var v []float64
	r := 0
	for _, q := range all {
		v, r = append(v, q.v...), r+q.r
	}
	dst := make([]float64, len(v))
	if err := do(dst, v, r); err != nil {
		return err
	}
	for _, q := range all {
		dst = dst[copy(q.dst, dst):]
	}
	return nil
}

// solveInBatch runs systems at once that share their products, and returns the
// error of the first that failed. A panic goes on in the caller.
func solveInBatch(ctx context.Context, e *gram.Entries, systems []func(p products) error) error {
	b := &batch{entries: e, active: len(systems)}
	errs, panics := make([]error, len(systems)), make([]any, len(systems))
	var group sync.WaitGroup
	for i, system := range systems {
		group.Go(func() {
			defer func() { panics[i] = recover() }()
			defer b.finish(ctx)
			errs[i] = system(b)
		})
	}
	group.Wait()
	if i := slices.IndexFunc(panics, func(p any) bool { return p != nil }); i >= 0 {
		panic(panics[i])
	}
	if i := slices.IndexFunc(errs, func(err error) bool { return err != nil }); i >= 0 {
		return errs[i]
	}
	return nil
}
