package zmtp

import "net"

const (
	// copied is the size up to which a body is copied next to its head, rather
	// than handed to the system as a piece of its own.
	copied = 4 << 10
	// pieceSize is how many bytes go into one write, so that progress shows.
	pieceSize = 1 << 20
	// keptRoom is how much room a batch keeps for the next.
	keptRoom = batchSize
)

// A batch gathers frames to leave in as few writes as possible: small ones are
// laid next to each other, large ones stay where they are.
type batch struct {
	room  []byte      // small frames, and the heads of large ones
	start int         // where in room the last part begins
	parts net.Buffers // all that is gathered before start
}

// add appends a frame.
func (b *batch) add(f frame) {
	b.room = appendHead(b.room, f.flags, len(f.body))
	if len(f.body) <= copied {
		b.room = append(b.room, f.body...)
		return
	}
	b.cut()
	b.parts = append(b.parts, f.body)
}

// cut makes a part of what room holds since the last cut.
func (b *batch) cut() {
	if b.start < len(b.room) {
		b.parts = append(b.parts, b.room[b.start:])
	}
	b.start = len(b.room)
}

// flush writes all that is gathered, telling wrote how many bytes went out at
// each step, and empties the batch.
func (b *batch) flush(c net.Conn, wrote func(int)) error {
	b.cut()
	rest := b.parts
	for len(rest) > 0 {
		var piece net.Buffers
		piece, rest = splitAt(rest, pieceSize)
		n, err := piece.WriteTo(c)
		wrote(int(n))
		if err != nil {
			return err
		}
	}
	clear(b.parts)
	b.parts = b.parts[:0]
	if cap(b.room) > keptRoom {
		b.room = nil
	}
	b.room, b.start = b.room[:0], 0
	return nil
}

// splitAt parts the first n bytes of parts, at most, from the rest.
func splitAt(parts net.Buffers, n int) (head, rest net.Buffers) {
	for i, part := range parts {
		if len(part) <= n {
			head = append(head, part)
			n -= len(part)
			continue
		}
		rest = append(rest, part[n:])
		rest = append(rest, parts[i+1:]...)
		if n > 0 {
			head = append(head, part[:n])
		}
		return head, rest
	}
	return head, nil
}
