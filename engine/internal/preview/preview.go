// Package preview watches over rows while they are still being placed: it draws where
// they are, a picture a second, which travels with the progress of the stage, and knows
// when the reader has seen enough (early.Begin). Pictures are for the eye alone; no
// result depends on one. It imports the engine's vocabulary, no method. Start at [Begin].
package preview

import (
	"context"
	"time"

	"unfold/engine"
	"unfold/engine/early"
	"unfold/engine/figure"
)

const (
	between  = time.Second // from one picture to the next
	mostRows = 2000        // of a picture; of more, every so many
)

// A Watch is over work that places the rows of a sample, by steps. It serves one
// goroutine.
type Watch struct {
	sample engine.Sample
	next   time.Time
	asked  <-chan struct{}
	over   func()
}

// A Place is where a row is; rows on a line have y = 0.
type Place func(row int) (x, y float64)

// Begin watches work that begins, which can be asked to end early from then on. Rows
// are coloured by their classes. End is to be called when the work has ended.
func Begin(ctx context.Context, s engine.Sample) *Watch {
	w := &Watch{sample: s, next: time.Now().Add(between)}
	w.asked, w.over = early.Begin(ctx)
	return w
}

// End says that the work has ended.
func (w *Watch) End() { w.over() }

// Tell tells the progress of a stage, and reports whether what it has come to will do:
// the work is to end then. Where a picture is due, look is asked where the rows are; it
// returns nil where that cannot be told.
func (w *Watch) Tell(ctx context.Context, progress engine.Progress, look func() Place) (enough bool) {
	if now := time.Now(); !now.Before(w.next) && w.sample.Len() > 0 {
		w.next = now.Add(between)
		if place := look(); place != nil {
			progress.Picture = w.figure(progress.Note, place)
		}
	}
	engine.Tell(ctx, progress)
	select {
	case <-w.asked:
		return true
	default:
		return false
	}
}

// figure draws the rows.
func (w *Watch) figure(note string, place Place) *figure.Figure {
	n, points := w.sample.Len(), figure.Points{}
	every := (n + mostRows - 1) / mostRows
	for i := 0; i < n; i += every {
		x, y := place(i)
		points.X, points.Y = append(points.X, x), append(points.Y, y)
		if w.sample.HasClasses() {
			points.Class = append(points.Class, w.sample.Labels[i])
		}
	}
	return &figure.Figure{Name: "preview", Title: note, Alt: note, Equal: true, Classes: w.sample.Classes, Layers: []figure.Layer{points}}
}

// Along returns the places of rows whose coordinates lie one row after the other, dim
// of each: what is beyond two is not seen.
func Along(coordinates []float64, dim int) Place {
	return func(row int) (x, y float64) {
		at := coordinates[row*dim : (row+1)*dim]
		if dim > 1 {
			y = at[1]
		}
		return at[0], y
	}
}
