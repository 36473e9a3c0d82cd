package execution

import "sync"

// An alarm keeps the flags up from when a run is cancelled until it has ended.
type alarm struct {
	flags *flags
	mu    sync.Mutex
	lower func()
	over  bool
}

func (a *alarm) raise() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.lower == nil && !a.over {
		a.lower = a.flags.raise(true)
	}
}

func (a *alarm) end() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.over = true; a.lower != nil {
		a.lower()
	}
}
