package wire

import (
	"fmt"
	"sync"
)

// A Router is a ROUTER socket: it takes messages from many peers and sends
// each answer to the peer whose identity it bears.
type Router struct {
	socket
	codec    Codec
	fault    func(error)
	messages chan Message

	routes sync.Mutex
	peers  map[string]*link
}

func newRouter(codec Codec, fault func(error)) *Router {
	return &Router{codec: codec, fault: fault, messages: make(chan Message), peers: make(map[string]*link)}
}

// Messages delivers what peers send, each message checked and decoded.
func (r *Router) Messages() <-chan Message { return r.messages }

// Send sends m to the peer of its first identity. That the peer has gone is
// reported as an error and is no reason to stop.
func (r *Router) Send(m Message) error {
	if len(m.Identities) == 0 {
		return fmt.Errorf("wire: %s has no identity to be sent to", m.Header.Type)
	}
	frames, err := r.codec.Encode(m)
	if err != nil {
		return err
	}
	r.routes.Lock()
	l := r.peers[string(m.Identities[0])]
	r.routes.Unlock()
	if l == nil || !l.send(frames[1:]) {
		return fmt.Errorf("wire: %s: peer %q has gone", m.Header.Type, m.Identities[0])
	}
	return nil
}

func (r *Router) attend(l *link) {
	r.register(l)
	defer r.forget(l)
	identity := []byte(l.identity)
	for {
		frames, err := l.receive()
		if err != nil {
			return
		}
		m, err := r.codec.Decode(append([][]byte{identity}, frames...))
		if err != nil {
			r.fault(err)
			continue
		}
		select {
		case r.messages <- m:
		case <-r.done:
			// Keep reading all the same: a connection closed with data unread
			// is reset, and what was sent last would be lost with it.
		}
	}
}

// register makes l the one its identity leads to. A front end that was cut off
// comes back under its old identity before the old link has been noticed dead;
// the newer one takes over.
func (r *Router) register(l *link) {
	r.routes.Lock()
	old := r.peers[l.identity]
	r.peers[l.identity] = l
	r.routes.Unlock()
	if old != nil {
		old.close()
	}
}

func (r *Router) forget(l *link) {
	r.routes.Lock()
	defer r.routes.Unlock()
	if r.peers[l.identity] == l {
		delete(r.peers, l.identity)
	}
}
