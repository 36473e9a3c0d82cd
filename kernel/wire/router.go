package wire

import (
	"fmt"

	"unfold/kernel/zmtp"
)

// A Router is a ROUTER socket: it takes messages from many peers and sends
// each answer to the peer whose identity it bears.
type Router struct {
	socket   *zmtp.Router
	codec    Codec
	fault    func(error)
	messages chan Message
	done     chan struct{} // closed when the server closes
}

func newRouter(codec Codec, fault func(error)) *Router {
	return &Router{codec: codec, fault: fault, messages: make(chan Message), done: make(chan struct{})}
}

func (r *Router) open(c zmtp.Config) (endpoint, error) {
	socket, err := zmtp.ListenRouter(c, r.receive)
	r.socket = socket
	return socket, err
}

// Messages delivers what peers send, each message checked and decoded.
func (r *Router) Messages() <-chan Message { return r.messages }

// ErrGone is the error of sending to a peer that has left.
var ErrGone = zmtp.ErrGone

// Send sends m to the peer of its first identity. That the peer has gone,
// [ErrGone], is no reason to stop.
func (r *Router) Send(m Message) error {
	if len(m.Identities) == 0 {
		return fmt.Errorf("wire: %s has no identity to be sent to", m.Header.Type)
	}
	frames, err := r.codec.Encode(m)
	if err != nil {
		return err
	}
	if err := r.socket.Send(string(m.Identities[0]), frames[1:]); err != nil {
		return fmt.Errorf("wire: %s to %q: %w", m.Header.Type, m.Identities[0], err)
	}
	return nil
}

// receive delivers the message in frames. Once the server closes, what comes
// is read all the same, and dropped.
func (r *Router) receive(identity string, frames [][]byte) {
	m, err := r.codec.Decode(append([][]byte{[]byte(identity)}, frames...))
	if err != nil {
		r.fault(err)
		return
	}
	select {
	case r.messages <- m:
	case <-r.done:
	}
}
