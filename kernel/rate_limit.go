package kernel

import (
	"sync"
	"time"
)

// Notebook servers drop the output of a kernel that sends more than 1 MB/s,
// taken over three seconds. So the kernel folds text before that. Its budget
// is a little less, for messages hold more than their text.
const (
	flowBudget = 2_800_000 // bytes of printed text
	flowParts  = 30
	flowPart   = 3 * time.Second / flowParts
)

// A rateLimit bounds how much text is printed in three seconds.
type rateLimit struct {
	mu    sync.Mutex
	parts [flowParts]int // bytes by tenths of a second, the latest at now
	sum   int            // of parts
	now   int64          // tenths of a second since the program started
}

// started is where the time of flows begins. It is what went by since then
// that counts, not what a clock says that somebody may set.
var started = time.Now()

// allow counts n bytes more if they are within the budget, and reports whether
// they are; at is the time since the program started.
func (f *rateLimit) allow(n int, at time.Duration) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := int64(at / flowPart)
	for f.now = max(f.now, now-flowParts); f.now < now; {
		f.now++
		f.sum -= f.parts[f.now%flowParts]
		f.parts[f.now%flowParts] = 0
	}
	if f.sum+n > flowBudget {
		return false
	}
	f.sum += n
	f.parts[f.now%flowParts] += n
	return true
}
