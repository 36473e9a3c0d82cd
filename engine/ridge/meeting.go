package ridge

import (
	"context"
	"errors"
	"slices"
	"sync"
	"unfold/engine/gram"
)

// products are what the solution of a ridge system asks of its matrix.
type products interface {
	// times sets dst to the products of K with the r vectors in rows of v.
	times(ctx context.Context, dst, v []float64, r int) error
	// condition sets dst to what a factor makes of them: nearly (K + λI)⁻¹ v.
	condition(ctx context.Context, f *factor[float32], dst, v []float64, r int) error
}

// alone are the products of a system that is solved by itself.
type alone struct{ entries *gram.Entries }

func (a alone) times(ctx context.Context, dst, v []float64, r int) error {
	return a.entries.Times(ctx, dst, v, r)
}

func (a alone) condition(ctx context.Context, f *factor[float32], dst, v []float64, r int) error {
	return f.approximate(ctx, []*request{{dst: dst, v: v, r: r}})
}

// A meeting makes the products of several systems with one K together: each asks
// and waits, and when all of those present do, K is read once for all of them,
// and so is each factor. Each system gets the bits that it has alone.
type meeting struct {
	entries *gram.Entries

	mu      sync.Mutex
	present int // systems that are not solved yet
	waiting []*request
}

// A request is what a system waits for.
type request struct {
	factor *factor[float32] // to condition with; nil for products with K
	dst, v []float64
	r      int
	done   chan error
}

func (m *meeting) times(ctx context.Context, dst, v []float64, r int) error {
	return m.ask(ctx, &request{dst: dst, v: v, r: r})
}

func (m *meeting) condition(ctx context.Context, f *factor[float32], dst, v []float64, r int) error {
	return m.ask(ctx, &request{factor: f, dst: dst, v: v, r: r})
}

func (m *meeting) ask(ctx context.Context, q *request) error {
	q.done = make(chan error, 1)
	m.serve(ctx, func() { m.waiting = append(m.waiting, q) })
	return <-q.done
}

// leave is for a system that asks no more.
func (m *meeting) leave(ctx context.Context) {
	m.serve(ctx, func() { m.present-- })
}

// serve has something happen, and answers all requests if nobody is left at
// work then.
func (m *meeting) serve(ctx context.Context, happen func()) {
	m.mu.Lock()
	happen()
	var all []*request
	if len(m.waiting) == m.present {
		all, m.waiting = m.waiting, nil
	}
	m.mu.Unlock()
	err := errStopped
	defer func() {
		for _, q := range all {
			q.done <- err
		}
	}()
	err = m.answer(ctx, all)
}

var errStopped = errors.New("ridge: what several systems wait for has stopped")

// answer does what is asked for, by matrices.
func (m *meeting) answer(ctx context.Context, all []*request) error {
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
		do := m.multiply
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
func (m *meeting) multiply(ctx context.Context, all []*request) error {
	return asOne(all, func(dst, v []float64, r int) error { return m.entries.Times(ctx, dst, v, r) })
}

// approximate answers requests to be conditioned by the factor.
func (f *factor[T]) approximate(ctx context.Context, all []*request) error {
	return asOne(all, func(dst, v []float64, _ int) error {
		return scaled(dst, v, f.n, func(narrow []T) error {
			var sets []sides[T]
			for _, q := range all {
				sets = append(sets, sides[T]{narrow[:len(q.v)], q.r})
				narrow = narrow[len(q.v):]
			}
			return f.solveAll(ctx, sets)
		})
	})
}

// asOne puts the vectors of all requests into one, and takes what do makes of
// them apart again.
func asOne(all []*request, do func(dst, v []float64, r int) error) error {
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

// together runs systems at once that meet for their products, and returns the
// error of the first that failed. A panic goes on in the caller.
func together(ctx context.Context, e *gram.Entries, systems []func(p products) error) error {
	m := &meeting{entries: e, present: len(systems)}
	errs, panics := make([]error, len(systems)), make([]any, len(systems))
	var group sync.WaitGroup
	for i, system := range systems {
		group.Go(func() {
			defer func() { panics[i] = recover() }()
			defer m.leave(ctx)
			errs[i] = system(m)
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
