package zmtp

import (
	"encoding/binary"
	"sync"
)

// routerBudget is how many bytes may wait for one peer of a router or a
// publisher before who sends to it waits.
const routerBudget = 64 << 20

// A Router is a listening ROUTER socket: messages come from many peers, and
// each that is sent goes to the peer of an identity.
type Router struct {
	socket
	receive func(identity string, frames [][]byte)

	mu    sync.Mutex
	peers map[string]*Conn
	named uint32 // identities made up so far
}

// ListenRouter opens a router. Receive is called with every message and the
// identity it came from, on a goroutine of that peer: while a call lasts no
// more is read from that peer. It must return soon once Close has been called.
func ListenRouter(c Config, receive func(identity string, frames [][]byte)) (*Router, error) {
	r := &Router{receive: receive, peers: make(map[string]*Conn)}
	return r, r.open(c, role{kind: TypeRouter, limit: MaxMessage, budget: routerBudget}, r.converse)
}

// Send queues a message to the peer of an identity. It waits while that peer's
// budget is spent; its error is [ErrGone]. Any goroutine may call it.
func (r *Router) Send(identity string, frames [][]byte) error {
	r.mu.Lock()
	peer := r.peers[identity]
	r.mu.Unlock()
	if peer == nil {
		return ErrGone
	}
	return peer.Send(frames)
}

func (r *Router) converse(link *Conn) {
	identity := r.register(link)
	defer r.unregister(identity, link)
	for {
		frames, err := link.Receive()
		if err != nil {
			return
		}
		r.receive(identity, frames)
	}
}

// register makes link the one its identity leads to, and returns the identity:
// one is made up for a peer that has none. A peer that was cut off comes back
// under its old identity before the old link has been noticed dead; the newer
// one takes over.
func (r *Router) register(link *Conn) string {
	r.mu.Lock()
	identity := link.Identity()
	if identity == "" {
		r.named++
		identity = string(binary.BigEndian.AppendUint32([]byte{0}, r.named))
	}
	old := r.peers[identity]
	r.peers[identity] = link
	r.mu.Unlock()
	if old != nil {
		old.Close()
	}
	return identity
}

func (r *Router) unregister(identity string, link *Conn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.peers[identity] == link {
		delete(r.peers, identity)
	}
}
