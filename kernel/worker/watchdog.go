package worker

import (
	"fmt"
	"os"
	"runtime"
	"runtime/metrics"
	"time"

	"unfold/engine/wording"
)

const (
	heapSpan = 25 * time.Millisecond // between looks at the heap while cells run
	// fullShare is how full the budget may be before cells are ended, in
	// hundredths.
	fullShare = 95
	// growth is what a cell may add, in hundredths of the budget, when the
	// session holds too much already: enough to let go of something.
	growth = 2
	// obedience is how long cells may take to end before the process does.
	obedience = 500 * time.Millisecond
)

// beyondBudget is why a cell is ended that makes the session hold too much.
type beyondBudget struct{ held, budget uint64 }

func (b beyondBudget) Error() string {
	return fmt.Sprintf("the session holds %s, and its budget is %s", wording.Bytes(b.held), wording.Bytes(b.budget))
}

func (b beyondBudget) failure() failure {
	return failure{
		kind:    outOfMemory,
		summary: "the cell was ended: " + b.Error(),
		remedy:  "let go of what is not needed, as in x = nil, take fewer rows, or give the kernel more by UNFOLD_MEMORY",
	}
}

// outOfMemory is the kind of failures for want of memory.
const outOfMemory = "OutOfMemory"

// watch looks at the heap as long as cells run. It ends them when what is
// alive passes the budget, and the process when even that does not help.
func (s *server) watch() {
	tick := time.NewTicker(heapSpan)
	defer tick.Stop()
	allowed := s.allowed()
	var ended time.Time
	for range tick.C {
		if s.stopWatching() {
			return
		}
		held := heldAlive(allowed)
		switch {
		case held <= allowed:
			ended = time.Time{}
		case ended.IsZero():
			ended = time.Now()
			s.endAll(beyondBudget{held, s.Memory})
		case !s.ending():
			// Those are gone. What they have left is not laid to the cell that runs now.
			allowed, ended = s.allowed(), time.Time{}
		case time.Since(ended) > obedience:
			fmt.Fprintf(os.Stderr, "%s%v\n", reportMemory, beyondBudget{held, s.Memory})
			os.Exit(2)
		}
	}
}

// allowed is what may be held while the cells run that begin now: what lies under the
// budget, or a little more than there is if that is beyond it already.
func (s *server) allowed() uint64 {
	full := s.Memory / 100 * fullShare
	if held := heldAlive(full); held > full {
		return held + s.Memory/100*growth
	}
	return full
}

// stopWatching reports whether no cell runs, so that the watch ends; the next
// cell starts another.
func (s *server) stopWatching() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.watched = len(s.cells) > 0
	return !s.watched
}

// endAll ends all cells that run.
func (s *server) endAll(cause error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.cells {
		c.cancel(cause)
	}
}

// ending reports whether a cell runs that is to end.
func (s *server) ending() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.cells {
		if c.ctx.Err() != nil {
			return true
		}
	}
	return false
}

// heldAlive is what the process holds, without garbage if that is more than
// the given number.
func heldAlive(most uint64) uint64 {
	held := heldBytes()
	if held > most {
		runtime.GC()
		held = heldBytes()
	}
	return held
}

// heldBytes is what lies in the heap and on stacks, garbage included.
func heldBytes() uint64 {
	samples := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/stacks:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64() + samples[1].Value.Uint64()
}
