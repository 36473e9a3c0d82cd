package kernel

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// spillLimit is how many bytes of text a kernel keeps in files. A cell that
// prints without end must not fill the disk.
const spillLimit = 1 << 30

// spillFolderName is the pattern for the name of a kernel's directory.
func spillFolderName(pid int) string { return fmt.Sprintf("unfold-output-%d-*", pid) }

// TidyAfter removes the long output of the kernel in the process pid, in the
// directory for temporary files that it uses, if that process was killed and
// so could not. The caller is a process that it has started and that survives
// it. A kernel that is alive loses nothing.
func TidyAfter(pid int, temporary string) {
	left, err := filepath.Glob(filepath.Join(temporary, spillFolderName(pid)))
	if err != nil || len(left) == 0 {
		return
	}
	// Files of a process that ends are closed a little before it is gone.
	for end := time.Now().Add(200 * time.Millisecond); os.Getppid() == pid; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			return
		}
	}
	for _, dir := range left {
		os.RemoveAll(dir)
	}
}

// A spillFolder is the directory for text that is too much to show. It is made
// when it is needed, is its owner's alone, and goes when the kernel ends.
type spillFolder struct {
	mu    sync.Mutex
	dir   string
	files int
	bytes int
	ended bool
	tell  sync.Once // that no directory can be made
}

// file returns the path for the text of a cell.
func (s *spillFolder) file(number int) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return "", os.ErrClosed
	}
	if s.dir == "" {
		dir, err := os.MkdirTemp("", spillFolderName(os.Getpid()))
		if err != nil {
			return "", err
		}
		s.dir = dir
	}
	s.files++
	return filepath.Join(s.dir, fmt.Sprintf("cell-%d-%d.txt", number, s.files)), nil
}

// reserve counts n bytes more if they are within the limit, and reports whether
// they are.
func (s *spillFolder) reserve(n int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bytes+n > spillLimit {
		return false
	}
	s.bytes += n
	return true
}

// remove deletes the directory; there will be no other.
func (s *spillFolder) remove() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	if s.dir == "" {
		return nil
	}
	return os.RemoveAll(s.dir)
}
