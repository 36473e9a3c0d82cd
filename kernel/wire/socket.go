package wire

import (
	"net"
	"os"
	"sync"
	"time"

	"github.com/go-zeromq/zmq4"
)

// A socket listens on an address and holds a link to each peer that has
// shaken hands there. What it does with a link is its owner's.
type socket struct {
	listener net.Listener
	kind     zmq4.SocketType
	attend   func(*link) // reads from a link until it ends
	done     chan struct{}

	mu    sync.Mutex
	links map[*link]bool
}

// open listens and serves every peer on goroutines of its own, so that one
// that is silent keeps nobody else waiting.
func (s *socket) open(network, address string, kind zmq4.SocketType, attend func(*link)) error {
	if network == "unix" {
		removeStale(address)
	}
	l, err := net.Listen(network, address)
	if err != nil {
		return err
	}
	s.listener, s.kind, s.attend = l, kind, attend
	s.done = make(chan struct{})
	s.links = make(map[*link]bool)
	go s.accept()
	return nil
}

func (s *socket) accept() {
	for {
		c, err := s.listener.Accept()
		switch {
		case err == nil:
			go s.welcome(c)
		case s.closing():
			return
		default:
			time.Sleep(10 * time.Millisecond) // out of file descriptors, say
		}
	}
}

func (s *socket) welcome(c net.Conn) {
	l, err := newLink(c, s.kind, "", true)
	if err != nil {
		return // whatever knocked does not speak ZMTP
	}
	defer l.close()
	s.mu.Lock()
	s.links[l] = true
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		delete(s.links, l)
		s.mu.Unlock()
	}()
	if s.closing() {
		return
	}
	s.attend(l)
}

func (s *socket) closing() bool {
	select {
	case <-s.done:
		return true
	default:
		return false
	}
}

// all returns the links of the moment.
func (s *socket) all() []*link {
	s.mu.Lock()
	defer s.mu.Unlock()
	links := make([]*link, 0, len(s.links))
	for l := range s.links {
		links = append(links, l)
	}
	return links
}

// close stops listening, sends what is queued until the deadline, and ends
// every link.
func (s *socket) close(deadline time.Time) {
	close(s.done)
	s.listener.Close()
	for _, l := range s.all() {
		l.out.drain(deadline)
		l.close()
	}
}

// port returns the port the socket listens on, or the one given for a socket
// that has none.
func (s *socket) port(given int) int {
	if a, ok := s.listener.Addr().(*net.TCPAddr); ok {
		return a.Port
	}
	return given
}

// removeStale removes the socket file of a kernel that is gone: one that
// nobody answers at.
func removeStale(path string) {
	c, err := net.DialTimeout("unix", path, time.Second)
	if err == nil {
		c.Close()
		return
	}
	if info, err := os.Stat(path); err == nil && info.Mode().Type() == os.ModeSocket {
		os.Remove(path)
	}
}
