package notebook

import (
	"errors"
	"sync"

	"unfold/dsl/cell"
	"unfold/engine"
)

var _ cell.Output = (*recorder)(nil)

// A listener is where the cells of a run put out what they have to say. A
// goroutine that a cell has left behind speaks through the cell at work, as in
// a kernel; while there is none, it is not heard.
type listener struct {
	runner  *Runner
	mu      sync.Mutex
	current *recorder
}

// enter makes a new recorder the one at work.
func (l *listener) enter() *recorder {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.current = &recorder{listener: l}
	return l.current
}

// leave ends the work of a recorder and returns what it holds.
func (l *listener) leave(r *recorder) []Output {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.current = nil
	return r.outputs
}

// A recorder keeps what a front end would show of one cell. Its listener's lock
// guards it.
type recorder struct {
	listener *listener
	outputs  []Output
	shown    map[string]int // place of a display among the outputs, by its id
	stale    bool           // the next output is to replace all
}

// write runs f on the recorder at work.
func (r *recorder) write(f func(*recorder)) {
	r.listener.mu.Lock()
	defer r.listener.mu.Unlock()
	if r.listener.current != nil {
		f(r.listener.current)
	}
}

// put appends an output.
func (r *recorder) put(o Output) {
	r.write(func(r *recorder) { r.append(o) })
}

func (r *recorder) append(o Output) {
	if r.stale {
		r.empty()
	}
	r.outputs = append(r.outputs, o)
}

func (r *recorder) empty() {
	r.outputs, r.shown, r.stale = nil, nil, false
}

// Stream adds to the stream that the cell wrote last, or begins one.
func (r *recorder) Stream(name, text string) {
	if text == "" {
		return
	}
	if name != "stderr" {
		name = "stdout"
	}
	r.write(func(r *recorder) {
		last := len(r.outputs) - 1
		if r.stale || last < 0 || r.outputs[last].Kind != Stream || r.outputs[last].Name != name {
			r.append(Output{Kind: Stream, Name: name})
			last = len(r.outputs) - 1
		}
		r.outputs[last].Text = overwritten(r.outputs[last].Text, text)
	})
}

// Display shows a value, or puts it in the place of the one with its id.
func (r *recorder) Display(value any, id string) {
	data, metadata := r.listener.runner.render(value)
	if len(data) == 0 {
		return
	}
	o := Output{Kind: Display, Data: data, Metadata: metadata}
	r.write(func(r *recorder) {
		if at, ok := r.shown[id]; ok {
			r.outputs[at] = o
			return
		}
		r.append(o)
		if id != "" {
			if r.shown == nil {
				r.shown = make(map[string]int)
			}
			r.shown[id] = len(r.outputs) - 1
		}
	})
}

// Clear removes what the cell has put out. It is the cell's own affair: what a
// later cell shows is not its to clear.
func (r *recorder) Clear(wait bool) {
	r.write(func(current *recorder) {
		if current != r {
			return
		}
		if !wait {
			r.empty()
			return
		}
		r.stale, r.shown = true, nil
	})
}

// Progress passes the word on.
func (r *recorder) Progress(p engine.Progress) {
	if tell := r.listener.runner.Progress; tell != nil {
		tell(p)
	}
}

// Input asks whoever runs the notebook.
func (r *recorder) Input(prompt string, secret bool) (string, error) {
	ask := r.listener.runner.Input
	if ask == nil {
		return "", errors.New("input: nobody is there to answer when a notebook or script runs by itself; set a variable instead")
	}
	return ask(prompt, secret)
}
