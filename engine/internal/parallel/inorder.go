package parallel

import (
	"context"
	"sync"

	"unfold/engine"
)

// InOrder runs n tasks, several at once, and returns what came of them: the
// same as of one after the other. Remarks are kept, and progress is told, in
// the order of the tasks; of several that fail, the first one's error is
// returned, and those behind it are stopped. A panic is raised again where a
// front end can recover from it.
func InOrder[T any](ctx context.Context, n, atOnce int, do func(ctx context.Context, i int) (T, []engine.Note, error)) ([]T, []engine.Note, error) {
	ts := &taskQueue[T]{do: do, all: make([]task[T], n), failed: n}
	var group sync.WaitGroup
	for range min(atOnce, n) {
		group.Go(func() { ts.work(ctx) })
	}
	group.Wait()
	if ts.panicked != nil {
		panic(ts.panicked)
	}
	if ts.failed < n {
		return nil, nil, ts.all[ts.failed].err
	}
	values := make([]T, n)
	var notes []engine.Note
	for i, t := range ts.all {
		values[i] = t.value
		notes = append(notes, t.notes...)
	}
	return values, notes, nil
}

// A taskQueue hands out tasks in their order.
type taskQueue[T any] struct {
	do func(ctx context.Context, i int) (T, []engine.Note, error)

	mu       sync.Mutex
	all      []task[T]
	next     int // the first that nobody has begun
	front    int // the first that is not done, whose progress is told
	failed   int // the first that failed, or how many there are
	panicked any
}

// A task is what became of one.
type task[T any] struct {
	value T
	notes []engine.Note
	err   error
	done  bool
	stop  context.CancelFunc
}

// work takes tasks until there are no more, or one has failed.
func (ts *taskQueue[T]) work(ctx context.Context) {
	for {
		i, ctx, ok := ts.claim(ctx)
		if !ok {
			return
		}
		ts.runTask(ctx, i)
	}
}

// claim takes the next task, and returns the context for it.
func (ts *taskQueue[T]) claim(ctx context.Context) (i int, own context.Context, ok bool) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	i = ts.next
	if i >= ts.failed {
		return 0, nil, false
	}
	ts.next++
	own, ts.all[i].stop = context.WithCancel(ctx)
	return i, engine.WithProgress(own, func(p engine.Progress) {
		ts.mu.Lock()
		first := ts.front == i
		ts.mu.Unlock()
		if first {
			engine.Tell(ctx, p)
		}
	}), true
}

// runTask runs a task. A panic fails it too.
func (ts *taskQueue[T]) runTask(ctx context.Context, i int) {
	t := &ts.all[i]
	defer func() { ts.finish(i, recover()) }()
	t.value, t.notes, t.err = ts.do(ctx, i)
}

// finish marks a task as done, and stops those behind one that has failed.
func (ts *taskQueue[T]) finish(i int, panicked any) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	t := &ts.all[i]
	t.stop()
	t.done = true
	for ts.front < len(ts.all) && ts.all[ts.front].done {
		ts.front++
	}
	if (panicked == nil && t.err == nil) || i > ts.failed {
		return
	}
	ts.failed, ts.panicked = i, panicked
	for later := i + 1; later < ts.next; later++ {
		ts.all[later].stop()
	}
}
