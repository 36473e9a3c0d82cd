package terminal

import (
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
	"unfold/engine"
)

// patience is how long work may take before a bar appears: a flash tells
// nobody anything.
const patience = 400 * time.Millisecond

// A bar is one line that tells how far a stage has come. A nil bar shows
// nothing.
type bar struct {
	out   io.Writer
	stage string
	since time.Time
	line  *progressbar.ProgressBar
}

func newBar(out io.Writer) *bar { return &bar{out: out} }

func (b *bar) show(p engine.Progress) {
	if b == nil {
		return
	}
	if p.Stage != b.stage || b.since.IsZero() {
		b.hide()
		b.stage, b.since = p.Stage, time.Now()
	}
	if time.Since(b.since) < patience {
		return
	}
	const whole = 1000
	if b.line == nil {
		b.line = progressbar.NewOptions(whole,
			progressbar.OptionSetWriter(b.out),
			progressbar.OptionSetWidth(30),
			progressbar.OptionSetElapsedTime(true),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionClearOnFinish(),
		)
	}
	what := p.Stage
	if p.Note != "" {
		what += ": " + p.Note
	}
	b.line.Describe(what)
	// The bar's own clock began late; a full bar would end it too early.
	b.line.Set(min(int(p.Fraction*whole), whole-1)) //nolint:errcheck // a bar that cannot be drawn is no fault of the work
}

// hide removes the line, if there is one.
func (b *bar) hide() {
	if b == nil || b.line == nil {
		return
	}
	b.line.Clear() //nolint:errcheck // as above
	b.line, b.since = nil, time.Time{}
}
