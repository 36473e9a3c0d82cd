package wire

import (
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/go-zeromq/zmq4"
	"github.com/go-zeromq/zmq4/security/null"
	"github.com/google/uuid"
)

// handshakeTime is how long a peer may take to say who it is.
const handshakeTime = 5 * time.Second

// A link is one ZMTP connection to a peer, with a queue of what goes out.
type link struct {
	identity string // the peer's own, or one made up for it
	conn     *zmq4.Conn
	guard    *guard
	out      *outgoing
	once     sync.Once
}

// newLink shakes hands over c as a socket of the given type. It closes c if
// that fails.
func newLink(c net.Conn, kind zmq4.SocketType, identity string, server bool) (l *link, err error) {
	defer func() {
		// A malformed handshake can make its parser panic.
		if r := recover(); r != nil {
			err = fmt.Errorf("wire: handshake: %v", r)
		}
		if err != nil {
			c.Close()
		}
	}()
	if err := c.SetDeadline(time.Now().Add(handshakeTime)); err != nil {
		return nil, err
	}
	g := newGuard(c)
	conn, err := zmq4.Open(g, null.Security(), kind, zmq4.SocketIdentity(identity), server, nil)
	if err != nil {
		return nil, err
	}
	if err := g.Flush(); err != nil {
		return nil, err
	}
	if err := c.SetDeadline(time.Time{}); err != nil {
		return nil, err
	}
	g.established = true

	l = &link{identity: conn.Peer.Meta["Identity"], conn: conn, guard: g, out: newOutgoing()}
	if l.identity == "" {
		l.identity = uuid.NewString()
	}
	go l.write()
	return l, nil
}

// send queues frames for the peer, and reports whether it is still there. The
// frames must not change afterwards.
func (l *link) send(frames [][]byte) bool { return l.out.push(frames) }

// receive waits for the next message of the peer.
func (l *link) receive() (frames [][]byte, err error) {
	m, err := l.conn.RecvMsg()
	return m.Frames, err
}

// write sends what is queued until the link ends.
func (l *link) write() {
	defer l.close()
	for {
		frames, more, ok := l.out.pop()
		if !ok {
			return
		}
		if err := l.conn.SendMsg(zmq4.NewMsgFrom(frames...)); err != nil {
			return
		}
		if more {
			continue // the next message shares a write with this one
		}
		if err := l.guard.Flush(); err != nil {
			return
		}
	}
}

// close ends the link at once.
func (l *link) close() {
	l.once.Do(func() {
		l.out.close()
		l.conn.Close()
	})
}
