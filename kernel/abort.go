package kernel

import "time"

// A cell that fails ends what its front end sent along with it: the rest of
// "run all". A page takes its time to send that, cell by cell, and a cell may
// fail before the next has come. Later cells, sent by somebody who has seen the
// failure, are run.
//
// Whoever sent a cell before it was told of the failure cannot have seen it. So
// the failure is told when cells have ceased to come, and from then on the dates
// of cells say which of them were on their way before. Who waits for the reply
// before it sends the next cell, as programs do, never has one aborted.
const (
	pauseFirst = 150 * time.Millisecond // between a failing cell and one sent along with it
	pauseNext  = 750 * time.Millisecond // between those sent along, once there is one
	holdLimit  = 5 * time.Second        // for front ends that never cease to send
)

// awaitAborted waits until the front end of a failed cell has stopped sending
// cells to the shell, or the shell ends.
func (s *shell) awaitAborted(failed *request) {
	limit := time.Now().Add(holdLimit)
	for {
		until := failed.arrived.Add(pauseFirst)
		if last := s.queue.lastCell(failed.Header.Session); last != nil {
			until = last.arrived.Add(pauseNext)
		}
		if until.After(limit) {
			until = limit
		}
		wait := time.Until(until)
		if wait <= 0 {
			return
		}
		select {
		case <-time.After(wait):
		case <-s.ctx.Done():
			return
		}
	}
}

// An abortWindow tells which cells were sent before their front end could know
// that a cell had failed, and so are aborted even if they come late.
type abortWindow struct {
	session string        // of the front end
	sent    time.Time     // when that sent the failing cell, by its own clock
	unknown time.Duration // for how long after that it cannot have known of the failure
}

// newAbortWindow describes the failure of a cell that is about to be told. Less
// time goes by from the arrival of the cell until now than from its departure
// until its front end hears of the failure. So lengths of time are compared, of
// either clock: the two need not agree.
func newAbortWindow(failed *request) abortWindow {
	sent, dated := failed.sentAt()
	if !dated {
		return abortWindow{}
	}
	return abortWindow{failed.Header.Session, sent, time.Since(failed.arrived)}
}

// covers reports whether a cell was sent without knowledge of the failure. One
// that seems to have been sent before the failing cell, though it came after it,
// has its date from a clock that was set meanwhile.
func (s *abortWindow) covers(r *request) bool {
	after, dated := s.after(r)
	return dated && after >= 0 && after < s.unknown
}

// extend takes note of a cell that was aborted: its front end is at work on what
// it sends along still, be it so slow that the failure was told meanwhile.
func (s *abortWindow) extend(r *request) {
	if after, dated := s.after(r); dated {
		s.unknown = max(s.unknown, after+pauseNext)
	}
}

// after returns how long after the failing cell its front end sent another, and
// whether that is known.
func (s *abortWindow) after(r *request) (time.Duration, bool) {
	sent, dated := r.sentAt()
	return sent.Sub(s.sent), dated && s.unknown > 0 && r.Header.Session == s.session
}

// sentAt returns when a request was sent, by the clock of its front end, and
// whether that is known.
func (r *request) sentAt() (at time.Time, dated bool) {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05"} { // old clients leave the zone away
		if at, err := time.Parse(layout, r.Header.Date); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}
