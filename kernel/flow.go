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

// A flow measures how much text was printed in the last three seconds.
type flow struct {
	mu    sync.Mutex
	parts [flowParts]int // bytes by tenths of a second, the latest at now
	sum   int            // of parts
	now   int64          // tenths of a second since the epoch
}

// admit takes n bytes more, if they are within the budget, and reports whether
// they are.
func (f *flow) admit(n int, at time.Time) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := at.UnixNano() / int64(flowPart)
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
