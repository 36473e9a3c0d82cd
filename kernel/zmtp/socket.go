package zmtp

import (
	"errors"
	"fmt"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// maxStrangers is how many peers of a socket may be in their handshake at
// once. One more, and the oldest of them is given up.
const maxStrangers = 128

// maxReports is how many refused peers a socket tells of. The rest is likely
// the same, for peers try again, several times a second.
const maxReports = 10

// A socket listens and holds a link to each peer that has shaken hands. What
// it does with a link is its owner's.
type socket struct {
	listener net.Listener
	role     role
	fault    func(error)
	reports  atomic.Int32
	attend   func(*Conn) // reads from a link until it ends
	done     chan struct{}
	group    sync.WaitGroup // every goroutine of the socket

	mu        sync.Mutex
	strangers []net.Conn // in their handshake, the oldest first
	links     map[*Conn]bool
}

// open listens and serves every peer on goroutines of its own, so that one that
// is silent keeps nobody else waiting.
func (s *socket) open(c Config, own role, attend func(*Conn)) error {
	l, err := listen(c.Network, c.Address)
	if err != nil {
		return err
	}
	own.secure, own.pool = c.mechanism(), new(pool)
	s.listener, s.role, s.fault, s.attend = l, own, c.Fault, attend
	s.done = make(chan struct{})
	s.links = make(map[*Conn]bool)
	s.group.Go(s.accept)
	return nil
}

// Addr returns where the socket listens.
func (s *socket) Addr() net.Addr { return s.listener.Addr() }

// Peers returns how many peers have shaken hands and not left.
func (s *socket) Peers() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.links)
}

func (s *socket) accept() {
	for {
		c, err := s.listener.Accept()
		switch {
		case err == nil:
			s.addPending(c)
			s.group.Go(func() { s.serve(c) })
		case s.closing():
			return
		default:
			// Out of file descriptors, say.
			select {
			case <-time.After(10 * time.Millisecond):
			case <-s.done:
			}
		}
	}
}

// serve shakes hands with a peer and attends to it until it leaves.
func (s *socket) serve(c net.Conn) {
	link, err := newConn(c, s.role)
	s.removePending(c)
	if err != nil {
		s.report(err)
		return
	}
	defer link.writer.Wait()
	defer link.Close()
	if !s.addLink(link) {
		return
	}
	defer s.removeLink(link)
	s.attend(link)
}

// report tells of a peer that was refused, not of one that left or that speaks
// something else.
func (s *socket) report(err error) {
	if s.fault != nil && errors.As(err, new(refusal)) && s.reports.Add(1) <= maxReports {
		s.fault(fmt.Errorf("%s socket at %s: %w", s.role.kind, s.Addr(), err))
	}
}

// addPending adds a peer whose handshake begins, and drops the oldest one if
// there are too many.
func (s *socket) addPending(c net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.strangers) == maxStrangers {
		s.strangers[0].Close()
		s.strangers = s.strangers[1:]
	}
	s.strangers = append(s.strangers, c)
	if s.closing() {
		c.Close()
	}
}

// removePending removes what addPending added.
func (s *socket) removePending(c net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.Index(s.strangers, c); i >= 0 {
		s.strangers = slices.Delete(s.strangers, i, i+1)
	}
}

// addLink adds a link, unless the socket is closing.
func (s *socket) addLink(link *Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closing() {
		return false
	}
	s.links[link] = true
	return true
}

func (s *socket) removeLink(link *Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.links, link)
}

func (s *socket) closing() bool {
	select {
	case <-s.done:
		return true
	default:
		return false
	}
}

// Close stops listening, waits until peers have taken what is queued for them
// or the deadline has come, and ends every link. All goroutines of the socket
// have ended when it returns. It may be called once.
func (s *socket) Close(deadline time.Time) {
	s.mu.Lock()
	close(s.done)
	for _, c := range s.strangers {
		c.Close()
	}
	for link := range s.links {
		s.group.Go(func() { link.Finish(deadline) })
	}
	s.mu.Unlock()
	s.listener.Close()
	s.group.Wait()
}
