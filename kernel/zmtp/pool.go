package zmtp

import (
	"fmt"
	"sync/atomic"
)

const (
	// poolSize is how many bytes the unfinished messages of all peers of a
	// socket may take together.
	poolSize = 2 * MaxMessage
	// freeSize is how many bytes of a message do not count: what honest peers
	// say mostly passes, however many others begin messages they never end.
	freeSize = 1 << 20
)

// A pool counts what the unfinished messages of a socket's peers take. Nobody
// has signed for them yet, so that many peers could otherwise fill the memory,
// each within its own limit.
type pool struct{ used atomic.Int64 }

// A share is what one link takes of a pool.
type share struct {
	pool *pool
	size int // of the message at hand
}

// grow takes n bytes for the message at hand.
func (s *share) grow(n int) error {
	before := s.counted()
	s.size += n
	more := s.counted() - before
	if more > 0 && s.pool.used.Add(more) > poolSize {
		return fmt.Errorf("zmtp: the unfinished messages of all peers take more than %d bytes", poolSize)
	}
	return nil
}

// end gives back what the message took, once it has come or will not.
func (s *share) end() {
	s.pool.used.Add(-s.counted())
	s.size = 0
}

func (s *share) counted() int64 { return int64(max(0, s.size-freeSize)) }
