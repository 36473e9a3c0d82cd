package worker

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
)

// A kind says what a frame is.
type kind byte

// What the front says.
const (
	kindEval     kind = iota + 1 // evalBody: run a cell, whose id is the frame's
	kindCancel                   // end the context of a cell
	kindAnswer                   // answerBody: to the question whose id is the frame's
	kindComplete                 // queryBody; like those below, answered by a reply with the same id
	kindInspect                  // queryBody
	kindPending                  // queryBody
	kindRestore                  // []cell.Memory
	kindEnough                   // what runs in a cell and can end early should
	kindSelect                   // []int: the source rows that the reader has selected in a figure
)

// What the child says.
const (
	kindReady     kind = iota + 64 // readyBody: it can run cells
	kindStdout                     // text of a cell
	kindStderr                     // text of a cell
	kindDisplay                    // displayBody
	kindClear                      // clearBody
	kindProgress                   // progressBody
	kindInput                      // inputBody
	kindResult                     // resultBody: the cell is over
	kindReply                      // completionBody, helpBody, pendingBody or []cell.Memory
	kindMemories                   // []cell.Memory, after a cell
	kindFault                      // text: a failure of ours, for the log
	kindEndsEarly                  // endsEarlyBody: whether something runs in a cell that can end early
)

// A frame is a message between the two processes, mostly about the cell or
// the question with its id.
type frame struct {
	kind kind
	id   uint64
	body []byte
}

const (
	headerSize = 4 + 1 + 8
	// maxBody bounds a frame. A figure has a few megabytes.
	maxBody = 256 << 20
	// firstRead is how much of a body is believed before it has arrived.
	firstRead = 1 << 20
)

// appendFrame appends a frame as it is sent: the length of the body, the kind,
// the id, the body; numbers with the low byte first.
func appendFrame(dst []byte, f frame) ([]byte, error) {
	if len(f.body) > maxBody {
		return dst, fmt.Errorf("worker: a message of %d bytes is more than the %d that one may have", len(f.body), maxBody)
	}
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(f.body)))
	dst = append(dst, byte(f.kind))
	dst = binary.LittleEndian.AppendUint64(dst, f.id)
	return append(dst, f.body...), nil
}

// readFrame reads a frame. It returns io.EOF at the end of r between frames,
// and takes no more memory than has arrived, whatever length is claimed.
func readFrame(r io.Reader) (frame, error) {
	var header [headerSize]byte
	if _, err := io.ReadFull(r, header[:]); err != nil {
		return frame{}, err
	}
	size := int(binary.LittleEndian.Uint32(header[:]))
	f := frame{kind: kind(header[4]), id: binary.LittleEndian.Uint64(header[5:])}
	switch {
	case size > maxBody:
		return frame{}, fmt.Errorf("worker: a message claims %d bytes, more than the %d that one may have", size, maxBody)
	case size <= firstRead:
		f.body = make([]byte, size)
		if _, err := io.ReadFull(r, f.body); err != nil {
			return frame{}, truncatedError(err)
		}
	default:
		var b bytes.Buffer
		b.Grow(firstRead)
		if _, err := io.CopyN(&b, r, int64(size)); err != nil {
			return frame{}, truncatedError(err)
		}
		f.body = b.Bytes()
	}
	return f, nil
}

// truncatedError is the error of a frame whose end is missing.
func truncatedError(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// encode writes a body.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("worker: %w", err)
	}
	return b.Bytes(), nil
}

// decode reads a body into v.
func decode(f frame, v any) error {
	if err := json.Unmarshal(f.body, v); err != nil {
		return fmt.Errorf("worker: message %d: %w", f.kind, err)
	}
	return nil
}
