// Package preview draws where rows are while they are still being placed: a picture a
// second, which travels with the progress of the stage. Pictures are for the eye alone;
// no result depends on one. It imports the engine's vocabulary, no method. Start at
// [New].
package preview

import (
	"context"
	"time"

	"unfold/engine"
	"unfold/engine/figure"
)

const (
	between  = time.Second // from one picture to the next
	mostRows = 2000        // of a picture; of more, every so many
)

// A Preview draws the rows of a sample. It serves one goroutine.
type Preview struct {
	sample engine.Sample
	next   time.Time
}

// New returns a preview of the rows of s, which are coloured by their classes.
func New(s engine.Sample) *Preview { return &Preview{sample: s, next: time.Now().Add(between)} }

// Due reports whether it is time for another picture.
func (p *Preview) Due() bool { return !time.Now().Before(p.next) }

// Tell tells the progress of a stage, with a picture where one is due. place returns
// where a row is; rows on a line have y = 0.
func (p *Preview) Tell(ctx context.Context, progress engine.Progress, place func(row int) (x, y float64)) {
	if p.Due() {
		p.next = time.Now().Add(between)
		progress.Picture = p.figure(progress.Note, place)
	}
	engine.Tell(ctx, progress)
}

// figure draws the rows.
func (p *Preview) figure(note string, place func(row int) (x, y float64)) *figure.Figure {
	n, points := p.sample.Len(), figure.Points{}
	every := (n + mostRows - 1) / mostRows
	for i := 0; i < n; i += every {
		x, y := place(i)
		points.X, points.Y = append(points.X, x), append(points.Y, y)
		if p.sample.HasClasses() {
			points.Class = append(points.Class, p.sample.Labels[i])
		}
	}
	return &figure.Figure{Name: "preview", Title: note, Alt: note, Equal: true, Classes: p.sample.Classes, Layers: []figure.Layer{points}}
}
