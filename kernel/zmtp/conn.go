package zmtp

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"net"
	"sync"
	"time"
)

// ErrGone is the error of sending to a peer that has left or was given up.
var ErrGone = errors.New("zmtp: the peer has gone")

// A Conn is a link to one peer that has shaken hands.
type Conn struct {
	conn     net.Conn
	patient  *timeoutReader
	frames   *frameReader // Receive's
	role     role
	minor    byte // of the peer's version
	metadata map[string]string
	security mechanism
	out      *queue
	once     sync.Once
	gone     chan struct{}  // closed with the link
	writer   sync.WaitGroup // the goroutine that writes
}

// Identity returns the identity that the peer gave itself, "" for none.
func (c *Conn) Identity() string { return c.metadata[propIdentity] }

// Metadata returns a copy of all properties that the peer told, known or not.
func (c *Conn) Metadata() map[string]string { return maps.Clone(c.metadata) }

// Send queues a message, which must not change afterwards. It waits while the
// peer's budget is spent; its error is [ErrGone]. Any goroutine may call it.
func (c *Conn) Send(frames [][]byte) error {
	if len(frames) == 0 {
		return errors.New("zmtp: a message has at least one frame")
	}
	return c.queued(c.out.push(outgoing{frames: frames}))
}

// queued makes an error of a queue that has given up the peer, and ends the
// link: its writer may be waiting for the peer for ever.
func (c *Conn) queued(ok bool) error {
	if ok {
		return nil
	}
	c.Close()
	return ErrGone
}

// Receive waits for the peer's next message. Any error ends the link; it is
// io.EOF if the peer left between messages. One goroutine at a time may call
// it, and one must, for it answers pings too.
//
// A command to begin or end a subscription is returned as the message that
// says the same in ZMTP 3.0: one frame, the byte 1 or 0 and then the topic.
func (c *Conn) Receive() ([][]byte, error) {
	frames, err := c.receive()
	if err != nil {
		c.Close()
	}
	return frames, err
}

func (c *Conn) receive() ([][]byte, error) {
	defer c.frames.share.end()
	var message [][]byte
	size := 0
	for {
		f, err := c.frames.next(c.role.limit - size + c.security.overhead())
		if err != nil {
			return nil, err
		}
		if f, err = c.security.open(f); err != nil {
			return nil, err
		}
		if f.command() {
			subscription, err := c.handleCommand(f.body)
			switch {
			case err != nil:
				return nil, err
			case subscription == nil:
				continue
			case message != nil:
				return nil, errors.New("zmtp: peer changes a subscription inside a message")
			}
			return [][]byte{subscription}, nil
		}
		if len(message) == MaxFrames {
			return nil, fmt.Errorf("zmtp: peer sent a message of more than %d frames", MaxFrames)
		}
		message = append(message, f.body)
		size += len(f.body)
		if !f.more() {
			return message, nil
		}
	}
}

// handleCommand does what a command asks. A change of subscription it returns.
// Commands that nobody here knows are passed over.
func (c *Conn) handleCommand(body []byte) (subscription []byte, err error) {
	name, data, err := parseCommand(body)
	if err != nil {
		return nil, err
	}
	switch name {
	case cmdPing:
		return nil, c.pong(data)
	case cmdError:
		return nil, errorReason(data)
	case cmdSubscribe:
		return append([]byte{verbSubscribe}, data...), nil
	case cmdCancel:
		return append([]byte{verbCancel}, data...), nil
	}
	return nil, nil
}

// pong answers a ping: a time to live in tenths of a second, and a context that
// goes back.
func (c *Conn) pong(ping []byte) error {
	if len(ping) < 2 || len(ping) > 2+maxContext {
		return fmt.Errorf("zmtp: peer sent a PING of %d bytes", len(ping))
	}
	c.patient.setTimeout(time.Duration(binary.BigEndian.Uint16(ping)) * 100 * time.Millisecond)
	return c.queued(c.out.offer(outgoing{[][]byte{command(cmdPong, ping[2:])}, true}))
}

// write sends what is queued until the link ends.
func (c *Conn) write() {
	defer c.Close()
	var b batch
	var parcels []outgoing
	for {
		var ok bool
		if parcels, ok = c.out.take(parcels); !ok {
			return
		}
		for _, p := range parcels {
			c.gather(&b, p)
		}
		clear(parcels)
		if err := b.flush(c.conn, c.out.countWritten); err != nil {
			return
		}
		c.out.batchWritten()
	}
}

// gather adds the frames of a parcel to a batch, sealed.
func (c *Conn) gather(b *batch, p outgoing) {
	for i, body := range p.frames {
		var flags byte
		switch {
		case p.command:
			flags = flagCommand
		case i < len(p.frames)-1:
			flags = flagMore
		}
		b.add(c.security.seal(frame{flags, body}))
	}
}

// farewell is how long a link stays open, once all has been sent, for the peer
// to leave first. Closing it earlier, with something unread, would take back
// what has been sent.
const farewell = 200 * time.Millisecond

// Finish ends the link once all that is queued has been sent, or at the
// deadline. Someone must be in Receive meanwhile.
func (c *Conn) Finish(deadline time.Time) {
	defer c.Close()
	c.out.drain(deadline)
	half, ok := c.conn.(interface{ CloseWrite() error })
	if !ok || half.CloseWrite() != nil {
		return
	}
	select {
	case <-c.gone:
	case <-time.After(min(farewell, time.Until(deadline))):
	}
}

// Close ends the link at once. It may be called any number of times.
func (c *Conn) Close() {
	c.once.Do(func() {
		c.out.close()
		c.conn.Close()
		close(c.gone)
	})
}
