package parallel

import (
	"context"
	"sync"

	"unfold/engine"
)

// Part returns a context for a part of a stage's work: the progress that is
// told to it from 0 to 1 reaches the listener of ctx as from ... to.
func Part(ctx context.Context, from, to float64) context.Context {
	return engine.WithProgress(ctx, func(p engine.Progress) {
		p.Fraction = from + float64(p.Fraction*(to-from))
		engine.Tell(ctx, p)
	})
}

// A Counter tells how many of a known number of things are done, at most a
// hundred times. It is safe for concurrent use.
type Counter struct {
	ctx   context.Context
	note  string
	total int

	mu         sync.Mutex
	done, told int
}

// Count starts to count to total, and tells the note with fraction zero.
func Count(ctx context.Context, note string, total int) *Counter {
	engine.Tell(ctx, engine.Progress{Note: note})
	return &Counter{ctx: ctx, note: note, total: max(1, total)}
}

// Add counts more things as done.
func (c *Counter) Add(more int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done = min(c.done+more, c.total)
	if hundredth := 100 * c.done / c.total; hundredth > c.told {
		c.told = hundredth
		engine.Tell(c.ctx, engine.Progress{Note: c.note, Fraction: float64(c.done) / float64(c.total)})
	}
}
