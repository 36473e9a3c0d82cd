package wire

import (
	"fmt"
	"time"

	"github.com/go-zeromq/zmq4"
)

// A Server is the five sockets of a kernel.
type Server struct {
	Shell, Control, Stdin *Router
	IOPub                 *Publisher
	heartbeat             socket
	at                    Connection
}

// Listen opens the sockets of c. A port of zero is one the system picks;
// Connection tells which. Messages that cannot be decoded go to fault, which
// may be called from several goroutines.
func Listen(c Connection, fault func(error)) (*Server, error) {
	if err := c.check(); err != nil {
		return nil, fmt.Errorf("wire: %w", err)
	}
	codec := NewCodec(c.Key)
	s := &Server{
		Shell:   newRouter(codec, fault),
		Control: newRouter(codec, fault),
		Stdin:   newRouter(codec, fault),
		IOPub:   newPublisher(codec),
		at:      c,
	}
	var opened []*socket
	for _, part := range []struct {
		name   string
		socket *socket
		port   *int
		kind   zmq4.SocketType
		attend func(*link)
	}{
		{"shell", &s.Shell.socket, &s.at.Shell, zmq4.Router, s.Shell.attend},
		{"control", &s.Control.socket, &s.at.Control, zmq4.Router, s.Control.attend},
		{"stdin", &s.Stdin.socket, &s.at.Stdin, zmq4.Router, s.Stdin.attend},
		{"iopub", &s.IOPub.socket, &s.at.IOPub, zmq4.Pub, s.IOPub.attend},
		{"heartbeat", &s.heartbeat, &s.at.Heartbeat, zmq4.Rep, echo},
	} {
		network, address := c.endpoint(*part.port)
		if err := part.socket.open(network, address, part.kind, part.attend); err != nil {
			for _, o := range opened {
				o.close(time.Now())
			}
			return nil, fmt.Errorf("wire: %s socket: %w", part.name, err)
		}
		*part.port = part.socket.port(*part.port)
		opened = append(opened, part.socket)
	}
	return s, nil
}

// Connection returns where the server listens.
func (s *Server) Connection() Connection { return s.at }

// Close ends the server. It waits, up to linger for all of them together,
// until peers have taken what was sent to them: the last words of a kernel are
// what a front end waits for.
func (s *Server) Close(linger time.Duration) {
	deadline := time.Now().Add(linger)
	for _, part := range []*socket{&s.Shell.socket, &s.Control.socket, &s.Stdin.socket, &s.IOPub.socket, &s.heartbeat} {
		part.close(deadline)
	}
}

// echo sends back what a peer sends, envelope and all: the heartbeat. Each
// peer is answered on its own, so none can hold up another.
func echo(l *link) {
	for {
		frames, err := l.receive()
		if err != nil || !l.send(frames) {
			return
		}
	}
}
