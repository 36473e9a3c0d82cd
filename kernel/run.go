package kernel

import (
	"context"
	"encoding/json"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"unfold/dsl/cell"
	"unfold/engine/early"
)

var _ cell.Output = (*run)(nil)

// A run is one execution of a cell, and the Output it speaks through.
//
// The goroutines that a cell leaves behind may speak when it is over. Front
// ends, and nbclient above all, drop output whose parent is not the cell at
// work, so theirs goes to the cell of the main shell while there is one, and to
// their own otherwise. Cells of subshells are never given another's output: who
// runs them knows what they ask for.
type run struct {
	k        *kernel
	request  *request
	ctx      context.Context
	cancel   context.CancelCauseFunc
	endEarly func() bool // asks what is at work to end with what it has
	number   int         // of the cell; 0 if it is not counted
	mayAsk   bool        // the front end answers questions
	silenced bool        // nothing of it is shown

	interrupted atomic.Pointer[time.Time] // when it last was
	ended       chan struct{}             // closed when it is over; nil beside another

	showing sync.Mutex        // held while a display is given its id and posted
	ids     map[string]string // the protocol's display ids by the cell's own

	mu     sync.Mutex        // may be taken while showing is held
	halves map[string]string // by stream, a character that has begun
	shown  transcript
	bar    bar
	spill  *spill // takes the text from where it got too much, nil before
	over   bool
}

// startRun starts a run and makes it the one at work in its shell.
func (k *kernel) startRun(r *request, q executeRequest, count int) *run {
	if !q.stores() {
		count = 0
	}
	// The context does not descend from the kernel's: a parent would keep a
	// record of every cell ever run, for it must not end with the cell.
	ctx, cancel := context.WithCancelCause(context.Background())
	ctx, endEarly := early.With(cell.WithCount(ctx, count), nil)
	this := &run{k: k, request: r, ctx: ctx, cancel: cancel, endEarly: endEarly, number: count, mayAsk: q.AllowStdin, silenced: q.Silent, ended: make(chan struct{})}
	k.shells.setRunning(r.shell, this)
	if r.shell.ctx.Err() != nil {
		cancel(errInterrupted) // whoever ended the shell may have looked too early
	}
	return this
}

// hiddenRun returns a run whose output is not shown.
func (r *run) hiddenRun() *run {
	return &run{k: r.k, request: r.request, ctx: cell.WithCount(r.ctx, 0), cancel: r.cancel, silenced: true}
}

// host returns the run in whose place the output of r appears, locked.
func (r *run) host() *run {
	r.mu.Lock()
	if !r.over {
		return r
	}
	r.mu.Unlock()
	var over *run
	for host := r.k.shells.awaitRunning(nil); host != nil && !host.silenced; host = r.k.shells.awaitRunning(over) {
		host.mu.Lock()
		if !host.over {
			return host
		}
		host.mu.Unlock()
		if over != nil {
			break // the next was short
		}
		over = host
	}
	r.mu.Lock()
	return r
}

func (r *run) parent() json.RawMessage { return r.request.Verbatim }

// Stream prints text.
func (r *run) Stream(name, text string) {
	if r.silenced || text == "" {
		return
	}
	if name != "stderr" {
		name = "stdout"
	}
	host := r.host()
	defer host.mu.Unlock()
	host.print(name, host.completeText(name, text))
}

// print shows text of the run, or spills it. The caller holds r.mu.
func (r *run) print(name, text string) {
	if text == "" || r.spillText(text) {
		return
	}
	r.shown.print(name, text)
	r.k.iopub.print(r.parent(), name, text)
}

// completeText returns what can be shown of the text of a stream. A character
// that two writes share, as those of a buffer do when it is full, is shown with
// the second. The caller holds r.mu.
func (r *run) completeText(name, text string) string {
	half := r.halves[name]
	text = half + text
	n := len(text) - incompleteBytes(text)
	if n < len(text) || half != "" {
		if r.halves == nil {
			r.halves = make(map[string]string)
		}
		r.halves[name] = text[n:]
	}
	return text[:n]
}

// incompleteBytes returns how many bytes at the end of a text begin a character
// that goes on beyond it.
func incompleteBytes(text string) int {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if end := text[len(text)-n:]; utf8.RuneStart(end[0]) {
			if utf8.FullRuneInString(end) {
				return 0
			}
			return n
		}
	}
	return 0
}

// Display shows a value. An id names a display of this run only: running a
// cell again must not write into what it showed before. A value that cannot be
// drawn is not shown, for a goroutine whose cell is over may have shown it.
func (r *run) Display(value any, id string) {
	if r.silenced {
		return
	}
	var b bundle
	r.k.guard(func() { b = r.k.render(value) })
	if len(b.data) == 0 {
		return
	}
	content := displayContent{displayed: b.content()}
	kind := "display_data"
	r.showing.Lock()
	defer r.showing.Unlock()
	if id != "" {
		content.Transient.ID, kind = r.display(id)
	}
	host := r.host()
	defer host.mu.Unlock()
	frozen := encode(content)
	host.shown.display(content.Transient.ID, frozen)
	host.k.iopub.show(host.parent(), kind, frozen)
}

// display returns the protocol's id for an id of the cell, and whether the
// message is to show or to update it.
func (r *run) display(id string) (display, kind string) {
	if known := r.ids[id]; known != "" {
		return known, "update_display_data"
	}
	if r.ids == nil {
		r.ids = make(map[string]string)
	}
	r.ids[id] = uuid.NewString()
	return r.ids[id], "display_data"
}

// Clear removes what the run has shown. The output of another cell is not a
// finished one's to clear.
func (r *run) Clear(wait bool) {
	r.showing.Lock()
	defer r.showing.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.silenced || r.over {
		return
	}
	if r.bar.id != "" {
		wait = false // if nothing followed, the bar would stay
	}
	r.bar.id, r.bar.picture = "", ""
	r.endSpill()
	r.shown.clear(wait)
	r.ids = nil
	r.k.iopub.post(r.parent(), "clear_output", clearContent{wait})
}

type clearContent struct {
	Wait bool `json:"wait"`
}

// finish ends the run's own output. More tells that a result or an error
// follows.
func (r *run) finish(more bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, name := range []string{"stdout", "stderr"} {
		r.print(name, r.halves[name]) // nobody will complete it
		delete(r.halves, name)
	}
	r.removeBar(more)
	r.updateSpill()
	r.shown = transcript{spilled: true} // no bar will come; what the cell has left behind may hold the run for long
	if !r.over {
		close(r.ended)
	}
	r.over = true
}
