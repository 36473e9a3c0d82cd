package wire

import "sync"

// remembered is how many signatures a server remembers.
const remembered = 1 << 16

// A digest is the first half of a signature, in binary: enough to tell
// messages apart, for nobody without the key can make two with the same.
type digest [16]byte

// A history remembers the signatures that came last, so that a message that
// was overheard cannot be sent again. It takes at most some three megabytes.
type history struct {
	mu    sync.Mutex
	known map[digest]struct{}
	order []digest // a ring, once it is full
	next  int      // the oldest in a full ring
}

// first tells whether a digest has not come before, and remembers it.
func (h *history) first(d digest) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, again := h.known[d]; again {
		return false
	}
	if h.known == nil {
		h.known = make(map[digest]struct{})
	}
	h.known[d] = struct{}{}
	if len(h.order) < remembered {
		h.order = append(h.order, d)
		return true
	}
	delete(h.known, h.order[h.next])
	h.order[h.next] = d
	h.next = (h.next + 1) % remembered
	return true
}
