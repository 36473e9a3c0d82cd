package columnar

import (
	"encoding/binary"
	"errors"

	flatbuffers "github.com/google/flatbuffers/go"

	"unfold/engine/data/format"
)

// The records of a file of Arrow say how long their lists are, and the reader makes room
// for them before it looks for them. A damaged file may say more than there is memory,
// which no program survives, so all lengths are held to the bytes that are there first.
// Positions are those of the format's File.fbs, Schema.fbs and Message.fbs.
const (
	footerSchema       = 1
	footerDictionaries = 2
	footerBatches      = 3

	schemaFields = 1
	schemaWords  = 2

	fieldChildren = 5
	fieldWords    = 6

	messageType   = 1
	messageHeader = 2
	isDictionary  = 2 // of message types

	dictionaryData = 1
	batchBuffers   = 2
	batchVariadic  = 4
)

// errLong is the error of a file whose lists are longer than it is.
var errLong = errors.New("a list is longer than the file")

// A record is a table of flatbuffers.
type record struct {
	flatbuffers.Table
	left *int // records that may still be looked at
}

// checkLengths looks at the footer of a file and at the heads of its batches. It may
// panic at what is no record at all, as the reader may.
func checkLengths(from format.File) error {
	const tail = len("ARROW1") + 4
	end, err := bytesAt(from, from.Size-int64(tail), tail)
	if err != nil {
		return err
	}
	size := int(binary.LittleEndian.Uint32(end))
	text, err := bytesAt(from, from.Size-int64(tail)-int64(size), size)
	if err != nil {
		return err
	}
	footer := rootOf(text)
	if schema, ok := footer.inner(footerSchema); ok {
		if err := schema.schema(); err != nil {
			return err
		}
	}
	for _, slot := range []int{footerDictionaries, footerBatches} {
		if err := footer.checkBatches(from, slot); err != nil {
			return err
		}
	}
	return nil
}

// bytesAt reads some bytes of a file.
func bytesAt(from format.File, at int64, size int) ([]byte, error) {
	if at < 0 || size < 0 || int64(size) > from.Size-at {
		return nil, errLong
	}
	b := make([]byte, size)
	_, err := from.ReadAt(b, at)
	return b, ended(err)
}

func rootOf(text []byte) record {
	left := len(text)
	return record{flatbuffers.Table{Bytes: text, Pos: flatbuffers.GetUOffsetT(text)}, &left}
}

// slot is where a record keeps what stands at a position; 0 if it has none.
func (r record) slot(at int) flatbuffers.UOffsetT {
	return flatbuffers.UOffsetT(r.Offset(flatbuffers.VOffsetT(4 + 2*at)))
}

// inner returns the record at a position.
func (r record) inner(at int) (record, bool) {
	slot := r.slot(at)
	if slot == 0 {
		return record{}, false
	}
	return record{flatbuffers.Table{Bytes: r.Bytes, Pos: r.Indirect(r.Pos + slot)}, r.left}, true
}

// list returns how many entries the list at a position has, and where they begin.
func (r record) list(at, size int) (count int, start flatbuffers.UOffsetT, err error) {
	slot := r.slot(at)
	if slot == 0 {
		return 0, 0, nil
	}
	count, start = r.VectorLen(slot), r.Vector(slot)
	if int64(count)*int64(size) > int64(len(r.Bytes))-int64(start) {
		return 0, 0, errLong
	}
	return count, start, nil
}

// schema holds the lists of columns to the bytes that are there.
func (r record) schema() error {
	if _, _, err := r.list(schemaWords, 4); err != nil {
		return err
	}
	return r.fields(schemaFields)
}

// fields looks at the columns in the list at a position, and at their own. Records that
// stand in several lists count each time, so a file cannot have them seen for ever.
func (r record) fields(at int) error {
	count, start, err := r.list(at, 4)
	if err != nil {
		return err
	}
	for i := range count {
		if *r.left--; *r.left < 0 {
			return errLong
		}
		field := record{flatbuffers.Table{Bytes: r.Bytes, Pos: r.Indirect(start + flatbuffers.UOffsetT(4*i))}, r.left}
		if _, _, err := field.list(fieldWords, 4); err != nil {
			return err
		}
		if err := field.fields(fieldChildren); err != nil {
			return err
		}
	}
	return nil
}

// checkBatches looks at the heads of the batches that the list at a position names.
func (r record) checkBatches(from format.File, at int) error {
	const block = 24 // where it begins, the length of its head and of its body
	count, start, err := r.list(at, block)
	if err != nil {
		return err
	}
	for i := range count {
		entry := r.Bytes[int(start)+block*i:]
		head, err := bytesAt(from, int64(binary.LittleEndian.Uint64(entry)), int(int32(binary.LittleEndian.Uint32(entry[8:]))))
		if err != nil {
			return err
		}
		const continued = 0xffffffff // begins heads, except in old files
		if binary.LittleEndian.Uint32(head) == continued {
			head = head[4:]
		}
		if err := rootOf(head[4:]).batch(); err != nil {
			return err
		}
	}
	return nil
}

// batch holds the buffers of a batch, of which columns take some each, to their number.
func (r record) batch() error {
	b, ok := r.inner(messageHeader)
	if ok && r.GetByteSlot(4+2*messageType, 0) == isDictionary {
		b, ok = b.inner(dictionaryData)
	}
	if !ok {
		return nil
	}
	buffers, _, err := b.list(batchBuffers, 16)
	if err != nil {
		return err
	}
	count, start, err := b.list(batchVariadic, 8)
	for i := range count {
		if taken := binary.LittleEndian.Uint64(b.Bytes[int(start)+8*i:]); taken > uint64(buffers) {
			return errLong
		}
	}
	return err
}
