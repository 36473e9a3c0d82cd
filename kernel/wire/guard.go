package wire

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
)

const (
	greetingSize = 64        // bytes of a ZMTP greeting
	maxMessage   = 256 << 20 // bytes a peer may send as one message
	maxFrames    = 1024      // frames a peer may send as one message

	flagMore    = 1 // another frame of the message follows
	flagLong    = 2 // the size of the frame takes eight bytes
	flagCommand = 4 // the frame is a command, not a message
)

// A guard is a buffered network connection that watches the ZMTP framing of
// what comes in. It exists because the reader behind it allocates whatever
// size a frame announces: the guard sees the announcement first, and refuses.
type guard struct {
	net.Conn
	r *bufio.Reader
	w *bufio.Writer

	established bool   // the handshake is over
	skip        uint64 // bytes to come of the greeting, or of the frame at hand
	head        []byte // the part of a frame's flags and size that has come
	size        uint64 // of the message at hand, so far
	frames      int    // of the message at hand, so far
}

func newGuard(c net.Conn) *guard {
	return &guard{
		Conn: c,
		r:    bufio.NewReaderSize(c, 64<<10),
		w:    bufio.NewWriterSize(c, 64<<10),
		skip: greetingSize,
	}
}

// Read reads what the peer sent, unless it breaks a limit.
func (g *guard) Read(p []byte) (int, error) {
	if !g.established {
		// During the handshake one goroutine speaks and listens in turn, and
		// what it has said must go out before it waits for the answer.
		if err := g.w.Flush(); err != nil {
			return 0, err
		}
	}
	n, err := g.r.Read(p)
	if broken := g.watch(p[:n]); broken != nil {
		return 0, broken
	}
	return n, err
}

// Write keeps p until the next Flush.
func (g *guard) Write(p []byte) (int, error) { return g.w.Write(p) }

// Flush sends what was written.
func (g *guard) Flush() error { return g.w.Flush() }

// watch follows the framing through the next bytes of the stream.
func (g *guard) watch(p []byte) error {
	for len(p) > 0 {
		if g.skip > 0 {
			n := min(g.skip, uint64(len(p)))
			g.skip -= n
			p = p[n:]
			continue
		}
		g.head = append(g.head, p[0])
		p = p[1:]
		flags := g.head[0]
		switch long := flags&flagLong != 0; {
		case long && len(g.head) == 9:
			g.skip = binary.BigEndian.Uint64(g.head[1:])
		case !long && len(g.head) == 2:
			g.skip = uint64(g.head[1])
		default:
			continue // the size is not whole yet
		}
		g.head = g.head[:0]
		if err := g.count(flags); err != nil {
			return err
		}
	}
	return nil
}

// count adds the frame that begins to the message at hand.
func (g *guard) count(flags byte) error {
	if g.established && flags&flagCommand != 0 {
		// ZMTP 3.0, which we announce, has no commands after the handshake,
		// and an answer to one would cut into a message being written.
		return errors.New("wire: peer sent a command after the handshake")
	}
	g.frames++
	if g.skip > maxMessage-g.size || g.frames > maxFrames {
		return fmt.Errorf("wire: peer sent a message beyond %d bytes or %d frames", maxMessage, maxFrames)
	}
	g.size += g.skip
	if flags&flagMore == 0 {
		g.size, g.frames = 0, 0
	}
	return nil
}
