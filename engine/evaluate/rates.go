package evaluate

import (
	"runtime"
	"sync"

	"unfold/engine/internal/elementary"
)

// Rates are how long stages took for each second that they estimated, so that
// a session learns how fast its machine is and how much its settings share.
// The zero value is ready to use, by several goroutines; nil knows nothing and
// learns nothing.
type Rates struct {
	mu   sync.Mutex
	logs map[rateKey]float64
}

// A rateKey is a stage, by itself or in a sweep, where settings share its work.
type rateKey struct {
	stage string
	swept bool
}

// rate returns the rate of a stage. Until it has run, its estimate, which is for
// one processor, is divided by the processors.
func (r *Rates) rate(stage string, swept bool) float64 {
	if r != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		for _, way := range []bool{swept, !swept} {
			if log, known := r.logs[rateKey{stage, way}]; known {
				return elementary.Exp(log)
			}
		}
	}
	return 1 / float64(runtime.GOMAXPROCS(0))
}

// correct moves a rate half way to what was seen, so that neither one slow run
// nor the first ones count for ever.
func (r *Rates) correct(stage string, swept bool, seen float64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	key := rateKey{stage, swept}
	if r.logs == nil {
		r.logs = map[rateKey]float64{}
	}
	log, known := r.logs[key]
	if !known {
		log = elementary.Log(seen)
	}
	r.logs[key] = (log + elementary.Log(seen)) / 2
}
