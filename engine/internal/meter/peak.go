package meter

import (
	"runtime"
	"runtime/metrics"
	"sync"
	"time"
)

// WatchPeak keeps *peak at the most bytes that the heap has held beyond what it
// holds at the call, until the returned function is called. It looks every few
// milliseconds, so that a matrix that lives longer than that is seen. What
// earlier runs have left behind is cleared away first, not to be counted.
func WatchPeak(peak *uint64) (stop func()) {
	const often = 5 * time.Millisecond
	runtime.GC()
	before := heap()
	done := make(chan struct{})
	look := func() { *peak = max(*peak, max(before, heap())-before) }
	var watching sync.WaitGroup
	watching.Go(func() {
		tick := time.NewTicker(often)
		defer tick.Stop()
		for {
			select {
			case <-done:
				look() // of a run that ended before the first tick
				return
			case <-tick.C:
				look()
			}
		}
	})
	return func() {
		close(done)
		watching.Wait()
	}
}

func heap() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
