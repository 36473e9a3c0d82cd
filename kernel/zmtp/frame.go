package zmtp

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

const (
	// MaxMessage is how many bytes a peer may send as one message, and so as
	// one frame.
	MaxMessage = 256 << 20
	// MaxFrames is how many frames a peer may send as one message.
	MaxFrames = 1024

	// maxCommand is how many bytes a peer may send as one command.
	maxCommand = 64 << 10
	// firstRoom is what is allocated for a body of which nothing has come.
	firstRoom = 512
	// readAhead is the size of a link's read buffer.
	readAhead = 16 << 10
)

// The flags of a frame.
const (
	flagMore    = 1 // another frame of the message follows
	flagLong    = 2 // the size takes eight bytes
	flagCommand = 4 // the frame is a command
)

// A frame is one piece of a message, or a command.
type frame struct {
	flags byte // without flagLong
	body  []byte
}

func (f frame) more() bool    { return f.flags&flagMore != 0 }
func (f frame) command() bool { return f.flags&flagCommand != 0 }

// appendHead appends the flags and the size of a frame.
func appendHead(dst []byte, flags byte, size int) []byte {
	if size > 255 {
		return binary.BigEndian.AppendUint64(append(dst, flags|flagLong), uint64(size))
	}
	return append(dst, flags, byte(size))
}

// appendFrame appends a whole frame.
func appendFrame(dst []byte, f frame) []byte {
	return append(appendHead(dst, f.flags, len(f.body)), f.body...)
}

// A frameReader takes frames off a stream.
type frameReader struct {
	buf   *bufio.Reader
	share share // of the memory for the message at hand
}

func newFrameReader(r io.Reader, p *pool) *frameReader {
	return &frameReader{buf: bufio.NewReaderSize(r, readAhead), share: share{pool: p}}
}

// next reads a frame of at most limit bytes. Its error is io.EOF only between
// frames.
func (r *frameReader) next(limit int) (frame, error) {
	flags, err := r.buf.ReadByte()
	if err != nil {
		return frame{}, err
	}
	if flags > flagMore|flagLong|flagCommand || flags&(flagMore|flagCommand) == flagMore|flagCommand {
		return frame{}, fmt.Errorf("zmtp: peer sent a frame with flags %#x", flags)
	}
	size, err := r.size(flags)
	if err != nil {
		return frame{}, whole(err)
	}
	if size > uint64(limit) {
		return frame{}, fmt.Errorf("zmtp: peer announced a frame of %d bytes where %d are allowed", size, limit)
	}
	body, err := r.body(int(size))
	return frame{flags &^ flagLong, body}, whole(err)
}

func (r *frameReader) size(flags byte) (uint64, error) {
	if flags&flagLong == 0 {
		b, err := r.buf.ReadByte()
		return uint64(b), err
	}
	var b [8]byte
	_, err := io.ReadFull(r.buf, b[:])
	return binary.BigEndian.Uint64(b[:]), err
}

// body reads size bytes. It allocates room for what has come already, and then
// doubles it, so that a size announced and not sent costs nothing.
func (r *frameReader) body(size int) ([]byte, error) {
	var body []byte
	room := min(size, max(firstRoom, r.buf.Buffered()))
	for {
		if err := r.share.grow(room - cap(body)); err != nil {
			return nil, err
		}
		grown := make([]byte, len(body), room)
		copy(grown, body)
		n, err := io.ReadFull(r.buf, grown[len(body):room])
		body = grown[:len(body)+n]
		if err != nil || len(body) == size {
			return body, err
		}
		room = min(size, 2*room)
	}
}

// whole makes an end of the stream inside a frame an unexpected one.
func whole(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
