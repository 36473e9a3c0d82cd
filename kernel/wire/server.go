package wire

import (
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/google/uuid"

	"unfold/kernel/zmtp"
)

// A Server is the five sockets of a kernel.
type Server struct {
	Shell, Control, Stdin *Router
	IOPub                 *Publisher
	session               string
	at                    Connection
	opened                []endpoint
	once                  sync.Once
}

// An endpoint is a socket that listens.
type endpoint interface {
	Addr() net.Addr
	Close(deadline time.Time)
}

// Listen opens the sockets of c. A port of zero is one the system picks;
// Connection tells which. Messages that cannot be decoded or that came before,
// and peers that are refused, go to fault, which may be called from several
// goroutines.
func Listen(c Connection, fault func(error)) (*Server, error) {
	if err := c.check(); err != nil {
		return nil, fmt.Errorf("wire: %w", err)
	}
	keys, err := c.curve()
	if err != nil {
		return nil, fmt.Errorf("wire: %w", err)
	}
	codec, session := NewCodec(c.Key).remembering(), uuid.NewString()
	s := &Server{
		Shell:   newRouter(codec, fault),
		Control: newRouter(codec, fault),
		Stdin:   newRouter(codec, fault),
		IOPub:   newPublisher(codec, session, fault),
		session: session,
		at:      c,
	}
	for _, part := range []struct {
		name string
		port *int
		open func(zmtp.Config) (endpoint, error)
	}{
		{"shell", &s.at.Shell, s.Shell.open},
		{"control", &s.at.Control, s.Control.open},
		{"stdin", &s.at.Stdin, s.Stdin.open},
		{"iopub", &s.at.IOPub, s.IOPub.open},
		{"heartbeat", &s.at.Heartbeat, openHeartbeat},
	} {
		network, address := c.endpoint(*part.port)
		e, err := part.open(zmtp.Config{Network: network, Address: address, Keys: keys, Fault: fault})
		if err != nil {
			s.Close(0)
			return nil, fmt.Errorf("wire: %s socket: %w", part.name, err)
		}
		s.opened = append(s.opened, e)
		if a, ok := e.Addr().(*net.TCPAddr); ok {
			*part.port = a.Port
		}
	}
	return s, nil
}

func openHeartbeat(c zmtp.Config) (endpoint, error) { return zmtp.ListenEcho(c) }

// Connection returns where the server listens.
func (s *Server) Connection() Connection { return s.at }

// Session returns the session id of the kernel behind the sockets, which the
// headers of all its messages bear. It is made when the sockets open, for
// subscribers are welcomed from then on.
func (s *Server) Session() string { return s.session }

// Close ends the server. It waits, up to linger for all of them together,
// until peers have taken what was sent to them: the last words of a kernel are
// what a front end waits for. All goroutines of the server have ended when it
// returns, and Messages delivers nothing any more. Only the first call does
// something.
func (s *Server) Close(linger time.Duration) {
	s.once.Do(func() { s.close(time.Now().Add(linger)) })
}

func (s *Server) close(deadline time.Time) {
	for _, r := range []*Router{s.Shell, s.Control, s.Stdin} {
		close(r.done)
	}
	var closing sync.WaitGroup
	for _, e := range s.opened {
		closing.Go(func() { e.Close(deadline) })
	}
	closing.Wait()
}
