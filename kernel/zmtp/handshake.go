package zmtp

import (
	"errors"
	"fmt"
	"net"
	"slices"
	"time"
)

// handshakeTime is how long a peer may take to say who it is.
const handshakeTime = 5 * time.Second

// A handshake is the conversation between the greeting and the first message.
type handshake struct {
	conn   net.Conn
	frames *frameReader
	role   role
	peer   map[string]string // the peer's properties, once they have come
}

// A refusal is the error of a peer that speaks ZMTP and is not let in.
type refusal struct{ error }

func (r refusal) Unwrap() error { return r.error }

// A peerLost is the error of a peer that leaves, or falls silent, in its
// handshake.
type peerLost struct{ error }

func (l peerLost) Unwrap() error { return l.error }

// newConn shakes hands over c and returns the link. It closes c if that fails.
func newConn(c net.Conn, own role) (*Conn, error) {
	link, err := shakeHands(c, own)
	if err != nil {
		c.Close()
		return nil, err
	}
	link.writer.Go(link.write)
	return link, nil
}

func shakeHands(c net.Conn, own role) (*Conn, error) {
	if err := c.SetDeadline(time.Now().Add(handshakeTime)); err != nil {
		return nil, err
	}
	security := own.secure()
	ours := security.greeting()
	if _, err := c.Write(ours.bytes()); err != nil {
		return nil, err
	}
	patient := &timeoutReader{conn: c}
	h := &handshake{conn: c, frames: newFrameReader(patient, own.pool), role: own}
	theirs, err := readGreeting(h.frames.buf)
	if err != nil {
		return nil, fmt.Errorf("zmtp: no greeting of the peer: %w", err)
	}
	if theirs.mechanism != ours.mechanism {
		return nil, refusal{fmt.Errorf("zmtp: the peer wants mechanism %q where %q is spoken", theirs.mechanism, ours.mechanism)}
	}
	if err := security.shake(h); errors.As(err, new(peerLost)) {
		return nil, err
	} else if err != nil {
		return nil, refusal{err}
	}
	if err := c.SetDeadline(time.Time{}); err != nil {
		return nil, err
	}
	return &Conn{
		conn:     c,
		patient:  patient,
		frames:   h.frames,
		role:     own,
		minor:    theirs.minor,
		metadata: h.peer,
		security: security,
		out:      newQueue(own.budget),
		gone:     make(chan struct{}),
	}, nil
}

// properties returns this end's metadata as they travel.
func (h *handshake) properties() []byte {
	own := map[string]string{propType: string(h.role.kind)}
	if h.role.identity != "" {
		own[propIdentity] = h.role.identity
	}
	return appendMetadata(nil, own)
}

// admit looks at the peer's metadata, and tells the peer why it is refused if
// it is.
func (h *handshake) admit(data []byte) error {
	peer, err := parseMetadata(data)
	if err != nil {
		return err
	}
	var reason string
	kind, identity := peer[propType], peer[propIdentity]
	switch {
	case !slices.Contains(partners[h.role.kind], Type(kind)):
		reason = fmt.Sprintf("%q sockets do not talk to %s", kind, h.role.kind)
	case len(identity) > 255:
		reason = "the identity is longer than 255 bytes"
	case identity != "" && identity[0] == 0:
		reason = "the identity begins with a zero byte"
	default:
		h.peer = peer
		return nil
	}
	h.send(cmdError, append([]byte{byte(min(len(reason), 255))}, reason[:min(len(reason), 255)]...))
	return errors.New("zmtp: " + reason)
}

// send sends a command.
func (h *handshake) send(name string, data []byte) error {
	if _, err := h.conn.Write(appendFrame(nil, frame{flagCommand, command(name, data)})); err != nil {
		return peerLost{fmt.Errorf("zmtp: the peer hangs up before %s: %w", name, err)}
	}
	return nil
}

// receive waits for the command that must come next.
func (h *handshake) receive(want string) ([]byte, error) {
	defer h.frames.share.end()
	f, err := h.frames.next(maxCommand)
	if err != nil {
		return nil, peerLost{fmt.Errorf("zmtp: the peer hangs up, or says nothing, where %s is due: %w", want, err)}
	}
	if !f.command() {
		return nil, fmt.Errorf("zmtp: the peer sent a message where %s is due", want)
	}
	name, data, err := parseCommand(f.body)
	switch {
	case err != nil:
		return nil, err
	case name == cmdError:
		return nil, errorReason(data)
	case name != want:
		return nil, fmt.Errorf("zmtp: the peer sent %q where %s is due", name, want)
	}
	return data, nil
}
