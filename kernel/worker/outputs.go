package worker

import (
	"errors"
	"sync"

	"unfold/dsl/cell"
	"unfold/engine"
)

// pastOutputs is how many cells that are over can still speak by themselves.
// What those before them have left behind speaks for the latest cell.
const pastOutputs = 64

// Outputs are where cells speak, at work and over.
type outputs struct {
	mu      sync.Mutex
	running map[uint64]cell.Output
	past    [pastOutputs]cellOutput
	next    int         // of past, to be overwritten
	latest  cell.Output // that a reader sees
}

type cellOutput struct {
	id  uint64
	out cell.Output
}

// begin says where a cell speaks, and whether a reader sees it.
func (o *outputs) begin(id uint64, out cell.Output, seen bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.running[id] = out
	if seen {
		o.latest = out
	}
}

func (o *outputs) end(id uint64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.past[o.next] = cellOutput{id, o.running[id]}
	o.next = (o.next + 1) % pastOutputs
	delete(o.running, id)
}

// of returns where a cell speaks.
func (o *outputs) of(id uint64) cell.Output {
	o.mu.Lock()
	defer o.mu.Unlock()
	if out := o.running[id]; out != nil {
		return out
	}
	for _, each := range o.past {
		if each.id == id && each.out != nil {
			return each.out
		}
	}
	return o.newest()
}

// last returns where the latest cell speaks.
func (o *outputs) last() cell.Output {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.newest()
}

func (o *outputs) newest() cell.Output {
	if o.latest == nil {
		return discardedOutput{}
	}
	return o.latest
}

// discardedOutput is the output before the first cell, which nobody sees.
type discardedOutput struct{}

func (discardedOutput) Stream(string, string)    {}
func (discardedOutput) Display(any, string)      {}
func (discardedOutput) Clear(bool)               {}
func (discardedOutput) Progress(engine.Progress) {}
func (discardedOutput) Input(string, bool) (string, error) {
	return "", errors.New("worker: no cell has run that could ask")
}
