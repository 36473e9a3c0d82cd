package kernel

import (
	"time"

	"github.com/google/uuid"

	"unfold/engine"
)

const (
	barDelay    = 500 * time.Millisecond // work that is over sooner shows no bar
	barInterval = 200 * time.Millisecond // least time between two states of the bar
)

// A bar is the display of a run's progress.
type bar struct {
	latest  engine.Progress
	fresh   bool        // latest has not been shown
	timer   *time.Timer // running while a state waits to be shown
	id      string      // of the display, empty while there is none
	picture string      // the id of the display below it, which shows what the work has come to
}

// Progress keeps the state of the work, and shows it when its time comes.
func (r *run) Progress(p engine.Progress) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over || r.silenced {
		return
	}
	if p.Picture == nil {
		p.Picture = r.bar.latest.Picture // not shown yet
	}
	r.bar.latest, r.bar.fresh = p, true
	if r.bar.timer != nil {
		return
	}
	delay := barDelay
	if r.bar.id != "" {
		delay = barInterval
	}
	r.bar.timer = time.AfterFunc(delay, r.drawBar)
}

// drawBar shows the latest state, then waits for the next.
func (r *run) drawBar() {
	r.mu.Lock()
	latest, over := r.bar.latest, r.over
	r.bar.fresh, r.bar.latest.Picture = false, nil
	r.mu.Unlock()
	if over {
		return
	}
	line, picture := r.drawProgress(latest)

	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return
	}
	if len(line) > 0 {
		r.showLive(&r.bar.id, bundle{data: line})
	}
	if picture.shows() && r.bar.id != "" {
		r.showLive(&r.bar.picture, picture)
	}
	if !r.bar.fresh {
		// Nothing new came while this was drawn; the next state sets a timer.
		r.bar.timer = nil
	}
	if r.bar.timer != nil {
		r.bar.timer.Reset(barInterval)
	}
}

// drawProgress renders p: a line, and the picture if it has one. A panic in the
// renderer costs the bar, not the cell.
func (r *run) drawProgress(p engine.Progress) (line map[string]any, picture bundle) {
	r.k.guard(func() {
		line = r.k.draw.Progress(p)
		if p.Picture != nil {
			picture = r.k.render(p.Picture)
		}
	})
	return line, picture
}

// showLive shows b in the place of what was shown under an id before, if it was.
func (r *run) showLive(id *string, b bundle) {
	kind := "update_display_data"
	if *id == "" {
		*id, kind = uuid.NewString(), "display_data"
		r.shown.applyClear()
	}
	r.k.iopub.post(r.parent(), kind, displayContent{b.content(), transient{*id}})
}

// removeBar leaves the output of the run as if there had been no bar. More
// tells that another output follows.
//
// The protocol has no message to remove one display, and a display updated to
// nothing stays in the notebook: an empty output in the file, an empty box in
// an export. So all of the run's output is cleared, and what else it had shown
// is shown again; clearing waits for the first of that, so nothing flickers.
// A terminal, which cannot unsay anything, repeats those lines. Only where the
// output is more than is remembered is the bar blanked instead.
func (r *run) removeBar(more bool) {
	if r.bar.timer != nil {
		r.bar.timer.Stop()
	}
	if r.bar.id == "" {
		return
	}
	if r.shown.spilled {
		blank := bundle{data: map[string]any{"text/plain": ""}}
		for _, id := range []*string{&r.bar.id, &r.bar.picture} {
			if *id != "" {
				r.showLive(id, blank)
			}
		}
		return
	}
	again := r.shown.entries
	r.k.iopub.post(r.parent(), "clear_output", clearContent{Wait: more || len(again) > 0})
	for _, e := range again {
		if e.stream != "" {
			r.k.iopub.print(r.parent(), e.stream, e.text.String())
		} else {
			r.k.iopub.post(r.parent(), "display_data", e.display)
		}
	}
}
