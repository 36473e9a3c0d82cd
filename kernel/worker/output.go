package worker

import (
	"context"
	"math"
	"sync"
	"time"

	"unfold/dsl/cell"
	"unfold/engine"
)

var _ cell.Output = (*output)(nil)

// An output is what a cell of the child speaks through.
type output struct {
	s   *server
	id  uint64
	ctx context.Context

	mu      sync.Mutex
	told    time.Time // when progress was last sent
	latest  engine.Progress
	waiting bool // latest is to be sent
}

// Stream prints text.
func (o *output) Stream(name, text string) {
	k := kindStdout
	if name == "stderr" {
		k = kindStderr
	}
	o.s.to.print(o.ctx, k, o.id, text)
}

// Display draws a value and shows it.
func (o *output) Display(value any, id string) {
	d := renderValue(value, o.s.Renderer, o.s.JSON)
	if d == (renderedValue{}) {
		return
	}
	if err := o.s.to.send(kindDisplay, o.id, displayBody{id, d}); err != nil {
		o.Stream("stderr", err.Error()+"\n")
	}
}

// Clear removes what the cell has shown.
func (o *output) Clear(wait bool) { _ = o.s.to.send(kindClear, o.id, clearBody{wait}) }

// progressSpan is the least time between two reports of progress.
const progressSpan = 50 * time.Millisecond

// Progress reports the latest state of the work now and then.
func (o *output) Progress(p engine.Progress) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if p.Picture == nil {
		p.Picture = o.latest.Picture // not sent yet
	}
	o.latest = p
	if o.waiting {
		return
	}
	o.waiting = true
	time.AfterFunc(time.Until(o.told.Add(progressSpan)), o.sendProgress)
}

func (o *output) sendProgress() {
	o.mu.Lock()
	p := o.latest
	o.waiting, o.told, o.latest.Picture = false, time.Now(), nil
	o.mu.Unlock()
	if math.IsNaN(p.Fraction) || math.IsInf(p.Fraction, 0) {
		p.Fraction = 0 // JSON has no word for these
	}
	_ = o.s.to.send(kindProgress, o.id, progressBody{p, renderValue(p.Picture, o.s.Renderer, o.s.JSON)})
}

// Input asks the reader for a line, until the cell is interrupted.
func (o *output) Input(prompt string, secret bool) (string, error) {
	s := o.s
	reply := make(chan answerBody, 1)
	s.mu.Lock()
	s.asked++
	question := s.asked
	s.questions[question] = reply
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.questions, question)
	}()
	if err := s.to.send(kindInput, o.id, inputBody{question, prompt, secret}); err != nil {
		return "", err
	}
	select {
	case a := <-reply:
		return a.result()
	case <-o.ctx.Done():
		return "", context.Cause(o.ctx)
	}
}

// deliverAnswer hands an answer to whoever waits for it; nobody does if the cell
// was interrupted meanwhile.
func (s *server) deliverAnswer(question uint64, a answerBody) {
	s.mu.Lock()
	reply := s.questions[question]
	delete(s.questions, question)
	s.mu.Unlock()
	if reply != nil {
		reply <- a
	}
}
