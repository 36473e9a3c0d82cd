package kernel

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

// spillLimit is how many bytes of text a kernel keeps in files. A cell that
// prints without end must not fill the disk.
const spillLimit = 1 << 30

// A spillway is the directory for text that is too much to show. It is made
// when it is needed, is its owner's alone, and goes when the kernel ends.
type spillway struct {
	mu    sync.Mutex
	dir   string
	files int
	bytes int
	ended bool
}

// file returns the path for the text of a cell.
func (s *spillway) file(number int) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return "", os.ErrClosed
	}
	if s.dir == "" {
		dir, err := os.MkdirTemp("", "unfold-output-")
		if err != nil {
			return "", err
		}
		s.dir = dir
	}
	s.files++
	return filepath.Join(s.dir, fmt.Sprintf("cell-%d-%d.txt", number, s.files)), nil
}

// admit takes n bytes more, if they are within the limit, and reports whether
// they are.
func (s *spillway) admit(n int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bytes+n > spillLimit {
		return false
	}
	s.bytes += n
	return true
}

// remove deletes the directory; there will be no other.
func (s *spillway) remove() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	if s.dir == "" {
		return nil
	}
	return os.RemoveAll(s.dir)
}
