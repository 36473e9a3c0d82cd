package kernel

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/google/uuid"

	"unfold/dsl/cell"
)

var _ cell.Output = (*run)(nil)

// A run is one execution of a cell, and the Output it speaks through.
//
// The goroutines that a cell leaves behind may speak when it is over. Front
// ends, and nbclient above all, drop output whose parent is not the cell at
// work, so theirs goes to that cell while there is one, and to their own
// otherwise.
type run struct {
	k        *kernel
	request  *request
	ctx      context.Context
	cancel   context.CancelCauseFunc
	mayAsk   bool // the front end answers questions
	silenced bool // nothing of it is shown

	showing sync.Mutex        // held while a display is given its id and posted
	ids     map[string]string // the protocol's display ids by the cell's own

	mu    sync.Mutex // may be taken while showing is held
	shown transcript
	bar   bar
	over  bool
}

// begin starts a run and makes it the one at work.
func (k *kernel) begin(r *request, q executeRequest) *run {
	// The context does not descend from the kernel's: a parent would keep a
	// record of every cell ever run, for it must not end with the cell.
	ctx, cancel := context.WithCancelCause(context.Background())
	count := 0 // cells that are not counted have no number
	if q.stores() {
		count = k.count
	}
	ctx = cell.WithCount(ctx, count)
	this := &run{k: k, request: r, ctx: ctx, cancel: cancel, mayAsk: q.AllowStdin, silenced: q.Silent}
	k.mu.Lock()
	k.running = this
	k.mu.Unlock()
	return this
}

// end leaves no cell at work.
func (k *kernel) end() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.running = nil
}

// interrupt ends the context of the cell at work, if any.
func (k *kernel) interrupt(cause error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.running != nil {
		k.running.cancel(cause)
	}
}

// aside returns a run beside this one, of which nothing is shown.
func (r *run) aside() *run {
	return &run{k: r.k, request: r.request, ctx: cell.WithCount(r.ctx, 0), cancel: r.cancel, silenced: true}
}

// host returns the run in whose place the output of r appears, locked.
func (r *run) host() *run {
	r.mu.Lock()
	if !r.over {
		return r
	}
	r.mu.Unlock()
	r.k.mu.Lock()
	host := r.k.running
	r.k.mu.Unlock()
	if host == nil || host.silenced {
		host = r
	}
	host.mu.Lock()
	return host
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
	host.shown.print(name, text)
	host.k.iopub.print(host.parent(), name, text)
}

// Display shows a value. An id names a display of this run only: running a
// cell again must not write into what it showed before.
func (r *run) Display(value any, id string) {
	if r.silenced {
		return
	}
	b := r.k.render(value)
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
	host.k.iopub.post(host.parent(), kind, frozen)
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
	r.bar.id = ""
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
	r.removeBar(more)
	r.over = true
}
