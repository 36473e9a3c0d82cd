// Package parallel runs loops on all processors. Every loop honours its
// context, and its blocks depend on the length of the loop and the grain
// alone, so that results are the same bits at any GOMAXPROCS.
//
// A panic in a body is passed on to the goroutine that called the loop, where
// a front end can recover from it.
//
// It imports the vocabulary of the engine, to tell progress. Start at [For].
package parallel

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// For calls body for the blocks [lo, hi) of grain indices that make up
// [0, n), on as many goroutines as there are processors. It returns the
// context's error if that ended before all blocks were done. Bodies ought to
// take well below a tenth of a second, which is how promptly a cancellation
// is noticed.
func For(ctx context.Context, n, grain int, body func(lo, hi int)) error {
	return With(ctx, n, grain, func() struct{} { return struct{}{} }, func(_ struct{}, lo, hi int) { body(lo, hi) })
}

// Each is For for bodies that can fail. It stops at the first failure; among
// several it returns that of the lowest block which ran.
func Each(ctx context.Context, n, grain int, body func(lo, hi int) error) error {
	return Try(ctx, n, grain, func() struct{} { return struct{}{} }, func(_ struct{}, lo, hi int) error { return body(lo, hi) })
}

// Grain is how many indices make a block where each takes some additions or
// comparisons: far less than a tenth of a second of them, and few enough for all
// processors to have work to the end.
func Grain(each int) int { return max(1, min(64, 1<<18/max(1, each))) }

// With is For with a workspace for each goroutine, made by fresh.
func With[W any](ctx context.Context, n, grain int, fresh func() W, body func(w W, lo, hi int)) error {
	return Try(ctx, n, grain, fresh, func(w W, lo, hi int) error { body(w, lo, hi); return nil })
}

// Try is With for bodies that can fail, as Each is For.
func Try[W any](ctx context.Context, n, grain int, fresh func() W, body func(w W, lo, hi int) error) error {
	if n <= 0 {
		return ctx.Err()
	}
	q := &queue{ctx: ctx, n: n, grain: max(1, grain)}
	workers := min(runtime.GOMAXPROCS(0), q.blocks())
	if workers == 1 {
		drain(q, fresh, body)
		return q.result()
	}
	var group sync.WaitGroup
	for range workers {
		group.Go(func() { drain(q, fresh, body) })
	}
	group.Wait()
	return q.result()
}

// A queue hands out the blocks of one loop in order.
type queue struct {
	ctx      context.Context
	n, grain int
	next     atomic.Int64
	stopped  atomic.Bool

	mu       sync.Mutex
	err      error
	at       int // the block that err came from
	panicked any
}

func (q *queue) blocks() int { return (q.n + q.grain - 1) / q.grain }

// pop returns the next block, unless the loop has ended.
func (q *queue) pop() (block int, ok bool) {
	if q.stopped.Load() || q.ctx.Err() != nil {
		return 0, false
	}
	block = int(q.next.Add(1)) - 1
	return block, block < q.blocks()
}

func (q *queue) fail(block int, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.err == nil || block < q.at {
		q.err, q.at = err, block
	}
	q.stopped.Store(true)
}

// result returns the error of the loop, or repeats its panic in the goroutine
// that called it.
func (q *queue) result() error {
	switch {
	case q.panicked != nil:
		panic(q.panicked)
	case q.err != nil:
		return q.err
	case int(q.next.Load()) < q.blocks():
		return q.ctx.Err()
	}
	return nil
}

// drain works on blocks until there are no more.
func drain[W any](q *queue, fresh func() W, body func(w W, lo, hi int) error) {
	defer func() {
		if p := recover(); p != nil {
			q.mu.Lock()
			q.panicked = p
			q.mu.Unlock()
			q.stopped.Store(true)
		}
	}()
	w := fresh()
	for {
		block, ok := q.pop()
		if !ok {
			return
		}
		lo := block * q.grain
		if err := body(w, lo, min(lo+q.grain, q.n)); err != nil {
			q.fail(block, err)
		}
	}
}
